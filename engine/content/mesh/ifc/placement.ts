import { corruptMesh } from '../failures.ts';
import { product, type Matrix } from '../model.ts';
import { scaled, translated } from '../transforms.ts';
import { numbersOf, type ExchangeFile, type Instance, type Value } from './part-21.ts';

type Vector = readonly [x: number, y: number, z: number];

/** Placements that stand within each other: storeys, elements and their parts. */
const MAX_DEPTH = 64;

const NOWHERE_ELSE = translated(0, 0, 0);

/** Where placements (ISO 16739-1, 8.9) put things, in the unit of the file. */
export class Placements {
  readonly #file: ExchangeFile;
  readonly #known = new Map<number, Matrix | undefined>();

  constructor(file: ExchangeFile) {
    this.#file = file;
  }

  /** From the coordinates of an object to those of the file; undefined where it is placed in another way, as along a line. */
  ofObject(reference: Value, depth = 0): Matrix | undefined {
    if (reference === undefined) return NOWHERE_ELSE;
    const placement = this.#file.instance(reference);
    if (placement?.type !== 'IFCLOCALPLACEMENT') return undefined;
    if (this.#known.has(placement.id)) return this.#known.get(placement.id);
    if (depth > MAX_DEPTH) throw corruptMesh('placements are within each other without end');
    const [within, own] = placement.values;
    const outer = this.ofObject(within, depth + 1);
    const matrix = outer && product(outer, this.ofAxes(own));
    this.#known.set(placement.id, matrix);
    return matrix;
  }

  /** Of an `IfcAxis2Placement2D` or `3D`. */
  ofAxes(reference: Value): Matrix | undefined {
    const placement = this.#file.instance(reference);
    if (!placement) return undefined;
    const { type, values } = placement;
    const origin = this.point(values[0]) ?? [0, 0, 0];
    if (type === 'IFCAXIS2PLACEMENT2D') {
      const x = this.direction(values[1]) ?? [1, 0, 0];
      return ofColumns(x, [-x[1], x[0], 0], [0, 0, 1], origin);
    }
    const z = this.direction(values[1]) ?? [0, 0, 1];
    const x = upright(this.direction(values[2]) ?? [1, 0, 0], z);
    return ofColumns(x, cross(z, x), z, origin);
  }

  /** Of an `IfcCartesianTransformationOperator3D`, whose axes may be mirrored and scaled; undefined where it cannot be told. */
  ofOperator(reference: Value): Matrix | undefined {
    const operator = this.#file.instance(reference);
    if (!operator?.type.startsWith('IFCCARTESIANTRANSFORMATIONOPERATOR3D')) return undefined;
    const [first, second, location, scale, third, scale2, scale3] = operator.values;
    const z = this.direction(third) ?? [0, 0, 1];
    const x = upright(this.direction(first) ?? [1, 0, 0], z);
    const given = this.direction(second);
    const y = given ? upright(upright(given, z), x) : cross(z, x);
    const size = numberOr(scale, 1);
    const axes = ofColumns(x, y, z, this.point(location) ?? [0, 0, 0]);
    return product(axes, scaled(size, numberOr(scale2, size), numberOr(scale3, size)));
  }

  /** Coordinates of an `IfcCartesianPoint`, with 0 for a third that it does not have. */
  point(reference: Value): Vector | undefined {
    const instance = this.#file.instance(reference);
    const numbers = instance?.type === 'IFCCARTESIANPOINT' ? numbersOf(instance.values[0]) : undefined;
    return numbers && numbers.length >= 2 ? [numbers[0]!, numbers[1]!, numbers[2] ?? 0] : undefined;
  }

  /** Of length 1. */
  direction(reference: Value): Vector | undefined {
    const instance: Instance | undefined = this.#file.instance(reference);
    const [x = 0, y = 0, z = 0] = numbersOf(instance?.values[0]) ?? [];
    return normalized([x, y, z]);
  }
}

function numberOr(value: Value, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function normalized([x, y, z]: Vector): Vector | undefined {
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length] : undefined;
}

/** A direction without what of it lies along an axis. */
function upright(direction: Vector, axis: Vector): Vector {
  const along = direction[0] * axis[0] + direction[1] * axis[1] + direction[2] * axis[2];
  const rest = normalized([
    direction[0] - along * axis[0],
    direction[1] - along * axis[1],
    direction[2] - along * axis[2],
  ]);
  if (rest) return rest;
  // It lies along the axis: any other will do.
  return Math.abs(axis[0]) < 0.9 ? upright([1, 0, 0], axis) : upright([0, 1, 0], axis);
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function ofColumns(x: Vector, y: Vector, z: Vector, origin: Vector): Matrix {
  return Float64Array.of(...x, 0, ...y, 0, ...z, 0, ...origin, 1);
}
