import type { WorkBook } from '@e965/xlsx';
import { escapeXmlAttribute, decodeReferences } from '../../../io/xml.ts';
import { writeZip } from '../../../io/zip.ts';
import type { Limits } from '../../../contract/limits.ts';
import { numberFormat, type NumberFormat } from '../number-format.ts';
import { openOpenDocument, type OpenDocument } from '../../document/opendocument/package.ts';
import { openOds } from './workbook.ts';
import { parseWorkbook } from '../sheetjs/workbook.ts';
import { columnsOf, widthsOf, type Columns } from './columns.ts';
import { END_OF_CONTENT, headBeforeTables } from './tables.ts';
import { NO_EXTRAS, type Sheet, type SheetLayout, type Workbook } from '../model.ts';

/** An OpenDocument spreadsheet as `openLargeWorkbook` says. */
export function openLargeOds(bytes: Uint8Array, limits: Limits, fromBytes: number): Workbook | undefined {
  const document = openOpenDocument(bytes, limits);
  if (document === 'encrypted' || document.contentBytes < fromBytes) return undefined;
  const survey = surveyOf(document);
  const formats = survey && formatsOf(document, survey);
  if (!formats) return undefined;
  const own = openOds(bytes, limits, (style, type) => formats.get(keyOf(style, type)));
  if (own === 'encrypted') return undefined;
  const widths =
    survey.columns.length === own.sheets.length
      ? widthsOf(survey.columns, `${survey.head}${END_OF_CONTENT}`, limits)
      : [];
  const sheets = own.sheets.map((sheet, index) =>
    besideOf(sheet, { columnWidths: widths[index] ?? [], hasMerged: survey.hasMerged }),
  );
  return { ...own, sheets };
}

/** A kind of cell: its style, and what type of value it has. */
interface CellSort {
  readonly style: string;
  readonly type: string;
}

interface Survey {
  /** What comes before the first table: the styles. */
  readonly head: string;
  readonly sorts: ReadonlyMap<string, CellSort>;
  /** Of each table. */
  readonly columns: readonly (readonly Columns[])[];
  readonly hasMerged: boolean;
}

/** Formulas that are not how a boolean is written, notes, links inside the workbook or beside it, and another beginning of time. */
const ONLY_SHEETJS =
  /[\s:]formula=["'](?!(?:of:)?=(?:TRUE|FALSE)\(\)["'])|<(?:[\w-]+:)?(?:annotation)[\s>]|<(?:[\w-]+:)?null-date[^>]*1904-01-01|[\s:]href=["'](?:#|\.\.)/;
const CELL = /<(?:\w+:)?table-cell((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
const TABLE_OR_COLUMNS = /<(?:\w+:)?table(-column)?((?:[\s/](?:[^>"']|"[^"]*"|'[^']*')*)?)>/g;
const STYLE = /[\s:]style-name=["']([^"']*)["']/;
const TYPE = /\soffice:value-type=["']([^"']*)["']/;
const MERGED = /[\s:]number-(?:columns|rows)-spanned=/;
/** Styles of cells: more than these are no use to a reader. */
const MAX_SORTS = 10_000;

/** What kinds of cells there are. Nothing where the tables hold what our reader does not tell. */
function surveyOf(document: OpenDocument): Survey | undefined {
  const sorts = new Map<string, CellSort>();
  const addSort = (style: string, type: string): void => void sorts.set(keyOf(style, type), { style, type });
  const columns: Columns[][] = [];
  let hasMerged = false;
  const head = headBeforeTables(document, (piece) => {
    if (ONLY_SHEETJS.test(piece)) return false;
    for (const [, attributes = ''] of piece.matchAll(CELL)) {
      const style = STYLE.exec(attributes)?.[1] ?? '';
      const type = TYPE.exec(attributes)?.[1] ?? '';
      if (!sorts.has(keyOf(style, type))) addSort(decodeReferences(style), type);
      hasMerged ||= MERGED.test(attributes);
    }
    for (const [, isColumn, attributes = ''] of piece.matchAll(TABLE_OR_COLUMNS)) {
      if (isColumn === undefined) columns.push([]);
      else columns.at(-1)?.push(columnsOf(attributes));
    }
    return sorts.size <= MAX_SORTS;
  });
  // Cells without a style have that of their column.
  const ofColumns = new Set(columns.flat().map(({ cellStyle }) => cellStyle));
  for (const style of ofColumns) for (const type of Object.keys(SAMPLES)) addSort(style, type);
  return head !== undefined && sorts.size <= MAX_SORTS ? { head, sorts, columns, hasMerged } : undefined;
}

function keyOf(style: string, type: string): string {
  return `${type} ${style}`;
}

/** What is in a cell so that the library sees a number in it. */
const SAMPLES: Readonly<Record<string, string>> = {
  float: ' office:value="1"',
  percentage: ' office:value="1"',
  currency: ' office:value="1"',
  date: ' office:date-value="2000-01-01"',
  time: ' office:time-value="PT01H00M00S"',
};

/** How the library shows each kind of cell, from a table that has one of each. */
function formatsOf(document: OpenDocument, { head, sorts }: Survey): Map<string, NumberFormat> | undefined {
  const numbers = [...sorts].filter(([, { type }]) => type in SAMPLES);
  const cells = numbers.map(([, { style, type }]) => {
    const styled = style === '' ? '' : ` table:style-name="${escapeXmlAttribute(style)}"`;
    return `<table:table-cell${styled} office:value-type="${type}"${SAMPLES[type]!}><text:p>1</text:p></table:table-cell>`;
  });
  const table = `<table:table table:name="samples"><table:table-row>${cells.join('')}</table:table-row></table:table>`;
  const content = `${head}${table}${END_OF_CONTENT}`;
  const book = parseWorkbook(packed(document, content), 'ods');
  if (book === 'encrypted') return undefined;
  const samples = firstRowOf(book);
  return new Map(
    numbers.flatMap(([key], index) => {
      const code = samples[index]?.z;
      return typeof code === 'string' ? [[key, numberFormat(code)] as const] : [];
    }),
  );
}

function firstRowOf({ Sheets: sheets, SheetNames: names }: WorkBook) {
  return sheets[names[0] ?? '']?.['!data']?.[0] ?? [];
}

function packed({ zip }: OpenDocument, content: string): Uint8Array {
  const files = ['META-INF/manifest.xml', 'styles.xml'].flatMap((name) => {
    const entry = zip?.find(name);
    return entry ? [{ name, bytes: zip!.read(entry) }] : [];
  });
  return writeZip([...files, { name: 'content.xml', bytes: new TextEncoder().encode(content) }]);
}

/** A sheet with what is known of it before its rows: for merged cells this takes another look at them. */
function besideOf(
  sheet: Sheet,
  { columnWidths, hasMerged }: { readonly columnWidths: SheetLayout['columnWidths']; readonly hasMerged: boolean },
): Sheet {
  return {
    ...sheet,
    layout: { merged: hasMerged ? sheet.read(() => {}).merged : [], columnWidths },
    read(visit) {
      const { merged } = sheet.read(visit);
      return { ...NO_EXTRAS, merged };
    },
  };
}
