import { corrupt, truncated } from '../failures.ts';
import type { Geometry, Position } from './features.ts';

/* Well-known binary (OGC 06-103r4, 8.2; ISO/IEC 13249-3), with the flags of PostGIS. */

const KINDS = {
  1: 'Point',
  2: 'LineString',
  3: 'Polygon',
  4: 'MultiPoint',
  5: 'MultiLineString',
  6: 'MultiPolygon',
  7: 'GeometryCollection',
} as const;
const CODES = Object.fromEntries(Object.entries(KINDS).map(([code, type]) => [type, Number(code)]));
const MOST_NESTED = 16;
const [FLAG_HEIGHT, FLAG_MEASURE, FLAG_SYSTEM] = [0x80000000, 0x40000000, 0x20000000];

export interface Wkb {
  readonly geometry?: Geometry;
  readonly measures: number;
  /** The number of a kind that is no geometry of points and straight lines: arcs, surfaces of triangles. */
  readonly foreign?: number;
}

/** Reads one geometry. What it claims is held against its length; `take` counts numbers. */
export function readWkb(bytes: Uint8Array, take: (count: number) => void): Wkb {
  const reader = new WkbReader(bytes, take);
  const geometry = reader.geometry(0);
  return {
    ...(geometry && reader.foreign === undefined && { geometry }),
    measures: reader.measures,
    ...(reader.foreign !== undefined && { foreign: reader.foreign }),
  };
}

class WkbReader {
  measures = 0;
  foreign: number | undefined;
  readonly #view: DataView;
  readonly #take: (count: number) => void;
  #at = 0;
  #isLittle = true;

  constructor(bytes: Uint8Array, take: (count: number) => void) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#take = take;
  }

  /** Undefined for an empty one, and for one of a kind that is told. */
  geometry(depth: number): Geometry | undefined {
    this.#take(1);
    if (depth > MOST_NESTED) throw corrupt('its geometries are nested too deep');
    this.#need(5);
    this.#isLittle = this.#view.getUint8(this.#at++) === 1;
    const code = this.#uint();
    if (code & FLAG_SYSTEM) this.#uint();
    const plain = code & 0x0fffffff;
    const thousands = Math.floor(plain / 1000);
    const hasHeight = (code & FLAG_HEIGHT) !== 0 || thousands === 1 || thousands === 3;
    const hasMeasure = (code & FLAG_MEASURE) !== 0 || thousands === 2 || thousands === 3;
    const type = KINDS[(plain % 1000) as keyof typeof KINDS];
    if (type === undefined || thousands > 3) {
      this.foreign = plain % 1000;
      return undefined;
    }
    const axes = { hasHeight, hasMeasure };
    if (type === 'Point') {
      const coordinates = this.#position(axes);
      // A point of what are no numbers is an empty one.
      return coordinates.slice(0, 2).some(Number.isNaN) ? undefined : { type, coordinates: checked(coordinates) };
    }
    if (type === 'LineString') return isEmpty({ type, coordinates: this.#positions(axes) });
    if (type === 'Polygon') return isEmpty({ type, coordinates: this.#list(4, () => this.#positions(axes)) });
    const parts = this.#list(5, () => this.geometry(depth + 1)).filter((part) => part !== undefined);
    if (parts.length === 0) return undefined;
    if (type === 'GeometryCollection') return { type, geometries: parts };
    if (parts.some((part) => `Multi${part.type}` !== type)) throw corrupt('a geometry has parts of another kind');
    return { type, coordinates: parts.map((part) => (part as { coordinates: unknown }).coordinates) } as Geometry;
  }

  #list<T>(leastBytes: number, item: () => T): T[] {
    const count = this.#uint();
    this.#need(count * leastBytes);
    const items: T[] = [];
    for (let index = 0; index < count && this.foreign === undefined; index++) items.push(item());
    return items;
  }

  #positions(axes: Axes): Position[] {
    return this.#list(16 + (axes.hasHeight ? 8 : 0) + (axes.hasMeasure ? 8 : 0), () => checked(this.#position(axes)));
  }

  #position({ hasHeight, hasMeasure }: Axes): Position {
    this.#take(2);
    const position = [this.#double(), this.#double()];
    if (hasHeight) position.push(this.#double());
    if (hasMeasure && Number.isFinite(this.#double())) this.measures++;
    // Where there is no height, some programs write what is no number.
    return Number.isNaN(position[2]) ? position.slice(0, 2) : position;
  }

  #uint(): number {
    this.#need(4);
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, this.#isLittle);
  }

  #double(): number {
    this.#need(8);
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, this.#isLittle);
  }

  #need(bytes: number): void {
    if (this.#at + bytes > this.#view.byteLength) throw truncated('a geometry is cut off');
  }
}

interface Axes {
  readonly hasHeight: boolean;
  readonly hasMeasure: boolean;
}

function checked(position: Position): Position {
  if (!position.every(Number.isFinite)) throw corrupt('a position is no pair of numbers');
  return position;
}

function isEmpty(geometry: Extract<Geometry, { coordinates: readonly unknown[] }>): Geometry | undefined {
  return geometry.coordinates.length === 0 ? undefined : geometry;
}

/** Writes a geometry, little endian; positions have three numbers where `hasHeight`. */
export function writeWkb(geometry: Geometry, hasHeight: boolean): Uint8Array {
  const numbers: { readonly bytes: 1 | 4 | 8; readonly value: number }[] = [];
  const put = (bytes: 1 | 4 | 8, value: number): void => void numbers.push({ bytes, value });
  const begin = (type: Geometry['type']): void => {
    put(1, 1);
    put(4, CODES[type]! + (hasHeight ? 1000 : 0));
  };
  // A position without a height among others has one that is no number.
  const position = ([x = 0, y = 0, z = Number.NaN]: Position): void => {
    for (const number of hasHeight ? [x, y, z] : [x, y]) put(8, number);
  };
  const line = (positions: readonly Position[]): void => {
    put(4, positions.length);
    for (const each of positions) position(each);
  };
  const add = (each: Geometry): void => {
    begin(each.type);
    if (each.type === 'Point') return position(each.coordinates);
    if (each.type === 'LineString') return line(each.coordinates);
    if (each.type === 'GeometryCollection') {
      put(4, each.geometries.length);
      for (const part of each.geometries) add(part);
      return;
    }
    put(4, each.coordinates.length);
    if (each.type === 'Polygon') for (const ring of each.coordinates) line(ring);
    else
      for (const coordinates of each.coordinates)
        add({ type: each.type.slice('Multi'.length), coordinates } as unknown as Geometry);
  };
  add(geometry);
  const view = new DataView(new ArrayBuffer(numbers.reduce((sum, { bytes }) => sum + bytes, 0)));
  let at = 0;
  for (const { bytes, value } of numbers) {
    if (bytes === 1) view.setUint8(at, value);
    else if (bytes === 4) view.setUint32(at, value, true);
    else view.setFloat64(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}
