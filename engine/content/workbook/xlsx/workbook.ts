import { ConversionError } from '../../../contract/errors.ts';
import { scanXml, scanXmlPieces, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';
import { readCoreProperties, type OfficePackage, type Relationship } from '../../document/ooxml/package.ts';
import { readCellFormats } from './cell-formats.ts';
import { parseRanges } from '../cell-names.ts';
import { LARGE_SHEETS_BYTES } from '../model.ts';
import type { NumberFormat } from '../number-format.ts';
import { readNotes } from './notes.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheetDrawings } from './sheet-drawings.ts';
import { EnoughRows, SheetScanner, type SheetBasics } from './sheet-scanner.ts';
import type { Sheet, SheetExtras, Workbook } from '../model.ts';

interface SheetEntry {
  readonly name: string;
  readonly state: string;
  readonly id: string;
}

interface WorkbookPart {
  readonly sheets: readonly SheetEntry[];
  /** References of the print areas, by the index of their sheet. */
  readonly printAreas: ReadonlyMap<number, string>;
  readonly startsIn1904: boolean;
  readonly definedNames: readonly string[];
}

/** Days between the two calendars that Excel counts in: from 1904 (Macintosh) and from 1900. */
const DAYS_FROM_1900_TO_1904 = 1462;
/** Kinds of sheets that have cells: charts and dialogues have none. */
const CELL_SHEETS = new Set(['worksheet', 'xlMacrosheet', 'xlIntlMacrosheet']);
const MACRO_PROJECT = /(?:^|\/)vbaProject\.bin$/i;

export interface XlsxRequest {
  /** Those of the cell styles, where they are known from elsewhere. */
  readonly formats?: readonly NumberFormat[];
  /** Cells have what they are computed from. */
  readonly formulas?: SheetBasics['formulas'];
}

/**
 * Opens an Excel workbook; its sheets are read when somebody asks. Throws `input_corrupt` where there is no workbook.
 */
export function openXlsx(parts: OfficePackage, limits: Limits, { formats, formulas }: XlsxRequest = {}): Workbook {
  const { sheets, printAreas, startsIn1904, definedNames, relationships } = readMainPart(parts, limits);
  const dayOffset = startsIn1904 ? DAYS_FROM_1900_TO_1904 : 0;
  const basics = lazily(() => readBasics(parts, relationships, limits, { dayOffset, formats, formulas }));
  const properties = readCoreProperties(parts, limits.nesting);
  return {
    sheets: sheets.map(({ name, state, id }, index): Sheet => {
      const printed = printAreas.get(index);
      return {
        name,
        isHidden: state !== '' && state !== 'visible',
        ...(printed === undefined ? {} : { printed: parseRanges(printed) }),
        read: (visit) =>
          readSheet(
            parts,
            relationships.find((candidate) => candidate.id === id),
            basics(),
            limits,
            visit,
          ),
      };
    }),
    hasMacros: parts.zip.entries.some(({ name }) => MACRO_PROJECT.test(name)),
    hasMetadata: Object.keys(properties).length > 0,
    ...(properties.title === undefined ? {} : { title: properties.title }),
    properties,
    definedNames,
    ...(formulas === 'shared' ? { tellsFormulas: true } : {}),
    chartSheets: relationships.filter(({ type }) => type === 'chartsheet').length,
    readImage(target) {
      const entry = parts.zip.find(target);
      return entry && parts.zip.read(entry);
    },
    readChart: (target) => parts.readXml(target),
  };
}

/** Entry names of the sheets that have cells. */
export function sheetPartsOf(parts: OfficePackage, limits: Limits): string[] {
  const { sheets, relationships } = readMainPart(parts, limits);
  return sheets.flatMap(({ id }) => partOfSheet(relationships.find((candidate) => candidate.id === id)) ?? []);
}

/** Bytes of XML that its sheets take, unpacked. */
export function sheetBytesOf(parts: OfficePackage, limits: Limits): number {
  return sheetPartsOf(parts, limits).reduce((sum, part) => sum + (parts.zip.find(part)?.expandedBytes ?? 0), 0);
}

export function isLargeXlsx(parts: OfficePackage, limits: Limits): boolean {
  return sheetBytesOf(parts, limits) >= LARGE_SHEETS_BYTES;
}

export function countCellStyles(parts: OfficePackage, limits: Limits): number {
  const { relationships } = readMainPart(parts, limits);
  return readCellFormats(parts.readXml(nameOfPart(relationships, 'styles')), limits).length;
}

function partOfSheet(relationship: Relationship | undefined): string | undefined {
  return CELL_SHEETS.has(relationship?.type ?? '') ? relationship?.target : undefined;
}

function readMainPart(
  parts: OfficePackage,
  limits: Limits,
): WorkbookPart & { readonly relationships: readonly Relationship[] } {
  const main = parts.relationshipsOf('').find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const source = parts.readXml(main);
  if (source === undefined || !/<(?:\w+:)?workbook[\s>]/.test(source.slice(0, 4096))) {
    throw new ConversionError({ code: 'input_corrupt', message: 'The file is not a workbook: it has no main part.' });
  }
  return { ...readWorkbookPart(source, limits), relationships: parts.relationshipsOf(main) };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function readWorkbookPart(source: string, limits: Limits): WorkbookPart {
  const sheets: SheetEntry[] = [];
  const printAreas = new Map<number, string>();
  const definedNames: string[] = [];
  let startsIn1904 = false;
  let areaOf: number | undefined;
  const handler: XmlHandler = {
    open(name, attributes, start, end) {
      areaOf = undefined;
      if (name === 'workbookPr') startsIn1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
      if (name === 'sheet') {
        // `id` is there with a prefix, beside a `sheetId`.
        const id = /\s(?:[\w.-]+:)?id\s*=\s*["']([^"']*)["']/.exec(source.slice(start, end))?.[1] ?? '';
        sheets.push({ name: attributes.get('name') ?? '', state: attributes.get('state') ?? '', id });
      }
      if (name === 'definedName' && isShownName(attributes)) definedNames.push(attributes.get('name') ?? '');
      if (name === 'definedName' && attributes.get('name') === '_xlnm.Print_Area') {
        areaOf = Number(attributes.get('localSheetId') ?? -1);
      }
    },
    close() {},
    text(value) {
      if (areaOf !== undefined) printAreas.set(areaOf, value);
    },
  };
  scanXml(source, handler, limits.nesting);
  return { sheets, printAreas, startsIn1904, definedNames };
}

/** Names that Excel makes for itself begin so, and programs hide their own. */
function isShownName(attributes: XmlAttributes): boolean {
  return !/^_xl/i.test(attributes.get('name') ?? '') && !/^(?:1|true)$/.test(attributes.get('hidden') ?? '');
}

function readBasics(
  parts: OfficePackage,
  relationships: readonly Relationship[],
  limits: Limits,
  { dayOffset, formats, formulas }: XlsxRequest & { readonly dayOffset: number },
): SheetBasics {
  return {
    strings: readSharedStrings(parts.xmlPieces(nameOfPart(relationships, 'sharedStrings')), limits),
    formats: formats ?? readCellFormats(parts.readXml(nameOfPart(relationships, 'styles')), limits),
    dayOffset,
    ...(formulas && { formulas }),
  };
}

function nameOfPart(relationships: readonly Relationship[], wanted: string): string {
  return relationships.find(({ type, external }) => type === wanted && !external)?.target ?? '';
}

function readSheet(
  parts: OfficePackage,
  relationship: Relationship | undefined,
  basics: SheetBasics,
  limits: Limits,
  visit: Parameters<Sheet['read']>[0],
): SheetExtras {
  const part = partOfSheet(relationship);
  const pieces = part === undefined ? undefined : parts.xmlPieces(part);
  const relationships = relationship ? parts.relationshipsOf(relationship.target) : [];
  const scanner = new SheetScanner(basics, relationships, limits, visit);
  try {
    if (pieces !== undefined) scanXmlPieces(pieces, scanner, limits.nesting);
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error;
  }
  // A part that the sheet does not name is not shown.
  const isShown = ({ type, id }: Relationship): boolean =>
    type !== 'drawing' || pieces === undefined || scanner.drawings.has(id);
  const count = (wanted: string): number => relationships.filter(({ type }) => type === wanted).length;
  return {
    merged: scanner.merged,
    links: scanner.links,
    ...readSheetDrawings(parts, relationships.filter(isShown), limits),
    tables: count('table'),
    pivots: count('pivotTable'),
    comments: count('comments') + count('threadedComment'),
    notes: readNotes(parts, relationships, limits),
    validations: scanner.validations,
  };
}
