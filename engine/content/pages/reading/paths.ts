import type { Matrix, Point } from '../matrix.ts';
import { tracePath } from '../outline.ts';

/** One subpath in page points. Curves count with their end points. */
export interface Subpath {
  readonly points: readonly Point[];
  readonly curved: boolean;
}

/** The subpaths of a path of pdf.js. */
export function readSubpaths(path: ArrayLike<number>, ctm: Matrix): Subpath[] {
  const subpaths: { points: Point[]; curved: boolean }[] = [];
  tracePath(path, ctm, (letter, points) => {
    const current = subpaths.at(-1);
    if (letter === 'M') subpaths.push({ points: [...points], curved: false });
    else if (letter === 'Z') current?.points.push(current.points[0]!);
    else if (current) {
      current.points.push(points.at(-1)!);
      current.curved ||= letter !== 'L';
    }
  });
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
