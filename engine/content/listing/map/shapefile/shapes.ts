import { viewOf } from '../../../../io/bytes.ts';
import { corrupt, truncated, type ValueBudget } from '../../failures.ts';
import type { Geometry, Position } from '../features.ts';
import { polygonsOfRings } from '../rings.ts';

/* ESRI Shapefile Technical Description, July 1998. */

export const FILE_CODE = 9994;
export const VERSION = 1000;
export const HEADER_BYTES = 100;
export const RECORD_HEADER_BYTES = 8;

/** Kinds of shapes; those with heights are 10 higher, those with measures 20. */
export const SHAPES = { none: 0, point: 1, line: 3, polygon: 5, multipoint: 8, patches: 31 } as const;
/** Below, a measure is none (page 2). */
const NO_MEASURE = -1e38;
/** Kinds of parts of a surface that are rings (page 22); the others are strips and fans of triangles. */
const FIRST_RING = 2;

export interface Shapes {
  /** In the order of the records; undefined for a shape of nothing. */
  readonly geometries: readonly (Geometry | undefined)[];
  /** Positions that have a measure beside their place. */
  readonly measures: number;
}

/** The shapes of a .shp file. What a record claims is held against its length before anything is read. */
export function readShapes(bytes: Uint8Array, budget: ValueBudget): Shapes {
  const view = viewOf(bytes);
  if (bytes.byteLength < HEADER_BYTES || view.getInt32(0) !== FILE_CODE) throw corrupt('it is no shapefile');
  const declared = view.getInt32(24) * 2;
  if (declared > bytes.byteLength) throw truncated('shapes are missing', { bytes: bytes.byteLength, declared });
  const end = declared >= HEADER_BYTES ? declared : bytes.byteLength;
  const reader = new ShapeReader(budget);
  const geometries: (Geometry | undefined)[] = [];
  for (let at = HEADER_BYTES; at + RECORD_HEADER_BYTES + 4 <= end;) {
    const size = view.getInt32(at + 4) * 2;
    const start = at + RECORD_HEADER_BYTES;
    if (size < 4) throw corrupt(`record ${geometries.length + 1} has no content`, { record: geometries.length + 1 });
    if (start + size > bytes.byteLength) throw truncated('a shape is cut off', { record: geometries.length + 1 });
    geometries.push(reader.shape(new DataView(view.buffer, view.byteOffset + start, size)));
    at = start + size;
  }
  return { geometries, measures: reader.measures };
}

class ShapeReader {
  measures = 0;
  readonly #budget: ValueBudget;

  constructor(budget: ValueBudget) {
    this.#budget = budget;
  }

  shape(view: DataView): Geometry | undefined {
    this.#budget.take(1);
    const code = view.getInt32(0, true);
    if (code === SHAPES.none) return undefined;
    const isSurface = code === SHAPES.patches;
    const kind = isSurface ? code : code % 10;
    const hasHeight = isSurface || (code >= 11 && code <= 18);
    const hasMeasure = isSurface || code >= 11;
    const isKnown = isSurface || (code > 0 && code <= 28);
    if (isKnown && kind === SHAPES.point) return this.#point(view, hasHeight, hasMeasure);
    if (isKnown && kind === SHAPES.multipoint) return this.#points(view, hasHeight, hasMeasure);
    if (isKnown && (kind === SHAPES.line || kind === SHAPES.polygon || isSurface))
      return this.#parts(view, kind, { hasHeight, hasMeasure });
    throw corrupt(`it has shapes of the unknown kind ${code}`, { kind: code });
  }

