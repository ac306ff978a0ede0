import { Bounds } from './bounds.ts';
import { inRange, type Pen } from './harfbuzz.ts';

/** A closed contour of TrueType: points on it and control points of quadratic curves, in the order of drawing. */
export interface Contour {
  readonly xs: number[];
  readonly ys: number[];
  readonly on: boolean[];
}

/** Furthest that a quadratic may be from the cubic that it stands for, as a part of the em. */
const TOLERANCE_PER_EM = 1 / 1000;
/** Equal pieces of a cubic, each replaced by the quadratic through its middle, are off by this times |d| ÷ pieces³. */
const MIDPOINT_ERROR = Math.sqrt(3) / 36;
/** More pieces than any curve in use needs: a guard against coordinates that make no sense. */
const MAX_PIECES = 32;

/** Collects one outline as contours of TrueType: cubic curves become quadratic ones. */
export class QuadraticPen implements Pen {
  readonly #tolerance: number;
  contours: Contour[] = [];
  #xs: number[] = [];
  #ys: number[] = [];
  #on: boolean[] = [];
  #x = 0;
  #y = 0;

  constructor(unitsPerEm: number) {
    this.#tolerance = unitsPerEm * TOLERANCE_PER_EM;
  }

  moveTo(x: number, y: number): void {
    [this.#xs, this.#ys, this.#on] = [[], [], []];
    this.contours.push({ xs: this.#xs, ys: this.#ys, on: this.#on });
    this.#add(x, y, true);
  }

  lineTo(x: number, y: number): void {
    this.#add(x, y, true);
  }

  quadTo(controlX: number, controlY: number, x: number, y: number): void {
    this.#add(controlX, controlY, false);
    this.#add(x, y, true);
  }

  cubicTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    const [x0, y0] = [this.#x, this.#y];
    const error = Math.hypot(x - 3 * x2 + 3 * x1 - x0, y - 3 * y2 + 3 * y1 - y0) * MIDPOINT_ERROR;
    const pieces = Math.min(MAX_PIECES, Math.max(1, Math.ceil(Math.cbrt(error / this.#tolerance))));
    const xAt = polynomial(x0, x1, x2, x);
    const yAt = polynomial(y0, y1, y2, y);
    for (let piece = 0; piece < pieces; piece++) {
      const [from, to] = [piece / pieces, (piece + 1) / pieces];
      const isLast = piece === pieces - 1;
      this.quadTo(xAt.control(from, to), yAt.control(from, to), isLast ? x : xAt.at(to), isLast ? y : yAt.at(to));
    }
  }

  #add(x: number, y: number, isOn: boolean): void {
    this.#xs.push(x);
    this.#ys.push(y);
    this.#on.push(isOn);
    [this.#x, this.#y] = [x, y];
  }
}

interface Cubic {
  at(t: number): number;
  /** Control point of the quadratic that stands for the piece between two parameters. */
  control(from: number, to: number): number;
}

/** One coordinate of a cubic Bézier curve. */
function polynomial(p0: number, p1: number, p2: number, p3: number): Cubic {
  const [a, b, c] = [p3 - 3 * p2 + 3 * p1 - p0, 3 * (p2 - 2 * p1 + p0), 3 * (p1 - p0)];
  const at = (t: number): number => ((a * t + b) * t + c) * t + p0;
  const slope = (t: number): number => (3 * a * t + 2 * b) * t + c;
  return {
    at,
    control: (from, to) => (at(from) + at(to)) / 2 + ((to - from) * (slope(from) - slope(to))) / 4,
  };
}

/** Rounds a contour, leaves out what TrueType implies, and turns it: TrueType fills to the other side. */
export function tidied({ xs, ys, on }: Contour, bounds: Bounds): Contour {
  const x = xs.map(inRange);
  const y = ys.map(inRange);
  let last = x.length - 1;
  while (last > 0 && on[last] && x[last] === x[0] && y[last] === y[0]) last--;
  const tidy: Contour = { xs: [], ys: [], on: [] };
  for (let index = last; index >= 0; index--) {
    const before = index === 0 ? last : index - 1;
    const after = index === last ? 0 : index + 1;
    const isImplied =
      on[index] &&
      !on[before] &&
      !on[after] &&
      x[index]! * 2 === x[before]! + x[after]! &&
      y[index]! * 2 === y[before]! + y[after]!;
    if (isImplied) continue;
    bounds.add(x[index]!, y[index]!);
    tidy.xs.push(x[index]!);
    tidy.ys.push(y[index]!);
    tidy.on.push(on[index]!);
  }
  return tidy;
}
