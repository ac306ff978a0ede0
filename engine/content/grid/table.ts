import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { DataObject, ExactNumber, type DataSource } from '../records/model.ts';
import type { Coverage } from './model.ts';

/** Rows that a table of a grid has at most: twice those of a spreadsheet. */
export const MOST_ROWS = 2_000_000;
const NAMES = ['x', 'y', 'value'] as const;
/** Digits of coordinates: what a tenth of a millimetre on the earth takes, without what rounding adds. */
const DIGITS = 12;

/** A row for each cell with data: where its middle lies, and its value. */
export function tableOfCoverage(
  { columns, rows, west, north, cellWidth, cellHeight, values }: Coverage,
  { signal }: Pick<RunContext, 'signal'>,
): DataSource {
  return {
    isList: true,
    isTable: true,
    columns: NAMES,
    *rows() {
      const across = Array.from({ length: columns }, (_, column) => plain(west + (column + 0.5) * cellWidth));
      for (let row = 0, at = 0; row < rows; row++) {
        signal.throwIfAborted();
        const y = plain(north - (row + 0.5) * cellHeight);
        for (let column = 0; column < columns; column++, at++) {
          const value = values[at]!;
          if (!Number.isNaN(value)) yield new DataObject(NAMES, [across[column]!, y, new ExactNumber(String(value))]);
        }
      }
    },
  };
}

function plain(number: number): ExactNumber {
  return new ExactNumber(String(Number(number.toPrecision(DIGITS))));
}

/** Throws `input_too_complex` for a grid of more cells than a table has rows. */
export function requireTableSize({ columns, rows }: Coverage): void {
  if (columns * rows <= MOST_ROWS) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The grid has ${columns * rows} cells, and a table at most ${MOST_ROWS} rows. Choose a GeoTIFF or a picture, or cut out a part of it.`,
    details: { limit: 'rows', allowed: MOST_ROWS, found: columns * rows },
  });
}
