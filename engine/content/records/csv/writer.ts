import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { FormatId } from '../../../formats/index.ts';
import type { OptionValues } from '../../../formats/options.ts';
import { DataObject, scalarText, VALUE_COLUMN, type DataScalar, type DataSource, type DataValue } from '../model.ts';
import { typedText } from './reader.ts';
import { flattenRow, type FlatCell } from '../flatten.ts';

const ROWS_BETWEEN_SIGNALS = 4096;

/** What is between the values of a line, by the target and the option `delimiter`. */
export function delimiterOf(to: FormatId, { delimiter = ',' }: Pick<OptionValues, 'delimiter'>): string {
  return to === 'tsv' || delimiter === 'tab' ? '\t' : delimiter;
}

export interface DelimitedFormat {
  readonly delimiter: string;
  readonly lineEnd: string;
  /** Whether readers find the delimiter by themselves. */
  readonly isGuessed: boolean;
}

/** What a reader could take for the delimiter, or for a line that tells it. */
const GUESSED = [',', ';', '\t', '|'];
const SEPARATOR_LINE = /^sep=/;

/**
 * Rows as delimited text with a header. The rows are walked twice: once for the columns, once to write. Strings that
 * would be read as something else (`"12"`, `"true"`, `""`) are quoted, so that they come back as strings.
 */
export function* writeDelimited(source: DataSource, format: DelimitedFormat, context: RunContext): Generator<string> {
  const columns = findColumns(source, context);
  const needsQuotes = quotesNeededWith([format.delimiter]);
  const misleads = format.isGuessed ? quotesNeededWith([format.delimiter, ...GUESSED]) : needsQuotes;
  // Where no row has a delimiter, another one in a cell would be taken for it.
  const cellNeedsQuotes = columns.length === 1 ? misleads : needsQuotes;
  const encode = (value: DataScalar): string => {
    const text = scalarText(value);
    const isTypedString = typeof value === 'string' && typeof typedText(text) !== 'string';
    return isTypedString || cellNeedsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  // A row whose only cell is empty would be a blank line, which readers skip.
  const encodeLine = (cells: string[]): string =>
    (cells.length === 1 && cells[0] === '' ? '""' : cells.join(format.delimiter)) + format.lineEnd;
  // Another table of text needs no names for columns that have none.
  const names = source.header ? columns.map((_, index) => source.header![index] ?? '') : columns;
  yield encodeLine(names.map((name) => quoteName(name, misleads)));
  const position = new Map(columns.map((name, index) => [name, index]));
  for (const row of source.rows()) {
    const cells = Array.from(columns, () => '');
    for (const [name, { value }] of cellsOf(row, source)) cells[position.get(name)!] = encode(value);
    yield encodeLine(cells);
  }
}

function quotesNeededWith(delimiters: readonly string[]): RegExp {
  return new RegExp(`[${delimiters.map(escapeInClass).join('')}"\\r\\n]|^\\s|\\s$`);
}

function quoteName(name: string, needsQuotes: RegExp): string {
  return needsQuotes.test(name) || SEPARATOR_LINE.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** The cells of a row of the source by their columns. */
export function cellsOf(row: DataValue, { isTable }: DataSource): Iterable<readonly [string, FlatCell]> {
  return isTable ? tableCells(row as DataObject) : flattenRow(row);
}

function* tableCells({ names, values }: DataObject): Generator<readonly [string, FlatCell]> {
  for (let index = 0; index < names.length; index++) {
    yield [names[index]!, { value: values[index] as DataScalar, isJson: false }];
  }
}

/** The columns of all rows; tells of the lists that will be text in them. */
export function findColumns(source: DataSource, context: RunContext): string[] {
  const columns = new Set(source.columns);
  let lastNames: readonly string[] | undefined;
  let jsonCells = 0;
  let rows = 0;
  for (const row of source.rows()) {
    if (++rows % ROWS_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
    if (source.isTable && row instanceof DataObject) {
      if (row.names !== lastNames) for (const name of row.names) columns.add(name);
      lastNames = row.names;
      continue;
    }
    for (const [name, { isJson }] of flattenRow(row)) {
      columns.add(name);
      if (isJson) jsonCells++;
    }
  }
  if (columns.size === 0 && rows > 0) columns.add(VALUE_COLUMN);
  checkCells(columns.size * rows, context);
  if (jsonCells > 0) {
    context.warn({
      code: 'values_stringified',
      message: `${jsonCells} lists in the data were written as JSON text: a table cannot hold them.`,
      lost: ['structure'],
      details: { count: jsonCells },
    });
  }
  return [...columns];
}

/** Rows that have nothing in common make a table of empty cells: each costs at least its delimiter. */
function checkCells(cells: number, { limits }: RunContext): void {
  if (cells <= limits.outputBytes) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `As a table the data would have ${cells} cells; at most ${limits.outputBytes} are allowed.`,
    details: { limit: 'outputBytes', allowed: limits.outputBytes, found: cells },
  });
}

function escapeInClass(character: string): string {
  return character.replace(/[\]\\^-]/g, '\\$&');
}
