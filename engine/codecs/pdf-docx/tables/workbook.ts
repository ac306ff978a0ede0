import { utils, write, type CellObject, type WorkSheet } from '@e965/xlsx';
import type { DocumentTable } from './document-tables.ts';
import type { ShownNumber } from './numbers.ts';
import { type CellValue, valuesOf } from './values.ts';

/** What spreadsheets take as the name of a sheet. */
const MAX_NAME_CHARS = 31;
const UNSAFE = /[\p{Cc}/\\:*?[\]']+/gu;
/** Widths of columns, in characters. */
const MIN_WIDTH = 6;
const MAX_WIDTH = 60;

/** One sheet for each table, called after its caption. */
export function writeWorkbook(tables: readonly DocumentTable[]): Uint8Array {
  const book = utils.book_new();
  for (const [index, table] of tables.entries()) {
    utils.book_append_sheet(book, sheetOf(table), sheetName(table, index + 1, book.SheetNames));
  }
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer);
}

function sheetOf(table: DocumentTable): WorkSheet {
  const values = valuesOf(table);
  const width = Math.max(...values.map(({ length }) => length));
  const sheet: WorkSheet = {
    '!ref': utils.encode_range({ s: { r: 0, c: 0 }, e: { r: values.length - 1, c: width - 1 } }),
  };
  values.forEach((row, r) => {
    row.forEach((value, c) => {
      const cell = cellOf(value);
      if (cell) sheet[utils.encode_cell({ r, c })] = cell;
    });
  });
  sheet['!cols'] = Array.from({ length: width }, (_, column) => ({ wch: widthOf(table, column) }));
  sheet['!merges'] = table.merged.map(({ row, column, rows, columns }) => ({
    s: { r: row, c: column },
    e: { r: row + rows - 1, c: column + columns - 1 },
  }));
  return sheet;
}

function cellOf(value: CellValue): CellObject | undefined {
  if (typeof value !== 'string') return { t: 'n', v: value.value, z: formatOf(value) };
  return value === '' ? undefined : { t: 's', v: value };
}

/** The number format under which the number looks as it did. */
function formatOf({ decimals, isGrouped, isPercent, currency }: ShownNumber): string {
  const places = decimals > 0 ? `.${'0'.repeat(decimals)}` : '';
  const digits = `${isGrouped ? '#,##0' : '0'}${places}`;
  if (isPercent) return `${digits}%`;
  if (!currency) return digits;
  return currency.isBefore ? `"${currency.symbol}"${digits}` : `${digits} "${currency.symbol}"`;
}

function widthOf({ rows }: DocumentTable, column: number): number {
  const longest = Math.max(
    ...rows.map((texts) => Math.max(...(texts[column] ?? '').split('\n').map(({ length }) => length))),
  );
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longest + 1));
}

/** Names of sheets are unique, whatever their case. */
function sheetName({ title }: DocumentTable, number: number, taken: readonly string[]): string {
  const name = (title ?? '').replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_CHARS).trim();
  const isFree = (candidate: string): boolean =>
    !taken.some((other) => other.toLowerCase() === candidate.toLowerCase());
  if (name !== '' && isFree(name)) return name;
  const suffix = ` (${number})`;
  return name === '' ? `Table ${number}` : name.slice(0, MAX_NAME_CHARS - suffix.length) + suffix;
}
