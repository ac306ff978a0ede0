import type { PageLayout, ParagraphStyle, TextDocument, TextStyle } from '../opendocument/document.ts';
import { damagedWorks, TEXT_START } from './document.ts';
import { Paragraphs, RunCursor, type Run } from './runs.ts';

/** The upper half of the code page of DOS in Western Europe (850). */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
/** From this version on the format is that of Windows. */
const FIRST_OF_WINDOWS = 3;

/** How bytes of a version's texts are read: one character each. */
function characterReader(version: number): (bytes: Uint8Array) => string {
  if (version < FIRST_OF_WINDOWS) {
    return (bytes) =>
      Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : DOS[byte - 0x80]!)).join('');
  }
  const decoder = new TextDecoder('windows-1252');
  return (bytes) => decoder.decode(bytes);
}

/** Places in the header. */
const END_OF_TEXT = 0x26;
const FONTS = { at: 0x5e, length: 0x62 } as const;
const PAGE = 0x64;
const FORMATTING_PAGE_BYTES = 128;
const TWIPS_PER_POINT = 20;
const FIRST_WITH_FONTS = 3;
const USUAL_SIZE = 12;
const COLOURS = [
  ...['#000000', '#000000', '#0000ff', '#00ffff', '#00ff00', '#ff00ff', '#ff0000', '#ffff00'],
  ...['#808080', '#ffffff', '#000080', '#008080', '#008000', '#800080', '#808000', '#c0c0c0'],
];
const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const;

/** Reads a document of Works 1 to 4: text of one byte a character, and pages of formatting after it. */
export function readPages(bytes: Uint8Array): TextDocument {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes[0]!;
  const end = view.getUint32(END_OF_TEXT, true);
  if (end < TEXT_START || end > bytes.byteLength) throw damagedWorks('its text ends beyond the file');
  const formatting = Math.ceil(end / FORMATTING_PAGE_BYTES) * FORMATTING_PAGE_BYTES;
  const fonts = version >= FIRST_WITH_FONTS ? readFonts(bytes, view) : new Map<number, string>();
  const characters = readRuns(bytes, view, { at: formatting, end }, (record) => textStyle(record, fonts));
  const paragraphs = readRuns(bytes, view, { at: characters.next, end }, paragraphStyle);
  return {
    kind: 'text',
    page: pageLayout(view),
    header: [],
    footer: [],
    body: readText(bytes.subarray(0, end), characterReader(version), characters.runs, paragraphs.runs),
    placed: [],
    properties: {},
    lists: [],
  };
}

function readText(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array) => string,
  characterRuns: readonly Run<TextStyle>[],
  paragraphRuns: readonly Run<ParagraphStyle>[],
) {
  const characters = new RunCursor<TextStyle>(characterRuns, NO_STYLE);
  const styles = new RunCursor<ParagraphStyle>(paragraphRuns, {});
  const paragraphs = new Paragraphs();
  const text = decode(bytes);
  let last: ParagraphStyle = {};
  for (let at = TEXT_START; at < bytes.byteLength && bytes[at] !== 0; at++) {
    const byte = bytes[at]!;
    const style = characters.at(at);
    last = styles.at(at);
    if (byte === 0x0d) paragraphs.end(last);
    else if (byte === 0x0c) paragraphs.breakPage();
    else if (byte === 0x09) paragraphs.insert({ kind: 'tab', style });
    else if (byte === 0x0b) paragraphs.insert({ kind: 'line-break', style });
    else if (byte === 0x02) paragraphs.insert({ kind: 'page-number', style });
    else if (byte >= 0x20) paragraphs.add(text[at]!, style);
  }
  return paragraphs.finish(last);
}

const NO_STYLE: TextStyle = {};

interface Span {
  readonly at: number;
  /** End of the text: where its last run ends, the pages of that kind are over. */
  readonly end: number;
}

/**
 * Pages of 128 bytes: the place of the first character, where each run ends, where each record is in the page, and
 * the records from its end. The last byte counts the runs.
 */
function readRuns<Value>(
  bytes: Uint8Array,
  view: DataView,
  { at, end }: Span,
  read: (record: Uint8Array) => Value,
): { readonly runs: readonly Run<Value>[]; readonly next: number } {
  const runs: Run<Value>[] = [];
  let page = at;
  for (; page + FORMATTING_PAGE_BYTES <= bytes.byteLength; page += FORMATTING_PAGE_BYTES) {
    const count = bytes[page + FORMATTING_PAGE_BYTES - 1]!;
    if (4 + 5 * count > FORMATTING_PAGE_BYTES) throw damagedWorks('a page of its formatting holds too much');
    for (let index = 0; index < count; index++) {
      const limit = view.getUint32(page + 4 + 4 * index, true);
      const place = bytes[page + 4 + 4 * count + index]!;
      const length = place > 0 && place < FORMATTING_PAGE_BYTES ? bytes[page + place]! : 0;
      const recordEnd = Math.min(place + 1 + length, FORMATTING_PAGE_BYTES);
      const record = length === 0 ? NO_RECORD : bytes.subarray(page + place + 1, page + recordEnd);
      runs.push({ end: limit, value: read(record) });
    }
    const reached = runs.at(-1)?.end ?? end;
    if (reached >= end) return { runs, next: page + FORMATTING_PAGE_BYTES };
  }
  return { runs, next: page };
}

