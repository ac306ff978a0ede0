import type { RunContext } from '../../../contract/codec.ts';
import { codeOfCellError } from '../cell-errors.ts';
import type { Cell, CellRange, Row, Sheet } from '../model.ts';
import { EXCEL_BOUNDS, requireBounds } from '../sheet-bounds.ts';
import type { CellStyles } from '../xlsx/write-styles.ts';
import { Payload, RecordPieces } from './write-records.ts';

/** Types of records ([MS-XLSB] 2.3.2). */
const SHEET = [129, 130] as const;
const COLUMNS = [390, 391] as const;
const COLUMN = 60;
const CELLS = [145, 146] as const;
const ROW = 0;
const RK = 2;
const ERROR = 3;
const BOOLEAN = 4;
const REAL = 5;
const TEXT = 6;
const MERGED = [177, 178] as const;
const MERGED_CELLS = 176;
const LINK = 494;

/** Height of a row in twentieths of a point. */
const ROW_HEIGHT = 300;
/** Columns that the spans of a row count together ([MS-XLSB] 2.5.8). */
const SPAN_COLUMNS = 1024;
const COLUMN_WIDTH_IS_SET = 2;
const ROWS_BETWEEN_SIGNALS = 1024;

interface BinarySheetTarget {
  readonly styles: CellStyles;
  readonly context: RunContext;
}

interface PlacedLink {
  readonly row: number;
  readonly column: number;
  readonly target: string;
}

/** Writes the records of a sheet; returns the addresses of its links, and how many notes were left out. */
export function writeSheetRecords(
  sheet: Sheet,
  write: (bytes: Uint8Array) => void,
  { styles, context }: BinarySheetTarget,
): { readonly links: readonly string[]; readonly notes: number } {
  const records = new RecordPieces(write);
  const payload = new Payload();
  const links: PlacedLink[] = [];
  let [rows, notes] = [0, 0];
  records.add(SHEET[0]);
  addColumns(records, sheet);
  records.add(CELLS[0]);
  const {
    merged,
    links: apart,
    comments,
  } = sheet.read((row) => {
    if (++rows % ROWS_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
    requireBounds(row, 'xlsb', EXCEL_BOUNDS);
    records.add(ROW, rowPayload(payload.clear(), row).bytes);
    for (const cell of row.cells) {
      addCell(records, payload.clear(), cell, styles.of(cell));
      if (cell.link !== undefined) links.push({ row: row.index, column: cell.column, target: cell.link });
    }
  });
  notes += comments;
  for (const [place, target] of apart) {
    const [row, column] = place.split(',').map(Number) as [number, number];
    if (target !== '') links.push({ row, column, target });
  }
  records.add(CELLS[1]);
  addMerged(records, merged);
  const addresses = addLinks(records, links);
  records.add(SHEET[1]);
  records.flush();
  return { links: addresses, notes };
}

function addColumns(records: RecordPieces, { layout }: Sheet): void {
  const widths = [...(layout?.columnWidths ?? []).entries()].filter(([, width]) => width !== undefined && width <= 255);
  if (widths.length === 0) return;
  records.add(COLUMNS[0]);
  for (const [column, width] of widths) {
    const columnWidth = Math.round(width! * 256);
    records.add(COLUMN, new Payload().u32(column, column, columnWidth, 0).u16(COLUMN_WIDTH_IS_SET).bytes);
  }
  records.add(COLUMNS[1]);
}

/** The row's number, style and height, and where its cells are, a thousand columns at a time. */
function rowPayload(payload: Payload, { index, cells }: Row): Payload {
  const spans = new Map<number, { first: number; last: number }>();
  for (const { column } of cells) {
    const block = Math.floor(column / SPAN_COLUMNS);
    const span = spans.get(block);
    if (span) span.last = column;
    else spans.set(block, { first: column, last: column });
  }
  payload.u32(index, 0).u16(ROW_HEIGHT).u8(0, 0, 0).u32(spans.size);
  for (const { first, last } of spans.values()) payload.u32(first, last);
  return payload;
}

function addCell(records: RecordPieces, payload: Payload, { column, kind, value }: Cell, style: number): void {
  payload.u32(column, style);
  if (kind === 'boolean') records.add(BOOLEAN, payload.u8(value ? 1 : 0).bytes);
  else if (kind === 'error') records.add(ERROR, payload.u8(codeOfCellError(String(value))).bytes);
  else if (typeof value !== 'number') records.add(TEXT, payload.text(String(value)).bytes);
  else if (isShortInteger(value)) records.add(RK, payload.u32(((value << 2) | 2) >>> 0).bytes);
  else records.add(REAL, payload.f64(value).bytes);
}

/** Integers of 30 bits have a shorter form ([MS-XLSB] 2.5.122); it has no negative zero. */
function isShortInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 29 && !Object.is(value, -0);
}

function addMerged(records: RecordPieces, merged: readonly CellRange[]): void {
  if (merged.length === 0) return;
  records.add(MERGED[0], new Payload().u32(merged.length).bytes);
  for (const { firstRow, lastRow, firstColumn, lastColumn } of merged) {
    records.add(MERGED_CELLS, new Payload().u32(firstRow, lastRow, firstColumn, lastColumn).bytes);
  }
  records.add(MERGED[1]);
}

function addLinks(records: RecordPieces, links: readonly PlacedLink[]): string[] {
  const addresses: string[] = [];
  for (const { row, column, target } of links) {
    const isInside = target.startsWith('#');
    if (!isInside) addresses.push(target);
    const id = isInside ? '' : `link${addresses.length}`;
    const place = isInside ? target.slice(1) : '';
    records.add(LINK, new Payload().u32(row, row, column, column).text(id).text(place).text('').text('').bytes);
  }
  return addresses;
}
