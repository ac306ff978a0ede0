import type { RunContext } from '../../../contract/codec.ts';
import type { Cell, Row, Sheet } from '../model.ts';
import { OPEN_DOCUMENT_BOUNDS, requireBounds } from '../sheet-bounds.ts';
import { CellStyles } from '../xlsx/write-styles.ts';
import { TextPieces } from './text-pieces.ts';

/* SheetJS drops quotation marks from texts, and breaks a record where a text breaks its line. */

const LINE_END = '\r\n';
const ESCAPE = '\u001B';

/** Writes a sheet as a symbolic link file: values with their number formats. Formulas are written as their values. */
export function writeSlk(sheet: Sheet, { signal }: RunContext): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const styles = new CellStyles();
  // The formats are named before the cells: they are gathered in a first pass.
  sheet.read((row) => {
    requireBounds(row, 'slk', OPEN_DOCUMENT_BOUNDS);
    for (const cell of row.cells) styles.of(cell);
  });
  const text = new TextPieces((bytes) => void pieces.push(bytes));
  const formats = ['General', ...styles.codes].map((code) => `P;P${escaped(code)}${LINE_END}`);
  text.add(`ID;PATHANOR;N;E${LINE_END}${formats.join('')}`);
  sheet.read((row) => {
    signal.throwIfAborted();
    text.add(recordsOf(row, styles));
  });
  text.add(`E${LINE_END}`);
  text.flush();
  return pieces;
}

function recordsOf({ index, cells }: Row, styles: CellStyles): string {
  return cells
    .map((cell) => {
      const place = `;Y${index + 1};X${cell.column + 1}`;
      const style = styles.of(cell);
      const format = style === 0 ? '' : `F;P${style};FG0G${place}${LINE_END}`;
      return `${format}C${place};K${valueOf(cell)}${LINE_END}`;
    })
    .join('');
}

function valueOf({ kind, value }: Cell): string {
  // LibreOffice knows no booleans here, but functions that give them.
  if (kind === 'boolean') return value ? '1;ETRUE()' : '0;EFALSE()';
  if (kind === 'error' || typeof value === 'number') return String(value);
  return `"${escaped(String(value))}"`; // quotation marks inside are as they are
}

/** Semicolons part fields and line ends part records: both are escaped. */
function escaped(text: string): string {
  return text
    .replaceAll(';', ';;')
    .replace(/\r\n|\n/g, `${ESCAPE} :`)
    .replaceAll('\r', `${ESCAPE} =`);
}
