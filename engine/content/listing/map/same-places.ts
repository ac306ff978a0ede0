import type { Geometry } from './features.ts';
import { orientedGeometry } from './rings.ts';
import { geometryOfTexts } from './shapefile/layout.ts';

/* Coordinates that went through a reference system and came back are not the same to the last digit. */

type Texts = ReadonlyMap<string, string>;

/** Degrees that are the same place: two centimetres. */
const SAME = 2e-7;
/** Numbers of one place are at most so far apart, however many lie close together. */
const MOST_APART = 10 * SAME;

/** Two lists of entries, in which numbers of coordinates that lie close together are one, and rings turn one way. */
export function inOnePlace(...lists: readonly [readonly Texts[], readonly Texts[]]): [Texts[], Texts[]] {
  const geometries = lists.map((list) => list.map(geometryOfTexts));
  const numbers = geometries.flat().flatMap((geometry) => (geometry ? [...numbersOf(geometry)] : []));
  const places = placesOf(numbers);
  const of = (index: 0 | 1): Texts[] =>
    lists[index].map((texts, at) => {
      const geometry = geometries[index]![at];
      return geometry ? new Map([...texts, ...textsOf(orientedGeometry(geometry), places)]) : texts;
    });
  return [of(0), of(1)];
}

function* numbersOf(geometry: Geometry): Generator<number> {
  if (geometry.type !== 'GeometryCollection') return yield* numbersIn(geometry.coordinates);
  for (const part of geometry.geometries) yield* numbersOf(part);
}

function* numbersIn(value: unknown): Generator<number> {
  if (typeof value === 'number') yield value;
  else if (Array.isArray(value)) for (const each of value) yield* numbersIn(each);
}

/** The first number of each group of those that lie close together. */
function placesOf(numbers: readonly number[]): ReadonlyMap<number, number> {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const places = new Map<number, number>();
  let [first, last] = [Number.NaN, Number.NaN];
  for (const number of sorted) {
    if (!(number - last <= SAME && number - first <= MOST_APART)) first = number;
    places.set(number, first);
    last = number;
  }
  return places;
}

function textsOf(geometry: Geometry, places: ReadonlyMap<number, number>): [string, string][] {
  const placed = (value: unknown): unknown => {
    if (typeof value === 'number') return places.get(value) ?? value;
    if (Array.isArray(value)) return value.map(placed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, placed(each)]));
  };
  if (geometry.type === 'GeometryCollection')
    return [['geometry.geometries', JSON.stringify(placed(geometry.geometries))]];
  if (geometry.type !== 'Point') return [['geometry.coordinates', JSON.stringify(placed(geometry.coordinates))]];
  return ['longitude', 'latitude'].map((name, axis): [string, string] => [
    name,
    String(placed(geometry.coordinates[axis])),
  ]);
}
