import { extendColumnNames, uniqueColumnNames } from '../table-columns.ts';
import { isNumberText } from './csv-reader.ts';
import { CellScanner, type FurtherText } from './csv-scanner.ts';
import type { ValueBudget } from './data-errors.ts';

const CHUNK_CHARS = 256 * 1024;
/** What JSON must escape; bytes that are read as Latin-1 have no surrogates. */
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/; // oxlint-disable-line no-control-regex -- JSON forbids them
/** Lists of names for rows that are longer than the header; so many lengths are remembered. */
const MAX_KNOWN_LENGTHS = 64;

export interface DirectTable {
  readonly delimiter: string;
  /** One object a line, or one array of all. */
  readonly ndjson: boolean;
  readonly budget: ValueBudget;
  readonly signal: AbortSignal;
  /** What follows the text, if it is only the beginning. */
  readonly further?: FurtherText;
}

/**
 * Delimited text as JSON text, cell by cell and without a value in between: what `readDelimited` and `writeJson` make
 * of it together, in a third of their time. The text may be UTF-8 read as Latin-1, since nothing beyond ASCII means
 * anything here: then so is the JSON.
 */
export function* delimitedToJson(text: string, table: DirectTable): Generator<string> {
  const { delimiter, ndjson, budget, signal } = table;
  const scanner = new CellScanner(text, delimiter, table.further);
  const header = headerOf(scanner);
  if (!header) return yield ndjson ? '' : '[]\n';
  const labelsOf = createLabels(uniqueColumnNames(header));
  let labels = labelsOf(header.length);
  let isFirst = true;
  let json = '';
  while (scanner.startsRow()) {
    let cells = 0;
    let row = '';
    do {
      if (cells === labels.length) labels = labelsOf(cells + 1);
      row += labels[cells++]! + jsonCell(scanner);
    } while (scanner.continuesRow());
    if (labels.length > header.length) labels = labelsOf(header.length);
    if (scanner.isCut) {
      scanner.restartRow();
      continue;
    }
    budget.take(cells);
    json += ndjson ? `{${row}}\n` : `${isFirst ? '[\n' : ',\n'}{${row}}`;
    isFirst = false;
    if (json.length < CHUNK_CHARS) continue;
    signal.throwIfAborted();
    yield json;
    json = '';
  }
  if (!ndjson) json += isFirst ? '[]\n' : '\n]\n';
  yield json;
}

function headerOf(scanner: CellScanner): string[] | undefined {
  while (scanner.startsRow()) {
    const cells = scanner.row();
    if (!scanner.isCut) return cells;
    scanner.restartRow();
  }
  return undefined;
}

/** The names of the columns as they stand before their values in an object, for rows of any length. */
function createLabels(names: readonly string[]): (count: number) => readonly string[] {
  const known = new Map<number, readonly string[]>();
  return (count) => {
    const list = known.get(count) ?? labelsOf(count > names.length ? extendColumnNames(names, count) : names);
    if (known.size < MAX_KNOWN_LENGTHS) known.set(count, list);
    return list;
  };
}

function labelsOf(names: readonly string[]): string[] {
  return names.map((name, index) => `${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
}

function jsonCell(scanner: CellScanner): string {
  const text = scanner.cell();
  if (scanner.isQuoted) return jsonString(text);
  if (text === '') return 'null';
  return text === 'true' || text === 'false' || isNumberText(text) ? text : jsonString(text);
}

function jsonString(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
