import { uint16At, uint32At } from '../../../io/big-endian.ts';
import { concatBytes, latin1Of } from '../../../io/bytes.ts';
import type { BookMetadata } from '../book/book.ts';
import { HuffCdic } from './huff-cdic.ts';
import { damaged, recordsOf, truncated } from './palm-database.ts';
import { expandPalmDoc } from './palm-doc.ts';

/** Numbers of records that are not there. */
export const NO_RECORD = 0xffffffff;
/** Kinds of the records that say what a book is (EXTH). */
export const EXTH = {
  author: 100,
  publisher: 101,
  description: 103,
  isbn: 104,
  subject: 105,
  date: 106,
  rights: 109,
  source: 112,
  asin: 113,
  boundary: 121,
  cover: 201,
  title: 503,
  language: 524,
} as const;

const UNCOMPRESSED = 1;
const PALM_DOC = 2;
const HUFF_CDIC = 17_480;
const UTF8 = 65_001;
/** Where the version that brought skeletons begins. */
const KF8_VERSION = 8;

/** One book of a file: a file may hold the same one in the old and in the new version. */
export interface MobiFile {
  readonly records: readonly Uint8Array[];
  readonly isKf8: boolean;
  readonly isEncrypted: boolean;
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly metadata: BookMetadata;
  /** Number of the image that is the cover, from 1. */
  readonly cover: number | undefined;
  /** The number of a record that the header names at an offset; nothing where there is none. */
  recordAt(offset: number): number | undefined;
  /** An image or another resource by its number from 1. */
  resource(number: number): Uint8Array | undefined;
  /** The whole text with its markup, expanded. Throws `input_corrupt` and `input_truncated`. */
  text(signal: AbortSignal): Uint8Array;
}

/** Opens the newest version of the book that a file holds. Throws `input_corrupt` and `input_truncated`. */
export function openMobi(bytes: Uint8Array): MobiFile {
  const records = recordsOf(bytes);
  const first = openVersion(records, records);
  const boundary = exthNumber(first.exth, EXTH.boundary);
  const newer = boundary === undefined || boundary === NO_RECORD ? undefined : records[boundary];
  if (first.isKf8 || !newer || latin1Of(newer, 16, 20) !== 'MOBI') return first;
  const second = openVersion(records.slice(boundary), records);
  // Images are once in the file, where the old version has them.
  return second.isKf8 ? { ...second, resource: first.resource, cover: first.cover ?? second.cover } : first;
}

type Exth = ReadonlyMap<number, readonly Uint8Array[]>;

function openVersion(records: readonly Uint8Array[], all: readonly Uint8Array[]): MobiFile & { readonly exth: Exth } {
  const header = records[0];
  if (!header || header.length < 132 || latin1Of(header, 16, 20) !== 'MOBI') {
    throw damaged('its header is missing');
  }
  const headerEnd = 16 + uint32At(header, 20);
  const numberAt = (offset: number): number | undefined =>
    offset + 4 <= Math.min(header.length, headerEnd) ? uint32At(header, offset) : undefined;
  const recordAt = (offset: number): number | undefined => {
    const number = numberAt(offset);
    return number === undefined || number === NO_RECORD || number >= records.length ? undefined : number;
  };
  const exth = (uint32At(header, 128) & 0x40) !== 0 ? readExth(header, headerEnd) : new Map<number, Uint8Array[]>();
  const encoding = uint32At(header, 28) === UTF8 ? 'utf-8' : 'windows-1252';
  const firstResource = numberAt(108) ?? NO_RECORD;
  const cover = exthNumber(exth, EXTH.cover);
  return {
    records,
    exth,
    encoding,
    isKf8: uint32At(header, 36) >= KF8_VERSION,
    isEncrypted: uint16At(header, 12) !== 0,
    metadata: readMetadata(header, exth, encoding),
    cover: cover === undefined || cover === NO_RECORD ? undefined : cover + 1,
    recordAt,
    resource: (number) => (firstResource === NO_RECORD || number < 1 ? undefined : all[firstResource + number - 1]),
    text: (signal) => readText(records, header, headerEnd, signal),
  };
}

