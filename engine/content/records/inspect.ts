import type { Facts, RecordFacts } from '../../contract/facts.ts';
import { distinctPaths, DOTTED, isAmbiguous, PLACE, type PathStyle } from './distinct-paths.ts';
import { isRawJson, parseExactJson } from './json/exact-json.ts';
import { VALUE_COLUMN } from './model.ts';

/** Rows of the sample that is compared when a file is too large to be compared as a whole. */
export const HEAD_ROWS = 1000;

/** Of a large table nobody read more than the first rows, and counted the others. */
export function isKnownByHead({ records, sheets }: Pick<Facts, 'records' | 'sheets'>): boolean {
  return records?.digest === '' && records.head !== undefined && !sheets;
}

/**
 * Collects the facts of a table row by row. Types do not count, texts do: the number 5, the text "5" and the cell 5
 * are the same, and so are null, an empty text, an empty cell and a cell that is not there.
 */
interface RecordObserver {
  /** Announces columns that may have no value in any row. */
  addColumns(names: readonly string[]): void;
  /** One row: its values in their text form, by column (dotted paths for nested objects). */
  addRow(cells: Iterable<readonly [column: string, text: string]>): void;
  readonly rows: number;
  /** `totalRows` when only the first rows were added: then the digest is only that of the head. */
  facts(totalRows?: number): RecordFacts;
}

export function createRecordObserver(): RecordObserver {
  const columns = new Map<string, number>();
  const digest = new OrderFreeDigest();
  /** Counts only rows that have values, from the first one on that has none. */
  let filled: { rows: number; readonly digest: OrderFreeDigest } | undefined;
  /** Counts texts without the blanks at their ends, from the first one on that has any. */
  let trimmed: OrderFreeDigest | undefined;
  let head: RecordFacts['head'];
  let rows = 0;
  let values = 0;
  const seedOf = (column: string): number => {
    const known = columns.get(column);
    if (known !== undefined) return known;
    const seed = hashText(column, 0x9e3779b9);
    columns.set(column, seed);
    return seed;
  };
  return {
    get rows() {
      return rows;
    },
    addColumns: (names) => void names.forEach(seedOf),
    addRow(cells) {
      const before = values;
      for (const [column, text] of expanded(cells)) {
        const seed = seedOf(column);
        if (isNothing(text)) continue;
        values++;
        const canonical = canonicalText(text);
        if (canonical.endsWith(' ')) trimmed ??= digest.copy();
        if (trimmed) addTrimmed(trimmed, canonical, { seed, row: rows });
        digest.add(canonical, seed, rows);
        filled?.digest.add(canonical, seed, filled.rows);
      }
      if (values === before) filled ??= { rows, digest: digest.copy() };
      else if (filled) filled.rows++;
      rows++;
      if (rows === HEAD_ROWS) head = { rows, digest: digest.value() };
    },
    facts(totalRows) {
      const isWhole = totalRows === undefined || totalRows === rows;
      return {
        rows: totalRows ?? rows,
        columns: [...columns.keys()],
        values,
        digest: isWhole ? digest.value() : '',
        ...(isWhole && filled ? { filled: { rows: filled.rows, digest: filled.digest.value() } } : {}),
        ...(isWhole && trimmed ? { trimmed: trimmed.value() } : {}),
        head: head ?? { rows, digest: digest.value() },
      };
    },
  };
}

function addTrimmed(
  digest: OrderFreeDigest,
  canonical: string,
  { seed, row }: { readonly seed: number; readonly row: number },
): void {
  const text = canonical.replace(/ +$/, '');
  if (text !== '') digest.add(text, seed, row);
}

/**
 * The cells of a row that is plain JSON data: objects become dotted paths, everything else in them that is no scalar
 * is its JSON text. Numbers may be `JSON.rawJSON` objects, which keep their digits.
 */
export function cellsOfRow(row: unknown): readonly Cell[] {
  return isContainer(row) ? cellsOfObject(row, '') : [[VALUE_COLUMN, textOfScalar(row)]];
}

type Cell = readonly [column: string, text: string];

function cellsOfObject(object: object, prefix: string): readonly Cell[] {
  const cells: Cell[] = [];
  const isPlain = addCells(object, prefix, DOTTED, cells);
  if (isPlain) return cells;
  const places: Cell[] = [];
  addCells(object, prefix, PLACE, places);
  const paths = distinctPaths(
    cells.map(([path, text], index) => ({ path, place: places[index]![0], isEmpty: isNothing(text) })),
  );
  return cells.map(([, text], index) => [paths[index]!, text]);
}

/** Whether no two of the cells can have one path. */
function addCells(object: object, prefix: string, style: PathStyle, cells: Cell[]): boolean {
  let isPlain = true;
  for (const [key, value] of Object.entries(object)) {
    if (isAmbiguous(key)) isPlain = false;
    const path = prefix + (key === '' ? style.empty : key);
    if (!isContainer(value)) cells.push([path, textOfScalar(value)]);
    else if (Array.isArray(value) || Object.keys(value).length === 0) cells.push([path, JSON.stringify(value)]);
    else isPlain = addCells(value, path + style.separator, style, cells) && isPlain;
  }
  return isPlain;
}

