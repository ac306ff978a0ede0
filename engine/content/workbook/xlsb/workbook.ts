import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { readCoreProperties, type OfficePackage, type Relationship } from '../../document/ooxml/package.ts';
import { columnLetters } from '../cell-names.ts';
import { builtInFormat, numberFormat, type NumberFormat } from '../number-format.ts';
import { readSheetDrawings } from '../xlsx/sheet-drawings.ts';
import { NO_EXTRAS, type Sheet, type SheetExtras, type Workbook } from '../model.ts';
import { SheetReferences } from '../sheet-references.ts';
import { UNSHOWN_NAME } from '../xls/records.ts';
import { readXlsbSheet, type XlsbGlobals } from './sheet.ts';
import { binaryRecords, readWideString } from './records.ts';

/** Types of records ([MS-XLSB] 2.3.2). */
const WORKBOOK_PROPERTIES = 153;
const BUNDLE_SHEET = 156;
const NAME = 39;
/** Where a name begins. */
const NAME_AT = 9;
/** Kinds of books whose sheets formulas may name: only one is the workbook itself. */
const BOOKS: ReadonlySet<number> = new Set([355, 357, 358, 667]);
const OWN_BOOK = 357;
const SHEET_REFERENCES = 362;
const SHARED_STRING = 19;
const FORMAT = 44;
const CELL_FORMAT = 47;
const NOTE = 635;
const NOTE_TEXT = 637;
const BEGIN_CELL_FORMATS = 617;
const END_CELL_FORMATS = 618;
const DAYS_FROM_1900_TO_1904 = 1462;
const MACRO_PROJECT = /(?:^|\/)vbaProject\.bin$/i;
const CELL_SHEETS = new Set(['worksheet', 'xlMacrosheet', 'xlIntlMacrosheet']);

/** Opens a binary Excel workbook: a package like XLSX, whose parts are records. */
export function openXlsb(parts: OfficePackage, limits: Limits): Workbook {
  const main = parts.relationshipsOf('').find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.bin';
  const source = readPart(parts, main);
  if (!source) {
    throw new ConversionError({ code: 'input_corrupt', message: 'The file is not a workbook: it has no main part.' });
  }
  const relationships = parts.relationshipsOf(main);
  const part = (wanted: string): Uint8Array | undefined =>
    readPart(parts, relationships.find(({ type }) => type === wanted)?.target);
  const { sheets, dayOffset, definedNames, nameOfSheet } = readWorkbookPart(source);
  let globals: XlsbGlobals | undefined;
  const properties = readCoreProperties(parts, limits.nesting);
  return {
    sheets: sheets.map(({ name, isHidden, id }): Sheet => ({
      name,
      isHidden,
      read(visit) {
        globals ??= {
          strings: readStrings(part('sharedStrings')),
          formats: readFormats(part('styles')),
          dayOffset,
          nameOfSheet,
        };
        const relationship = relationships.find((candidate) => candidate.id === id);
        return readSheet(parts, relationship, globals, limits, visit);
      },
    })),
    definedNames,
    hasMacros: parts.zip.entries.some(({ name }) => MACRO_PROJECT.test(name)),
    hasMetadata: Object.keys(properties).length > 0,
  };
}

function readSheet(
  parts: OfficePackage,
  relationship: Relationship | undefined,
  globals: XlsbGlobals,
  limits: Limits,
  visit: Parameters<Sheet['read']>[0],
): SheetExtras {
  const target = relationship?.target ?? '';
  const source = CELL_SHEETS.has(relationship?.type ?? '') ? readPart(parts, target) : undefined;
  const relationships = parts.relationshipsOf(target);
  const count = (wanted: string): number => relationships.filter(({ type }) => type === wanted).length;
  const addresses = new Map(relationships.filter(({ external }) => external).map(({ id, target: to }) => [id, to]));
  const { merged, links } = source ? readXlsbSheet(source, globals, limits, visit) : NO_EXTRAS;
  return {
    merged,
    links: new Map([...links].map(([place, id]) => [place, addresses.get(id) ?? ''])),
    ...readSheetDrawings(parts, relationships, limits),
    tables: count('table'),
    pivots: count('pivotTable'),
    comments: count('comments'),
    notes: readNotes(
      relationships.flatMap(({ type, target: name }) => (type === 'comments' ? [readPart(parts, name)] : [])),
    ),
  };
}

/** Notes of a sheet by the name of their cell. */
function readNotes(sources: readonly (Uint8Array | undefined)[]): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  let cell = '';
  for (const source of sources) {
    for (const { type, view } of source ? binaryRecords(source) : []) {
      if (type === NOTE && view.byteLength >= 20)
        cell = `${columnLetters(view.getUint32(12, true))}${view.getUint32(4, true) + 1}`;
      if (type === NOTE_TEXT) notes.set(cell, readWideString(view, 1).text);
    }
  }
  return notes;
}

function readPart(parts: OfficePackage, name: string | undefined): Uint8Array | undefined {
  const entry = name === undefined ? undefined : parts.zip.find(name);
  return entry && parts.zip.read(entry);
}

function readWorkbookPart(source: Uint8Array) {
  const sheets: { name: string; isHidden: boolean; id: string }[] = [];
  const definedNames: string[] = [];
  const references = new SheetReferences();
  let dayOffset = 0;
  for (const { type, view } of binaryRecords(source)) {
    if (type === WORKBOOK_PROPERTIES && view.byteLength >= 1 && view.getUint8(0) & 1)
      dayOffset = DAYS_FROM_1900_TO_1904;
    if (type === NAME && view.byteLength > NAME_AT && (view.getUint32(0, true) & UNSHOWN_NAME) === 0)
      definedNames.push(readWideString(view, NAME_AT).text);
    if (BOOKS.has(type)) references.addBook(type === OWN_BOOK);
    if (type === SHEET_REFERENCES) addReferences(references, view);
    if (type !== BUNDLE_SHEET || view.byteLength < 16) continue;
    const id = readWideString(view, 8);
    sheets.push({ isHidden: view.getUint32(0, true) !== 0, id: id.text, name: readWideString(view, id.end).text });
  }
  const nameOfSheet = (index: number): string | undefined => sheets[references.sheetOf(index) ?? -1]?.name;
  return { sheets, dayOffset, definedNames, nameOfSheet };
}

function addReferences(references: SheetReferences, view: DataView): void {
  for (let at = 4; at + 12 <= view.byteLength; at += 12)
    references.add(view.getUint32(at, true), view.getInt32(at + 4, true), view.getInt32(at + 8, true));
}

function readStrings(source: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  for (const { type, view } of source ? binaryRecords(source) : []) {
    if (type === SHARED_STRING) strings.push(readWideString(view, 1).text);
  }
  return strings;
}

function readFormats(source: Uint8Array | undefined): NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let inCellFormats = false;
  for (const { type, view } of source ? binaryRecords(source) : []) {
    if (type === BEGIN_CELL_FORMATS) inCellFormats = true;
    if (type === END_CELL_FORMATS) inCellFormats = false;
    if (type === FORMAT && view.byteLength >= 6) codes.set(view.getUint16(0, true), readWideString(view, 2).text);
    if (type !== CELL_FORMAT || !inCellFormats || view.byteLength < 4) continue;
    const id = view.getUint16(2, true);
    const code = codes.get(id);
    formats.push(code === undefined ? builtInFormat(id) : numberFormat(code));
  }
  return formats;
}
