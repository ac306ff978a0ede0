import type { WorkBook } from '@e965/xlsx';
import { escapeXmlAttribute, decodeReferences } from '../../io/xml.ts';
import { writeZip } from '../../io/zip.ts';
import type { Limits } from '../../limits.ts';
import { numberFormat, type NumberFormat } from './number-format.ts';
import { openOpenDocument, type OpenDocument } from './open-document.ts';
import { openOds } from './ods-workbook.ts';
import { parseWorkbook } from './sheetjs-workbook.ts';
import { wholeTags } from './tag-pieces.ts';
import { NO_EXTRAS, type Sheet, type Workbook } from './workbook.ts';

/** An OpenDocument spreadsheet as `openLargeWorkbook` says. */
export function openLargeOds(bytes: Uint8Array, limits: Limits, fromBytes: number): Workbook | undefined {
  const document = openOpenDocument(bytes, limits);
  if (document === 'encrypted' || document.contentBytes < fromBytes) return undefined;
  const survey = surveyOf(document);
  const formats = survey && formatsOf(document, survey);
  if (!formats) return undefined;
  const own = openOds(bytes, limits, (style, type) => formats.get(keyOf(style, type)));
  if (own === 'encrypted') return undefined;
  return { ...own, sheets: own.sheets.map((sheet) => (survey.hasMerged ? withLayout(sheet) : withoutExtras(sheet))) };
}

/** A kind of cell: its style, and what type of value it has. */
interface CellSort {
  readonly style: string;
  readonly type: string;
}

interface Survey {
  /** What stands before the first table: the styles. */
  readonly head: string;
  readonly sorts: ReadonlyMap<string, CellSort>;
  readonly hasMerged: boolean;
}

const FIRST_TABLE = /<(?:\w+:)?table[\s>]/;
/** Formulas, notes, links inside the workbook or beside it, and another beginning of time. */
const ONLY_SHEETJS =
  /[\s:]formula=["']|<(?:[\w-]+:)?(?:annotation)[\s>]|<(?:[\w-]+:)?null-date[^>]*1904-01-01|[\s:]href=["'](?:#|\.\.)/;
const CELL = /<(?:\w+:)?table-cell((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
const STYLE = /[\s:]style-name=["']([^"']*)["']/;
const TYPE = /\soffice:value-type=["']([^"']*)["']/;
const MERGED = /[\s:]number-(?:columns|rows)-spanned=/;
/** Styles of cells: more than these are no use to a reader. */
const MAX_SORTS = 10_000;

/** What kinds of cells there are. Nothing where the tables hold what our reader does not tell. */
function surveyOf(document: OpenDocument): Survey | undefined {
  const sorts = new Map<string, CellSort>();
  let head = '';
  let isInTables = false;
  let hasMerged = false;
  for (const piece of wholeTags(document.contentPieces())) {
    if (!isInTables) {
      head += piece;
      const start = FIRST_TABLE.exec(head);
      if (!start) continue;
      isInTables = true;
      head = head.slice(0, start.index);
    }
    if (ONLY_SHEETJS.test(piece)) return undefined;
    for (const [, attributes = ''] of piece.matchAll(CELL)) {
      const style = STYLE.exec(attributes)?.[1] ?? '';
      const type = TYPE.exec(attributes)?.[1] ?? '';
      const key = keyOf(decodeReferences(style), type);
      if (!sorts.has(key)) sorts.set(key, { style: decodeReferences(style), type });
      hasMerged ||= MERGED.test(attributes);
    }
    if (sorts.size > MAX_SORTS) return undefined;
  }
  return isInTables ? { head, sorts, hasMerged } : undefined;
}

function keyOf(style: string, type: string): string {
  return `${type} ${style}`;
}

/** What stands in a cell so that the library sees a number in it. */
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
  const content = `${head}${table}</office:spreadsheet></office:body></office:document-content>`;
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

/** Merged cells are known before the rows: this takes another look at them. */
function withLayout(sheet: Sheet): Sheet {
  const { merged } = sheet.read(() => {});
  return { ...withoutExtras(sheet), layout: { merged, columnWidths: [] } };
}

function withoutExtras(sheet: Sheet): Sheet {
  return {
    ...sheet,
    layout: { merged: [], columnWidths: [] },
    read(visit) {
      const { merged } = sheet.read(visit);
      return { ...NO_EXTRAS, merged };
    },
  };
}
