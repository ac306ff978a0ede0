import type { RunContext } from '../../../contract/codec.ts';
import { imageTypeOf } from '../../../content/document/book/image-type.ts';
import { readChart } from '../../../content/workbook/chart-data.ts';
import { formatNumber } from '../../../content/workbook/number-format.ts';
import {
  plainText,
  type Cell,
  type CellRange,
  type Row,
  type Sheet,
  type SheetExtras,
  type Workbook,
} from '../../../content/workbook/model.ts';
import {
  cell as tableCell,
  paragraph,
  text,
  type Block,
  type Document,
  type Table,
  type TableCell,
  type Text,
} from '../../../content/document/model.ts';
import { tableOfChart } from '../../../content/document/pptx/chart-table.ts';
import { mimeTypeOf } from '../../../content/document/pptx/image-types.ts';

const SHEET_HEADING = 2;
/** Columns that a row of markup may have: a cell far to the right would fill it with empty ones. */
const MAX_GAP_COLUMNS = 256;

/** A workbook as a document: each sheet under its name, its blocks of rows as tables. */
export function workbookAsDocument(workbook: Workbook, context: RunContext): Document {
  const { title } = workbook;
  return { properties: title === undefined ? {} : { title }, blocks: readSheets(workbook, context) };
}

function* readSheets(workbook: Workbook, context: RunContext): Generator<Block> {
  let comments = 0;
  for (const sheet of workbook.sheets) {
    context.signal.throwIfAborted();
    const rows: Row[] = [];
    const extras = sheet.read((row) => void rows.push(row));
    comments += extras.comments;
    if (rows.length === 0 && extras.images.length === 0 && extras.charts.length === 0) continue;
    yield headingOf(sheet);
    for (const region of regionsOf(rows)) yield blockOf(region, extras);
    yield* drawingsOf(workbook, extras, context);
  }
  const unread = workbook.unreadImages ?? 0;
  if (unread > 0) {
    const message = 'Drawings of Windows in workbooks of Excel 97 to 2003 are not read.';
    context.warn({ code: 'picture_dropped', message, lost: ['figures'], details: { count: unread } });
  }
  if (comments > 0) context.warn({ code: 'text_dropped', message: 'Comments on cells were left out.' });
}

function headingOf({ name, isHidden }: Sheet): Block {
  return { kind: 'heading', level: SHEET_HEADING, inlines: [text(isHidden ? `${name} (hidden)` : name)] };
}

/** Empty columns that part two tables; a single one is a spacer inside a table. */
const PARTING_COLUMNS = 2;

/** Blocks of cells with nothing around them: rows without gaps, and in them columns without wide gaps. */
function regionsOf(rows: readonly Row[]): Row[][] {
  return withoutGaps(rows).flatMap((group) => {
    const parts = columnRuns(group).map(({ first, last }) =>
      group.flatMap(({ index, cells }) => {
        const inside = cells.filter(({ column }) => column >= first && column <= last);
        return inside.length === 0 ? [] : [{ index, cells: inside }];
      }),
    );
    const regions = parts.length === 1 ? [group] : parts.flatMap(withoutGaps);
    return regions.flatMap(withoutCaptions);
  });
}

/** Lone cells above a table are its captions: the row that names the columns comes after them. */
function withoutCaptions(rows: Row[]): Row[][] {
  const first = rows.findIndex(({ cells }) => cells.length > 1);
  return first > 0 ? [...rows.slice(0, first).map((row) => [row]), rows.slice(first)] : [rows];
}

function columnRuns(rows: readonly Row[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const column of usedColumns(rows)) {
    const run = runs.at(-1);
    if (run && column - run.last <= PARTING_COLUMNS) run.last = column;
    else runs.push({ first: column, last: column });
  }
  return runs;
}

