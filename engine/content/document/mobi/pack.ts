import { setLatin1, setUint16, setUint32, uint32At } from '../../../io/big-endian.ts';
import { RunningHash } from '../../../io/hash.ts';
import { bytesOfHex, concatBytes, utf8Bytes } from '../../../io/bytes.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { Book } from '../book/book.ts';
import { identifierOf, languageOf, titleOf } from '../book/epub-writer.ts';
import { EXTH, NO_RECORD } from './header.ts';
import { padded } from './index-writer.ts';
import { writeDatabase } from './palm-database.ts';
import { packPalmDoc, RECORD_BYTES } from './palm-doc.ts';

/** Images that Kindle readers show. */
const HELD = /^image\/(?:jpeg|png|gif|bmp)$/;

export interface ImageRecords {
  readonly records: readonly Uint8Array[];
  /** Number of an image from 1; nothing for one of a type that is left out. */
  numberOf(name: string): number | undefined;
  typeOf(name: string): string;
}

export function imageRecords({ images }: Book): ImageRecords {
  const held = [...images].filter(([, { type }]) => HELD.test(type));
  const numbers = new Map(held.map(([name], index) => [name, index + 1]));
  return {
    records: held.map(([, { bytes }]) => bytes),
    numberOf: (name) => numbers.get(name),
    typeOf: (name) => images.get(name)?.type ?? '',
  };
}

export interface MobiParts {
  readonly version: 6 | 8;
  /** The whole text with its markup. */
  readonly text: Uint8Array;
  readonly images: ImageRecords;
  /** Records of the index of contents. */
  readonly contents: readonly Uint8Array[];
  /** Of version 8: how its pages are put together. */
  readonly fragments?: readonly Uint8Array[];
  readonly skeletons?: readonly Uint8Array[];
}

const HEADER_BYTES = { 6: 232, 8: 264 } as const;
const END_OF_FILE = Uint8Array.from([0xe9, 0x8e, 0x0d, 0x0a]);
/** Room behind the title, which other programs leave for a longer one. */
const ROOM_BYTES = 2048;
/** Numbers of records have 16 bits. */
const MAX_TEXT_RECORDS = 60_000;

