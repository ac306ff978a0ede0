import type { Archive } from '../archive.ts';
import type { Message } from '../message.ts';
import type { ListLabel, ListLevel, ListStyle } from '../../opendocument/document.ts';
import { chainOf } from './styles.ts';
import { TYPES } from './types.ts';

const MAX_LEVELS = 9;
const INDENT = 18;
const LABELS = { none: 0, image: 1, text: 2, number: 3 } as const;

/** The list styles that a document uses, each once. */
export class Lists {
  readonly styles: ListStyle[] = [];
  readonly #archive: Archive;
  readonly #known = new Map<number, number | undefined>();

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  /** The index of a style among those of the document; undefined where its paragraphs bear no labels. */
  indexOf(id: number | undefined): number | undefined {
    if (id === undefined) return undefined;
    if (this.#known.has(id)) return this.#known.get(id);
    const levels = levelsOf(chainOf(this.#archive, id, TYPES.listStyle));
    const index = levels.some(({ label }) => label.kind !== 'none') ? this.styles.push({ levels }) - 1 : undefined;
    this.#known.set(id, index);
    return index;
  }
}

function levelsOf(chain: readonly Message[]): ListLevel[] {
  const first = <Value>(read: (style: Message) => readonly Value[]): readonly Value[] =>
    chain.map(read).find((values) => values.length > 0) ?? [];
  const types = first((style) => style.uints(11));
  const textIndents = first((style) => style.numbers(12));
  const labelIndents = first((style) => style.numbers(13));
  const formats = first((style) => style.uints(15));
  const bullets = first((style) => style.texts(16));
  return types.slice(0, MAX_LEVELS).map((type, level) => {
    const labelIndent = Math.max(0, labelIndents[level] ?? level * INDENT);
    const width = textIndents[level] ?? 0;
    const label = labelOf(type, bullets[level], formats[level]);
    return { label, labelIndent, textIndent: labelIndent + (width > 0 ? width : INDENT) };
  });
}

/** Images as labels become bullets. */
function labelOf(type: number, bullet: string | undefined, format = 0): ListLabel {
  if (type === LABELS.text || type === LABELS.image) {
    return { kind: 'bullet', character: (type === LABELS.text && [...(bullet ?? '')][0]) || '•' };
  }
  if (type !== LABELS.number) return { kind: 'none' };
  // Each way to count comes with a full stop, in parentheses, and with one behind it.
  const surrounding = format % 3;
  return {
    kind: 'number',
    format: FORMATS[Math.floor(format / 3)] ?? '1',
    prefix: surrounding === 1 ? '(' : '',
    suffix: surrounding === 0 ? '.' : ')',
  };
}

const FORMATS = ['1', 'I', 'i', 'A', 'a'] as const;
