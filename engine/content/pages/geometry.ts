import type { Matrix, Point } from './matrix.ts';

export { applyMatrix, IDENTITY, invert, type Matrix, matrixOf, multiply, type Point } from './matrix.ts';

/** Upright rectangle in points; the origin is the top left corner of the page and y grows downwards. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export function boundingBox(points: Iterable<Point>): Box {
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (const [x, y] of points) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return { x0, y0, x1, y1 };
}

/** Upright box around a transformed rectangle. */
export function transformBox([a, b, c, d, e, f]: Matrix, { x0, y0, x1, y1 }: Box): Box {
  return {
    x0: Math.min(a * x0, a * x1) + Math.min(c * y0, c * y1) + e,
    y0: Math.min(b * x0, b * x1) + Math.min(d * y0, d * y1) + f,
    x1: Math.max(a * x0, a * x1) + Math.max(c * y0, c * y1) + e,
    y1: Math.max(b * x0, b * x1) + Math.max(d * y0, d * y1) + f,
  };
}

/** Common part of two boxes (inverted when they do not meet); a missing box sets no limit. */
export function intersect<A extends Box | undefined>(a: A, b: Box | undefined): A | Box {
  if (!a || !b) return (a ?? b) as A | Box;
  return {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  };
}

export function isEmpty({ x0, y0, x1, y1 }: Box): boolean {
  return !(x1 > x0 && y1 > y0);
}

/** Smallest box around all of them; undefined for none. */
export function unionOf(boxes: Iterable<Box>): Box | undefined {
  let union: { x0: number; y0: number; x1: number; y1: number } | undefined;
  for (const { x0, y0, x1, y1 } of boxes) {
    if (!union) {
      union = { x0, y0, x1, y1 };
      continue;
    }
    union.x0 = Math.min(union.x0, x0);
    union.y0 = Math.min(union.y0, y0);
    union.x1 = Math.max(union.x1, x1);
    union.y1 = Math.max(union.y1, y1);
  }
  return union;
}

export const widthOf = (box: Box): number => box.x1 - box.x0;
export const heightOf = (box: Box): number => box.y1 - box.y0;
export const areaOf = (box: Box): number => Math.max(0, widthOf(box)) * Math.max(0, heightOf(box));
export const middleX = (box: Box): number => (box.x0 + box.x1) / 2;
export const middleY = (box: Box): number => (box.y0 + box.y1) / 2;

/** Common length of two intervals; negative is their distance. */
export function overlap(a0: number, a1: number, b0: number, b1: number): number {
  return Math.min(a1, b1) - Math.max(a0, b0);
}

export const overlapX = (a: Box, b: Box): number => overlap(a.x0, a.x1, b.x0, b.x1);
export const overlapY = (a: Box, b: Box): number => overlap(a.y0, a.y1, b.y0, b.y1);

/** Whether the centre of `inner` lies in `outer`, enlarged by `margin` points. */
export function centreInside(inner: Box, outer: Box, margin = 0): boolean {
  const x = middleX(inner);
  const y = middleY(inner);
  return x >= outer.x0 - margin && x <= outer.x1 + margin && y >= outer.y0 - margin && y <= outer.y1 + margin;
}

/** Whether `inner` lies in `outer`, enlarged by `margin` points. */
export function contains(outer: Box, inner: Box, margin = 0): boolean {
  return (
    inner.x0 >= outer.x0 - margin &&
    inner.x1 <= outer.x1 + margin &&
    inner.y0 >= outer.y0 - margin &&
    inner.y1 <= outer.y1 + margin
  );
}

/** Middle value (the upper one of an even count), 0 for an empty list. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
