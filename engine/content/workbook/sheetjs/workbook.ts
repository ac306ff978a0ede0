import * as XLSX from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { ConversionError } from '../../../contract/errors.ts';
import type { FormatId } from '../../../formats/index.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import { decodeReferences } from '../../../io/xml.ts';
import { openZip } from '../../../io/zip.ts';
import type { Limits } from '../../../contract/limits.ts';
import { isEncryptedOffice, type CoreProperties } from '../../document/ooxml/package.ts';
import { isCompoundFile, openCompoundFile } from '../../../io/compound-file.ts';
import { cellError } from '../cell-errors.ts';
import { parseRange } from '../cell-names.ts';
import { numberFormat, type NumberFormat } from '../number-format.ts';
import { openPropertiesOf } from '../ods/workbook.ts';
import { openOpenDocument, readOpenDocumentMeta } from '../../document/opendocument/package.ts';
import { quattroFormats, withTextResults } from './lotus.ts';
import { completeSocialCalc } from './social-calc.ts';
import { LOTUS, requireNearPlaces, requireWholeRecords } from './guards.ts';
import { tooManyValues } from '../xlsx/shared-strings.ts';
import { kindOfNumber } from '../xlsx/sheet-scanner.ts';
import {
  NO_EXTRAS,
  type Cell,
  type CellRange,
  type Row,
  type Sheet,
  type SheetLayout,
  type Workbook,
} from '../model.ts';

// Without these tables non-ASCII text of old binary formats is lost.
XLSX.set_cptable(codePages);

/** Formats that are text: decoded by us, since SheetJS would take them for Latin-1. */
const TEXTS: ReadonlySet<FormatId> = new Set(['slk', 'dif', 'prn', 'eth', 'xmlss']);
/** Formats whose numbers are no doubles: what these make of 0.3 or 12 has a digit too many. */
const OTHER_NUMBERS: ReadonlySet<FormatId> = new Set(['numbers', 'wk3', 'wk4']);
/** Formats in which the library takes the names of sheets as they stand in the XML. */
const RAW_NAMES: ReadonlySet<FormatId> = new Set(['ods', 'ots', 'fods']);
const EXACT_DIGITS = 15;
const MEMO = /^##MEMO##\d+$/;
const DAYS_FROM_1900_TO_1904 = 1462;
const ISO_DATE = numberFormat('yyyy-mm-dd');
const MS_PER_DAY = 86_400_000;
const UNIX_EPOCH_DAYS = 25_569;

/**
 * Opens a workbook with SheetJS: it knows formats that nothing else here reads, and what cells are computed from. The
 * whole file is in memory then.
 */
export function openWithSheetJs(bytes: Uint8Array, format: FormatId, limits: Limits): Workbook | 'encrypted' {
  if (isEncryptedOffice(bytes)) return 'encrypted';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) openZip(bytes, limits); // throws before a bomb goes off
  const book = parseWorkbook(bytes, format);
  if (book === 'encrypted') return book;
  const dayOffset = book.Workbook?.WBProps?.date1904 ? DAYS_FROM_1900_TO_1904 : 0;
  const { Props: properties = {} } = book;
  const sheets = book.SheetNames.map((key, index) => {
    const isHidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;
    const name = RAW_NAMES.has(format) ? decodeReferences(key) : key;
    return createSheet(book.Sheets[key] ?? {}, { name, isHidden, format, dayOffset, limits });
  });
  return {
    sheets,
    hasMacros: book.vbaraw !== undefined,
    hasMetadata: [properties.Title, properties.Subject, properties.Author, properties.Keywords].some(Boolean),
    ...(properties.Title ? { title: properties.Title } : {}),
    properties: RAW_NAMES.has(format) ? openProperties(bytes, limits) : corePropertiesOf(properties),
  };
}

/** Of OpenDocument the library tells but some of them. */
function openProperties(bytes: Uint8Array, limits: Limits): CoreProperties {
  const document = openOpenDocument(bytes, limits);
  return document === 'encrypted' ? {} : openPropertiesOf(readOpenDocumentMeta(document, limits));
}

function corePropertiesOf(properties: XLSX.FullProperties): CoreProperties {
  const found = {
    title: properties.Title,
    creator: properties.Author,
    subject: properties.Subject,
    keywords: properties.Keywords,
    description: properties.Comments,
    category: properties.Category,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value));
}

