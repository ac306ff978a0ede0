import { viewOf } from '../../io/bytes.ts';
import { ConversionError } from '../../contract/errors.ts';
import { MiB } from '../../contract/limits.ts';

/**
 * The container of TrueType and OpenType fonts: named tables, each with a checksum. Nothing in the tables is read here
 * but the checksum of the whole file, so that every table comes out as it went in.
 * https://learn.microsoft.com/typography/opentype/spec/otff
 */
export interface Sfnt {
  readonly flavour: number;
  readonly tables: ReadonlyMap<string, Uint8Array>;
}

export const FLAVOUR = { trueType: 0x0001_0000, apple: 0x7472_7565, cff: 0x4f54_544f } as const;

const COLLECTION = 0x7474_6366;
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
/** `head.checkSumAdjustment` makes the sum of the whole file this number. */
const CHECKSUM_MAGIC = 0xb1b0_afba;
const ADJUSTMENT_AT = 8;

/** Bytes of an unpacked font: twice the largest fonts in use, with every Chinese character. */
export const MAX_FONT_BYTES = 128 * MiB;
/** Fonts of one collection: ten times the largest in use. */
const MAX_FONTS = 256;

export function tagAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

export function paddedTo4(length: number): number {
  return (length + 3) & ~3;
}

/** Whether the bytes begin as TrueType or OpenType do. */
export function isOpenType(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 4) return false;
  const flavour = viewOf(bytes).getUint32(0);
  return flavour === FLAVOUR.trueType || flavour === FLAVOUR.cff || flavour === FLAVOUR.apple;
}

export function isCollection(bytes: Uint8Array): boolean {
  return bytes.byteLength >= 4 && viewOf(bytes).getUint32(0) === COLLECTION;
}

interface TableRecord {
  readonly tag: string;
  readonly checksum: number;
  readonly start: number;
  readonly length: number;
}

/** One table, or undefined where the font has none. Throws a RangeError for a truncated file. */
export function tableOf(file: Uint8Array, tag: string): DataView | undefined {
  const view = viewOf(file);
  const end = HEADER_BYTES + view.getUint16(4) * RECORD_BYTES;
  for (let at = HEADER_BYTES; at < end; at += RECORD_BYTES) {
    if (tagAt(file, at) === tag)
      return new DataView(file.buffer, file.byteOffset + view.getUint32(at + 8), view.getUint32(at + 12));
  }
  return undefined;
}

/** Where the tables are; `at` is where the font begins in a collection. */
function recordsOf(file: Uint8Array, at: number): TableRecord[] {
  const view = viewOf(file);
  if (at + HEADER_BYTES > file.byteLength) throw truncated('its header');
  const count = view.getUint16(at + 4);
  if (count === 0) throw damaged('it has no tables');
  if (at + HEADER_BYTES + count * RECORD_BYTES > file.byteLength) throw truncated('the list of its tables');
  return Array.from({ length: count }, (_, index) => {
    const record = at + HEADER_BYTES + index * RECORD_BYTES;
    return {
      tag: tagAt(file, record),
      checksum: view.getUint32(record + 4),
      start: view.getUint32(record + 8),
      length: view.getUint32(record + 12),
    };
  });
}

/**
 * Reads the directory of one font. `onWrongChecksums` is told the tables whose sum is not what the directory says:
 * harmless to most readers, so it is for the caller to say.
 */
export function readSfnt(
  file: Uint8Array,
  { at = 0, onWrongChecksums }: { at?: number; onWrongChecksums?: (tags: readonly string[]) => void } = {},
): Sfnt {
  const records = recordsOf(file, at);
  const tables = new Map<string, Uint8Array>();
  const wrong: string[] = [];
  const beyond = records.find(({ start, length }) => start + length > file.byteLength);
  if (beyond) throw truncated(`its table ${nameOfTag(beyond.tag)}`);
  requireApart(records);
  for (const { tag, checksum, start, length } of records) {
    if (tables.has(tag)) throw damaged(`it has two tables ${nameOfTag(tag)}`);
    const table = file.subarray(start, start + length);
    if (onWrongChecksums && checksumOf(withoutAdjustment(tag, table)) !== checksum) wrong.push(tag);
    tables.set(tag, table);
  }
  if (wrong.length > 0) onWrongChecksums?.(wrong);
  return { flavour: viewOf(file).getUint32(at), tables };
}

/** Tables may share their bytes as a whole, but not in part. */
function requireApart(records: readonly TableRecord[]): void {
  const sorted = records.filter(({ length }) => length > 0).sort((a, b) => a.start - b.start || a.length - b.length);
  for (const [index, next] of sorted.entries()) {
    const before = sorted[index - 1];
    if (!before || before.start + before.length <= next.start) continue;
    if (before.start === next.start && before.length === next.length) continue;
    throw damaged(`its tables ${nameOfTag(before.tag)} and ${nameOfTag(next.tag)} overlap`);
  }
}

