/* Curves as cubic Bézier splines, which stay what they are under every affine map. */

export type Point = readonly [x: number, y: number];
/** x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
/** A line to a point, or a curve by its two control points and its end. */
export type Segment = readonly [end: Point] | readonly [control1: Point, control2: Point, end: Point];
export interface Path {
  readonly start: Point;
  readonly segments: readonly Segment[];
  readonly isClosed: boolean;
}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The map that does `inner` first. */
export function combined(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [p, q, r, s, t, u] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

export function mapped([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

export function mapPath(matrix: Matrix, { start, segments, isClosed }: Path): Path {
  return {
    start: mapped(matrix, start),
    segments: segments.map((segment) => segment.map((point) => mapped(matrix, point)) as unknown as Segment),
    isClosed,
  };
}

export type Direction = readonly [x: number, y: number, z: number];

/** The axes of the plane of an entity in the coordinates of the drawing: the arbitrary ones of its extrusion, which is the last. */
export function axesOf([nx, ny, nz]: Direction): readonly [across: Direction, up: Direction, normal: Direction] {
  const length = Math.hypot(nx, ny, nz);
  if (length === 0 || (nx === 0 && ny === 0 && nz > 0)) return WORLD;
  const [x, y, z] = [nx / length, ny / length, nz / length];
  const isUpright = Math.abs(x) < 1 / 64 && Math.abs(y) < 1 / 64;
  const across = isUpright ? unit([z, 0, -x]) : unit([-y, x, 0]);
  const up = unit([y * across[2] - z * across[1], z * across[0] - x * across[2], x * across[1] - y * across[0]]);
  return [across, up, [x, y, z]];
}

const WORLD = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** The plane of an entity as it is seen from above, at its elevation. */
export function planeOf(extrusion: Direction, elevation: number): Matrix {
  const [across, up, [x, y]] = axesOf(extrusion);
  return [across[0], across[1], up[0], up[1], x * elevation, y * elevation];
}

function unit([x, y, z]: Direction): Direction {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

export function pathOfPoints(points: readonly Point[], isClosed: boolean): Path {
  return { start: points[0] ?? [0, 0], segments: points.slice(1).map((point) => [point]), isClosed };
}

/** Straight lines that a curve between two points becomes: of a circle, which has four curves, 64. */
const LINES_OF_CURVE = 16;

/** How many straight lines a path becomes. */
export function linesOfPath({ segments }: Path): number {
  return segments.reduce((sum, segment) => sum + (segment.length === 1 ? 1 : LINES_OF_CURVE), 0);
}

/** A path as the ends of straight lines. */
export function pointsOfPath({ start, segments }: Path): Point[] {
  const points: Point[] = [start];
  for (const segment of segments) {
    const from = points.at(-1)!;
    if (segment.length === 1) points.push(segment[0]);
    else for (let step = 1; step <= LINES_OF_CURVE; step++) points.push(pointOf(from, segment, step / LINES_OF_CURVE));
  }
  return points;
}

function pointOf(from: Point, [first, second, to]: readonly [Point, Point, Point], at: number): Point {
  const left = 1 - at;
  const shares = [left ** 3, 3 * left * left * at, 3 * left * at * at, at ** 3] as const;
  const along = (axis: 0 | 1): number =>
    shares[0] * from[axis] + shares[1] * first[axis] + shares[2] * second[axis] + shares[3] * to[axis];
  return at === 1 ? to : [along(0), along(1)];
}

/**
 * A part of an ellipse: from one angle to another (radians, counter-clockwise where the second is larger), along `major`
 * and, a quarter further, along `minor`.
 */
export function arcPath(
  [cx, cy]: Point,
  { major, minor }: { readonly major: Point; readonly minor: Point },
  [from, to]: readonly [number, number],
): Path {
  const at = (angle: number, cos = Math.cos(angle), sin = Math.sin(angle)): Point => [
    cx + cos * major[0] + sin * minor[0],
    cy + cos * major[1] + sin * minor[1],
  ];
  const along = (angle: number): Point => [
    -Math.sin(angle) * major[0] + Math.cos(angle) * minor[0],
    -Math.sin(angle) * major[1] + Math.cos(angle) * minor[1],
  ];
  const count = Math.max(1, Math.ceil(Math.abs(to - from) / (Math.PI / 2) - 1e-9));
  const step = (to - from) / count;
  const reach = (4 / 3) * Math.tan(step / 4);
  const segments = Array.from({ length: count }, (_, index): Segment => {
    const [a, b] = [from + index * step, from + (index + 1) * step];
    const [start, end, before, behind] = [at(a), at(b), along(a), along(b)];
    return [
      [start[0] + reach * before[0], start[1] + reach * before[1]],
      [end[0] - reach * behind[0], end[1] - reach * behind[1]],
      end,
    ];
  });
  return { start: at(from), segments, isClosed: Math.abs(Math.abs(to - from) - 2 * Math.PI) < 1e-9 };
}

export function circlePath(centre: Point, radius: number, angles: readonly [number, number] = [0, 2 * Math.PI]): Path {
  return arcPath(centre, { major: [radius, 0], minor: [0, radius] }, angles);
}

/** From a point to the next; `bulge` is the tangent of a quarter of the angle between them, above zero counter-clockwise. */
export function bulgeSegments([x1, y1]: Point, [x2, y2]: Point, bulge: number): readonly Segment[] {
  const chord = Math.hypot(x2 - x1, y2 - y1);
  if (Math.abs(bulge) < 1e-9 || chord === 0) return [[[x2, y2]]];
  const angle = 4 * Math.atan(bulge);
  const radius = chord / (2 * Math.sin(angle / 2));
  const distance = radius * Math.cos(angle / 2);
  const centre: Point = [
    (x1 + x2) / 2 - (distance * (y2 - y1)) / chord,
    (y1 + y2) / 2 + (distance * (x2 - x1)) / chord,
  ];
  const from = Math.atan2(y1 - centre[1], x1 - centre[0]);
  return circlePath(centre, Math.abs(radius), [from, from + angle]).segments;
}

/** A path through points, each with the bulge of what follows it. */
export function bulgedPath(points: readonly { readonly at: Point; readonly bulge: number }[], isClosed: boolean): Path {
  const segments = points.flatMap(({ at, bulge }, index) => {
    const next = points[index + 1] ?? (isClosed ? points[0] : undefined);
    return next ? bulgeSegments(at, next.at, bulge) : [];
  });
  return { start: points[0]!.at, segments, isClosed };
}

interface Spline {
  readonly degree: number;
  readonly knots: readonly number[];
  readonly controls: readonly Point[];
  /** One a control point, or none. */
  readonly weights: readonly number[];
  readonly isClosed: boolean;
}

/** Pieces of a span between two knots, where it is no plain cubic. */
const PIECES = 4;

/** A B-spline: exact up to the third degree without weights, and close to it otherwise. */
export function splinePath(spline: Spline): Path {
  const { degree, knots, controls, weights, isClosed } = spline;
  const pieces = degree <= 3 && weights.every((weight) => weight === weights[0]) ? 1 : PIECES;
  const spans = knots.slice(degree, controls.length + 1).flatMap((from, index) => {
    const to = knots[degree + index + 1]!;
    return degree + index < controls.length && to > from
      ? Array.from({ length: pieces }, (_, piece): readonly [number, number, number] => [
          from + ((to - from) * piece) / pieces,
          from + ((to - from) * (piece + 1)) / pieces,
          degree + index,
        ])
      : [];
  });
  const segments = spans.map(([from, to, span]): Segment => {
    const [start, before] = pointAndSlope(spline, span, from);
    const [end, behind] = pointAndSlope(spline, span, to);
    const third = (to - from) / 3;
    return [
      [start[0] + third * before[0], start[1] + third * before[1]],
      [end[0] - third * behind[0], end[1] - third * behind[1]],
      end,
    ];
  });
  const [first] = spans;
  return { start: first ? pointAndSlope(spline, first[2], first[0])[0] : controls[0]!, segments, isClosed };
}

type Homogeneous = readonly [x: number, y: number, weight: number];

/** By de Boor's algorithm: the last two points of the last but one level tell the slope. */
function pointAndSlope(
  { degree, knots, controls, weights }: Spline,
  span: number,
  at: number,
): readonly [Point, Point] {
  let points = Array.from({ length: degree + 1 }, (_, index): Homogeneous => {
    const [x, y] = controls[span - degree + index]!;
    const weight = weights[span - degree + index] ?? 1;
    return [x * weight, y * weight, weight];
  });
  let slope: Homogeneous = [0, 0, 0];
  for (let level = 1; level <= degree; level++) {
    if (level === degree) {
      const scale = degree / (knots[span + 1]! - knots[span]!);
      slope = [0, 1, 2].map((axis) => (points[1]![axis]! - points[0]![axis]!) * scale) as unknown as Homogeneous;
    }
    points = points.slice(1).map((point, index): Homogeneous => {
      const low = knots[span - degree + level + index]!;
      const high = knots[span + 1 + index]!;
      const share = high === low ? 0 : (at - low) / (high - low);
      const before = points[index]!;
      return [0, 1, 2].map((axis) => before[axis]! * (1 - share) + point[axis]! * share) as unknown as Homogeneous;
    });
  }
  const [x, y, weight] = points[0]!;
  const place: Point = [x / weight, y / weight];
  return [place, [(slope[0] - slope[2] * place[0]) / weight, (slope[1] - slope[2] * place[1]) / weight]];
}