/** What the library makes of a file. Throws `input_corrupt`. */
export function parseWorkbook(bytes: Uint8Array, format: FormatId): XLSX.WorkBook | 'encrypted' {
  const options = {
    dense: true,
    // Dates stay the numbers that they are in most formats: how they are shown says that they are dates.
    cellDates: false,
    UTC: true,
    cellNF: true,
    cellFormula: true,
    cellHTML: false,
    cellText: false,
    cellStyles: true,
    raw: true,
    xlfn: true,
  } as const;
  try {
    requireWholeRecords(bytes, format);
    if (isCompoundFile(bytes)) return parseCompound(bytes, options);
    if (LOTUS.has(format)) return readLotus(bytes, options);
    if (!TEXTS.has(format)) return XLSX.read(bytes, { ...options, type: 'array' });
    const { text } = decodeText(bytes);
    requireNearPlaces(text, format);
    // As a string, this one format would be taken for bytes.
    if (format === 'dif') return XLSX.read(withErrors(withoutLocalDates(text)), { ...options, type: 'binary' });
    const book = XLSX.read(text, { ...options, type: 'string' });
    return format === 'eth' ? completeSocialCalc(book, text) : book;
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    // The library has no codes: this is how it tells a password.
    if (error instanceof Error && /password|encrypt/i.test(error.message)) return 'encrypted';
    throw new ConversionError(
      { code: 'input_corrupt', message: 'The file is damaged or of another version: its sheets cannot be read.' },
      { cause: error },
    );
  }
}

function readLotus(bytes: Uint8Array, options: XLSX.ParsingOptions): XLSX.WorkBook {
  const book = XLSX.read(withTextResults(bytes), { ...options, type: 'array' });
  for (const { sheet, row, column, code } of quattroFormats(bytes)) {
    const cell = book.Sheets[book.SheetNames[sheet] ?? '']?.['!data']?.[row]?.[column];
    if (cell?.t === 'n') cell.z = code;
  }
  return book;
}

/** A date with slashes is a text: the library would read it as American, and in the time zone of this machine. */
function withoutLocalDates(text: string): string {
  return text.replace(/^0,([^\r\n]*\/[^\r\n]*)\r?\n[A-Z]+\r?$/gm, '1,0\r\n"$1"');
}

/** Values that are none say so in the next line; the library would read them as the number 0. */
function withErrors(text: string): string {
  return text.replace(
    /^0,[^\r\n]*\r?\n(ERROR|NA)(?=\r?$)/gm,
    (_, name: string) => `1,0\r\n"${name === 'NA' ? '#N/A' : name}"`,
  );
}

/** The streams in which the library looks for a workbook: of Excel, and of Quattro Pro. */
const BOOK_STREAMS = ['Workbook', 'Book', 'PerfectOffice_MAIN', 'NativeContent_MAIN'];

/** The library gets the streams that it needs: it would copy all, and count in the properties as far as they say. */
function parseCompound(bytes: Uint8Array, options: XLSX.ParsingOptions): XLSX.WorkBook | 'encrypted' {
  const file = openCompoundFile(bytes);
  if (file.names.some((name) => name.toLowerCase() === 'encryption')) return 'encrypted';
  const container = XLSX.CFB.utils.cfb_new({ root: 'R' });
  for (const name of BOOK_STREAMS) {
    const content = file.read(name);
    if (!content) continue;
    prepareStream(content, 0);
    XLSX.CFB.utils.cfb_add(container, `/${name}`, content);
  }
  return parseStreams(container, options);
}

/** Both are exported and not declared. */
const {
  parse_xlscfb: parseStreams,
  CFB: {
    utils: { prep_blob: prepareStream },
  },
} = XLSX as unknown as {
  parse_xlscfb(file: object, options: XLSX.ParsingOptions): XLSX.WorkBook;
  CFB: { utils: { prep_blob(stream: Uint8Array, position: number): void } };
};

interface SheetRequest {
  readonly name: string;
  readonly isHidden: boolean;
  readonly format: FormatId;
  readonly dayOffset: number;
  readonly limits: Limits;
}

export function layoutOf(source: XLSX.WorkSheet): SheetLayout {
  return {
    merged: (source['!merges'] ?? []).map(rangeOf),
    columnWidths: (source['!cols'] ?? []).map((column) => column?.wch),
  };
}

function createSheet(source: XLSX.WorkSheet, request: SheetRequest): Sheet {
  const layout = layoutOf(source);
  const columns = source['!cols'] ?? [];
  const rows = source['!rows'] ?? [];
  return {
    name: request.name,
    isHidden: request.isHidden,
    layout,
    read(visit) {
      let values = 0;
      let comments = 0;
      for (const index of Object.keys(source['!data'] ?? []).map(Number)) {
        const cells: Cell[] = [];
        for (const [column, cell] of cellsOf(source['!data']![index])) {
          if (cell.c?.length) comments++;
          const content = contentOf(cell, request);
          if (content === undefined) continue;
          if (++values > request.limits.values) throw tooManyValues(values, request.limits.values);
          const isHidden = Boolean(rows[index]?.hidden) || Boolean(columns[column]?.hidden);
          const formula = isTruth(cell, request.format) ? { isComputed: false } : formulaOf(cell, { index, column });
          cells.push({ column, ...content, ...formula, isHidden });
        }
        if (cells.length > 0 && visit({ index, cells } satisfies Row) === 'stop') break;
      }
      return { ...NO_EXTRAS, merged: layout.merged, comments };
    },
  };
}

