import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { openCompoundFile, type CompoundFile } from '../../../io/compound-file.ts';
import { inflateRaw, isTooLarge } from '../../../io/compression.ts';
import { colourOfChannels } from '../../raster/colour.ts';
import type { Block, Inline, PageLayout, ParagraphStyle, TextDocument, TextStyle } from '../opendocument/document.ts';
import { readRecords, TAG, type HwpRecord } from './records.ts';
import type { HangulLosses } from './losses.ts';
import { documentOf, isEmpty, tableOf, type PlacedCell } from './tables.ts';

/* Documents of Hangul 5 (HWP 5.0, revision 1.3 of Hancom's description): records in streams of a compound file. */

const SIGNATURE = 'HWP Document File';
const COMPRESSED = 1;
const ENCRYPTED = 2;
const DISTRIBUTED = 4;
const UNITS = 100;
const MOST_SECTIONS = 1_000;
const MOST_LEVELS = 64;
const ALIGNMENTS = ['justify', 'left', 'right', 'center', 'justify', 'justify'] as const;
const OUTLINE = 1;
const PAGE_BREAK = 4;

interface Looks {
  readonly characters: readonly TextStyle[];
  readonly paragraphs: readonly { readonly style: ParagraphStyle; readonly heading: number | undefined }[];
}

/** Reads the text of a document with its tables, notes and looks. Throws `input_encrypted`, `input_corrupt` and `input_too_complex`. */
export function readHwp(bytes: Uint8Array, limits: Limits, losses: HangulLosses): TextDocument {
  const file = openCompoundFile(bytes);
  const header = file.read('FileHeader');
  if (!header || header.byteLength < 40 || latin1Of(header, 0, SIGNATURE.length) !== SIGNATURE)
    throw corrupt('its header is missing');
  const flags = viewOf(header).getUint32(36, true);
  if ((flags & (ENCRYPTED | DISTRIBUTED)) !== 0) {
    const message = 'The document of Hangul is encrypted, or locked for distribution. Save it without that in Hangul.';
    throw new ConversionError({ code: 'input_encrypted', message });
  }
  const streams = new Streams(file, (flags & COMPRESSED) !== 0, limits);
  const reader = new BodyReader(looksOf(streams.records('DocInfo') ?? []), losses);
  const body: Block[] = [];
  for (let number = 0; number < MOST_SECTIONS; number++) {
    const records = streams.records(`BodyText/Section${number}`);
    if (!records) break;
    body.push(...reader.read(records));
  }
  if (body.length === 0) throw corrupt('it has no sections');
  return documentOf(body, reader);
}

class Streams {
  readonly #file: CompoundFile;
  readonly #isCompressed: boolean;
  #left: number;

  constructor(file: CompoundFile, isCompressed: boolean, limits: Limits) {
    this.#file = file;
    this.#isCompressed = isCompressed;
    this.#left = limits.expandedBytes;
  }

  records(path: string): HwpRecord[] | undefined {
    const stream = this.#file.read(path);
    if (!stream) return undefined;
    const bytes = this.#isCompressed ? this.#expanded(stream) : stream;
    this.#left -= bytes.byteLength;
    return readRecords(bytes);
  }

