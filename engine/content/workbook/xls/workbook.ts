import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { decryptWorkbookStream } from './encryption.ts';
import { BiffStrings, recordsFrom, type BiffRecord } from './records.ts';
import { openCompoundFile } from '../../../io/compound-file.ts';
import { builtInFormat, numberFormat, type NumberFormat } from '../number-format.ts';
import { readXlsSheet, type XlsGlobals } from './sheet.ts';
import type { Sheet, Workbook } from '../model.ts';

/** Types of records ([MS-XLS] 2.3.2). */
const BEGIN = 0x0809;
const END = 0x000a;
const FILE_PASSWORD = 0x002f;
const CODE_PAGE = 0x0042;
const DATE_MODE = 0x0022;
const BOUND_SHEET = 0x0085;
const SHARED_STRINGS = 0x00fc;
const DRAWINGS = 0x00eb;
const FORMAT = 0x041e;
const CELL_FORMAT = 0x00e0;
const BIFF_8 = 0x0600;
const DAYS_FROM_1900_TO_1904 = 1462;
/** Kinds of sheets: cells, and the macros of Excel 4. */
const CELL_SHEETS = new Set([0, 1]);

interface BoundSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly offset: number;
  readonly hasCells: boolean;
}

/** Opens a workbook of Excel 5 to 2003. Throws `input_corrupt` where there is none. */
export function openXls(bytes: Uint8Array, limits: Limits): Workbook | 'encrypted' {
  const file = openCompoundFile(bytes);
  if (file.read('EncryptedPackage')) return 'encrypted';
  const stored = file.read('Workbook') ?? file.read('Book');
  if (!stored) {
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'The file is not a workbook: the stream that holds its cells is missing.',
    });
  }
  const stream = withoutDefaultPassword(stored);
  if (stream === undefined) return 'encrypted';
  const { sheets, globals, images } = readGlobals(stream);
  return {
    sheets: sheets.map(({ name, isHidden, offset, hasCells }): Sheet => ({
      name,
      isHidden,
      read: (visit) => readXlsSheet(hasCells ? recordsFrom(stream, offset) : [], globals, limits, visit),
    })),
    unreadImages: images,
    hasMacros: file.names.some((name) => /^_VBA_PROJECT_CUR\//i.test(name)),
    hasMetadata: file.names.some((name) => name.endsWith('SummaryInformation')),
  };
}

interface Globals {
  readonly sheets: readonly BoundSheet[];
  readonly globals: XlsGlobals;
  readonly images: number;
}

/** The stream as it is read; nothing if it is encrypted with a password of its owner's. */
function withoutDefaultPassword(stream: Uint8Array): Uint8Array | undefined {
  for (const { type, parts } of recordsFrom(stream, 0)) {
    if (type === FILE_PASSWORD) return decryptWorkbookStream(stream, parts[0]!);
    if (type === BOUND_SHEET || type === END) break;
  }
  return stream;
}

function readGlobals(stream: Uint8Array): Globals {
  const sheets: BoundSheet[] = [];
  const codes = new Map<number, string>();
  const formatIds: number[] = [];
  let strings: readonly string[] = [];
  let [isBiff8, dayOffset, encoding, images] = [true, 0, 'windows-1252', 0];
  for (const record of recordsFrom(stream, 0)) {
    const { type, view, parts } = record;
    const data = parts[0]!;
    if (type === BEGIN && view.byteLength >= 2) isBiff8 = view.getUint16(0, true) >= BIFF_8;
    else if (type === END) break;
    else if (type === CODE_PAGE && view.byteLength >= 2) encoding = encodingOf(view.getUint16(0, true));
    else if (type === DATE_MODE && data[0] === 1) dayOffset = DAYS_FROM_1900_TO_1904;
    else if (type === BOUND_SHEET && view.byteLength >= 8) sheets.push(readBoundSheet(record, { isBiff8, encoding }));
    else if (type === DRAWINGS) images = countStoredImages(view);
    else if (type === SHARED_STRINGS) strings = readStrings(record);
    else if (type === FORMAT && view.byteLength >= 3) {
      const code = isBiff8 ? new BiffStrings(record, 2).read(2) : decode(data.subarray(3, 3 + data[2]!), encoding);
      codes.set(view.getUint16(0, true), code);
    } else if (type === CELL_FORMAT && view.byteLength >= 4) formatIds.push(view.getUint16(2, true));
  }
  const formats = formatIds.map((id): NumberFormat => {
    const code = codes.get(id);
    return code === undefined ? builtInFormat(id) : numberFormat(code);
  });
  return {
    sheets,
    images,
    globals: { isBiff8, dayOffset, strings, formats, decode: (bytes) => decode(bytes, encoding) },
  };
}

/** Headers of the records of drawings ([MS-ODRAW] 2.2.12 and 2.2.20): the store says how many images it holds. */
const DRAWING_HEADER_BYTES = 8;
const IMAGE_STORE = 0xf001;

function countStoredImages(view: DataView): number {
  for (let at = DRAWING_HEADER_BYTES; at + DRAWING_HEADER_BYTES <= view.byteLength;) {
    if (view.getUint16(at + 2, true) === IMAGE_STORE) return view.getUint16(at, true) >> 4;
    at += DRAWING_HEADER_BYTES + view.getUint32(at + 4, true);
  }
  return 0;
}

function readBoundSheet(
  record: BiffRecord,
  { isBiff8, encoding }: { readonly isBiff8: boolean; readonly encoding: string },
): BoundSheet {
  const { view, parts } = record;
  const data = parts[0]!;
  return {
    name: isBiff8 ? new BiffStrings(record, 6).read(1) : decode(data.subarray(7, 7 + data[6]!), encoding),
    isHidden: (data[4]! & 3) !== 0,
    offset: view.getUint32(0, true),
    hasCells: CELL_SHEETS.has(data[5]!),
  };
}

function readStrings(record: BiffRecord): string[] {
  const strings: string[] = [];
  const count = record.view.byteLength >= 8 ? record.view.getUint32(4, true) : 0;
  const reader = new BiffStrings(record, 8);
  while (strings.length < count && !reader.isAtEnd) strings.push(reader.read(2));
  return strings;
}

function encodingOf(codePage: number): string {
  const label = codePage === 10000 ? 'macintosh' : codePage === 932 ? 'shift_jis' : `windows-${codePage}`;
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'windows-1252';
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}
