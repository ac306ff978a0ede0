import { transformBox } from '../../content/pages/geometry.ts';
import { IDENTITY, type Matrix } from '../../content/pages/matrix.ts';

/** A rectangle in page coordinates: points, y upwards. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export function holdsCentre(outer: Box, inner: Box): boolean {
  const x = (inner.left + inner.right) / 2;
  const y = (inner.bottom + inner.top) / 2;
  return x >= outer.left && x <= outer.right && y >= outer.bottom && y <= outer.top;
}

export function areaOf({ left, bottom, right, top }: Box): number {
  return Math.max(0, right - left) * Math.max(0, top - bottom);
}

/** What two boxes share; of those that do not meet, a box without an area. */
export function sharedBox(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  };
}

/** Area that two boxes share. */
export function sharedArea(one: Box, other: Box): number {
  return areaOf(sharedBox(one, other));
}

/** The box around what becomes of a box. */
export function boxThrough(box: Box, matrix: Matrix): Box {
  if (matrix === IDENTITY) return box;
  const { x0, y0, x1, y1 } = transformBox(matrix, { x0: box.left, y0: box.bottom, x1: box.right, y1: box.top });
  return { left: x0, bottom: y0, right: x1, top: y1 };
}