/** The fonts of a collection, in their order. */
export function readCollection(file: Uint8Array, onWrongChecksums?: (tags: readonly string[]) => void): Sfnt[] {
  const view = viewOf(file);
  if (file.byteLength < HEADER_BYTES) throw truncated('its header');
  const count = view.getUint32(8);
  if (count === 0) throw damaged('it holds no fonts');
  if (count > MAX_FONTS) throw tooLarge('fonts', MAX_FONTS, count);
  if (HEADER_BYTES + count * 4 > file.byteLength) throw truncated('the list of its fonts');
  return Array.from({ length: count }, (_, index) =>
    readSfnt(file, { at: view.getUint32(HEADER_BYTES + index * 4), onWrongChecksums }),
  );
}

/** Writes a font file: tables in the order of their tags, with right checksums. */
export function writeSfnt({ flavour, tables }: Sfnt): Uint8Array {
  const entries = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const count = entries.length;
  const directoryBytes = HEADER_BYTES + count * RECORD_BYTES;
  const file = new Uint8Array(entries.reduce((sum, [, { byteLength }]) => sum + paddedTo4(byteLength), directoryBytes));
  const view = viewOf(file);
  const selector = Math.floor(Math.log2(count));
  view.setUint32(0, flavour);
  view.setUint16(4, count);
  view.setUint16(6, 16 << selector);
  view.setUint16(8, selector);
  view.setUint16(10, count * RECORD_BYTES - (16 << selector));

  let offset = directoryBytes;
  let headAt = -1;
  for (const [index, [tag, original]] of entries.entries()) {
    const table = withoutAdjustment(tag, original);
    if (tag === 'head' && table.byteLength >= ADJUSTMENT_AT + 4) headAt = offset;
    const record = HEADER_BYTES + index * RECORD_BYTES;
    for (let char = 0; char < 4; char++) file[record + char] = tag.charCodeAt(char);
    view.setUint32(record + 4, checksumOf(table));
    view.setUint32(record + 8, offset);
    view.setUint32(record + 12, table.byteLength);
    file.set(table, offset);
    offset += paddedTo4(table.byteLength);
  }
  if (headAt >= 0) view.setUint32(headAt + ADJUSTMENT_AT, (CHECKSUM_MAGIC - checksumOf(file)) >>> 0);
  return file;
}

/** Sum of the big-endian words, the last one filled with zeros. */
export function checksumOf(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  const whole = bytes.byteLength & ~3;
  let sum = 0;
  for (let at = 0; at < whole; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  for (let at = whole; at < bytes.byteLength; at++) sum = (sum + bytes[at]! * 2 ** (24 - 8 * (at - whole))) >>> 0;
  return sum;
}

/** The table `head` is summed up with the sum of the whole file left out. */
export function withoutAdjustment(tag: string, table: Uint8Array): Uint8Array {
  if (tag !== 'head' || table.byteLength < ADJUSTMENT_AT + 4) return table;
  const copy = table.slice();
  viewOf(copy).setUint32(ADJUSTMENT_AT, 0);
  return copy;
}

export function hasCffOutlines({ tables }: Sfnt): boolean {
  return tables.has('CFF ') || tables.has('CFF2');
}

/** A table that the work at hand cannot do without. */
export function requireTable({ tables }: Sfnt, tag: string, leastBytes = 0): Uint8Array {
  const table = tables.get(tag);
  if (!table) throw damaged(`it has no table ${nameOfTag(tag)}`);
  if (table.byteLength < leastBytes) throw damaged(`its table ${nameOfTag(tag)} is too short`);
  return table;
}

/** Names in a damaged directory may be any bytes. */
function nameOfTag(tag: string): string {
  return tag.replaceAll(/[^\x20-\x7e]/g, '?').trim();
}

export function truncated(part: string): ConversionError {
  return new ConversionError({
    code: 'input_truncated',
    message: `The font is truncated: ${part} lies beyond the end of the file. Send the complete file.`,
  });
}

export function damaged(what: string, cause?: unknown): ConversionError {
  return new ConversionError(
    { code: 'input_corrupt', message: `The font is damaged: ${what}. Get the file from its source again.` },
    cause === undefined ? undefined : { cause },
  );
}

export function tooLarge(limit: string, allowed: number, found: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The font has ${found} ${limit}; ${allowed} are the most.`,
    details: { limit, allowed, found },
  });
}
