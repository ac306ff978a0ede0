import { placedPoints, product, type Matrix } from '../model.ts';
import { translated } from '../transforms.ts';
import { listOf, numbersOf, Reference, type ExchangeFile, type Instance, type Value } from './part-21.ts';
import type { Placements } from './placement.ts';

/** What the file says of the room that a body takes. */
export interface DeclaredBody {
  /** Least and greatest coordinates, in the unit of the file. */
  readonly box: readonly number[];
  /** Whether something is cut away from it: it may then be smaller. */
  readonly isCut: boolean;
}

/** Bodies within each other: what is mapped, cut, and mapped again. */
const MAX_DEPTH = 24;
/** Of all elements together, points and items: more are not looked at, since bodies may be copied any number of times. */
const MAX_STEPS = 20_000_000;
/** What reading an item counts beside its points: it takes as long as so many. */
const ITEM_STEPS = 100;

/** Collects the outermost points of the bodies of one element. */
class Extent {
  readonly box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  isCut = false;

  add(points: Float64Array, transform: Matrix | undefined): void {
    const placed = placedPoints(points, transform);
    for (let at = 0; at < placed.length; at++) {
      const axis = at % 3;
      this.box[axis] = Math.min(this.box[axis]!, placed[at]!);
      this.box[axis + 3] = Math.max(this.box[axis + 3]!, placed[at]!);
    }
  }
}

/**
 * Reads how far bodies reach from their declared points and lengths: extrusions of straight outlines, faceted and tessellated
 * bodies, what is cut from them, and copies of them (ISO 16739-1, 8.8). Of round and free surfaces it knows nothing.
 */
export class Bodies {
  readonly #file: ExchangeFile;
  readonly #placements: Placements;
  #steps = 0;

  constructor(file: ExchangeFile, placements: Placements) {
    this.#file = file;
    this.#placements = placements;
  }

  /** Of the items of representations where an object is placed; undefined where one of them is of a kind that is not read. */
  extentOf(items: readonly Instance[], transform: Matrix | undefined): DeclaredBody | undefined {
    const extent = new Extent();
    const isKnown = items.length > 0 && items.every((item) => this.#add(item, transform, extent, 0));
    return isKnown && extent.box.every(Number.isFinite) ? { box: extent.box, isCut: extent.isCut } : undefined;
  }

  /** False where the item cannot be told. */
  #add({ type, values }: Instance, transform: Matrix | undefined, extent: Extent, depth: number): boolean {
    this.#steps += ITEM_STEPS;
    if (depth > MAX_DEPTH || this.#steps > MAX_STEPS) return false;
    const file = this.#file;
    switch (type) {
      case 'IFCEXTRUDEDAREASOLID':
        return this.#addExtrusion(values, transform, extent);
      case 'IFCFACETEDBREP':
      case 'IFCFACETEDBREPWITHVOIDS':
        return this.#addShells([values[0]], transform, extent);
      case 'IFCSHELLBASEDSURFACEMODEL':
      case 'IFCFACEBASEDSURFACEMODEL':
        return this.#addShells(listOf(values[0]), transform, extent);
      case 'IFCTRIANGULATEDFACESET':
      case 'IFCPOLYGONALFACESET':
        return this.#addFaceSet(type, values, transform, extent);
      case 'IFCBOOLEANCLIPPINGRESULT':
      case 'IFCBOOLEANRESULT': {
        const first = file.instance(values[1]);
        extent.isCut = true;
        return values[0] === '.DIFFERENCE.' && !!first && this.#add(first, transform, extent, depth + 1);
      }
      case 'IFCMAPPEDITEM': {
        const map = file.instance(values[0]);
        const target = this.#placements.ofOperator(values[1]);
        const mapped = file.instance(map?.values[1]);
        if (!map || !target || !mapped) return false;
        const placed = product(product(transform, target), this.#placements.ofAxes(map.values[0]));
        const items = listOf(mapped.values[3]);
        return (
          items.length > 0 &&
          items.every((item) => {
            const inner = file.instance(item);
            return inner !== undefined && this.#add(inner, placed, extent, depth + 1);
          })
        );
      }
      default:
        return false;
    }
  }

  /** False where there are too many. */
  #addPoints(points: Float64Array, transform: Matrix | undefined, extent: Extent): boolean {
    this.#steps += points.length / 3;
    if (this.#steps > MAX_STEPS) return false;
    extent.add(points, transform);
    return true;
  }

  #addExtrusion(
    [profile, position, direction, depth]: readonly Value[],
    transform: Matrix | undefined,
    extent: Extent,
  ): boolean {
    const outline = this.#outlineOf(this.#file.instance(profile));
    const along = this.#placements.direction(direction);
    if (!outline || !along || typeof depth !== 'number') return false;
    const placed = product(transform, this.#placements.ofAxes(position));
    const [x, y, z] = along.map((value) => value * depth) as [number, number, number];
    return (
      this.#addPoints(outline, placed, extent) && this.#addPoints(outline, product(placed, translated(x, y, z)), extent)
    );
  }

  /** Corners of a profile with straight sides, in its plane. */
  #outlineOf(profile: Instance | undefined): Float64Array | undefined {
    if (!profile) return undefined;
    const { type, values } = profile;
    if (type === 'IFCRECTANGLEPROFILEDEF') {
      const [width, height] = [values[3], values[4]];
      if (typeof width !== 'number' || typeof height !== 'number') return undefined;
      const [x, y] = [width / 2, height / 2];
      return placedPoints(Float64Array.of(-x, -y, 0, x, -y, 0, x, y, 0, -x, y, 0), this.#placements.ofAxes(values[2]));
    }
    const isOutline = type === 'IFCARBITRARYCLOSEDPROFILEDEF' || type === 'IFCARBITRARYPROFILEDEFWITHVOIDS';
    return isOutline ? this.#curveOf(this.#file.instance(values[2])) : undefined;
  }

  #curveOf(curve: Instance | undefined): Float64Array | undefined {
    if (curve?.type === 'IFCPOLYLINE') return this.#pointsOf(listOf(curve.values[0]));
    const isArc = (segment: Value): boolean => listOf(segment).some((places) => listOf(places).length > 2);
    // A segment of more than two points may be an arc: types of values are not kept.
    if (curve?.type !== 'IFCINDEXEDPOLYCURVE' || isArc(curve.values[1])) return undefined;
    return this.#listed(curve.values[0]);
  }

  #pointsOf(references: readonly Value[]): Float64Array | undefined {
    const points = new Float64Array(references.length * 3);
    for (const [index, reference] of references.entries()) {
      const point = this.#placements.point(reference);
      if (!point) return undefined;
      points.set(point, index * 3);
    }
    return points;
  }