function readExth(header: Uint8Array, start: number): Exth {
  const found = new Map<number, Uint8Array[]>();
  if (start + 12 > header.length || latin1Of(header, start, start + 4) !== 'EXTH') return found;
  const count = uint32At(header, start + 8);
  for (let position = start + 12, index = 0; index < count && position + 8 <= header.length; index++) {
    const type = uint32At(header, position);
    const length = uint32At(header, position + 4);
    if (length < 8 || position + length > header.length) break;
    found.set(type, [...(found.get(type) ?? []), header.subarray(position + 8, position + length)]);
    position += length;
  }
  return found;
}

function exthNumber(exth: Exth, type: number): number | undefined {
  const [value] = exth.get(type) ?? [];
  return value?.length === 4 ? uint32At(value, 0) : undefined;
}

function readMetadata(header: Uint8Array, exth: Exth, encoding: string): BookMetadata {
  const decoder = new TextDecoder(encoding);
  const texts = (type: number): string[] =>
    (exth.get(type) ?? []).map((bytes) => decoder.decode(bytes).trim()).filter((text) => text !== '');
  const fullName = header.subarray(uint32At(header, 84), uint32At(header, 84) + uint32At(header, 88));
  const [title = decoder.decode(fullName).trim()] = texts(EXTH.title);
  const [identifier] = [EXTH.source, EXTH.isbn, EXTH.asin].flatMap(texts);
  const single = {
    title: title === '' ? undefined : title,
    language: texts(EXTH.language)[0],
    identifier,
    publisher: texts(EXTH.publisher)[0],
    date: texts(EXTH.date)[0],
    description: texts(EXTH.description)[0],
    rights: texts(EXTH.rights)[0],
  };
  const present = Object.fromEntries(Object.entries(single).filter(([, value]) => value !== undefined));
  return { ...present, authors: texts(EXTH.author), subjects: texts(EXTH.subject) };
}

function readText(
  records: readonly Uint8Array[],
  header: Uint8Array,
  headerEnd: number,
  signal: AbortSignal,
): Uint8Array {
  const count = uint16At(header, 8);
  if (count >= records.length) throw truncated();
  const expand = expanderOf(records, header);
  const flags = headerEnd >= 244 && header.length >= 244 ? uint16At(header, 242) : 0;
  const pieces: Uint8Array[] = [];
  for (let index = 1; index <= count; index++) {
    if (index % 256 === 0) signal.throwIfAborted();
    pieces.push(expand(withoutTrailers(records[index]!, flags)));
  }
  return concatBytes(pieces);
}

function expanderOf(records: readonly Uint8Array[], header: Uint8Array): (packed: Uint8Array) => Uint8Array {
  const compression = uint16At(header, 0);
  if (compression === UNCOMPRESSED) return (packed) => packed;
  if (compression === PALM_DOC) return expandPalmDoc;
  if (compression !== HUFF_CDIC) throw damaged('its compression is unknown');
  const first = uint32At(header, 112);
  const huff = new HuffCdic(records[first], records.slice(first + 1, first + Math.max(1, uint32At(header, 116))));
  return (packed) => huff.expand(packed);
}

/** A record of text without what follows it for indexes, and without the rest of a letter that begins in it. */
function withoutTrailers(record: Uint8Array, flags: number): Uint8Array {
  let end = record.length;
  for (let bits = flags >> 1; bits > 0; bits >>= 1) if (bits & 1) end -= trailerBytes(record.subarray(0, end));
  if (flags & 1 && end > 0) end -= (record[end - 1]! & 3) + 1;
  return record.subarray(0, Math.max(0, end));
}

function trailerBytes(record: Uint8Array): number {
  let size = 0;
  for (const byte of record.subarray(-4)) size = ((byte & 0x80 ? 0 : size) << 7) | (byte & 0x7f);
  return Math.min(size, record.length);
}
