import type { CellPlace, CellRange } from './model.ts';

/** Columns and rows of the largest sheet that a program makes (LibreOffice: 16,384 × 1,048,576). */
export const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;

/** The column of a name such as `AB12`, from 0; undefined where there is none. */
export function columnOfName(name: string): number | undefined {
  let column = 0;
  let length = 0;
  for (; length < name.length; length++) {
    const code = name.charCodeAt(length) & 0xdf;
    if (code < 0x41 || code > 0x5a) break;
    column = column * 26 + code - 0x40;
    if (column > MAX_COLUMNS) return undefined;
  }
  return length === 0 ? undefined : column - 1;
}

/** A range such as `B2:D5` or `B2`; undefined for anything else. */
export function parseRange(text: string): CellRange | undefined {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(text.trim());
  if (!match) return undefined;
  const [, first, firstRow, last = first, lastRow = firstRow] = match as unknown as [
    string,
    string,
    string,
    string?,
    string?,
  ];
  const columns = [columnOfName(first), columnOfName(last!)];
  if (columns[0] === undefined || columns[1] === undefined) return undefined;
  return {
    firstRow: Math.min(Number(firstRow), Number(lastRow)) - 1,
    lastRow: Math.max(Number(firstRow), Number(lastRow)) - 1,
    firstColumn: Math.min(columns[0], columns[1]),
    lastColumn: Math.max(columns[0], columns[1]),
  };
}

/** Print areas such as `Sheet1!$A$1:$C$9,Sheet1!$E:$F`: whole columns and rows reach to the end of the sheet. */
export function parseRanges(text: string): CellRange[] {
  // A sheet's name in quotes may hold commas and exclamation marks.
  const references = text.replace(/'(?:[^']|'')*'!/g, '').split(',');
  return references
    .map((reference) => reference.replace(/^.*!/, '').replaceAll('$', ''))
    .flatMap((reference) => {
      const range = parseRange(reference) ?? parseWhole(reference);
      return range ? [range] : [];
    });
}

function parseWhole(text: string): CellRange | undefined {
  const rows = /^(\d{1,7}):(\d{1,7})$/.exec(text);
  if (rows) {
    return { firstRow: Number(rows[1]) - 1, lastRow: Number(rows[2]) - 1, firstColumn: 0, lastColumn: MAX_COLUMNS - 1 };
  }
  const columns = /^([A-Z]{1,3}):([A-Z]{1,3})$/i.exec(text);
  const [first, last] = [columnOfName(columns?.[1] ?? ''), columnOfName(columns?.[2] ?? '')];
  if (first === undefined || last === undefined) return undefined;
  return { firstRow: 0, lastRow: MAX_ROWS - 1, firstColumn: first, lastColumn: last };
}

export function isInRanges(row: number, column: number, ranges: readonly CellRange[]): boolean {
  return ranges.some(
    ({ firstRow, lastRow, firstColumn, lastColumn }) =>
      row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn,
  );
}

const letters: string[] = [];

/** The name of a column from 0: A, B … Z, AA … */
export function columnLetters(column: number): string {
  return (letters[column] ??= spellColumn(column));
}

function spellColumn(column: number): string {
  const last = String.fromCharCode(0x41 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** `B2:D5`. */
export function rangeName({ firstRow, lastRow, firstColumn, lastColumn }: CellRange): string {
  return `${columnLetters(firstColumn)}${firstRow + 1}:${columnLetters(lastColumn)}${lastRow + 1}`;
}

/** A place as the key of a table: `row,column`, both from 0. */
export function placeName({ row, column }: CellPlace): string {
  return `${row},${column}`;
}