const NO_RECORD = new Uint8Array(0);

/** Each thing has its own byte; what is beyond the record's end is as usual. */
function textStyle(record: Uint8Array, fonts: ReadonlyMap<number, string>): TextStyle {
  const byte = (index: number): number => record[index] ?? 0;
  const font = record.byteLength >= 3 ? fonts.get(byte(2)) : undefined;
  const size = byte(4) / 2;
  const isRaised = (byte(1) & 0x40) !== 0;
  const colour = record.byteLength >= 8 ? COLOURS[byte(7) & 0x0f] : undefined;
  return {
    size: size > 0 ? size : USUAL_SIZE,
    ...(font === undefined ? {} : { font }),
    ...(byte(0) & 0x01 ? { bold: true } : {}),
    ...(byte(0) & 0x02 ? { italic: true } : {}),
    ...(byte(0) & 0x04 ? { strike: true } : {}),
    ...(byte(1) & 0x20 && byte(3) & 0x20 ? { underline: true } : {}),
    ...(isRaised && byte(5) === 1 ? { position: 'super' } : {}),
    ...(isRaised && byte(5) === 128 ? { position: 'sub' } : {}),
    ...(colour === undefined || colour === '#000000' ? {} : { colour }),
  };
}

/** Bytes of operands after a code of a paragraph's formatting; those of tab stops say their own length. */
const OPERANDS: Readonly<Record<number, number>> = {
  ...{ 0x05: 1, 0x07: 1, 0x08: 1, 0x09: 1, 0x0a: 1, 0x0b: 1, 0x0c: 1, 0x0d: 1, 0x0e: 1 },
  ...{ 0x11: 2, 0x12: 2, 0x14: 2, 0x15: 2, 0x16: 2, 0x17: 2, 0x18: 1, 0x1b: 1 },
};
const TAB_STOPS = 0x0f;

function paragraphStyle(record: Uint8Array): ParagraphStyle {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  let style: ParagraphStyle = {};
  for (let at = 3; at < record.byteLength;) {
    const code = record[at++]!;
    const length = code === TAB_STOPS ? lengthOfTabs(record, at) : (OPERANDS[code] ?? 0);
    if (at + length > record.byteLength) break;
    style = { ...style, ...operandOf(code, view, at) };
    at += length;
  }
  return style;
}

function lengthOfTabs(record: Uint8Array, at: number): number {
  return (record[at] ?? 0) + ((record[at + 1] ?? 0) << 8) + 1;
}

function operandOf(code: number, view: DataView, at: number): ParagraphStyle {
  const twips = (): number => view.getInt16(at, true) / TWIPS_PER_POINT;
  switch (code) {
    case 0x05: {
      const alignment = ALIGNMENTS[view.getUint8(at)];
      return alignment === undefined ? {} : { alignment };
    }
    case 0x08:
      return { keepWithNext: true };
    case 0x11:
      return { left: twips() };
    case 0x12:
      return { right: twips() };
    case 0x14:
      return { firstLine: twips() };
    case 0x16:
      return { before: Math.max(0, twips()) };
    case 0x17:
      return { after: Math.max(0, twips()) };
  }
  return {};
}

/** A number, a byte of another meaning, and a name with its length before it. */
function readFonts(bytes: Uint8Array, view: DataView): ReadonlyMap<number, string> {
  const fonts = new Map<number, string>();
  const start = view.getUint32(FONTS.at, true);
  const end = Math.min(start + view.getUint16(FONTS.length, true), bytes.byteLength);
  for (let at = start; at + 3 <= end;) {
    const length = bytes[at + 2]!;
    const name = new TextDecoder('windows-1252').decode(bytes.subarray(at + 3, Math.min(at + 3 + length, end)));
    if (name !== '') fonts.set(bytes[at]!, name);
    at += 3 + length;
  }
  return fonts;
}

function pageLayout(view: DataView): PageLayout {
  const [top, bottom, left, right, height, width] = Array.from(
    { length: 6 },
    (_, index) => view.getUint16(PAGE + 2 * index, true) / TWIPS_PER_POINT,
  ) as [number, number, number, number, number, number];
  const isPossible = width > left + right + 36 && height > top + bottom + 36;
  return isPossible ? { width, height, margins: { top, right, bottom, left } } : LETTER;
}

const LETTER: PageLayout = { width: 612, height: 792, margins: { top: 72, right: 72, bottom: 72, left: 72 } };
