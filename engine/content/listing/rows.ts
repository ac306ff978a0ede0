import { rowObject } from '../records/columns.ts';
import { flattenRow } from '../records/flatten.ts';
import { DataObject, isList, type DataScalar, type DataSource, type DataValue } from '../records/model.ts';
import { wholeValue } from '../records/plain-values.ts';
import { unsupportedListing } from './failures.ts';
import type { ListingKind } from '../../formats/lists.ts';
import { FIELDS, PROPERTY, type Entry, type Listing } from './model.ts';

/** A list as a table: a row an entry, a column a name that any of them has. */
export function sourceOfListing({ entries }: Listing, kind: ListingKind): DataSource {
  return {
    isList: true,
    *rows() {
      for (const entry of entries) yield rowOf(entry, kind);
    },
  };
}

function rowOf(entry: Entry, kind: ListingKind): DataObject {
  const known: readonly string[] = FIELDS[kind];
  const names = known.filter((name) => entry.has(name));
  const properties = [...entry.keys()].filter((name) => name.startsWith(PROPERTY));
  const values = names.map((name) => entry.get(name)!);
  if (properties.length === 0) return new DataObject(names, values);
  const own = new DataObject(
    properties.map((name) => name.slice(PROPERTY.length)),
    properties.map((name) => entry.get(name)!),
  );
  return new DataObject([...names, 'properties'], [...values, own]);
}

/** Names of values that are told in an error. */
const NAMED = 8;

/** The way back. Throws `unsupported_conversion` for data that are no list of this kind, and names what is wrong. */
export function listingOfSource(source: DataSource, kind: ListingKind): Listing {
  const known: ReadonlySet<string> = new Set(FIELDS[kind]);
  const value = wholeValue(source);
  const rows = isList(value) ? value : [value];
  const foreign = new Set<string>();
  const entries = rows.map((row) => entryOfRow(row, known, foreign));
  if (foreign.size > 0 || entries.length === 0) {
    const named = [...foreign].slice(0, NAMED).join(', ') + (foreign.size > NAMED ? ', …' : '');
    throw unsupportedListing(
      `${foreign.size > 0 ? `The data has columns that such a file does not hold: ${named}.` : 'The data has no rows.'} ` +
        `Each row may have ${FIELDS[kind].join(', ')}${kind === 'map' ? ', and properties' : ''}.`,
    );
  }
  return { entries };
}

function entryOfRow(row: DataValue, known: ReadonlySet<string>, foreign: Set<string>): Entry {
  const object = rowObject(row);
  const entry = new Map<string, DataValue>();
  for (const [index, name] of object.names.entries()) {
    const value = object.values[index]!;
    if (name === 'properties' && value instanceof DataObject && known.has('geometry'))
      for (const [at, key] of value.names.entries()) entry.set(PROPERTY + key, value.values[at]!);
    else if (!known.has(name) && !(name.startsWith(PROPERTY) && known.has('geometry'))) foreign.add(name);
    else if (value !== '' && value !== null) entry.set(name, value);
  }
  return entry;
}

/** The cells of an entry as they stand in a table, for comparing. */
export function cellsOfEntry(entry: Entry): string[] {
  return [...flattenRow(new DataObject([...entry.keys()], [...entry.values()]))].flatMap(([name, { value }]) => [
    name,
    typeof value === 'string' ? value : textOfCell(value),
  ]);
}

function textOfCell(value: Exclude<DataValue, DataObject | readonly DataValue[]>): string {
  return value === null ? '' : typeof value === 'object' && 'text' in value ? value.text : String(value);
}

/** The same with their types, by the names of their columns. */
export function cellsByName(entry: Entry): ReadonlyMap<string, DataScalar> {
  const cells = flattenRow(new DataObject([...entry.keys()], [...entry.values()]));
  return new Map([...cells].map(([name, { value }]) => [name, value]));
}
