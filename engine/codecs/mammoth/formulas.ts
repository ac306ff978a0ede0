import { scanXml } from '../../io/xml.ts';

interface MathNode {
  readonly name: string;
  readonly value: string | undefined;
  readonly children: MathNode[];
  text: string;
}

/** Depth of one formula's XML; the document around it has been checked already. */
const MAX_DEPTH = 256;

/**
 * A formula in Office MathML (ECMA-376 22.1) as linear text: `(a+b)/c`, `x^2`, `√(y)`, `∑_(i=1)^n i`. Everything that
 * is written in the formula stays in reading order.
 */
export function linearFormula(source: string): string {
  const root: MathNode = { name: 'root', value: undefined, children: [], text: '' };
  const open = [root];
  scanXml(
    source,
    {
      open(name, attributes) {
        const node: MathNode = { name, value: attributes.get('val'), children: [], text: '' };
        open.at(-1)!.children.push(node);
        open.push(node);
      },
      close: () => void open.pop(),
      text: (value) => void (open.at(-1)!.text += value),
    },
    MAX_DEPTH,
  );
  return linear(root).trim();
}

type Writer = (node: MathNode) => string;

/** How each structure is written; every other element is the text of its children. */
const WRITERS: Readonly<Record<string, Writer>> = {
  t: ({ text }) => text,
  f: (node) => `${grouped(part(node, 'num'))}/${grouped(part(node, 'den'))}`,
  sSup: (node) => `${part(node, 'e')}^${grouped(part(node, 'sup'))}`,
  sSub: (node) => `${part(node, 'e')}_${grouped(part(node, 'sub'))}`,
  sSubSup: (node) => `${part(node, 'e')}_${grouped(part(node, 'sub'))}^${grouped(part(node, 'sup'))}`,
  sPre: (node) => `_${grouped(part(node, 'sub'))}^${grouped(part(node, 'sup'))}${part(node, 'e')}`,
  rad: (node) => `${part(node, 'deg') === '' ? '' : `${part(node, 'deg')}`}√${grouped(part(node, 'e'))}`,
  nary: (node) => `${property(node, 'chr') ?? '∫'}${limits(node)} ${part(node, 'e')}`,
  limLow: (node) => `${part(node, 'e')}_${grouped(part(node, 'lim'))}`,
  limUpp: (node) => `${part(node, 'e')}^${grouped(part(node, 'lim'))}`,
  func: (node) => `${part(node, 'fName')} ${part(node, 'e')}`,
  d: writeDelimiters,
  m: (node) => `[${childrenNamed(node, 'mr').map(writeRow).join('; ')}]`,
  eqArr: (node) => childrenNamed(node, 'e').map(linear).join('; '),
};

function linear(node: MathNode): string {
  return WRITERS[node.name]?.(node) ?? node.children.map(linear).join('');
}

function part(node: MathNode, name: string): string {
  return childrenNamed(node, name).map(linear).join('');
}

function childrenNamed(node: MathNode, name: string): MathNode[] {
  return node.children.filter((child) => child.name === name);
}

/** A setting in the structure's own properties (`fPr`, `dPr` …). */
function property(node: MathNode, name: string): string | undefined {
  const properties = node.children.find((child) => child.name === `${node.name}Pr`);
  return properties?.children.find((child) => child.name === name)?.value;
}

function limits(node: MathNode): string {
  const sub = part(node, 'sub');
  const sup = part(node, 'sup');
  return `${sub === '' ? '' : `_${grouped(sub)}`}${sup === '' ? '' : `^${grouped(sup)}`}`;
}

function writeDelimiters(node: MathNode): string {
  const content = childrenNamed(node, 'e')
    .map(linear)
    .join(property(node, 'sepChr') ?? '|');
  return `${property(node, 'begChr') ?? '('}${content}${property(node, 'endChr') ?? ')'}`;
}

function writeRow(row: MathNode): string {
  return childrenNamed(row, 'e').map(linear).join(', ');
}

/** Parentheses around everything that is more than one number or name. */
function grouped(text: string): string {
  return /^(?:[\p{L}\p{N}.]*|\(.*\))$/u.test(text) ? text : `(${text})`;
}
