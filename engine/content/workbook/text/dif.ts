import type { RunContext } from '../../../contract/codec.ts';
import { plainText, type Cell, type Sheet } from '../model.ts';
import { OPEN_DOCUMENT_BOUNDS, requireBounds } from '../sheet-bounds.ts';
import { TextPieces } from './text-pieces.ts';

/* SheetJS writes dates as Americans do, as numbers of that spelling, and holds the file as one string (100,000 rows: 165 MB). */

const LINE_END = '\r\n';
const EMPTY = `1,0${LINE_END}""${LINE_END}`;

/**
 * Writes a sheet in the Data Interchange Format: numbers, and everything else as text, dates in ISO 8601. Every row has
 * as many cells as the widest one.
 */
export function writeDif(sheet: Sheet, { signal }: RunContext): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const { rows, columns } = sizeOf(sheet);
  const text = new TextPieces((bytes) => void pieces.push(bytes));
  const header = (topic: string, vectors: number): string => [topic, `0,${vectors}`, '""', ''].join(LINE_END);
  text.add(['TABLE', '0,1', '"ATHANOR"', ''].join(LINE_END));
  text.add(header('VECTORS', columns) + header('TUPLES', rows) + header('DATA', 0));
  let next = 0;
  sheet.read(({ index, cells }) => {
    signal.throwIfAborted();
    for (; next < index; next++) text.add(rowOf([], columns));
    text.add(rowOf(cells, columns));
    next++;
  });
  text.add(`-1,0${LINE_END}EOD${LINE_END}`);
  text.flush();
  return pieces;
}

function sizeOf(sheet: Sheet): { readonly rows: number; readonly columns: number } {
  let [rows, columns] = [0, 0];
  sheet.read((row) => {
    requireBounds(row, 'dif', OPEN_DOCUMENT_BOUNDS);
    rows = row.index + 1;
    columns = Math.max(columns, (row.cells.at(-1)?.column ?? -1) + 1);
  });
  return { rows, columns };
}

function rowOf(cells: readonly Cell[], columns: number): string {
  let text = `-1,0${LINE_END}BOT${LINE_END}`;
  let next = 0;
  for (const cell of cells) {
    text += EMPTY.repeat(cell.column - next) + cellOf(cell);
    next = cell.column + 1;
  }
  return text + EMPTY.repeat(columns - next);
}

function cellOf(cell: Cell): string {
  if (cell.kind === 'number') return `0,${String(cell.value)}${LINE_END}V${LINE_END}`;
  if (cell.kind === 'boolean') return `0,${cell.value ? 1 : 0}${LINE_END}${cell.value ? 'TRUE' : 'FALSE'}${LINE_END}`;
  return `1,0${LINE_END}"${plainText(cell).replaceAll('"', '""')}"${LINE_END}`;
}
