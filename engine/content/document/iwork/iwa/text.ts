import type { Archive } from '../archive.ts';
import type { Message } from '../message.ts';
import type { Block, Drawing, Inline, Paragraph, ParagraphStyle, TextStyle } from '../../opendocument/document.ts';
import type { Lists } from './lists.ts';
import { chainOf, headingOf, paragraphStyleOf, textStyleOf } from './styles.ts';
import { TYPES } from './types.ts';

/** What a text needs of its document. */
export interface TextContext {
  readonly archive: Archive;
  readonly lists: Lists;
  readonly attachment: (id: number) => { readonly drawing?: Drawing; readonly block?: Block };
  /** Called for each text, drawing and table, of which there may not be too many. */
  readonly take: () => void;
  readonly depth: number;
  readonly hasOutline: boolean;
  readonly endnotes: boolean;
}

const MAX_DEPTH = 16;
/** Fields of TSWP.StorageArchive: tables of what begins at which character. */
const TABLES = {
  paragraphStyles: 5,
  levels: 6,
  listStyles: 7,
  characterStyles: 8,
  attachments: 9,
  fields: 11,
  notes: 16,
  comments: 23,
} as const;
const OBJECT = '\ufffc';
const NOTE = '\u000e';

/** The paragraphs of a text (TSWP.StorageArchive). */
export function readStorage(id: number | undefined, context: TextContext, base?: ParagraphStyle): Block[] {
  const { archive, depth, take } = context;
  take();
  const reference = archive.message(id, TYPES.textReference)?.reference(1) ?? id;
  const storage = archive.message(reference, TYPES.text);
  return storage && depth <= MAX_DEPTH ? new StorageReader(storage, context, base).read() : [];
}

/** The text as it stands, with marks for what is not text. */
function textOfStorage(storage: Message): string {
  return storage.texts(3).join('');
}

class StorageReader {
  readonly #context: TextContext;
  readonly #text: string;
  readonly #base: ParagraphStyle | undefined;
  readonly #paragraphs: Runs;
  readonly #levels: ReadonlyMap<number, number>;
  readonly #lists: Runs;
  readonly #characters: Runs;
  readonly #links: Runs;
  readonly #attachments: Runs;
  readonly #notes: Runs;
  readonly #comments: Runs;
  readonly #blocks: Block[] = [];
  readonly #styles = new Map<number | undefined, ParagraphStyle>();
  #level = 0;
  #breakBefore = false;

  constructor(storage: Message, context: TextContext, base: ParagraphStyle | undefined) {
    this.#context = context;
    this.#base = base;
    this.#text = textOfStorage(storage);
    this.#paragraphs = new Runs(storage.message(TABLES.paragraphStyles), { keeps: true });
    this.#lists = new Runs(storage.message(TABLES.listStyles), { keeps: true });
    this.#characters = new Runs(storage.message(TABLES.characterStyles));
    this.#links = new Runs(storage.message(TABLES.fields));
    this.#attachments = new Runs(storage.message(TABLES.attachments));
    this.#notes = new Runs(storage.message(TABLES.notes));
    this.#comments = new Runs(storage.message(TABLES.comments));
    const levels = storage.message(TABLES.levels)?.messages(1) ?? [];
    this.#levels = new Map(levels.map((entry) => [entry.uint(1) ?? 0, entry.uint(2) ?? 0]));
  }

  read(): Block[] {
    let start = 0;
    for (let end = this.#endOf(start); start <= this.#text.length; end = this.#endOf(start)) {
      // What follows the last end of a paragraph is one only if something is there.
      if (start === this.#text.length && this.#blocks.length > 0) break;
      this.#readParagraph(start, end);
      start = end + 1;
    }
    return this.#blocks;
  }

  #endOf(start: number): number {
    PARAGRAPH_END.lastIndex = start;
    return PARAGRAPH_END.exec(this.#text)?.index ?? this.#text.length;
  }

  #readParagraph(start: number, end: number): void {
    const { archive, hasOutline } = this.#context;
    const styleId = this.#paragraphs.at(start);
    const chain = chainOf(archive, styleId, TYPES.paragraphStyle);
    const known = this.#styles.get(styleId);
    const style = known ?? withBase(paragraphStyleOf(chain), this.#base);
    this.#styles.set(styleId, style);
    this.#level = this.#levels.get(start) ?? this.#level;
    const content = this.#readInlines(start, end, style.text ?? {});
    const heading = hasOutline && content.length > 0 ? headingOf(chain) : undefined;
    const isOnlyTable = content.length === 0 && this.#text.slice(start, end).includes(OBJECT);
    if (!isOnlyTable) {
      this.#blocks.push({
        kind: 'paragraph',
        content,
        style: this.#breakBefore ? { ...style, breakBefore: true } : style,
        ...(heading === undefined ? {} : { heading }),
        ...this.#listAt(start),
      });
      this.#breakBefore = false;
    }
    if (PAGE_ENDS.has(this.#text[end] ?? '')) this.#breakBefore = true;
  }

  #listAt(start: number): Pick<Paragraph, 'list'> {
    const list = this.#context.lists.indexOf(this.#lists.at(start));
    if (list === undefined) return {};
    const level = Math.min(this.#level, 8);
    const { label } = this.#context.lists.styles[list]!.levels[level] ?? {};
    return label && label.kind !== 'none' ? { list: { list, level } } : {};
  }

  #readInlines(start: number, end: number, base: TextStyle): Inline[] {
    const content: Inline[] = [];
    for (let at = start; at < end;) {
      const next = Math.min(end, this.#links.nextAfter(at));
      const href = this.#hrefOf(this.#links.at(at));
      const inner = this.#readRuns(at, next, base);
      if (href !== undefined && inner.length > 0) content.push({ kind: 'link', href, content: inner });
      else content.push(...inner);
      at = next;
    }
    return content;
  }

  #hrefOf(id: number | undefined): string | undefined {
    const href = this.#context.archive.message(id, TYPES.link)?.text(2);
    return href !== undefined && /^(?:https?|mailto|ftp):/i.test(href) ? href : undefined;
  }