/** Rows that follow each other without an empty one between them. */
function withoutGaps(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && group.at(-1)!.index === row.index - 1) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** A lone cell is a line of text, everything else a table from its first column to its last. */
function blockOf(rows: readonly Row[], { merged, links }: SheetExtras): Block {
  const [first] = rows;
  if (rows.length === 1 && first!.cells.length === 1) {
    const cell = first!.cells[0]!;
    return paragraph([inlineOf(cell, links.get(`${first!.index},${cell.column}`))]);
  }
  const left = Math.min(...rows.map(({ cells }) => cells[0]!.column));
  const right = Math.max(...rows.map(({ cells }) => cells.at(-1)!.column));
  const inside = merged.filter((range) => rows[0]!.index <= range.lastRow && range.firstRow <= rows.at(-1)!.index);
  return tableOf(rows, { left, right, merged: inside, links });
}

interface Region {
  readonly left: number;
  readonly right: number;
  readonly merged: readonly CellRange[];
  readonly links: SheetExtras['links'];
}

function tableOf(rows: readonly Row[], { left, right, merged, links }: Region): Table {
  const columns = right - left + 1;
  // A sheet whose cells are far apart is a list of cells: empty columns between them say nothing.
  const used =
    columns > MAX_GAP_COLUMNS ? usedColumns(rows) : Array.from({ length: columns }, (_, index) => left + index);
  const place = new Map(used.map((column, index) => [column, index]));
  const spans = new SpannedCells(merged, rows.at(-1)!.index, right);
  return {
    kind: 'table',
    rows: rows.map(({ index, cells }) => {
      const row: (TableCell | undefined)[] = used.map((column) => (spans.isCovered(index, column) ? undefined : EMPTY));
      for (const cell of cells) {
        const inline = inlineOf(cell, links.get(`${index},${cell.column}`));
        row[place.get(cell.column)!] = tableCell([inline], {
          ...(cell.kind === 'number' && { isNumber: true }),
          ...spans.sizeOf(index, cell.column),
        });
      }
      return row.filter((cell) => cell !== undefined);
    }),
  };
}

const EMPTY: TableCell = { blocks: [] };

function usedColumns(rows: readonly Row[]): number[] {
  return [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort((a, b) => a - b);
}

/** Merged cells of a region, cut where the region ends. */
class SpannedCells {
  readonly #starts = new Map<string, CellRange>();
  readonly #ranges: readonly CellRange[];
  readonly #lastRow: number;
  readonly #right: number;

  constructor(ranges: readonly CellRange[], lastRow: number, right: number) {
    this.#ranges = ranges;
    this.#lastRow = lastRow;
    this.#right = right;
    for (const range of ranges) this.#starts.set(`${range.firstRow},${range.firstColumn}`, range);
  }

  /** Inside a merged cell, but not its first: nothing is there. */
  isCovered(row: number, column: number): boolean {
    if (this.#ranges.length === 0 || this.#starts.has(`${row},${column}`)) return false;
    return this.#ranges.some(
      ({ firstRow, lastRow, firstColumn, lastColumn }) =>
        row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn,
    );
  }

  sizeOf(row: number, column: number): Pick<TableCell, 'columns' | 'rows'> {
    const range = this.#starts.get(`${row},${column}`);
    if (!range) return {};
    return {
      columns: Math.min(range.lastColumn, this.#right) - column + 1,
      rows: Math.min(range.lastRow, this.#lastRow) - row + 1,
    };
  }
}

function inlineOf(cell: Cell, link: string | undefined): Text {
  const address = cell.link ?? link;
  return text(shownText(cell), address ? { link: { href: address } } : undefined);
}

/** A value as its sheet shows it; dates are ISO, whatever the sheet does with them. */
function shownText(cell: Cell): string {
  const { kind, value, format, shown } = cell;
  if (kind !== 'number') return plainText(cell);
  if (format) return formatNumber(value as number, format);
  return shown ?? plainText(cell);
}

function* drawingsOf(workbook: Workbook, { images, charts }: SheetExtras, context: RunContext): Generator<Block> {
  for (const target of charts) {
    const source = workbook.readChart?.(target);
    if (source !== undefined) yield* tableOfChart(readChart(source, context.limits));
  }
  for (const { target, alternative, read: own } of images) {
    const read = own ?? ((): Uint8Array => workbook.readImage?.(target) ?? new Uint8Array());
    const mimeType = own ? (imageTypeOf(own()) ?? '') : mimeTypeOf(target);
    yield { kind: 'image', alternative, mimeType, read };
  }
}
