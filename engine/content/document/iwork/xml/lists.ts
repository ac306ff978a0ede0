import { childAt, type XmlNode } from '../../../../io/xml-tree.ts';
import type { ListLabel, ListLevel, ListStyle } from '../../opendocument/document.ts';
import { numberIn } from './elements.ts';
import { propertyOf, type StyleChain } from './styles.ts';

const MAX_LEVELS = 9;
const INDENT = 18;

/** The list styles that a document uses, each once. */
export class Lists {
  readonly styles: ListStyle[] = [];
  readonly #known = new Map<XmlNode, number | undefined>();

  /** The index of a style among those of the document; undefined where its paragraphs bear no labels. */
  indexOf(chain: StyleChain): number | undefined {
    const [style] = chain;
    if (!style) return undefined;
    if (this.#known.has(style)) return this.#known.get(style);
    const levels = levelsOf(chain);
    const index = levels.some(({ label }) => label.kind !== 'none') ? this.styles.push({ levels }) - 1 : undefined;
    this.#known.set(style, index);
    return index;
  }
}

function levelsOf(chain: StyleChain): ListLevel[] {
  const labels = itemsOf(propertyOf(chain, 'listLabelTypes'));
  const labelIndents = itemsOf(propertyOf(chain, 'listLabelIndents'));
  const textIndents = itemsOf(propertyOf(chain, 'listTextIndents'));
  return labels.slice(0, MAX_LEVELS).map((node, level) => {
    const labelIndent = Math.max(0, numberIn(labelIndents[level], 'number') ?? level * INDENT);
    // The text's indent counts from the label's.
    const width = numberIn(textIndents[level], 'number') ?? 0;
    return { label: labelOf(node), labelIndent, textIndent: labelIndent + (width > 0 ? width : INDENT) };
  });
}

function itemsOf(list: XmlNode | undefined): readonly XmlNode[] {
  return list?.children.filter(({ name }) => name !== '#text') ?? [];
}

/** Images as labels become bullets. */
function labelOf(node: XmlNode): ListLabel {
  const type = node.attributes.get('type');
  if (type === 'none') return { kind: 'none' };
  const label = childAt(node, 'text-label');
  if (type !== 'text' || !label) return { kind: 'bullet', character: '•' };
  const kind = label.attributes.get('type') ?? 'bullet';
  const pattern = label.attributes.get('format') ?? '';
  if (kind === 'bullet') return { kind: 'bullet', character: [...pattern][0] ?? '•' };
  // `%L` is the number of this level, `%P` those of the levels above.
  const [prefix = '', suffix = '.'] = pattern.replace('%P', '').split('%L');
  const format = FORMATS.find(([name]) => kind.startsWith(name))?.[1] ?? '1';
  return { kind: 'number', format, prefix, suffix };
}

const FORMATS: readonly (readonly [string, '1' | 'a' | 'A' | 'i' | 'I'])[] = [
  ['decimal', '1'],
  ['upper-roman', 'I'],
  ['lower-roman', 'i'],
  ['upper-alpha', 'A'],
  ['lower-alpha', 'a'],
];