  #point(view: DataView, hasHeight: boolean, hasMeasure: boolean): Geometry | undefined {
    const wanted = 4 + 16 + (hasHeight ? 8 : 0);
    require(view, wanted);
    this.#budget.take(2);
    const position = [view.getFloat64(4, true), view.getFloat64(12, true)];
    // A point without a place is written as one that is not a number.
    if (position.some(Number.isNaN)) return undefined;
    if (hasHeight) position.push(view.getFloat64(20, true));
    if (hasMeasure && wanted + 8 <= view.byteLength && isMeasure(view.getFloat64(wanted, true))) this.measures++;
    return { type: 'Point', coordinates: checked(position) };
  }

  #points(view: DataView, hasHeight: boolean, hasMeasure: boolean): Geometry | undefined {
    require(view, 40);
    const count = view.getUint32(36, true);
    const coordinates = this.#positions(view, { at: 40, count, hasHeight, hasMeasure });
    return count === 0 ? undefined : { type: 'MultiPoint', coordinates };
  }

  #parts(
    view: DataView,
    kind: number,
    { hasHeight, hasMeasure }: { readonly hasHeight: boolean; readonly hasMeasure: boolean },
  ): Geometry | undefined {
    require(view, 44);
    const [partCount, count] = [view.getUint32(36, true), view.getUint32(40, true)];
    const isSurface = kind === SHAPES.patches;
    const at = 44 + partCount * (isSurface ? 8 : 4);
    require(view, at + 16 * count);
    if (partCount > count) throw corrupt('a shape has more parts than positions');
    const starts = Array.from({ length: partCount }, (_, index) => view.getUint32(44 + 4 * index, true));
    if (starts.some((start, index) => start > count || (index > 0 && start < starts[index - 1]!)))
      throw corrupt('the parts of a shape are out of order');
    if (isSurface && starts.some((_, index) => view.getUint32(44 + 4 * (partCount + index), true) < FIRST_RING))
      throw corrupt('it has surfaces of triangles, which are no map');
    const positions = this.#positions(view, { at, count, hasHeight, hasMeasure });
    const lines = starts
      .map((start, index) => positions.slice(start, starts[index + 1] ?? count))
      .filter((line) => line.length > 0);
    if (lines.length === 0) return undefined;
    if (kind === SHAPES.line)
      return lines.length === 1
        ? { type: 'LineString', coordinates: lines[0]! }
        : { type: 'MultiLineString', coordinates: lines };
    const polygons = polygonsOfRings(lines, (steps) => this.#budget.take(steps / STEPS_A_VALUE));
    return polygons.length === 1
      ? { type: 'Polygon', coordinates: polygons[0]! }
      : { type: 'MultiPolygon', coordinates: polygons };
  }

  #positions(
    view: DataView,
    parts: { readonly at: number; readonly count: number; readonly hasHeight: boolean; readonly hasMeasure: boolean },
  ): Position[] {
    const { at, count, hasHeight, hasMeasure } = parts;
    // Heights and measures follow with their range before them; measures may be left out.
    const heightsAt = at + 16 * count + 16;
    const measuresAt = hasHeight ? heightsAt + 8 * count + 16 : heightsAt;
    require(view, hasHeight ? heightsAt + 8 * count : at + 16 * count);
    this.#budget.take(2 * count);
    if (hasMeasure && measuresAt + 8 * count <= view.byteLength)
      for (let index = 0; index < count; index++)
        if (isMeasure(view.getFloat64(measuresAt + 8 * index, true))) this.measures++;
    return Array.from({ length: count }, (_, index) => {
      const place = at + 16 * index;
      const position = [view.getFloat64(place, true), view.getFloat64(place + 8, true)];
      if (hasHeight) position.push(view.getFloat64(heightsAt + 8 * index, true));
      return checked(position);
    });
  }
}

/** Looking where a hole lies takes far less than a value does. */
const STEPS_A_VALUE = 50;

function require(view: DataView, bytes: number): void {
  if (bytes > view.byteLength) throw corrupt('a shape has more positions than its record holds');
}

function isMeasure(value: number): boolean {
  return value > NO_MEASURE && value !== 0;
}

function checked(position: Position): Position {
  if (!position.every(Number.isFinite)) throw corrupt('a position is no pair of numbers');
  return position;
}
