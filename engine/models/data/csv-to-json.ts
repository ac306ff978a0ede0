import { extendColumnNames, uniqueColumnNames } from '../table-columns.ts';
import { isNumberText } from './csv-reader.ts';
import { corrupt, truncated, type ValueBudget } from './data-errors.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const MINUS = 0x2d;
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
}

/**
 * Delimited text as JSON text, cell by cell and without a value in between: what `readDelimited` and `writeJson` make
 * of it together, in a third of their time. The text may be UTF-8 read as Latin-1, since nothing beyond ASCII means
 * anything here: then so is the JSON.
 */
export function* delimitedToJson(text: string, { delimiter, ndjson, budget, signal }: DirectTable): Generator<string> {
  const scanner = new CellScanner(text, delimiter);
  const header = scanner.header();
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
      row += labels[cells++]! + scanner.jsonCell();
    } while (scanner.continuesRow());
    if (labels.length > header.length) labels = labelsOf(header.length);
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

class CellScanner {
  readonly #text: string;
  readonly #separator: number;
  #position = 0;
  #row = 0;

  constructor(text: string, delimiter: string) {
    this.#text = text;
    this.#separator = delimiter.charCodeAt(0);
  }

  header(): string[] | undefined {
    if (!this.startsRow()) return undefined;
    const cells: string[] = [];
    do cells.push(this.#isQuoted() ? this.#quoted() : this.#plain());
    while (this.continuesRow());
    return cells;
  }

  /** Goes to the next row that is not blank; false at the end. */
  startsRow(): boolean {
    while (this.#position < this.#text.length && this.#isLineEnd()) this.#position++;
    this.#row++;
    return this.#position < this.#text.length;
  }

  /** Goes to the next cell of the row, or behind its end. */
  continuesRow(): boolean {
    if (this.#text.charCodeAt(this.#position) === this.#separator) {
      this.#position++;
      return true;
    }
    if (this.#text.charCodeAt(this.#position) === CARRIAGE_RETURN) this.#position++;
    if (this.#text.charCodeAt(this.#position) === LINE_FEED) this.#position++;
    return false;
  }

  jsonCell(): string {
    if (this.#isQuoted()) return jsonString(this.#quoted());
    const text = this.#plain();
    if (text === '') return 'null';
    const first = text.charCodeAt(0);
    if ((first <= 0x39 && first >= 0x30) || first === MINUS) return isNumberText(text) ? text : jsonString(text);
    return text === 'true' || text === 'false' ? text : jsonString(text);
  }

  #isQuoted(): boolean {
    return this.#text.charCodeAt(this.#position) === QUOTE;
  }

  #isLineEnd(): boolean {
    const code = this.#text.charCodeAt(this.#position);
    return code === LINE_FEED || code === CARRIAGE_RETURN;
  }

  #plain(): string {
    const text = this.#text;
    const start = this.#position;
    let position = start;
    for (; position < text.length; position++) {
      const code = text.charCodeAt(position);
      if (code === this.#separator || code === LINE_FEED || code === CARRIAGE_RETURN) break;
    }
    this.#position = position;
    return text.slice(start, position);
  }

  #quoted(): string {
    const text = this.#text;
    const start = this.#position + 1;
    let end = text.indexOf('"', start);
    let hasDoubledQuote = false;
    while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) {
      hasDoubledQuote = true;
      end = text.indexOf('"', end + 2);
    }
    const row = this.#row;
    if (end < 0) throw truncated(`a quoted cell that begins in row ${row} is not closed`, { row });
    this.#position = end + 1;
    if (/[^ \t]/.test(this.#plain())) throw corrupt(`text follows a closing quote in row ${row}`, { row });
    const value = text.slice(start, end);
    return hasDoubledQuote ? value.replaceAll('""', '"') : value;
  }
}

function jsonString(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
