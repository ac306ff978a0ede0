import type { RunContext } from '../../../contract/codec.ts';
import { DataObject, scalarText, type DataSource, type DataValue } from '../model.ts';
import { createValueBudget } from '../errors.ts';
import { flattenRow } from '../flatten.ts';
import { Losses } from '../losses.ts';
import { sourceOfValue } from '../plain-values.ts';
import { numberedRows, numberedTree, ROWS, valueOfText } from '../tree-rows.ts';

/** A backslash before the end of a line joins it to the next one. */
const CONTINUED = /(?<=(?:^|[^\\])(?:\\\\)*)\\(?:\r\n|\n|\r)[ \t\f]*/g;
const KEY = /^(?:\\.|[^\\=:\s])*/s;
const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };
/** Name of the value of a row that has no entries: every entry has a longer name. */
const ITSELF = '';
const ROW_KEY = /^rows\.([1-9]\d*)(?:\.(.+))?$/s;

/** Java properties (java.util.Properties.load). Names keep their dots; rows that were numbered are a list again. */
export function readProperties(text: string, { limits }: RunContext): DataSource {
  const entries = new Map<string, DataValue>();
  const budget = createValueBudget(limits);
  for (const source of text.replace(CONTINUED, '').split(/\r\n|\n|\r/)) {
    const line = source.replace(/^[ \t\f]+/, '');
    if (line === '' || line.startsWith('#') || line.startsWith('!')) continue;
    budget.take(1);
    const key = KEY.exec(line)![0];
    const value = line.slice(key.length).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '');
    entries.set(unescape(key), valueOfText(unescape(value)));
  }
  return sourceOfValue(numberedRows(nestRows(entries)));
}

/** `rows.1.name`, `rows.2.name` … are the rows of a list when every name begins so. */
function nestRows(entries: ReadonlyMap<string, DataValue>): DataObject {
  const rows = new Map<string, Map<string, DataValue>>();
  for (const [name, value] of entries) {
    const [, number, rest = ITSELF] = ROW_KEY.exec(name) ?? [];
    if (number === undefined) return objectOf(entries);
    const row = rows.get(number) ?? new Map<string, DataValue>();
    rows.set(number, row.set(rest, value));
  }
  // What is a value and has entries as well is no row.
  if ([...rows.values()].some((row) => row.has(ITSELF) && row.size > 1) || rows.size === 0) return objectOf(entries);
  const values = [...rows.values()].map((row) => (row.has(ITSELF) ? row.get(ITSELF)! : objectOf(row)));
  return new DataObject([ROWS], [new DataObject([...rows.keys()], values)]);
}

function objectOf(entries: ReadonlyMap<string, DataValue>): DataObject {
  return new DataObject([...entries.keys()], [...entries.values()]);
}

function unescape(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, character: string) =>
    code === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(parseInt(code, 16)),
  );
}

/** Java properties in ASCII: dotted names for nested objects, JSON text for lists. */
export function* writeProperties(source: DataSource, { context }: { readonly context: RunContext }): Generator<string> {
  const losses = new Losses();
  const cells = flattenRow(numberedTree(source));
  for (const [name, { value, isJson }] of cells) {
    if (isJson && typeof valueOfText(scalarText(value)) === 'string') losses.containers++;
    yield `${escaped(name, /[\\ =:#!]/g)}=${escaped(scalarText(value), /\\|^ /g)}\n`;
  }
  losses.report(context, 'The format of properties');
}

function escaped(text: string, special: RegExp): string {
  return text.replace(special, '\\$&').replace(/[^\u0020-\u007e]/g, (character) => {
    const letter = Object.keys(ESCAPES).find((name) => ESCAPES[name] === character);
    return letter ? `\\${letter}` : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