  #readRuns(start: number, end: number, base: TextStyle): Inline[] {
    const content: Inline[] = [];
    for (let at = start; at < end;) {
      const next = Math.min(end, this.#characters.nextAfter(at), this.#comments.nextAfter(at));
      const chain = chainOf(this.#context.archive, this.#characters.at(at), TYPES.characterStyle);
      const comment = this.#comments.startsAt(at) ? this.#commentOf(this.#comments.at(at)) : undefined;
      if (comment) content.push(comment);
      this.#readCharacters(at, next, { ...base, ...textStyleOf(chain) }, content);
      at = next;
    }
    return content;
  }

  #readCharacters(start: number, end: number, style: TextStyle, content: Inline[]): void {
    let plain = start;
    const flush = (at: number): void => {
      if (at > plain) content.push({ kind: 'text', text: this.#text.slice(plain, at), style });
      plain = at + 1;
    };
    for (let at = start; at < end; at++) {
      const character = this.#text[at]!;
      if (character !== OBJECT && character >= ' ' && character !== '\u2028') continue;
      flush(at);
      if (character === '\t') content.push({ kind: 'tab', style });
      else if (character === '\u2028' || character === '\r' || character === '\u000b') {
        content.push({ kind: 'line-break', style });
      } else if (character === OBJECT || character === NOTE) this.#readObject(at, style, content);
    }
    flush(end);
  }

  /** What stands for a character: a note, a number of the page, something drawn, a table. */
  #readObject(at: number, style: TextStyle, content: Inline[]): void {
    const { archive, endnotes } = this.#context;
    const note = archive.message(this.#notes.exactlyAt(at), TYPES.note);
    if (note) {
      const body = readStorage(note.reference(2), {
        ...this.#context,
        depth: this.#context.depth + 1,
        hasOutline: false,
      });
      content.push({ kind: 'note', note: endnotes ? 'endnote' : 'footnote', body: withoutLeadingSpace(body) });
      return;
    }
    const object = archive.get(this.#attachments.exactlyAt(at));
    if (object?.type === TYPES.pageNumber) {
      content.push({ kind: object.message.message(1)?.uint(2) === 1 ? 'page-count' : 'page-number', style });
    } else if (object?.type === TYPES.shapeAttachment) {
      const { drawing, block } = this.#context.attachment(object.message.reference(1) ?? 0);
      if (drawing) content.push({ kind: 'drawing', drawing });
      if (block) this.#blocks.push(block);
    }
  }

  #commentOf(id: number | undefined): Inline | undefined {
    const { archive } = this.#context;
    const storage = archive.message(archive.message(id, TYPES.comment)?.reference(1), TYPES.commentStorage);
    const text = storage?.text(1);
    if (text === undefined) return undefined;
    const author = archive.get(storage?.reference(3))?.message.text(1);
    const body: Block[] = [{ kind: 'paragraph', content: [{ kind: 'text', text, style: {} }], style: {} }];
    return { kind: 'comment', ...(author === undefined ? {} : { author }), body };
  }
}

/** Ends of paragraphs, pages, columns and sections. */
// oxlint-disable-next-line no-control-regex -- the program writes these marks into its texts
const PARAGRAPH_END = /[\n\u2029\u0004\u0005\u000c]/g;
const PAGE_ENDS = new Set(['\u0004', '\u0005']);

function withBase(style: ParagraphStyle, base: ParagraphStyle | undefined): ParagraphStyle {
  return base ? { ...base, ...style, text: { ...base.text, ...style.text } } : style;
}

/** The mark of a note begins its text; the space after it is the word processor's own affair. */
function withoutLeadingSpace(blocks: readonly Block[]): readonly Block[] {
  const [first, ...others] = blocks;
  if (first?.kind !== 'paragraph' || first.content[0]?.kind !== 'text') return blocks;
  const [start, ...rest] = first.content;
  const text = { ...start, text: start.text.trimStart() };
  return [{ ...first, content: [text, ...rest] }, ...others];
}

/** What holds from a character on until the next entry: identifiers of objects, or nothing. */
class Runs {
  readonly #starts: number[] = [];
  readonly #ids: (number | undefined)[] = [];

  /** With `keeps`, an entry that names nothing goes on with what was before. */
  constructor(table: Message | undefined, { keeps = false } = {}) {
    let last: number | undefined;
    const entries = table?.messages(1).map((entry) => ({ start: entry.uint(1) ?? 0, id: entry.reference(2) })) ?? [];
    for (const { start, id } of entries.sort((one, other) => one.start - other.start)) {
      last = keeps ? (id ?? last) : id;
      this.#starts.push(start);
      this.#ids.push(last);
    }
  }

  #indexAt(position: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  at(position: number): number | undefined {
    return this.#ids[this.#indexAt(position)];
  }

  startsAt(position: number): boolean {
    return this.#starts[this.#indexAt(position)] === position;
  }

  exactlyAt(position: number): number | undefined {
    return this.startsAt(position) ? this.at(position) : undefined;
  }

  nextAfter(position: number): number {
    return this.#starts[this.#indexAt(position) + 1] ?? Infinity;
  }
}
