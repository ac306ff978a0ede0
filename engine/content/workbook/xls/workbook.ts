import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { decryptWorkbookStream } from './encryption.ts';
import { BiffStrings, recordsFrom, UNSHOWN_NAME, type BiffRecord } from './records.ts';
import { concatBytes, viewOf } from '../../../io/bytes.ts';
import { openCompoundFile } from '../../../io/compound-file.ts';
import type { Image } from '../../document/model.ts';
import { imageOfEntry, storeEntriesOf } from '../../document/office-art/images.ts';
import { readRecord } from '../../document/office-art/records.ts';
import { builtInFormat, numberFormat, type NumberFormat } from '../number-format.ts';
import { readXlsSheet, type XlsGlobals } from './sheet.ts';
import type { Sheet, Workbook } from '../model.ts';
import { SheetReferences } from '../sheet-references.ts';

/** Types of records ([MS-XLS] 2.3.2). */
const BEGIN = 0x0809;
const END = 0x000a;
const FILE_PASSWORD = 0x002f;
const CODE_PAGE = 0x0042;
const DATE_MODE = 0x0022;
const BOUND_SHEET = 0x0085;
const SHARED_STRINGS = 0x00fc;
const DRAWINGS = 0x00eb;
const BOOK = 0x01ae;
const SHEET_REFERENCES = 0x0017;
const NAME = 0x0018;
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
  const { sheets, globals, images, definedNames } = readGlobals(stream);
  const readable = images.filter((image) => image?.read !== undefined);
  return {
    sheets: sheets.map(({ name, isHidden, offset, hasCells }): Sheet => ({
      name,
      isHidden,
      read: (visit) => readXlsSheet(hasCells ? recordsFrom(stream, offset) : [], globals, limits, visit),
    })),
    definedNames,
    unreadImages: images.length - readable.length,
    readImage: (target) => readable.find((image) => image?.source === target)?.read?.(),
    readChart: () => undefined,
    hasMacros: file.names.some((name) => /^_VBA_PROJECT_CUR\//i.test(name)),
    hasMetadata: file.names.some((name) => name.endsWith('SummaryInformation')),
  };
}

interface Globals {
  readonly sheets: readonly BoundSheet[];
  readonly globals: XlsGlobals;
  /** The store of images, in its order; nothing for one of a kind that is not known. */
  readonly images: readonly (Image | undefined)[];
  readonly definedNames: readonly string[];
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
  let images: readonly (Image | undefined)[] = [];
  const definedNames: string[] = [];
  const references = new SheetReferences();
  let [isBiff8, dayOffset, encoding] = [true, 0, 'windows-1252'];
  for (const record of recordsFrom(stream, 0)) {
    const { type, view, parts } = record;
    const data = parts[0]!;
    if (type === BEGIN && view.byteLength >= 2) isBiff8 = view.getUint16(0, true) >= BIFF_8;
    else if (type === END) break;
    else if (type === CODE_PAGE && view.byteLength >= 2) encoding = encodingOf(view.getUint16(0, true));
    else if (type === DATE_MODE && data[0] === 1) dayOffset = DAYS_FROM_1900_TO_1904;
    else if (type === BOUND_SHEET && view.byteLength >= 8) sheets.push(readBoundSheet(record, { isBiff8, encoding }));
    else if (type === DRAWINGS) images = storedImages(concatBytes(parts));
    else if (type === NAME && isBiff8) definedNames.push(...shownName(record));
    else if (type === BOOK) references.addBook(view.byteLength >= 4 && view.getUint16(2, true) === OWN_BOOK);
    else if (type === SHEET_REFERENCES) addReferences(references, viewOf(concatBytes(parts)));
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
    definedNames,
    globals: {
      isBiff8,
      dayOffset,
      strings,
      formats,
      decode: (bytes) => decode(bytes, encoding),
      nameOfImage: (number) => (images[number - 1]?.read ? images[number - 1]!.source : undefined),
      nameOfSheet: (index) => sheets[references.sheetOf(index) ?? -1]?.name,
    },
  };
}

/** The name that a record gives to cells or a formula ([MS-XLS] 2.4.150); nothing for hidden and built-in ones. */
function shownName(record: BiffRecord): string[] {
  const { view, parts } = record;
  if (view.byteLength < NAME_AT || (view.getUint16(0, true) & UNSHOWN_NAME) !== 0) return [];
  const text = concatBytes([Uint8Array.of(view.getUint8(3)), parts[0]!.subarray(NAME_AT)]);
  return [new BiffStrings({ type: NAME, parts: [text], view }, 0).read(1)];
}

/** Where a name begins, behind its length and more. */
const NAME_AT = 14;

/** What a book says in place of its name when it is the workbook itself. */
const OWN_BOOK = 0x0401;

function addReferences(references: SheetReferences, view: DataView): void {
  for (let at = 2; at + 6 <= view.byteLength; at += 6)
    references.add(view.getUint16(at, true), view.getUint16(at + 2, true), view.getUint16(at + 4, true));
}

function storedImages(drawings: Uint8Array): (Image | undefined)[] {
  const group = readRecord(drawings, 0);
  const entries = group ? storeEntriesOf(group) : [];
  return entries.map((entry, index) => imageOfEntry(entry, new Uint8Array(), `image-${index + 1}`));
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
