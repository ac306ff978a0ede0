import { PROPERTY } from '../../model.ts';
import { partsOf, type Geometry, type Position } from '../features.ts';
import { cutText, fieldNames, NAMED_FIELDS } from '../fields.ts';
import { orientedRing, polygonsOfRings } from '../rings.ts';

/* What a shapefile holds of a map: what the writer writes, and what is expected of what it wrote. */

/** The layer of features that have none. */
export const DEFAULT_LAYER = 'features';
/** Bytes of a field's name, and of a text in it. */
const MOST_NAME_BYTES = 10;
const MOST_TEXT_BYTES = 254;

/** Each file has shapes of one kind, all of them with heights or none. */
export type ShapeKind = 'point' | 'multipoint' | 'line' | 'polygon';
export interface ShapeClass {
  readonly kind: ShapeKind;
  readonly hasHeight: boolean;
}

type SinglePart = Exclude<Geometry, { type: 'GeometryCollection' }>;

const KINDS: Readonly<Record<SinglePart['type'], ShapeKind>> = {
  Point: 'point',
  MultiPoint: 'multipoint',
  LineString: 'line',
  MultiLineString: 'line',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
};

export function classOf(geometry: SinglePart): ShapeClass {
  return { kind: KINDS[geometry.type], hasHeight: positionsOf(geometry).some((position) => position.length > 2) };
}

function positionsOf({ type, coordinates }: SinglePart): readonly Position[] {
  const levels = { Point: -1, MultiPoint: 0, LineString: 0, MultiLineString: 1, Polygon: 1, MultiPolygon: 2 }[type];
  return levels < 0 ? [coordinates as Position] : ((coordinates as readonly unknown[]).flat(levels) as Position[]);
}

/** The shapes that a geometry becomes: each kind of a collection is one of its own. */
export function shapesOf(geometry: Geometry): SinglePart[] {
  return [...partsOf(geometry)].flatMap((part) => {
    const positions = positionsOf(part);
    if (positions.length === 0) return [];
    return [asShape(part, positions.some((position) => position.length > 2) ? 3 : 2)];
  });
}

function asShape(part: SinglePart, axes: 2 | 3): SinglePart {
  const place = (position: Position): Position => Array.from({ length: axes }, (_, axis) => position[axis] ?? 0);
  const lines = (list: readonly (readonly Position[])[]) =>
    list.filter((line) => line.length > 0).map((line) => line.map(place));
  switch (part.type) {
    case 'Point':
      return { type: 'Point', coordinates: place(part.coordinates) };
    case 'MultiPoint':
      return part.coordinates.length === 1
        ? { type: 'Point', coordinates: place(part.coordinates[0]!) }
        : { type: 'MultiPoint', coordinates: part.coordinates.map(place) };
    case 'LineString':
      return { type: 'LineString', coordinates: part.coordinates.map(place) };
    case 'MultiLineString':
      return ofLines(lines(part.coordinates));
    case 'Polygon':
      return ofRings(ringsForShape([lines(part.coordinates)]));
    default:
      return ofRings(ringsForShape(part.coordinates.map(lines)));
  }
}

function ofLines(list: readonly (readonly Position[])[]): SinglePart {
  return list.length === 1
    ? { type: 'LineString', coordinates: list[0]! }
    : { type: 'MultiLineString', coordinates: list };
}

/** The rings of polygons as a shape has them: outer ones with the clock, holes against it. */
function ringsForShape(polygons: readonly (readonly (readonly Position[])[])[]): (readonly Position[])[] {
  return polygons.flatMap((rings) => rings.map((ring, index) => orientedRing(ring, index > 0)));
}