/** Objects and lists; not the exact numbers that `JSON.rawJSON` makes. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isRawJson(value);
}

function textOfScalar(value: unknown): string {
  if (isRawJson(value)) return value.rawJSON;
  return value === null || value === undefined ? '' : String(value);
}

/**
 * A list or object in one spelling: every value as its text, objects inside flattened and in one order, and nothing of
 * what has no value. Formats differ in all of this.
 */
function canonicalJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalJson);
  if (!isContainer(value)) return parsedList(textOfScalar(value)) ?? canonicalText(textOfScalar(value));
  const cells = [...expanded(cellsOfObject(value, ''))].filter(([, text]) => !isNothing(text));
  const entries = cells.map(([path, text]) => [path, parsedList(text) ?? canonicalText(text)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

/** A date with its time, with a T or a space between them, as databases write it. */
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:(\.\d*?)0*)?$/;
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
/** Digits that every program keeps of a number (IEEE 754 in decimal). */
const EXACT_DIGITS = 15;
/** Formats have line ends of their own. */
const LINE_ENDS = /\r\n?/g;
/** A text that was kept from being a formula by an apostrophe. */
const GUARDED_FORMULA = /^'(?=[=+\-@\t\r])/;

/**
 * The same value in one spelling: a list that stands as JSON text in a cell is the same list however it is spaced,
 * spreadsheets write booleans in capitals, dates without a time that is midnight, and numbers without zeros at their
 * ends; line ends differ. Integers keep all their digits.
 */
function canonicalText(text: string): string {
  const list = parsedList(text);
  if (list !== undefined) return JSON.stringify(list);
  if (text.includes('\r')) return text.replace(LINE_ENDS, '\n');
  const first = text.charCodeAt(0);
  if (text === 'TRUE' || text === 'FALSE') return text.toLowerCase();
  if ((first >= 0x30 && first <= 0x39) || first === 0x2d) return canonicalNumber(text);
  if (first === 0x27) return text.replace(GUARDED_FORMULA, '');
  return text;
}

/** The list or object that stands in a text as JSON; undefined where none does. */
function parsedList(text: string): unknown {
  const first = text.charCodeAt(0);
  if (first !== 0x5b && first !== 0x7b) return undefined;
  try {
    return canonicalJson(parseExactJson(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** An object that stands in a cell as JSON is what it would be in columns of its own. */
function* expanded(cells: Iterable<readonly [string, string]>): Generator<readonly [string, string]> {
  for (const cell of cells) {
    const [column, text] = cell;
    const object = text.charCodeAt(0) === 0x7b ? objectIn(text) : undefined;
    if (object === undefined) yield cell;
    else yield* expanded(cellsOfObject(object, `${column}.`));
  }
}

function objectIn(text: string): object | undefined {
  try {
    const value = parseExactJson(text);
    return isContainer(value) && Object.keys(value).length > 0 ? value : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Neither an empty text nor an object without entries is a value. */
function isNothing(text: string): boolean {
  return text === '' || text === '{}';
}

function canonicalNumber(text: string): string {
  if (text === '-0') return '0';
  if (/[.eE]/.test(text) && DECIMAL.test(text)) return String(Number(Number(text).toPrecision(EXACT_DIGITS)));
  if (text.charCodeAt(4) !== 0x2d || text.length < 19) return text;
  return text.replace(MOMENT, (_whole, date: string, time: string, fraction = '') => {
    const clock = `${time}${fraction === '.' ? '' : fraction}`;
    return clock === '00:00:00' ? date : `${date}T${clock}`;
  });
}

/** Sums of hashes: the same whatever the order in which the values come. 64 bits, against chance, not against malice. */
export class OrderFreeDigest {
  #first = 0;
  #second = 0;
  #count = 0;

  /** `seed` stands for the column. */
  add(text: string, seed: number, row: number): void {
    const first = hashText(text, seed ^ Math.imul(row + 1, 0x9e3779b1));
    this.#first = (this.#first + first) >>> 0;
    this.#second = (this.#second + mix(first ^ Math.imul(text.length, 0x85ebca6b) ^ Math.imul(seed, 0xc2b2ae35))) >>> 0;
    this.#count++;
  }

  copy(): OrderFreeDigest {
    const copy = new OrderFreeDigest();
    copy.#first = this.#first;
    copy.#second = this.#second;
    copy.#count = this.#count;
    return copy;
  }

  value(): string {
    const hex = (number: number): string => number.toString(16).padStart(8, '0');
    return `${hex(this.#first)}${hex(this.#second)}-${this.#count}`;
  }
}

/** FNV-1a over UTF-16 code units, finished by an avalanche. */
function hashText(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}

/** The finaliser of MurmurHash3: every bit of the input changes half of the output. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
