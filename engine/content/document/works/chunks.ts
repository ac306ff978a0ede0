import type { Block, ParagraphStyle, TextDocument, TextStyle } from '../opendocument/document.ts';
import { readChunkTable, type Chunk } from './chunk-table.ts';
import { damagedWorks } from './document.ts';
import { readItems, type Item } from './items.ts';
import { Paragraphs, RunCursor, type Run } from './runs.ts';

const EMU_PER_POINT = 12_700;
const USUAL_SIZE = 10;
const ALIGNMENTS = ['left', 'right', 'center', 'justify'] as const;
/** What a `#` with a special code stands for. */
const SPECIAL = { footnote: 3, endnote: 4, field: 5 } as const;
const PAGE_NUMBER = -1;
const INCH = 72;

interface Characters {
  readonly style: TextStyle;
  readonly special: number;
  readonly field: number;
}

const PLAIN: Characters = { style: { size: USUAL_SIZE }, special: 0, field: 0 };

/** Reads a document of Works 5 to 9: chunks with a table before them, text in UTF-16. */
export function readChunks(bytes: Uint8Array): TextDocument {
  const chunks = readChunkTable(bytes);
  const text = chunks.find(({ name }) => name === 'TEXT');
  if (!text) throw damagedWorks('it has no text');
  return {
    kind: 'text',
    page: { width: 612, height: 792, margins: { top: INCH, right: 1.25 * INCH, bottom: INCH, left: 1.25 * INCH } },
    header: [],
    footer: [],
    body: new ChunkReader(bytes, chunks, text).read(),
    placed: [],
    properties: {},
    lists: [],
  };
}

interface Part {
  /** Places in the text, in characters. */
  readonly start: number;
  readonly end: number;
}

class ChunkReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #chunks: readonly Chunk[];
  readonly #text: Chunk;
  readonly #fonts: readonly string[];
  readonly #characters: readonly Run<Characters>[];
  readonly #paragraphs: readonly Run<ParagraphStyle>[];
  readonly #notes: { readonly [Kind in 'footnote' | 'endnote']: Part[] };

  constructor(bytes: Uint8Array, chunks: readonly Chunk[], text: Chunk) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#chunks = chunks;
    this.#text = text;
    this.#fonts = this.#readFonts();
    this.#characters = this.#readRuns('FDPC', (items) => charactersOf(items, this.#fonts));
    this.#paragraphs = this.#readRuns('FDPP', paragraphOf);
    const streams = this.#readStreams();
    this.#notes = {
      footnote: this.#readNotes('FTN ', streams.get(2)),
      endnote: this.#readNotes('EDN ', streams.get(3)),
    };
  }

  read(): readonly Block[] {
    const streams = this.#readStreams();
    const beside = [streams.get(2), streams.get(3)].filter((part) => part !== undefined);
    const length = this.#text.length >> 1;
    const parts = beside.reduce<Part[]>(
      (left, taken) => left.flatMap((part) => without(part, taken)),
      [{ start: 0, end: length }],
    );
    return parts.flatMap((part) => this.#readPart(part));
  }

  #readPart({ start, end }: Part): readonly Block[] {
    const characters = new RunCursor<Characters>(this.#characters, PLAIN);
    const styles = new RunCursor<ParagraphStyle>(this.#paragraphs, {});
    const paragraphs = new Paragraphs();
    let last: ParagraphStyle = {};
    for (let index = start; index < end; index++) {
      const at = this.#text.start + 2 * index;
      if (at + 2 > this.#bytes.byteLength) break;
      const code = this.#view.getUint16(at, true);
      const { style, special, field } = characters.at(at);
      last = styles.at(at);
      if (code === 0x0d) paragraphs.end(last);
      else if (code === 0x09) paragraphs.insert({ kind: 'tab', style });
      else if (code === 0x0b) paragraphs.insert({ kind: 'line-break', style });
      else if (code === 0x0c) paragraphs.breakPage();
      else if (code === 0x1e) paragraphs.add('\u2011', style);
      else if (code === 0x23 && special !== 0) this.#readSpecial(special, field, style, paragraphs);
      else if (code >= 0x20 && code !== 0xfffc) paragraphs.add(String.fromCharCode(code), style);
    }
    return paragraphs.finish(last);
  }

  #readSpecial(special: number, field: number, style: TextStyle, paragraphs: Paragraphs): void {
    if (special === SPECIAL.field && field === PAGE_NUMBER) paragraphs.insert({ kind: 'page-number', style });
    const note = special === SPECIAL.footnote ? 'footnote' : special === SPECIAL.endnote ? 'endnote' : undefined;
    const part = note && this.#notes[note].shift();
    if (note && part) paragraphs.insert({ kind: 'note', note, body: this.#readPart(part) });
  }

  /** Pages of formatting: where each run ends, and where its record is in the page. */
  #readRuns<Value>(name: string, read: (items: readonly Item[]) => Value): Run<Value>[] {
    const runs: Run<Value>[] = [];
    for (const { start, length } of this.#chunks.filter((chunk) => chunk.name === name)) {
      if (length < 8) continue;
      const count = this.#view.getUint16(start, true);
      if (8 + 6 * count > length) throw damagedWorks('a page of its formatting holds too much');
      for (let index = 0; index < count; index++) {
        const end = this.#view.getUint32(start + 8 + 4 * index, true);
        const place = this.#view.getUint16(start + 8 + 4 * count + 2 * index, true);
        runs.push({ end, value: read(place > 0 ? readItems(this.#bytes.subarray(start, start + length), place) : []) });
      }
    }
    return runs.sort((one, other) => one.end - other.end);
  }

  #readFonts(): string[] {
    const chunk = this.#chunks.find(({ name }) => name === 'FONT');
    if (!chunk || chunk.length < 20) return [];
    const end = chunk.start + chunk.length;
    const count = Math.min(this.#view.getUint32(chunk.start + 4, true), 1000);
    const fonts: string[] = [];
    for (let at = chunk.start + 20 + 4 * count; fonts.length < count && at + 6 <= end;) {
      const length = this.#view.getUint16(at, true);
      const nameEnd = at + 2 + 2 * length;
      if (nameEnd > end) break;
      fonts.push(new TextDecoder('utf-16le').decode(this.#bytes.subarray(at + 2, nameEnd)));
      at = nameEnd + 4;
    }
    return fonts;
  }

  /** Which part of the text is what, by the kinds that the parts have: 1 the body, 2 footnotes, 3 endnotes. */
  #readStreams(): ReadonlyMap<number, Part> {
    const found = new Map<number, Part>();
    const chunk = this.#chunks.find(({ name }) => name === 'STRS');
    if (!chunk || chunk.length < 12) return found;
    const end = chunk.start + chunk.length;
    const count = this.#view.getUint32(chunk.start, true);
    if (count > 100 || chunk.start + 16 + 4 * count > end) return found;
    let place = 0;
    let at = chunk.start + 16 + 4 * count;
    for (let index = 0; index < count && at + 2 <= end; index++) {
      const length = this.#view.getUint32(chunk.start + 12 + 4 * index, true);
      const size = this.#view.getUint16(at, true);
      if (size > 4 && at + 10 <= end) {
        found.set(this.#view.getUint32(at + 6, true), { start: place, end: place + length });
      }
      place += length;
      at += Math.max(2, size);
    }
    return found;
  }

  /** Where in its part of the text each note begins; the last place is where the last one ends. */
  #readNotes(name: string, part: Part | undefined): Part[] {
    const chunk = this.#chunks.find(
      (found) => found.name === name && found.length >= 16 && this.#view.getUint32(found.start, true) === 0,
    );
    if (!chunk || !part) return [];
    const count = Math.min(this.#view.getUint32(chunk.start + 4, true), (chunk.length - 16) >> 2);
    const places = Array.from({ length: count + 1 }, (_, index) => {
      const at = chunk.start + 16 + 4 * index;
      const place = at + 4 <= chunk.start + chunk.length ? this.#view.getUint32(at, true) : 0;
      return Math.min(part.start + place, part.end);
    });
    return places
      .slice(0, count)
      .map((start, index) => ({ start, end: Math.max(start, places[index + 1] ?? part.end) }));
  }
}

function without({ start, end }: Part, taken: Part): Part[] {
  return [
    { start, end: Math.min(end, taken.start) },
    { start: Math.max(start, taken.end), end },
  ].filter((part) => part.end > part.start);
}

function charactersOf(items: readonly Item[], fonts: readonly string[]): Characters {
  let style: TextStyle = { size: USUAL_SIZE };
  let [special, field] = [0, 0];
  for (const { id, value, items: inner } of items) {
    if (id === 0x00) special = value;
    else if (id === 0x22) field = value | 0;
    else if (id === 0x24) style = { ...style, ...fontOf(inner, fonts) };
    else style = { ...style, ...lookOf(id, value) };
  }
  return { style, special, field };
}

function lookOf(id: number, value: number): TextStyle {
  switch (id) {
    case 0x02:
      return { bold: true };
    case 0x03:
      return { italic: true };
    case 0x0c:
      return value > 0 ? { size: value / EMU_PER_POINT } : {};
    case 0x0f:
      return (value & 0xff) === 1 ? { position: 'super' } : (value & 0xff) === 2 ? { position: 'sub' } : {};
    case 0x10:
      return { strike: true };
    case 0x13:
      return { capitals: 'small' };
    case 0x14:
      return { capitals: 'all' };
    case 0x1e:
      return { underline: true };
    case 0x2e: {
      const bytes = [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];
      return { colour: `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}` };
    }
  }
  return {};
}

function fontOf([first]: readonly Item[], fonts: readonly string[]): TextStyle {
  const font = first && fonts[first.value];
  return font === undefined ? {} : { font };
}

function paragraphOf(items: readonly Item[]): ParagraphStyle {
  let style: ParagraphStyle = {};
  for (const { id, value } of items) {
    const points = (value | 0) / EMU_PER_POINT;
    if (id === 0x04 && ALIGNMENTS[value]) style = { ...style, alignment: ALIGNMENTS[value] };
    else if (id === 0x0c) style = { ...style, firstLine: points };
    else if (id === 0x0d) style = { ...style, left: points };
  }
  return style;
}
