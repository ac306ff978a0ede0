import type { DataValue } from '../../records/model.ts';
import { unsupportedListing } from '../failures.ts';
import { FIELDS, PROPERTY, type Entry } from '../model.ts';
import { entryOfFeature } from './features.ts';
import { WktParser } from './wkt-parser.ts';

const FIELD_NAMES: ReadonlySet<string> = new Set(FIELDS.map);
type Role = 'longitude' | 'latitude' | 'elevation';

/** What words in the names of columns mean. */
const ROLES: ReadonlyMap<string, Role> = new Map([
  ...(['longitude', 'long', 'lon', 'lng'] as const).map((word) => [word, 'longitude'] as const),
  ...(['latitude', 'lat'] as const).map((word) => [word, 'latitude'] as const),
  ...(['elevation', 'ele', 'altitude', 'alt'] as const).map((word) => [word, 'elevation'] as const),
]);
type Axes = readonly [across: RegExp, up: RegExp];
/** What they are called where their names say no more. */
const AXES: readonly Axes[] = [[/^x$/i, /^y$/i]];
/** What coordinates of projected reference systems are called. */
const GRID_AXES: readonly Axes[] = [
  [/^east(?:ing)?s?$/i, /^north(?:ing)?s?$/i],
  [/^(?:rechts|ost)wert$/i, /^(?:hoch|nord)wert$/i],
];
/** What programs show beside a place, in capitals or not. */
const LABELS = ['name', 'description'] as const;
const WORDS = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;
/** How databases and programs name the column of geometries. */
const GEOMETRY_COLUMN = /^(?:wkt|geom|the_geom|wkb_geometry|geometry|wkt_geom|shape)$/i;
const WELL_KNOWN_TEXT = /^\s*(?:multi)?(?:point|linestring|polygon|geometrycollection)\s*(?:z|m|zm)?\s*(?:\(|empty)/i;
const LARGEST = { longitude: 360, latitude: 90 } as const;

/** What the columns of a table are on a map: a place, a field, or a property of its own. */
export interface MapColumns {
  /** The names of fields by those of columns. */
  readonly fields: ReadonlyMap<string, string>;
  readonly hasPlaces: boolean;
}

/**
 * Columns by their names: longitude and latitude as programs usually name them (`lon`, `stop_lat`, `decimalLatitude`, `X`),
 * geometries as well-known text, the fields of a map by their own names; all others are properties. `firstOf` has the first
 * value of a column.
 */
export function mapColumnsOf(names: readonly string[], firstOf: (name: string) => DataValue | undefined): MapColumns {
  const fields = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of names) {
    const [first] = name.split('.');
    if (!FIELD_NAMES.has(first!) && !name.startsWith(PROPERTY)) continue;
    fields.set(name, name);
    taken.add(first!);
  }
  if (!taken.has('longitude') && !taken.has('latitude') && !taken.has('geometry'))
    for (const [name, field] of namedPlaces(names)) if (!taken.has(field)) fields.set(name, field);
  if (![...fields.values()].some((field) => field === 'longitude' || field.startsWith('geometry'))) {
    const column = names.find((name) => GEOMETRY_COLUMN.test(name) && isWellKnownText(firstOf(name)));
    if (column !== undefined) fields.set(column, 'geometry');
  }
  if (!isPlaced(fields) && !taken.has('longitude') && !taken.has('latitude'))
    for (const [role, name] of axesOf(names, GRID_AXES)) fields.set(name, role);
  for (const name of names) {
    const label = LABELS.find((each) => each === name.toLowerCase() && !taken.has(each));
    if (label) taken.add(label);
    if (!fields.has(name)) fields.set(name, label ?? PROPERTY + name);
  }
  return { fields, hasPlaces: isPlaced(fields) };
}

function isPlaced(fields: ReadonlyMap<string, string>): boolean {
  const placed = [...fields.values()];
  return (
    ['longitude', 'latitude'].every((field) => placed.includes(field)) ||
    placed.some((field) => field.startsWith('geometry'))
  );
}

/** The first pair of columns whose names are alike but for the words of its direction, the shortest names first. */
function namedPlaces(names: readonly string[]): ReadonlyMap<string, string> {
  const groups = new Map<string, Map<Role, string>>();
  for (const name of names) {
    const words = (name.match(WORDS) ?? []).map((word) => word.toLowerCase());
    const role = words.map((word) => ROLES.get(word)).find((each) => each !== undefined);
    if (role === undefined) continue;
    const rest = words.filter((word) => ROLES.get(word) !== role).join(' ');
    const group = groups.get(rest) ?? new Map<Role, string>();
    groups.set(rest, group);
    if (!group.has(role)) group.set(role, name);
  }
  const pairs = [...groups].filter(([, group]) => group.has('longitude') && group.has('latitude'));
  const [, chosen = axesOf(names, AXES)] = pairs.sort(([a], [b]) => a.length - b.length)[0] ?? [];
  return new Map([...chosen].map(([role, name]) => [name, role]));
}

/** The first pair of which both columns are there. */
function axesOf(names: readonly string[], pairs: readonly Axes[]): ReadonlyMap<Role, string> {
  for (const axes of pairs) {
    const [across, up] = axes.map((axis) => names.find((name) => axis.test(name)));
    if (across !== undefined && up !== undefined) return new Map([['longitude', across], ['latitude', up]]); // prettier-ignore
  }
  return new Map();
}

export function isWellKnownText(value: DataValue | undefined): value is string {
  return typeof value === 'string' && WELL_KNOWN_TEXT.test(value);
}

/** What a cell of well-known text says of its row. Throws `input_corrupt` and `unsupported_conversion`. */
export function placeOfCell(text: string, take: (count: number) => void): Entry {
  const parser = new WktParser(text, take);
  const geometry = parser.geometry(0);
  if (!parser.isAtEnd) throw unsupportedListing('A cell holds several geometries: put each into a row of its own.');
  return entryOfFeature({ geometry });
}

/**
 * Throws `unsupported_conversion` for a coordinate that is no number; of one in degrees, where it is not `isProjected`.
 * `row` counts from 1.
 */
export function requireCoordinate(field: string, text: string, row: number, isProjected: boolean): void {
  if (field !== 'longitude' && field !== 'latitude') return;
  const size = text.trim() === '' ? Number.NaN : Math.abs(Number(text));
  if (size <= (isProjected ? Number.MAX_VALUE : LARGEST[field])) return;
  const found = `Row ${row} has "${text.slice(0, 40)}" as ${field}, which is no number`;
  throw unsupportedListing(
    isProjected
      ? `${found}. Write coordinates with a decimal point and without spaces, as 565931.25.`
      : `${found} of degrees. Write degrees with a decimal point, as 48.137; of coordinates of another reference system ` +
          'name that in the option sourceCrs, such as EPSG:25832.',
  );
}
