import { distinctPaths, DOTTED, isAmbiguous, PLACE, type PathStyle } from './distinct-paths.ts';
import { isRawJson, parseExactJson } from './json/exact-json.ts';
import { VALUE_COLUMN } from './model.ts';
import type { ValueType } from '../../contract/facts.ts';

/** A value in its text form, by its column (dotted paths for nested objects), and what it is where the format says so. */
export type RecordCell = readonly [column: string, text: string, type?: ValueType];

/**
 * The cells of a row that is plain JSON data: objects become dotted paths, everything else in them that is no scalar
 * is its JSON text. Numbers may be `JSON.rawJSON` objects, which keep their digits.
 */
export function cellsOfRow(row: unknown): readonly RecordCell[] {
  return isContainer(row) ? cellsOfObject(row, '') : [[VALUE_COLUMN, textOfScalar(row), typeOfPlain(row)]];
}

function cellsOfObject(object: object, prefix: string): readonly RecordCell[] {
  const cells: RecordCell[] = [];
  const isPlain = addCells(object, prefix, DOTTED, cells);
  if (isPlain) return cells;
  const places: RecordCell[] = [];
  addCells(object, prefix, PLACE, places);
  const paths = distinctPaths(
    cells.map(([path, text], index) => ({ path, place: places[index]![0], isEmpty: isNothing(text) })),
  );
  return cells.map(([, text, type], index) => [paths[index]!, text, type]);
}

/** Whether no two of the cells can have one path. */
function addCells(object: object, prefix: string, style: PathStyle, cells: RecordCell[]): boolean {
  let isPlain = true;
  for (const [key, value] of Object.entries(object)) {
    if (isAmbiguous(key)) isPlain = false;
    const path = prefix + (key === '' ? style.empty : key);
    if (!isContainer(value)) cells.push([path, textOfScalar(value), typeOfPlain(value)]);
    else if (Array.isArray(value) || Object.keys(value).length === 0)
      cells.push([path, JSON.stringify(value, spellInfinite), 'list']);
    else isPlain = addCells(value, path + style.separator, style, cells) && isPlain;
  }
  return isPlain;
}

/** JSON has null for what is not a number, and no word for the infinite. */
function spellInfinite(_name: string, value: unknown): unknown {
  return value === Infinity || value === -Infinity ? String(value) : value;
}

/** Objects and lists; not the exact numbers that `JSON.rawJSON` makes. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isRawJson(value);
}

/** How many objects and lists are inside a row. */
export function countContainers(row: unknown): number {
  if (!isContainer(row)) return 0;
  let count = 0;
  for (const value of Object.values(row)) if (isContainer(value)) count += 1 + countContainers(value);
  return count;
}

function textOfScalar(value: unknown): string {
  if (isRawJson(value)) return value.rawJSON;
  return value === null || value === undefined || Number.isNaN(value) ? '' : String(value);
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
 * The same value in one spelling: a list that is as JSON text in a cell is the same list however it is spaced,
 * spreadsheets write booleans in upper case, dates without a time that is midnight, and numbers without zeros at their
 * ends; line ends differ. Integers keep all their digits.
 */
export function canonicalText(text: string): string {
  const list = spelledNumbers(text) ?? parsedList(text);
  if (list !== undefined) return typeof list === 'string' ? list : JSON.stringify(list);
  if (text.includes('\r')) return text.replace(LINE_ENDS, '\n');
  const first = text.charCodeAt(0);
  if (text === 'TRUE' || text === 'FALSE') return text.toLowerCase();
  if ((first >= 0x30 && first <= 0x39) || first === 0x2d) return canonicalNumber(text);
  if (first === 0x27) return text.replace(GUARDED_FORMULA, '');
  return text;
}

const LIST_OF_NUMBERS = /^\[[\d.eE+\-[\],\s]*$/;

/** What `parsedList` makes of coordinates, which are most of a map, without an object for each number. */
function spelledNumbers(text: string): string | undefined {
  if (!LIST_OF_NUMBERS.test(text)) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return text.replaceAll(/\s+/g, '').replaceAll(/[^[\],]+/g, (number) => `"${canonicalNumber(number)}"`);
}

/** The list or object that is in a text as JSON; undefined where none does. */
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

/** An object that is in a cell as JSON is what it would be in columns of its own. */
export function* expanded(cells: Iterable<RecordCell>): Generator<RecordCell> {
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
export function isNothing(text: string): boolean {
  return text === '' || text === '{}';
}

function canonicalNumber(text: string): string {
  if (text === '-0') return '0';
  if (/[.eE]/.test(text) && DECIMAL.test(text)) {
    const number = Number(text);
    // One of the characters is no digit.
    return String(text.length <= EXACT_DIGITS + 1 ? number : Number(number.toPrecision(EXACT_DIGITS)));
  }
  if (text.charCodeAt(4) !== 0x2d || text.length < 19) return text;
  return text.replace(MOMENT, (_whole, date: string, time: string, fraction = '') => {
    const clock = `${time}${fraction === '.' ? '' : fraction}`;
    return clock === '00:00:00' ? date : `${date}T${clock}`;
  });
}

/** FNV-1a over UTF-16 code units, finished by an avalanche. */
export function hashText(text: string, seed = 0): number {
  let hash = seed ^ 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}

/** The finaliser of MurmurHash3: every bit of the input changes half of the output. */
export function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function typeOfNumber(text: string): ValueType {
  if (text.length <= EXACT_DIGITS) return 'number';
  return text.includes('.') && String(Number(text)) === text ? 'number' : 'long';
}

function typeOfPlain(value: unknown): ValueType {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (isRawJson(value)) return typeOfNumber(value.rawJSON);
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : 'nan';
  return 'text';
}
