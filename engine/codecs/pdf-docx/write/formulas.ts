import { type ParagraphChild, XmlAttributeComponent, XmlComponent } from 'docx';
import type { Formula, FormulaNode, LetterStyle } from '../../../content/pages/formulas/formula.ts';

/** Styles of letters in OMML; italic ones need none. */
const STYLES: Readonly<Record<LetterStyle, string>> = { italic: 'i', plain: 'p', bold: 'b', 'bold-italic': 'bi' };
type TextNode = FormulaNode & { readonly kind: 'text' };

/** A Latin or Greek letter with one accent of mathematics over it. */
const ACCENTED_LETTER = /([\p{Script=Latin}\p{Script=Greek}][\u0302-\u0304\u0307\u0308\u030c\u20d7])(?!\p{M})/u;

class Attributes extends XmlAttributeComponent<Readonly<Record<string, string>>> {
  protected override readonly xmlKeys = { val: 'm:val', space: 'xml:space' };
}

/** An element of Office Math Markup (ISO/IEC 29500-1, 22.1) with elements, or text, inside. */
class MathElement extends XmlComponent {
  constructor(name: string, children: readonly (XmlComponent | string)[] = [], attributes?: Record<string, string>) {
    super(`m:${name}`);
    if (attributes) this.root.push(new Attributes(attributes));
    this.root.push(...children);
  }
}

const element = (name: string, ...children: readonly (XmlComponent | string)[]): MathElement =>
  new MathElement(name, children);
const setting = (name: string, val: string): MathElement => new MathElement(name, [], { val });

/** Columns exactly 0 apart: rule 3 counts in twips. */
const NO_GAP = [setting('cGpRule', '3'), setting('cGp', '0')];

/** A formula that can be edited, in a line of text. */
export function makeFormula(formula: Formula): ParagraphChild {
  return part('oMath', formula) as unknown as ParagraphChild;
}

/** The same as a paragraph of its own. */
export function makeDisplayedFormula(formula: Formula, place: 'center' | 'left'): ParagraphChild {
  const properties = element('oMathParaPr', setting('jc', place));
  return element('oMathPara', properties, part('oMath', formula)) as unknown as ParagraphChild;
}

function part(name: string, formula: Formula): MathElement {
  return element(name, ...formula.flatMap((node) => (node.kind === 'text' ? runsOf(node) : mathOf(node))));
}

/** Letters, those with an accent by themselves: Word places the accent. */
function runsOf({ text, style }: TextNode): MathElement[] {
  const run = (letters: string): MathElement =>
    element(
      'r',
      ...(style === 'italic' ? [] : [element('rPr', setting('sty', STYLES[style]))]),
      new MathElement('t', [letters], { space: 'preserve' }),
    );
  return text
    .normalize('NFD')
    .split(ACCENTED_LETTER)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (!ACCENTED_LETTER.test(piece)) return run(piece.normalize());
      const [letter, accent] = [...piece] as [string, string];
      return element('acc', element('accPr', setting('chr', accent)), element('e', run(letter)));
    });
}

function mathOf(node: Exclude<FormulaNode, TextNode>): MathElement {
  switch (node.kind) {
    case 'fraction':
      return element('f', part('num', node.above), part('den', node.below));
    case 'radical':
      return element(
        'rad',
        element('radPr', setting('degHide', node.degree ? '0' : '1')),
        part('deg', node.degree ?? []),
        part('e', node.content),
      );
    case 'scripts':
      return scriptsOf(node);
    case 'operator':
      return operatorOf(node);
    case 'limit':
      return element('limLow', part('e', node.base), part('lim', node.lower));
    case 'fence':
      return element(
        'd',
        element('dPr', setting('begChr', node.open), setting('endChr', node.close)),
        part('e', node.content),
      );
    case 'matrix':
      return matrixOf(node);
  }
}

function matrixOf({ rows, aligned, tight }: FormulaNode & { kind: 'matrix' }): MathElement {
  const columns = aligned.map((alignment) =>
    element('mc', element('mcPr', setting('count', '1'), setting('mcJc', alignment))),
  );
  return element(
    'm',
    element('mPr', ...(tight ? NO_GAP : []), element('mcs', ...columns)),
    ...rows.map((cells) => element('mr', ...cells.map((cell) => part('e', cell)))),
  );
}

function scriptsOf({ base, lower, upper }: FormulaNode & { kind: 'scripts' }): MathElement {
  if (!lower) return element('sSup', part('e', base), part('sup', upper ?? []));
  if (!upper) return element('sSub', part('e', base), part('sub', lower));
  return element('sSubSup', part('e', base), part('sub', lower), part('sup', upper));
}

function operatorOf({ symbol, lower, upper, stacked, content }: FormulaNode & { kind: 'operator' }): MathElement {
  const properties = element(
    'naryPr',
    setting('chr', symbol),
    setting('limLoc', stacked ? 'undOvr' : 'subSup'),
    setting('subHide', lower ? '0' : '1'),
    setting('supHide', upper ? '0' : '1'),
  );
  return element('nary', properties, part('sub', lower ?? []), part('sup', upper ?? []), part('e', content));
}
