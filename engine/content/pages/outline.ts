import type { Box } from './geometry.ts';
import { applyMatrix, type Matrix, type Point } from './matrix.ts';
import { short } from './painter/numbers.ts';

/** A path in the coordinates in which it is written. */
export interface Outline {
  /** As SVG writes it. */
  readonly data: string;
  /** Around all of its points, those that steer curves included. */
  readonly box: Box;
  /** It is an upright rectangle and nothing else. */
  readonly isRectangle: boolean;
  readonly segments: number;
}

/** Drawing codes of pdf.js's paths, and the points that follow each. */
const CLOSE = 4;
const COMMANDS = [
  { letter: 'M', points: 1 },
  { letter: 'L', points: 1 },
  { letter: 'C', points: 3 },
  { letter: 'Q', points: 2 },
  { letter: 'Z', points: 0 },
] as const;
type PathLetter = (typeof COMMANDS)[number]['letter'];

/** Calls `visit` with each part of a path of pdf.js, moved by a matrix; unknown codes and missing points end it. */
export function tracePath(
  path: ArrayLike<number>,
  matrix: Matrix,
  visit: (letter: PathLetter, points: readonly Point[]) => void,
): void {
  for (let at = 0; at < path.length;) {
    const command = COMMANDS[path[at++]!];
    if (!command || at + 2 * command.points > path.length) return;
    const points: Point[] = [];
    for (let point = 0; point < command.points; point++, at += 2)
      points.push(applyMatrix(matrix, path[at]!, path[at + 1]!));
    visit(command.letter, points);
  }
}

/** A path of pdf.js, moved by a matrix. */
export function outlineOf(path: ArrayLike<number>, matrix: Matrix): Outline {
  const corners: Point[] = [];
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  let data = '';
  let segments = 0;
  let isStraight = true;
  tracePath(path, matrix, (letter, points) => {
    segments++;
    data += letter;
    isStraight &&= points.length < 2;
    for (const point of points) {
      const [x, y] = point;
      box.x0 = Math.min(box.x0, x);
      box.y0 = Math.min(box.y0, y);
      box.x1 = Math.max(box.x1, x);
      box.y1 = Math.max(box.y1, y);
      if (segments <= MOST_OF_RECTANGLE) corners.push(point);
      data += point === points[0] ? `${short(x)} ${short(y)}` : ` ${short(x)} ${short(y)}`;
    }
  });
  const isRectangle = isStraight && segments <= MOST_OF_RECTANGLE && isUpright(corners, path[0] === 0, path);
  return { data, box, isRectangle, segments };
}

/** A start, three or four lines, and an end. */
const MOST_OF_RECTANGLE = 6;

function isUpright(points: readonly Point[], startsOnce: boolean, path: ArrayLike<number>): boolean {
  const [first, , , fourth, fifth] = points;
  if (!startsOnce || points.length < 4 || points.length > 5) return false;
  if (fifth && !isSame(fifth, first!)) return false;
  if (startsAgain(path)) return false;
  const corners = points.slice(0, 4);
  const edges = corners.map((corner, index) => directionOf(corner, corners[(index + 1) % 4]!));
  return fourth !== undefined && edges.every((edge, index) => edge !== undefined && edge !== edges[(index + 1) % 4]);
}

/** A second start within the codes of a path of straight lines. */
function startsAgain(path: ArrayLike<number>): boolean {
  for (let at = 3; at < path.length; at += path[at] === CLOSE ? 1 : 3) if (path[at] === 0) return true;
  return false;
}

function directionOf([x, y]: Point, [toX, toY]: Point): 'level' | 'upright' | undefined {
  if (Math.abs(y - toY) < NEAR) return 'level';
  return Math.abs(x - toX) < NEAR ? 'upright' : undefined;
}

function isSame([x, y]: Point, [otherX, otherY]: Point): boolean {
  return Math.abs(x - otherX) < NEAR && Math.abs(y - otherY) < NEAR;
}

/** Points. */
const NEAR = 1e-3;

export function boxPath({ x0, y0, x1, y1 }: Box): string {
  return `M${short(x0)} ${short(y0)}H${short(x1)}V${short(y1)}H${short(x0)}Z`;
}

/** The path of a rectangle in pdf.js's codes. */
export function rectanglePath({ x0, y0, x1, y1 }: Box): readonly number[] {
  return [0, x0, y0, 1, x1, y0, 1, x1, y1, 1, x0, y1, 4];
}
