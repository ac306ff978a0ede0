import { ExactNumber, type DataValue } from '../../records/model.ts';
import { entryOf, jsonOfValue, numberOf, PROPERTY, textIn, valueOfJson, type Entry } from '../model.ts';
import { isObject, type JsonObject } from '../text.ts';

/** Longitude and latitude in degrees, and metres above the sea where they are known. */
export type Position = readonly number[];

/** A geometry as GeoJSON has it (RFC 7946). */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };

/** What a format says of a feature. */
export interface Feature {
  readonly layer?: string | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly time?: string | undefined;
  /** What GPS devices call it: `waypoint`, `route`, `track`. */
  readonly kind?: string | undefined;
  readonly geometry?: Geometry | undefined;
  /** When each position of a track was reached; a list of lists for one of several parts. */
  readonly times?: readonly unknown[] | undefined;
  readonly properties?: JsonObject;
}

/** A point has its numbers in columns of its own, so that tables show them. */
export function entryOfFeature({ geometry: told, properties = {}, times, ...named }: Feature): Entry {
  const geometry = told && withoutEmpty(told);
  const [longitude, latitude, elevation] = geometry?.type === 'Point' ? geometry.coordinates : [];
  const own = Object.entries(properties).map(([name, value]) => [PROPERTY + name, valueOfJson(value)] as const);
  return new Map<string, DataValue>([
    ...entryOf({
      ...named,
      longitude: numberOf(longitude),
      latitude: numberOf(latitude),
      elevation: numberOf(elevation),
      geometry: geometry === undefined || geometry.type === 'Point' ? undefined : valueOfJson(geometry),
      times: times?.flat().some(Boolean) ? valueOfJson(times) : undefined,
    }),
    ...own.filter(([, value]) => value !== ''),
  ]);
}

/** A geometry without its empty parts; one without positions is none (RFC 7946, 3.1). */
function withoutEmpty(geometry: Geometry): Geometry | undefined {
  if (geometry.type === 'GeometryCollection') {
    const geometries = geometry.geometries.map(withoutEmpty).filter((part) => part !== undefined);
    return geometries.length === 0 ? undefined : { type: geometry.type, geometries };
  }
  if (geometry.type === 'Point') return geometry;
  const coordinates = filledParts(geometry.coordinates, DEPTHS[geometry.type]!);
  return coordinates.length === 0 ? undefined : ({ type: geometry.type, coordinates } as Geometry);
}

/** `levels` is 1 for a list of positions. */
function filledParts(list: readonly unknown[], levels: number): readonly unknown[] {
  if (levels === 1) return list;
  return list.map((part) => filledParts(part as readonly unknown[], levels - 1)).filter(({ length }) => length > 0);
}

export function featureOfEntry(entry: Entry): Feature {
  const [longitude, latitude, elevation] = ['longitude', 'latitude', 'elevation'].map((name) =>
    numberIn(entry.get(name)),
  );
  const times = entry.get('times');
  const listed = times === undefined ? undefined : jsonOfValue(times);
  const geometry =
    longitude !== undefined && latitude !== undefined
      ? ({
          type: 'Point',
          coordinates: [longitude, latitude, ...(elevation === undefined ? [] : [elevation])],
        } as const)
      : geometryIn(entry.get('geometry'));
  const properties: Record<string, unknown> = {};
  for (const [name, value] of entry)
    if (name.startsWith(PROPERTY))
      Object.defineProperty(properties, name.slice(PROPERTY.length), { value: jsonOfValue(value), enumerable: true });
  return {
    ...Object.fromEntries(
      ['layer', 'id', 'name', 'description', 'time', 'kind'].map((name) => [name, textIn(entry, name)]),
    ),
    geometry,
    ...(Array.isArray(listed) && { times: listed }),
    properties,
  };
}

function numberIn(value: DataValue | undefined): number | undefined {
  if (value instanceof ExactNumber) return Number(value.text);
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

/** A cell of a table may hold a geometry as JSON text. */
function geometryIn(value: DataValue | undefined): Geometry | undefined {
  if (value === undefined || value === null) return undefined;
  const plain = typeof value === 'string' ? parsed(value) : jsonOfValue(value);
  return geometryOfJson(plain);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

const DEPTHS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** A geometry whose positions are numbers throughout; undefined for anything else. */
export function geometryOfJson(value: unknown, depth = 0): Geometry | undefined {
  if (!isObject(value) || typeof value['type'] !== 'string' || depth > 16) return undefined;
  if (value['type'] === 'GeometryCollection' && Array.isArray(value['geometries'])) {
    const geometries = value['geometries'].map((each: unknown) => geometryOfJson(each, depth + 1));
    return geometries.includes(undefined) ? undefined : ({ type: 'GeometryCollection', geometries } as Geometry);
  }
  const levels = DEPTHS[value['type']];
  if (levels === undefined || !isNumbers(value['coordinates'], levels)) return undefined;
  return { type: value['type'], coordinates: value['coordinates'] } as unknown as Geometry;
}

function isNumbers(value: unknown, levels: number): boolean {
  if (!Array.isArray(value)) return false;
  if (levels > 0) return value.every((each) => isNumbers(each, levels - 1));
  return value.length >= 2 && value.every((each) => typeof each === 'number' && Number.isFinite(each));
}

/** The single geometries of one that has several. */
export function* partsOf(geometry: Geometry): Generator<Exclude<Geometry, { type: 'GeometryCollection' }>> {
  if (geometry.type === 'GeometryCollection') for (const part of geometry.geometries) yield* partsOf(part);
  else yield geometry;
}

/** Every position of a geometry, line by line; a point is a line of one. */
export function linesOfGeometry(geometry: Geometry): (readonly Position[])[] {
  return [...partsOf(geometry)].flatMap((part): (readonly Position[])[] => {
    switch (part.type) {
      case 'Point':
        return [[part.coordinates]];
      case 'MultiPoint':
        return part.coordinates.map((position) => [position]);
      case 'LineString':
        return [part.coordinates];
      case 'MultiPolygon':
        return part.coordinates.flat();
      default:
        return [...part.coordinates];
    }
  });
}

export function hasHeight(geometry: Geometry): boolean {
  return linesOfGeometry(geometry).some((line) => line.some((position) => position.length > 2));
}

/** A geometry of the same kind at other positions. */
export function mapPositions(geometry: Geometry, map: (position: Position) => Position): Geometry {
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: map(geometry.coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { type: geometry.type, coordinates: geometry.coordinates.map(map) };
    case 'MultiLineString':
    case 'Polygon':
      return { type: geometry.type, coordinates: geometry.coordinates.map((line) => line.map(map)) };
    case 'MultiPolygon':
      return {
        type: 'MultiPolygon',
        coordinates: geometry.coordinates.map((rings) => rings.map((ring) => ring.map(map))),
      };
    default:
      return { type: geometry.type, geometries: geometry.geometries.map((each) => mapPositions(each, map)) };
  }
}
