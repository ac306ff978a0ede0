import { latin1Of, viewOf } from '../../../io/bytes.ts';
import type { Field, Inline, Link, Paragraph, Text } from '../model.ts';
import type { OfficeRecord } from '../office-art/records.ts';
import { childrenOf } from '../office-art/records.ts';
import { levelsIn, type LevelRun } from './levels.ts';

/** Types of records about text ([MS-PPT] 2.13.24). */
const HEADER = 0x0f9f;
const CHARACTERS = 0x0fa0;
const PROPERTIES = 0x0fa1;
const BYTES = 0x0fa8;
const LINK = 0x0ff2;
const LINK_ATOM = 0x0ff3;
const LINK_RANGE = 0x0fdf;
/** Characters that stand for what a program computes: numbers and dates, and what all slides have. */
const COMPUTED: Readonly<Record<number, Field['field']>> = {
  0x0fd8: 'page-number',
  0x0ff7: 'date',
  0x0ff8: 'date',
  0x0ff9: 'other',
  0x0ffa: 'other',
  0x1015: 'date',
};

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/** A text of a slide, as records beside one another say it. */
export interface SlideText {
  /** What it is for ([MS-PPT] 2.13.33). */
  readonly type: number;
  text: string;
  /** By the place of the character that stands for them. */
  readonly fields: Map<number, Field>;
  readonly links: { readonly start: number; readonly end: number; readonly link: Link }[];
  levels: readonly LevelRun[];
}

/** Where hyperlinks lead, by their numbers. */
export type Links = ReadonlyMap<number, string>;

/** Reads the texts among records that follow one another. */
export function textsAmong(records: readonly OfficeRecord[], links: Links): SlideText[] {
  const texts: SlideText[] = [];
  let link: Link | undefined;
  for (const record of records) {
    const { type, data } = record;
    if (type === HEADER) texts.push({ type: numberAt(data, 0), text: '', fields: new Map(), links: [], levels: [] });
    const text = texts.at(-1);
    if (!text) continue;
    const field = COMPUTED[type];
    if (type === CHARACTERS) text.text = utf16.decode(data);
    else if (type === BYTES) text.text = latin1Of(data);
    else if (type === PROPERTIES) text.levels = levelsIn(data, text.text.length);
    else if (type === LINK) link = linkIn(record, links);
    else if (type === LINK_RANGE && link) text.links.push({ start: numberAt(data, 0), end: numberAt(data, 4), link });
    else if (field) text.fields.set(numberAt(data, 0), { field, isComputed: true });
  }
  return texts;
}

/** Where a record of what happens on a click leads; an address, or nothing for actions of other kinds. */
function linkIn(record: OfficeRecord | undefined, links: Links): Link | undefined {
  const atom = record && childrenOf(record).find(({ type }) => type === LINK_ATOM);
  const href = atom && links.get(numberAt(atom.data, 4));
  return href === undefined ? undefined : { href };
}

/** The record of what a click does among others. */
export function findLink(records: readonly OfficeRecord[], links: Links): Link | undefined {
  return linkIn(
    records.find(({ type }) => type === LINK),
    links,
  );
}

/** The paragraphs of a text; those of lists are items. */
export function paragraphsOf(text: SlideText, isList: boolean): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const parts = new TextParts(text);
  const levels = text.levels.values();
  let run = levels.next().value;
  let start = 0;
  for (const line of text.text.split('\r')) {
    while (run && run.end <= start) run = levels.next().value;
    const inlines = parts.upTo(start, start + line.length);
    const isItem = (run?.hasBullet ?? isList) && line.trim() !== '';
    if (inlines.length > 0) {
      const list = { level: run?.level ?? 0, isOrdered: false };
      paragraphs.push({ kind: 'paragraph', inlines, ...(isItem && { list }) });
    }
    start += line.length + 1;
  }
  return paragraphs;
}

/** Parts a text where links and fields begin and end, from its beginning to its end. */
class TextParts {
  readonly #text: SlideText;
  readonly #cuts: readonly number[];
  readonly #links: SlideText['links'];
  #cut = 0;
  #link = 0;

  constructor(text: SlideText) {
    this.#text = text;
    this.#links = text.links.toSorted((a, b) => a.start - b.start);
    const cuts = new Set<number>();
    for (const place of text.fields.keys()) cuts.add(place).add(place + 1);
    for (const { start, end } of text.links) cuts.add(start).add(end);
    this.#cuts = [...cuts].sort((a, b) => a - b);
  }

  /** The parts of a paragraph behind those that were given. */
  upTo(from: number, to: number): Inline[] {
    const inlines: Inline[] = [];
    for (let start = from; start < to;) {
      while (this.#cut < this.#cuts.length && this.#cuts[this.#cut]! <= start) this.#cut++;
      const end = Math.min(to, this.#cuts[this.#cut] ?? to);
      inlines.push(this.#part(start, end));
      start = end;
    }
    return inlines;
  }

  #part(start: number, end: number): Text {
    while (this.#link + 1 < this.#links.length && this.#links[this.#link + 1]!.start <= start) this.#link++;
    const near = this.#links[this.#link];
    const link = near && near.start <= start && near.end > start ? near.link : undefined;
    const field = this.#text.fields.get(start);
    // What is there is a star, and what it stands for each program computes.
    const text = field ? '' : this.#text.text.slice(start, end).replaceAll('\v', '\n');
    return { kind: 'text', text, ...(link && { link }), ...(field && { field }) };
  }
}

export function numberAt(bytes: Uint8Array, at: number): number {
  return bytes.byteLength >= at + 4 ? viewOf(bytes).getUint32(at, true) : 0;
}