  /** Of an `IfcCartesianPointList2D` or `3D`. */
  #listed(reference: Value): Float64Array | undefined {
    const points = listOf(this.#file.instance(reference)?.values[0]);
    const placed = new Float64Array(points.length * 3);
    for (const [index, point] of points.entries()) placed.set((numbersOf(point) ?? []).slice(0, 3), index * 3);
    return points.length > 0 ? placed : undefined;
  }

  #addShells(shells: readonly Value[], transform: Matrix | undefined, extent: Extent): boolean {
    for (const shell of this.#file.instances(shells)) {
      for (const face of this.#file.instances(shell.values[0])) {
        if (face.type !== 'IFCFACE') return false;
        for (const bound of this.#file.instances(face.values[0])) {
          const loop = this.#file.instance(bound.values[0]);
          const points = loop?.type === 'IFCPOLYLOOP' ? this.#pointsOf(listOf(loop.values[0])) : undefined;
          if (!points || !this.#addPoints(points, transform, extent)) return false;
        }
      }
    }
    return true;
  }

  /** The points that faces use: a list may have more. */
  #addFaceSet(type: string, values: readonly Value[], transform: Matrix | undefined, extent: Extent): boolean {
    const points = this.#listed(values[0]);
    if (!points) return false;
    const faces =
      type === 'IFCTRIANGULATEDFACESET'
        ? listOf(values[3])
        : this.#file.instances(values[2]).map((face) => face.values[0]);
    const order = values[type === 'IFCTRIANGULATEDFACESET' ? 4 : 3];
    const numbers = numbersOf(order) ?? [];
    const places = new Set<number>();
    for (const face of faces)
      for (const place of numbersOf(face) ?? []) places.add((numbers.length > 0 ? numbers[place - 1]! : place) - 1);
    const used = new Float64Array(places.size * 3);
    let at = 0;
    for (const place of places) {
      if (!(place >= 0 && place * 3 < points.length)) return false;
      used.set(points.subarray(place * 3, place * 3 + 3), at);
      at += 3;
    }
    return this.#addPoints(used, transform, extent);
  }
}

/** Numbers of the instances that a list names. */
export function idsOf(list: Value): number[] {
  return listOf(list).flatMap((value) => (value instanceof Reference ? [value.id] : []));
}
