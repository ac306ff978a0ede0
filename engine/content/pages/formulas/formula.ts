/** A formula as a tree of its structures, in reading order. Plain data. */
export type Formula = readonly FormulaNode[];

/** How the letters of a formula are drawn: italic, as Word does by itself, what has no letters too. */
export type LetterStyle = 'italic' | 'plain' | 'bold' | 'bold-italic';

export type FormulaNode =
  | { readonly kind: 'text'; readonly text: string; readonly style: LetterStyle }
  | { readonly kind: 'fraction'; readonly above: Formula; readonly below: Formula }
  | { readonly kind: 'radical'; readonly content: Formula; readonly degree?: Formula }
  | { readonly kind: 'scripts'; readonly base: Formula; readonly lower?: Formula; readonly upper?: Formula }
  | {
      /** A sum, product or integral with what it runs over. */
      readonly kind: 'operator';
      readonly symbol: string;
      readonly lower?: Formula;
      readonly upper?: Formula;
      /** Limits are above and below the symbol, not at its side. */
      readonly stacked: boolean;
      readonly content: Formula;
    }
  /** A name, such as `lim`, with what is below it. */
  | { readonly kind: 'limit'; readonly base: Formula; readonly lower: Formula }
  /** Brackets as high as what they enclose; `close` is empty where a brace alone holds lines together. */
  | { readonly kind: 'fence'; readonly open: string; readonly close: string; readonly content: Formula }
  | {
      /** Rows of as many cells each: a matrix, cases, or lines of equations. */
      readonly kind: 'matrix';
      readonly rows: readonly (readonly Formula[])[];
      readonly aligned: readonly Alignment[];
      /** Columns follow each other without a gap: the sides of equations. */
      readonly tight: boolean;
    };

/** Of the cells of a column. */
export type Alignment = 'left' | 'center' | 'right';

/** Whether a node is more than letters in a line, with their scripts. */
export const isStructure = ({ kind }: FormulaNode): boolean => kind !== 'text' && kind !== 'scripts';

/** Everything that is written in a formula in one line: `x = (-b ± √(b^2-4ac))/(2a)`. */
export function linearText(formula: Formula): string {
  return formula.map(linear).join('').replace(/ {2,}/g, ' ').trim();
}

function linear(node: FormulaNode): string {
  switch (node.kind) {
    case 'text':
      return RELATION.test(node.text) ? node.text.replace(RELATIONS, ' $& ') : node.text;
    case 'fraction':
      return `${grouped(node.above)}/${grouped(node.below)}`;
    case 'radical':
      return `${node.degree ? linearText(node.degree) : ''}√${grouped(node.content)}`;
    case 'scripts':
      return `${linearText(node.base)}${scriptsOf(node)}`;
    case 'operator':
      return `${node.symbol}${scriptsOf(node)} ${linearText(node.content)}`;
    case 'limit':
      return `${linearText(node.base)}_${grouped(node.lower)} `;
    case 'fence':
      return `${node.open}${linearText(node.content)}${node.close}`;
    case 'matrix':
      return node.rows.map((cells) => cells.map(linearText).join(', ')).join('; ');
  }
}

/** Symbols with space around them in print. */
const RELATION = /[=<>≤≥≠≈≡∈∉⊂⊆→⇒]/;
const RELATIONS = /[=<>≤≥≠≈≡∈∉⊂⊆→⇒]/g;

function scriptsOf({ lower, upper }: { readonly lower?: Formula; readonly upper?: Formula }): string {
  return `${lower ? `_${grouped(lower)}` : ''}${upper ? `^${grouped(upper)}` : ''}`;
}

/** Parentheses around everything that is more than one number or name. */
function grouped(formula: Formula): string {
  const text = linearText(formula);
  return /^[±−∞]?[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`;
}
