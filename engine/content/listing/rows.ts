import { rowObject } from '../records/columns.ts';
import { flattenRow } from '../records/flatten.ts';
import {
  DataObject,
  isList,
  isScalar,
  scalarText,
  type DataScalar,
  type DataSource,
  type DataValue,
} from '../records/model.ts';
import { wholeValue } from '../records/plain-values.ts';
import { unsupportedListing } from './failures.ts';
import type { ListingKind } from '../../formats/lists.ts';
import { isWellKnownText, mapColumnsOf, placeOfCell, requireCoordinate } from './map/table-places.ts';
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

export interface Reading {
  readonly take: (count: number) => void;
  /** The coordinates of places are no degrees, but of a reference system that is known. */
  readonly isProjected: boolean;
}

/** The way back. Throws `unsupported_conversion` for data that are no list of this kind, and names what is wrong. */
export function listingOfSource(source: DataSource, kind: ListingKind, reading: Reading): Listing {
  const value = wholeValue(source);
  const rows = (isList(value) ? value : [value]).map(rowObject);
  if (rows.length === 0) throw unsupportedListing(`The data has no rows. ${rowsOf(kind)}`);
  return { entries: kind === 'map' ? mapEntries(rows, reading) : namedEntries(rows, kind) };
}

function namedEntries(rows: readonly DataObject[], kind: ListingKind): Entry[] {
  const known: ReadonlySet<string> = new Set(FIELDS[kind]);
  requireNames(
    columnsOf(rows).filter((name) => !known.has(name)),
    kind,
  );
  return rows.map(
    ({ names, values }) =>
      new Map(names.map((name, at) => [name, values[at]!] as const).filter(([, value]) => isValue(value))),
  );
}

function mapEntries(rows: readonly DataObject[], { take, isProjected }: Reading): Entry[] {
  const columns = columnsOf(rows);
  const { fields, hasPlaces } = mapColumnsOf(columns, (name) =>
    rows.map((row) => row.values[row.names.indexOf(name)]).find(isValue),
  );
  const own = columns.filter((name) => name !== 'properties' && fields.get(name) === PROPERTY + name);
  if (!hasPlaces) requireNames(own, 'map');
  return rows.map(({ names, values }, index) => {
    const entry = new Map<string, DataValue>();
    for (const [at, name] of names.entries()) {
      const value = values[at]!;
      const field = fields.get(name)!;
      if (name === 'properties' && value instanceof DataObject)
        for (const [inner, key] of value.names.entries()) entry.set(PROPERTY + key, value.values[inner]!);
      else if (field === 'geometry' && isWellKnownText(value))
        for (const [key, part] of placeOfCell(value, take)) entry.set(key, part);
      else if (isValue(value)) {
        if (isScalar(value)) requireCoordinate(field, scalarText(value), index + 1, isProjected);
        entry.set(field, value);
      }
    }
    return entry;
  });
}

function columnsOf(rows: readonly DataObject[]): string[] {
  return [...new Set(rows.flatMap(({ names }) => names))];
}

function isValue(value: DataValue | undefined): value is DataValue {
  return value !== undefined && value !== '' && value !== null;
}

function requireNames(foreign: readonly string[], kind: ListingKind): void {
  if (foreign.length === 0) return;
  const named = foreign.slice(0, NAMED).join(', ') + (foreign.length > NAMED ? ', …' : '');
  throw unsupportedListing(
    (kind === 'map'
      ? `The data has no columns that say where its rows are: it has ${named}.`
      : `The data has columns that such a file does not hold: ${named}.`) + ` ${rowsOf(kind)}`,
  );
}

function rowsOf(kind: ListingKind): string {
  return kind === 'map'
    ? 'Rows of a map have longitude and latitude in degrees, or geometry as well-known text; other columns become properties.'
    : `Each row may have ${FIELDS[kind].join(', ')}.`;
}

/** The cells of an entry as they stand in a table, for comparing. */
export function cellsOfEntry(entry: Entry): string[] {
  return [...flattenRow(new DataObject([...entry.keys()], [...entry.values()]))].flatMap(([name, { value }]) => [
    name,
    scalarText(value),
  ]);
}

/** The same with their types, by the names of their columns. */
export function cellsByName(entry: Entry): ReadonlyMap<string, DataScalar> {
  const cells = flattenRow(new DataObject([...entry.keys()], [...entry.values()]));
  return new Map([...cells].map(([name, { value }]) => [name, value]));
}
