import { product, type Matrix } from '../model.ts';
import { rotated, scaled, translated } from '../transforms.ts';
import { numbersIn, valueOf } from './values.ts';
import type { Prim } from './layer.ts';

const AXES = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] } as const;

/**
 * From the coordinates of a prim to those of its parent, by the order of its operations; absent for the identity. Matrices are
 * those of points in rows: their numbers, row by row, are ours by columns.
 */
export function transformOf(prim: Prim): Matrix | undefined {
  const order = valueOf(prim, 'xformOpOrder');
  let transform: Matrix | undefined;
  for (const name of Array.isArray(order) ? (order as readonly unknown[]) : []) {
    if (typeof name !== 'string' || name === '!resetXformStack!') continue;
    const isInverse = name.startsWith('!invert!');
    const operation = operationOf(prim, isInverse ? name.slice('!invert!'.length) : name, isInverse);
    transform = product(transform, operation);
  }
  return transform;
}

function operationOf(prim: Prim, name: string, isInverse: boolean): Matrix | undefined {
  const kind = name.split(':')[1] ?? '';
  const numbers = numbersIn(valueOf(prim, name));
  const [x = 0, y = 0, z = 0, w = 0] = numbers ?? [];
  const turn = isInverse ? -1 : 1;
  if (kind === 'transform') return numbers?.length === 16 ? (isInverse ? inverse(numbers) : numbers) : undefined;
  if (!numbers || !numbers.every(Number.isFinite)) return undefined;
  if (kind === 'translate') return translated(turn * x, turn * y, turn * z);
  if (kind === 'scale') return isInverse ? scaled(1 / x, 1 / y, 1 / z) : scaled(x, y, z);
  if (kind === 'orient') return ofQuaternion(x, turn * y, turn * z, turn * w);
  const axes = /^rotate([XYZ]{1,3})$/.exec(kind)?.[1];
  if (axes === undefined) return undefined;
  // The first axis is the first to be turned around; angles are those of the axes, or that of the only one.
  const angles = axes.length === 1 ? [x] : [...axes].map((axis) => ({ X: x, Y: y, Z: z })[axis]!);
  const turns = [...axes].map((axis, index) => {
    const [a, b, c] = AXES[axis as keyof typeof AXES];
    return rotated(a, b, c, turn * angles[index]!);
  });
  if (!isInverse) turns.reverse();
  return turns.reduce((all, one) => product(all, one)!);
}

/** Of a quaternion whose real part is first. */
function ofQuaternion(w: number, x: number, y: number, z: number): Matrix {
  const length = Math.hypot(w, x, y, z) || 1;
  const [a, b, c, d] = [w / length, x / length, y / length, z / length];
  return Float64Array.of(
    ...[1 - 2 * (c * c + d * d), 2 * (b * c + a * d), 2 * (b * d - a * c), 0],
    ...[2 * (b * c - a * d), 1 - 2 * (b * b + d * d), 2 * (c * d + a * b), 0],
    ...[2 * (b * d + a * c), 2 * (c * d - a * b), 1 - 2 * (b * b + c * c), 0],
    ...[0, 0, 0, 1],
  );
}

/** Of a matrix that keeps lines parallel; undefined where it flattens. */
function inverse(matrix: Matrix): Matrix | undefined {
  const [a, b, c, , d, e, f, , g, h, i, , x, y, z] = matrix as unknown as number[];
  const cofactors = [
    [e! * i! - f! * h!, c! * h! - b! * i!, b! * f! - c! * e!],
    [f! * g! - d! * i!, a! * i! - c! * g!, c! * d! - a! * f!],
    [d! * h! - e! * g!, b! * g! - a! * h!, a! * e! - b! * d!],
  ];
  const size = a! * cofactors[0]![0]! + d! * cofactors[0]![1]! + g! * cofactors[0]![2]!;
  if (size === 0) return undefined;
  const turned = new Float64Array(16);
  turned[15] = 1;
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < 3; row++) turned[column * 4 + row] = cofactors[column]![row]! / size;
  return product(turned, translated(-x!, -y!, -z!));
}