  #expanded(stream: Uint8Array): Uint8Array {
    try {
      return inflateRaw(stream, { maxOutputLength: Math.max(1, this.#left) });
    } catch (cause) {
      if (!isTooLarge(cause)) throw corrupt('a packed part of it is damaged', cause);
      const message = 'The document of Hangul expands to more data than is allowed. Divide it.';
      throw new ConversionError({ code: 'input_too_complex', message, details: { limit: 'expandedBytes' } }, { cause });
    }
  }
}

function looksOf(records: readonly HwpRecord[]): Looks {
  const all = flattened(records);
  // Korean fonts come first, those of other scripts behind them: each script counts from zero.
  const fonts = all.filter(({ tag }) => tag === TAG.faceName).map(({ data }) => wideText(data, 3, u16(data, 1)));
  return {
    characters: all.filter(({ tag }) => tag === TAG.characterShape).map(({ data }) => characterLook(data, fonts)),
    paragraphs: all.filter(({ tag }) => tag === TAG.paragraphShape).map(({ data }) => paragraphLook(data)),
  };
}

function flattened(records: readonly HwpRecord[]): HwpRecord[] {
  return records.flatMap((record) => [record, ...flattened(record.children)]);
}

function characterLook(data: Uint8Array, fonts: readonly string[]): TextStyle {
  const bits = u32(data, 46);
  const [font, size] = [fonts[u16(data, 0)], u32(data, 42) / UNITS];
  const rgb = u32(data, 52) & 0xffffff;
  const colour = colourOfChannels([rgb & 255, (rgb >> 8) & 255, rgb >> 16]);
  const strike = (bits >> 18) & 7;
  return {
    ...(font !== undefined && font !== '' && { font }),
    ...(size > 0 && size < 1000 && { size }),
    ...((bits & 1) !== 0 && { italic: true }),
    ...((bits & 2) !== 0 && { bold: true }),
    ...(((bits >> 2) & 3) === 1 && { underline: true }),
    ...(strike === 1 && { strike: true }),
    ...((bits & 0x8000) !== 0 && { position: 'super' as const }),
    ...((bits & 0x10000) !== 0 && { position: 'sub' as const }),
    ...(rgb !== 0 && { colour }),
  };
}

function paragraphLook(data: Uint8Array): Looks['paragraphs'][number] {
  const bits = u32(data, 0);
  const alignment = ALIGNMENTS[(bits >> 2) & 7];
  const isOutline = ((bits >> 23) & 3) === OUTLINE;
  return { style: { ...(alignment && { alignment }) }, heading: isOutline ? ((bits >> 25) & 7) + 1 : undefined };
}

/** Sections of a document, and what of them stands on every page. */
class BodyReader {
  readonly #looks: Looks;
  readonly #losses: HangulLosses;
  header: Block[] = [];
  footer: Block[] = [];
  page: PageLayout | undefined;

  constructor(looks: Looks, losses: HangulLosses) {
    this.#looks = looks;
    this.#losses = losses;
  }

  read(records: readonly HwpRecord[], level = 0): Block[] {
    if (level > MOST_LEVELS) return [];
    return records.filter(({ tag }) => tag === TAG.paragraph).flatMap((record) => this.#paragraph(record, level));
  }

  #paragraph({ data, children }: HwpRecord, level: number): Block[] {
    const look = this.#looks.paragraphs[u16(data, 8)];
    const hasBreak = ((data[11] ?? 0) & PAGE_BREAK) !== 0;
    const blocks: Block[] = [];
    let content: Inline[] = [];
    const close = (): void => {
      const style = { ...look?.style, ...(hasBreak && blocks.length === 0 && { breakBefore: true }) };
      blocks.push({ kind: 'paragraph', content, style, ...(look?.heading !== undefined && { heading: look.heading }) });
      content = [];
    };
    const controls = children.filter(({ tag }) => tag === TAG.control).values();
    const text = children.find(({ tag }) => tag === TAG.paragraphText)?.data ?? new Uint8Array(0);
    for (const piece of piecesOf(text, styleAt(children, this.#looks))) {
      if (piece !== 'control') content.push(piece);
      else {
        const control = controls.next().value;
        if (!control) continue;
        const found = this.#control(control, level);
        content.push(...found.inlines);
        if (found.blocks.length === 0) continue;
        if (content.length > 0) close();
        blocks.push(...found.blocks);
      }
    }
    if (content.length > 0 || blocks.length === 0) close();
    return blocks.filter((block, at) => block.kind === 'table' || at === 0 || !isEmpty(block) || blocks.length === 1);
  }

  #control(
    { data, children }: HwpRecord,
    level: number,
  ): { readonly inlines: readonly Inline[]; readonly blocks: readonly Block[] } {
    const inside = (): Block[] => this.read(children, level + 1);
    const none = { inlines: [], blocks: [] };
    // Names stand back to front.
    switch (latin1Of(data, 0, 4)) {
      case ' lbt':
        return { inlines: [], blocks: this.#table(children, level) };
      case '  nf':
        return { inlines: [{ kind: 'note', note: 'footnote', body: inside() }], blocks: [] };
      case '  ne':
        return { inlines: [{ kind: 'note', note: 'endnote', body: inside() }], blocks: [] };
      case 'daeh':
        if (this.header.length === 0) this.header = inside();
        return none;
      case 'toof':
        if (this.footer.length === 0) this.footer = inside();
        return none;
      case 'dces':
        this.page ??= pageOf(children.find(({ tag }) => tag === TAG.page)?.data);
        return none;
      case 'deqe': {
        const equation = children.find(({ tag }) => tag === TAG.equation)?.data;
        const script = equation ? wideText(equation, 6, u16(equation, 4)).trim() : '';
        return script === '' ? none : { inlines: [{ kind: 'text', text: script, style: {} }], blocks: [] };
      }
      case ' osg': {
        const parts = flattened(children);
        const pictures = parts.filter(({ tag }) => tag === TAG.picture).length;
        if (pictures > 0) this.#losses.pictures += pictures;
        else this.#losses.drawings++;
        const texts = parts.filter((part) => part.children.some(({ tag }) => tag === TAG.paragraph));
        return { inlines: [], blocks: [...inside(), ...texts.flatMap((part) => this.read(part.children, level + 1))] };
      }
      default:
        return none;
    }
  }

  /** Cells begin with the head of a list each, behind which their paragraphs stand. */
  #table(children: readonly HwpRecord[], level: number): Block[] {
    const start = children.findIndex(({ tag }) => tag === TAG.table);
    const cells: PlacedCell[] = [];
    const captions: Block[] = [];
    for (const [index, { tag, data }] of children.entries()) {
      if (tag !== TAG.list) continue;
      const end = children.findIndex((record, at) => at > index && record.tag === TAG.list);
      const content = this.read(children.slice(index + 1, end < 0 ? undefined : end), level + 1);
      if (index < start || data.byteLength < 24) captions.push(...content);
      else
        cells.push({
          ...{ column: u16(data, 8), row: u16(data, 10) },
          ...{ columnSpan: Math.max(1, u16(data, 12)), rowSpan: Math.max(1, u16(data, 14)) },
          width: u32(data, 16) / UNITS,
          content,
        });
    }
    const table = tableOf(cells);
    return [...(table ? [table] : cells.flatMap(({ content }) => content)), ...captions];
  }
}

function pageOf(data: Uint8Array | undefined): PageLayout | undefined {
  if (!data || data.byteLength < 36) return undefined;
  const points = (at: number): number => u32(data, at * 4) / UNITS;
  const isLandscape = data.byteLength >= 40 && (u32(data, 36) & 1) !== 0;
  const [width, height] = isLandscape ? [points(1), points(0)] : [points(0), points(1)];
  if (width < 36 || height < 36 || width > 14_400 || height > 14_400) return undefined;
  const [top, bottom] = [points(4), points(5)];
  return {
    ...{ width, height },
    margins: { top: top + points(6), right: points(3), bottom: bottom + points(7), left: points(2) },
    headerOffset: top,
    footerOffset: bottom,
  };
}

/** The look at each place of a paragraph's text. */
function styleAt(children: readonly HwpRecord[], { characters }: Looks): (position: number) => TextStyle {
  const data = children.find(({ tag }) => tag === TAG.characterRuns)?.data ?? new Uint8Array(0);
  const runs = Array.from({ length: Math.floor(data.byteLength / 8) }, (_, index) => ({
    from: u32(data, index * 8),
    style: characters[u32(data, index * 8 + 4)] ?? {},
  }));
  return (position) => runs.findLast(({ from }) => from <= position)?.style ?? {};
}

const TAB = 9;
const LINE_BREAK = 10;
const NO_BREAK_SPACES = [30, 31];
const HYPHEN = 24;
/** Controls that take the room of eight characters; those that have a record of their own. */
const WIDE = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
const WITH_RECORD = new Set([1, 2, 3, 11, 12, 14, 15, 16, 17, 18, 21, 22, 23]);
const CONTROL_CHARS = 8;

/** Text, tabs and breaks of a paragraph, and where controls stand. */
function* piecesOf(data: Uint8Array, styleOf: (position: number) => TextStyle): Generator<Inline | 'control'> {
  const length = Math.floor(data.byteLength / 2);
  let text = '';
  let style: TextStyle = {};
  const flush = function* (): Generator<Inline> {
    if (text !== '') yield { kind: 'text', text, style };
    text = '';
  };
  for (let at = 0; at < length;) {
    const code = u16(data, at * 2);
    const here = styleOf(at);
    if (here !== style) {
      yield* flush();
      style = here;
    }
    if (code >= 32) text += String.fromCharCode(code);
    else if (NO_BREAK_SPACES.includes(code)) text += '\u00A0';
    else if (code === HYPHEN) text += '-';
    else {
      yield* flush();
      if (code === TAB) yield { kind: 'tab', style };
      else if (code === LINE_BREAK) yield { kind: 'line-break', style };
      else if (WITH_RECORD.has(code)) yield 'control';
    }
    at += WIDE.has(code) ? CONTROL_CHARS : 1;
  }
  yield* flush();
}

function wideText(data: Uint8Array, at: number, length: number): string {
  return new TextDecoder('utf-16le').decode(data.subarray(at, at + 2 * length));
}

function u16(data: Uint8Array, at: number): number {
  return at + 2 <= data.byteLength ? data[at]! | (data[at + 1]! << 8) : 0;
}

function u32(data: Uint8Array, at: number): number {
  return at + 4 <= data.byteLength ? viewOf(data).getUint32(at, true) : 0;
}

function corrupt(what: string, cause?: unknown): ConversionError {
  const message = `The document of Hangul cannot be read: ${what}. Save it again in Hangul.`;
  return new ConversionError({ code: 'input_corrupt', message }, { cause });
}
