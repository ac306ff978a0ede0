import { ExactNumber, type DataScalar } from '../model.ts';
import { typedText } from './reader.ts';
import { CellScanner } from './scanner.ts';
import { parseTime } from '../times.ts';

/** Rows whose decimals are looked at, the header among them. */
export const SAMPLE_ROWS = 1000;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const DECIMAL = /^-?(?:0|[1-9]\d*)\.(\d+)$/;

export interface ColumnTyper {
  /** The value of a cell without quotes. */
  readonly valueOf: (text: string, column: number) => DataScalar;
  /** How many digits the decimals of each column have behind the point, where all of the sample have as many. */
  readonly fractionWidths: readonly (number | undefined)[];
}

/**
 * Types the cells of a table for formats whose columns have types. There the form of a number is that of its column:
 * where all decimals have the same number of digits, 1.50 is a number like any other, while the versions 1.9 and 1.10
 * stay texts. Integers of any length and dates are taken as well; a column that is not of one kind throughout becomes
 * text again, as it stands in the file.
 */
export function createColumnTyper(sample: string, delimiter: string): ColumnTyper {
  const widths = fractionWidths(sample, delimiter);
  return {
    fractionWidths: widths,
    valueOf(cell, column) {
      const value = typedText(cell);
      if (typeof value !== 'string' || !mayBeNumber(value)) return value;
      if (INTEGER.test(value)) return new ExactNumber(value);
      const fraction = DECIMAL.exec(value)?.[1];
      if (fraction !== undefined) return fraction.length === widths[column] ? new ExactNumber(value) : value;
      return timeOf(value) ?? value;
    },
  };
}

/** Numbers and times begin with a digit or a sign. */
function mayBeNumber(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || first === 0x2d;
}

/** How many digits the decimals of each column have behind the point, where all of a sample have as many. */
function fractionWidths(text: string, delimiter: string): readonly (number | undefined)[] {
  const widths: (number | undefined)[] = [];
  const varied = new Set<number>();
  const scanner = new CellScanner(text, delimiter);
  for (let rows = 0; rows < SAMPLE_ROWS && scanner.startsRow(); rows++) {
    let column = 0;
    do {
      const cell = scanner.cell();
      const width = scanner.isQuoted ? undefined : DECIMAL.exec(cell)?.[1]!.length;
      if (width !== undefined) {
        if (widths[column] !== undefined && widths[column] !== width) varied.add(column);
        widths[column] = width;
      }
      column++;
    } while (scanner.continuesRow());
  }
  return widths.map((width, column) => (varied.has(column) ? undefined : width));
}

/** A time in the very spelling that it comes out in again. */
function timeOf(text: string): DataScalar | undefined {
  if (text.length < 10 || text[4] !== '-' || text[7] !== '-') return undefined;
  const time = parseTime(text);
  return time?.text === text ? time : undefined;
}
