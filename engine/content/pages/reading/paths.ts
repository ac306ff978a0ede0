import { applyMatrix, type Matrix, type Point } from '../geometry.ts';

/** One subpath in page points. Curves count with their end points. */
export interface Subpath {
  readonly points: readonly Point[];
  readonly curved: boolean;
}

// Drawing codes of pdf.js's path data and how many numbers follow each.
const MOVE = 0;
const LINE = 1;
const CUBIC = 2;
const QUADRATIC = 3;
const CLOSE = 4;

/** Splits the path data of a constructPath operator into subpaths; unknown codes end the reading. */
export function readSubpaths(data: ArrayLike<number>, ctm: Matrix): Subpath[] {
  const subpaths: { points: Point[]; curved: boolean }[] = [];
  let current: { points: Point[]; curved: boolean } | undefined;
  const pointAt = (index: number): Point => applyMatrix(ctm, data[index] ?? 0, data[index + 1] ?? 0);
  for (let index = 0; index < data.length;) {
    const code = data[index++];
    if (code === MOVE) {
      current = { points: [pointAt(index)], curved: false };
      subpaths.push(current);
      index += 2;
    } else if (code === LINE) {
      current?.points.push(pointAt(index));
      index += 2;
    } else if (code === CUBIC || code === QUADRATIC) {
      const numbers = code === CUBIC ? 6 : 4;
      if (current) {
        current.points.push(pointAt(index + numbers - 2));
        current.curved = true;
      }
      index += numbers;
    } else if (code === CLOSE) {
      const first = current?.points[0];
      if (first) current?.points.push(first);
    } else {
      break;
    }
  }
  return subpaths;
}

/** Whether the points are the corners of an upright rectangle (tolerance 0.6 pt). */
export function isUprightRectangle(points: readonly Point[]): boolean {
  if (points.length < 4 || points.length > 6) return false;
  return points.every(([x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length]!;
    return Math.abs(x - nextX) < 0.6 || Math.abs(y - nextY) < 0.6;
  });
}