function ofRings(rings: readonly (readonly Position[])[]): SinglePart {
  const polygons = polygonsOfRings(rings, () => undefined);
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** The rings of a shape, to be written. */
export function ringsOf(geometry: SinglePart): readonly (readonly Position[])[] {
  if (geometry.type === 'Polygon') return ringsForShape([geometry.coordinates]);
  return geometry.type === 'MultiPolygon' ? ringsForShape(geometry.coordinates) : [];
}

/** Gives every layer and kind of shape a file of its own: the first kind of a layer has the layer's name. */
export class FileNames {
  readonly #names = new Map<string, string>();
  readonly #first = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** A shape of nothing lies with the first kind of its layer. */
  of(layer: string | undefined, shape: ShapeClass | undefined): string {
    const stem =
      (layer ?? '')
        .replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, '_')
        .trim()
        .slice(0, 60) || DEFAULT_LAYER;
    if (!shape) return this.#first.get(stem) ?? this.#new(stem, `${stem}/`, stem);
    const key = `${stem}/${shape.kind}${shape.hasHeight ? '_z' : ''}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const isFirst = !this.#first.has(stem);
    // What has no shape yet has no kind either: it takes the first that comes.
    const empty = this.#names.get(`${stem}/`);
    if (empty !== undefined) {
      this.#names.delete(`${stem}/`);
      this.#names.set(key, empty);
      return empty;
    }
    return this.#new(isFirst ? stem : `${stem}_${key.slice(stem.length + 1)}`, key, stem);
  }

  #new(wanted: string, key: string, stem: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name.toLowerCase()); number++) name = `${wanted}_${number}`;
    this.#taken.add(name.toLowerCase());
    this.#names.set(key, name);
    if (!this.#first.has(stem)) this.#first.set(stem, name);
    return name;
  }
}

/** The field of every cell that an entry can have. */
export function shapeFields(cells: ReadonlySet<string>): ReadonlyMap<string, string> {
  return fieldNames(cells, { bytes: MOST_NAME_BYTES });
}

/** A text as a field holds it: without blanks around it, and not longer than 254 bytes. */
export function fieldText(text: string): string {
  return cutText(text.replaceAll('\0', '').trim(), MOST_TEXT_BYTES).trimEnd();
}

type Texts = ReadonlyMap<string, string>;

/** What a shapefile holds of entries that are texts. */
export function heldShapes(entries: readonly Texts[]): Texts[] {
  const fields = shapeFields(new Set(entries.flatMap((texts) => [...texts.keys()])));
  const files = new FileNames();
  return entries.flatMap((texts) => {
    const attributes = [...texts].flatMap(([cell, text]): [string, string][] => {
      const field = fields.get(cell);
      const held = fieldText(text);
      return field === undefined || held === '' ? [] : [[NAMED_FIELDS[field] ?? PROPERTY + field, held]];
    });
    const geometry = geometryOfTexts(texts);
    const shapes = geometry ? shapesOf(geometry) : [];
    const layer = texts.get('layer');
    if (shapes.length === 0) return [new Map([...layerOf(files.of(layer, undefined)), ...attributes])];
    return shapes.map(
      (shape) => new Map([...layerOf(files.of(layer, classOf(shape))), ...attributes, ...textsOfShape(shape)]),
    );
  });
}

function layerOf(file: string): [string, string][] {
  return file === DEFAULT_LAYER ? [] : [['layer', file]];
}

function textsOfShape({ type, coordinates }: SinglePart): [string, string][] {
  if (type !== 'Point')
    return [
      ['geometry.type', type],
      ['geometry.coordinates', JSON.stringify(coordinates)],
    ];
  return ['longitude', 'latitude', 'elevation'].flatMap((name, axis): [string, string][] => {
    const number = (coordinates as Position)[axis];
    return number === undefined ? [] : [[name, String(number)]];
  });
}

/** Numbers in lists may be texts. */
export function geometryOfTexts(texts: Texts): Geometry | undefined {
  const [longitude, latitude, elevation] = ['longitude', 'latitude', 'elevation'].map((name) => texts.get(name));
  if (longitude !== undefined && latitude !== undefined)
    return {
      type: 'Point',
      coordinates: [longitude, latitude, ...(elevation === undefined ? [] : [elevation])].map(Number),
    };
  const type = texts.get('geometry.type');
  const parts = parsed(texts.get(type === 'GeometryCollection' ? 'geometry.geometries' : 'geometry.coordinates'));
  if (type === undefined || !Array.isArray(parts)) return undefined;
  return numeric(
    type === 'GeometryCollection' ? { type, geometries: parts } : { type, coordinates: parts },
  ) as Geometry;
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function numeric(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(numeric);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, name === 'type' ? each : numeric(each)]),
    );
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}
