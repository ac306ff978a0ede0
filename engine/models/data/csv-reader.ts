import { ConversionError } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import { extendColumnNames, uniqueColumnNames } from '../table-columns.ts';
import { DataObject, ExactNumber, type DataScalar, type DataSource } from '../table.ts';
import { corrupt, createValueBudget, truncated } from './data-errors.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Up to this many digits every decimal number survives a trip through a double (IEEE 754). */
const SAFE_DIGITS = 15;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const TINY = /^-?0\.000000/;

/** One cell: its text, and whether it was quoted, which keeps it a string. */
export interface Cell {
  readonly text: string;
  readonly quoted: boolean;
}

/**
 * A table with a header row (RFC 4180, any one-character delimiter). Cells are typed where nothing is lost by it:
 * numbers that come out as they went in, true and false, null for empty ones. Quoted cells stay strings.
 */
export function readDelimited(
  text: string,
  delimiter: string,
  limits: Limits,
  valueOf: (cell: Cell, column: number) => DataScalar = typedValue,
): DataSource {
  const [header] = firstRow(text, delimiter);
  return {
    isList: true,
    isTable: true,
    ...(header ? { columns: uniqueColumnNames(header.map((cell) => cell.text)) } : {}),
    *rows() {
      const budget = createValueBudget(limits);
      let namesOf: ((count: number) => readonly string[]) | undefined;
      for (const cells of tokenize(text, delimiter)) {
        budget.take(cells.length);
        if (namesOf === undefined) namesOf = columnNames(cells.map((cell) => cell.text));
        else yield new DataObject(namesOf(cells.length), cells.map(valueOf));
      }
    },
  };
}

/** An unclosed quote is told when the rows are read, with its row. */
function firstRow(text: string, delimiter: string): Cell[][] {
  try {
    const { value } = tokenize(text, delimiter).next();
    return value ? [value] : [];
  } catch (error) {
    if (error instanceof ConversionError) return [];
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

/** The value of a cell; a number only if its text is what a number of this value would be written as. */
export function typedValue({ text, quoted }: Cell): DataScalar {
  if (quoted) return text;
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

/** Rows of cells; blank lines are skipped. Throws `input_truncated` for a quote that is never closed. */
export function* tokenize(text: string, delimiter: string): Generator<Cell[]> {
  const separator = delimiter.charCodeAt(0);
  const length = text.length;
  let position = 0;
  let row = 0;

  const readPlain = (): string => {
    const start = position;
    for (; position < length; position++) {
      const code = text.charCodeAt(position);
      if (code === separator || code === LINE_FEED || code === CARRIAGE_RETURN) break;
    }
    return text.slice(start, position);
  };

  const readQuoted = (): string => {
    const start = position + 1;
    let end = text.indexOf('"', start);
    let hasDoubledQuote = false;
    while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) {
      hasDoubledQuote = true;
      end = text.indexOf('"', end + 2);
    }
    if (end < 0) throw truncated(`a quoted cell that begins in row ${row} is not closed`, { row });
    position = end + 1;
    if (readPlain().trim() !== '') throw corrupt(`text follows a closing quote in row ${row}`, { row });
    const value = text.slice(start, end);
    return hasDoubledQuote ? value.replaceAll('""', '"') : value;
  };

  const readCell = (): Cell => {
    const quoted = text.charCodeAt(position) === QUOTE;
    return { text: quoted ? readQuoted() : readPlain(), quoted };
  };

  while (position < length) {
    row++;
    const cells = [readCell()];
    while (text.charCodeAt(position) === separator) {
      position++;
      cells.push(readCell());
    }
    if (text.charCodeAt(position) === CARRIAGE_RETURN) position++;
    if (text.charCodeAt(position) === LINE_FEED) position++;
    const isBlank = cells.length === 1 && cells[0]!.text === '' && !cells[0]!.quoted;
    if (!isBlank) yield cells;
  }
}
