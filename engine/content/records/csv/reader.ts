import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { extendColumnNames, uniqueColumnNames } from '../table-columns.ts';
import { DataObject, ExactNumber, type DataScalar, type DataSource } from '../model.ts';
import { CellScanner } from './scanner.ts';
import { createValueBudget } from '../errors.ts';

/** Up to this many digits every decimal number survives a trip through a double (IEEE 754). */
const SAFE_DIGITS = 15;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const TINY = /^-?0\.000000/;

/**
 * A table with a header row (RFC 4180, any one-character delimiter). Cells are typed where nothing is lost by it:
 * numbers that come out as they went in, true and false, null for empty ones. Quoted cells stay strings.
 */
export function readDelimited(
  text: string,
  delimiter: string,
  limits: Limits,
  valueOf: (text: string, column: number) => DataScalar = typedText,
): DataSource {
  const header = headerOf(text, delimiter);
  return {
    isList: true,
    isTable: true,
    ...(header ? { columns: uniqueColumnNames(header), header } : {}),
    *rows() {
      const budget = createValueBudget(limits);
      const scanner = new CellScanner(text, delimiter);
      if (!scanner.startsRow()) return;
      const namesOf = columnNames(scanner.row());
      while (scanner.startsRow()) {
        const values: DataScalar[] = [];
        do {
          const cell = scanner.cell();
          values.push(scanner.isQuoted ? cell : valueOf(cell, values.length));
        } while (scanner.continuesRow());
        budget.take(values.length);
        yield new DataObject(namesOf(values.length), values);
      }
    },
  };
}

/** An unclosed quote is told when the rows are read, with its row. */
function headerOf(text: string, delimiter: string): string[] | undefined {
  const scanner = new CellScanner(text, delimiter);
  try {
    return scanner.startsRow() ? scanner.row() : undefined;
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

/** Lists of names are shared by rows of the same length; so many lengths are remembered. */
const MAX_KNOWN_LENGTHS = 64;

/** Names for rows of any length: of a shorter row the first ones, of a longer row more with numbers. */
function columnNames(header: readonly string[]): (count: number) => readonly string[] {
  const names = uniqueColumnNames(header);
  const known = new Map<number, readonly string[]>([[names.length, names]]);
  return (count) => {
    const list = known.get(count) ?? (count < names.length ? names.slice(0, count) : extendColumnNames(names, count));
    if (known.size < MAX_KNOWN_LENGTHS) known.set(count, list);
    return list;
  };
}

/** The value of a text without quotes; a number only if it is what a number of this value would be written as. */
export function typedText(text: string): DataScalar {
  if (text === '') return null;
  if (text === 'true') return true;
  if (text === 'false') return false;
  return isNumberText(text) ? new ExactNumber(text) : text;
}

/** Whether the text is a number in canonical form: not `007`, `1.10`, `1e5`, `-0` or more digits than a double holds. */
export function isNumberText(text: string): boolean {
  const first = text.charCodeAt(0);
  const mayBeNumber = (first >= 0x30 && first <= 0x39) || first === 0x2d;
  if (!mayBeNumber || !JSON_NUMBER.test(text)) return false;
  if (text.length > SAFE_DIGITS) return String(Number(text)) === text;
  if (!text.includes('.')) return text !== '-0';
  // Smaller numbers are written with an exponent.
  return !text.endsWith('0') && !TINY.test(text);
}