/** Rows are sparse lists: only what is there is visited. */
function* cellsOf(row: readonly XLSX.CellObject[] | undefined): Generator<readonly [number, XLSX.CellObject]> {
  for (const column of Object.keys(row ?? []).map(Number)) {
    const cell = row![column];
    if (cell) yield [column, cell];
  }
}

type Content = Pick<Cell, 'kind' | 'value' | 'format' | 'link' | 'note'>;

function contentOf(cell: XLSX.CellObject, { format, dayOffset }: SheetRequest): Content | undefined {
  const value = valueOf(cell, { format, dayOffset });
  if (value === undefined || value.value === '') return undefined;
  return { ...value, ...noteAndLinkOf(cell) };
}

export function noteAndLinkOf(cell: XLSX.CellObject): Pick<Cell, 'link' | 'note'> {
  const link = cell.l?.Target;
  const note = cell.c?.map(({ t }) => t ?? '').join('\n');
  return { ...(link ? { link } : {}), ...(note ? { note } : {}) };
}

function valueOf(
  cell: XLSX.CellObject,
  { format, dayOffset }: Pick<SheetRequest, 'format' | 'dayOffset'>,
): Pick<Cell, 'kind' | 'value' | 'format'> | undefined {
  const { t: type, v: value } = cell;
  if (value === undefined || value === null || type === 'z') return undefined;
  if (type === 'b' || isTruth(cell, format)) return { kind: 'boolean', value: Boolean(value) };
  if (type === 'e') return { kind: 'error', value: cellError(Number(value)) };
  if (value instanceof Date) return dateOf(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
  if (typeof value === 'number') {
    const exact = OTHER_NUMBERS.has(format) ? Number(value.toPrecision(EXACT_DIGITS)) : value;
    return numberOf(exact, cell, dayOffset);
  }
  const text = String(value);
  // Long texts of dBase are in a file of their own, which is not here.
  return format === 'dbf' && MEMO.test(text) ? undefined : { kind: 'text', value: text };
}

/** How LibreOffice writes booleans into a symbolic link file. */
function isTruth({ f: formula = '' }: XLSX.CellObject, format: FormatId): boolean {
  return format === 'slk' && /^(?:TRUE|FALSE)\(\)$/.test(formula);
}

/** How the library shows the dates of dBase; as ISO 8601 they keep their times. */
const DBASE_DATE = 'yyyymmdd';
/** What the library makes of a date of blanks or zeros: the day before the first of the month before the year 1900. */
const NO_DBASE_DATE = -31;
/** The library counts the day that only Excel knows, 29 February 1900, and is a day behind before it. */
const DAY_OF_EXCEL = 60;

function numberOf(value: number, { z: code }: XLSX.CellObject, dayOffset: number) {
  if (code === DBASE_DATE) return dateOfDbase(value);
  const format: NumberFormat | undefined = typeof code === 'string' ? numberFormat(code) : undefined;
  const kind = kindOfNumber(value, format);
  return { kind, value: kind === 'date' ? value + dayOffset : value, ...(format && { format }) };
}

function dateOfDbase(value: number) {
  if (value === NO_DBASE_DATE) return undefined;
  return { kind: 'date', value: value < DAY_OF_EXCEL ? value + 1 : value } as const;
}

function dateOf(value: Date) {
  const days = value.getTime() / MS_PER_DAY + UNIX_EPOCH_DAYS;
  return Number.isNaN(days) ? undefined : ({ kind: 'date', value: days, format: ISO_DATE } as const);
}

/** A formula that fills several cells is in the first of them. */
function formulaOf(
  { f: formula, F: range }: XLSX.CellObject,
  { index, column }: { readonly index: number; readonly column: number },
): Pick<Cell, 'isComputed' | 'formula' | 'formulaRange'> {
  if (formula === undefined && range === undefined) return { isComputed: false };
  const formulaRange = range === undefined ? undefined : parseRange(range);
  if (!formulaRange) return { isComputed: true, ...(formula ? { formula } : {}) };
  const isFirst = formulaRange.firstRow === index && formulaRange.firstColumn === column;
  if (!isFirst || !formula) return { isComputed: true };
  return { isComputed: true, formula, formulaRange };
}

function rangeOf({ s: first, e: last }: XLSX.Range): CellRange {
  return { firstRow: first.r, lastRow: last.r, firstColumn: first.c, lastColumn: last.c };
}