/** Puts the records of a book together: header, text, indexes, images, and what Kindles expect behind them. */
export function packMobi(book: Book, parts: MobiParts): Uint8Array {
  const texts = textRecords(parts.text);
  if (texts.length + parts.images.records.length > MAX_TEXT_RECORDS) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The book is too long for a Kindle file: it would need ${texts.length} parts of text. Split it first.`,
      details: { limit: 'records', allowed: MAX_TEXT_RECORDS, found: texts.length },
    });
  }
  const records: Uint8Array[] = [new Uint8Array(0), ...texts];
  const add = (group: readonly Uint8Array[] | undefined): number => {
    if (!group || group.length === 0) return NO_RECORD;
    records.push(...group);
    return records.length - group.length;
  };
  const numbers = {
    firstOther: records.length,
    fragments: add(parts.fragments),
    skeletons: add(parts.skeletons),
    contents: add(parts.contents),
    images: add(parts.images.records),
    lastContent: records.length - 1,
    flows: parts.version === 8 ? add([flowTable(parts.text.length)]) : NO_RECORD,
    flis: add([FLIS]),
    fcis: add([fcis(parts.text.length, parts.version)]),
  };
  records.push(END_OF_FILE);
  records[0] = headerRecord(book, parts, texts.length, numbers);
  return writeDatabase(records, titleOf(book));
}

/** Texts are cut at every 4 KiB; a letter that is cut in two is whole at the end of its record, with its rest counted. */
function textRecords(text: Uint8Array): Uint8Array[] {
  const records: Uint8Array[] = [];
  for (let start = 0; start < text.length; start += RECORD_BYTES) {
    const end = Math.min(text.length, start + RECORD_BYTES);
    let rest = 0;
    while (rest < 3 && ((text[end + rest] ?? 0) & 0xc0) === 0x80) rest++;
    const packed = packPalmDoc(text.subarray(start, end));
    records.push(concatBytes([packed, text.subarray(end, end + rest), Uint8Array.from([rest])]));
  }
  return records;
}

type RecordNumbers = Readonly<
  Record<
    'firstOther' | 'fragments' | 'skeletons' | 'contents' | 'images' | 'lastContent' | 'flows' | 'flis' | 'fcis',
    number
  >
>;

function headerRecord(
  book: Book,
  { version, text, images }: MobiParts,
  textCount: number,
  numbers: RecordNumbers,
): Uint8Array {
  const length = HEADER_BYTES[version];
  const header = new Uint8Array(16 + length);
  const exth = exthOf(book, images);
  const title = utf8Bytes(titleOf(book));
  const put = (offset: number, ...values: readonly number[]): void => {
    for (const [index, value] of values.entries()) setUint32(header, value >>> 0, offset + 4 * index);
  };
  setUint16(header, 2, 0); // PalmDOC
  put(4, text.length);
  setUint16(header, textCount, 8);
  setUint16(header, RECORD_BYTES, 10);
  setLatin1(header, 'MOBI', 16);
  put(20, length, 2, 65_001, uniqueIdOf(book), version);
  for (let offset = 40; offset < 80; offset += 4) put(offset, NO_RECORD);
  put(80, numbers.firstOther, header.length + exth.length, title.length, localeOf(languageOf(book)));
  put(104, version, numbers.images);
  put(128, 0x50); // there is metadata behind the header
  put(164, NO_RECORD, NO_RECORD); // no protection
  if (version === 8) put(192, numbers.flows, 1);
  else setUint32(header, (1 << 16) | numbers.lastContent, 192);
  if (version === 6) put(196, 1);
  put(200, numbers.fcis, 1, numbers.flis, 1);
  put(224, NO_RECORD, 0, NO_RECORD, NO_RECORD);
  put(240, 1, numbers.contents); // texts end with the rest of their last letter
  if (version === 8) put(248, numbers.fragments, numbers.skeletons, NO_RECORD, NO_RECORD, NO_RECORD, 0, NO_RECORD, 0);
  return concatBytes([header, exth, title, new Uint8Array(ROOM_BYTES)]);
}

function uniqueIdOf(book: Book): number {
  const hash = new RunningHash('sha256').update(titleOf(book));
  for (const { body } of book.chapters) hash.update(body);
  return uint32At(hash.bytes(), 0);
}

function exthOf(book: Book, images: ImageRecords): Uint8Array {
  const { authors, subjects, publisher, date, description, rights } = book.metadata;
  const cover = book.cover === undefined ? undefined : images.numberOf(book.cover);
  const texts: readonly (readonly [number, string | undefined])[] = [
    ...authors.map((author) => [EXTH.author, author] as const),
    [EXTH.publisher, publisher],
    [EXTH.description, description],
    ...subjects.map((subject) => [EXTH.subject, subject] as const),
    [EXTH.date, date],
    [EXTH.rights, rights],
    [EXTH.source, identifierOf(book)],
    [EXTH.title, titleOf(book)],
    [EXTH.language, languageOf(book) === 'und' ? undefined : languageOf(book)],
  ];
  const records = texts.flatMap(([type, text]) => (text === undefined ? [] : [exthRecord(type, utf8Bytes(text))]));
  if (cover !== undefined) {
    const offset = new Uint8Array(4);
    setUint32(offset, cover - 1);
    records.push(exthRecord(EXTH.cover, offset));
  }
  const header = new Uint8Array(12);
  const size = records.reduce((sum, record) => sum + record.length, 0);
  setLatin1(header, 'EXTH', 0);
  setUint32(header, 12 + size, 4);
  setUint32(header, records.length, 8);
  return padded(concatBytes([header, ...records]));
}

function exthRecord(type: number, data: Uint8Array): Uint8Array {
  const header = new Uint8Array(8);
  setUint32(header, type, 0);
  setUint32(header, 8 + data.length, 4);
  return concatBytes([header, data]);
}

/** Windows numbers of languages ([MS-LCID]), as far as Kindles know them. */
const LOCALES: Readonly<Record<string, number>> = {
  ...{ ar: 1, bg: 2, ca: 3, zh: 4, cs: 5, da: 6, de: 7, el: 8, en: 9, es: 10, fi: 11, fr: 12, he: 13, hu: 14, is: 15 },
  ...{ it: 16, ja: 17, ko: 18, nl: 19, no: 20, nb: 20, pl: 21, pt: 22, rm: 23, ro: 24, ru: 25, hr: 26, sk: 27, sq: 28 },
  ...{ sv: 29, th: 30, tr: 31, ur: 32, id: 33, uk: 34, be: 35, sl: 36, et: 37, lv: 38, lt: 39, fa: 41, vi: 42, hi: 57 },
};

function localeOf(language: string): number {
  return LOCALES[language.split('-')[0]!.toLowerCase()] ?? 0;
}

/** A record that is the same in every book. */
const FLIS = bytesOfHex('464c4953000000080041000000000000ffffffff000100030000000300000001ffffffff');

function fcis(textBytes: number, version: 6 | 8): Uint8Array {
  const record = new Uint8Array(version === 8 ? 52 : 44);
  setLatin1(record, 'FCIS', 0);
  const words = [20, 16, version === 8 ? 2 : 1, 0, textBytes, 0, version === 8 ? 40 : 32];
  for (const [index, word] of words.entries()) setUint32(record, word, 4 + 4 * index);
  if (version === 8) setUint32(record, textBytes, 32);
  const end = version === 8 ? 40 : 32;
  setUint32(record, 8, end);
  setUint16(record, 1, end + 4);
  setUint16(record, 1, end + 6);
  return record;
}

/** The text is one flow: no style sheets or drawings follow it. */
function flowTable(textBytes: number): Uint8Array {
  const record = new Uint8Array(20);
  setLatin1(record, 'FDST', 0);
  for (const [index, word] of [12, 1, 0, textBytes].entries()) setUint32(record, word, 4 + 4 * index);
  return record;
}
