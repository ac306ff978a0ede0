import { IDENTITY, type Point } from '../../matrix.ts';
import { tracePath } from '../../outline.ts';
import { UNMAPPED } from '../thresholds.ts';

const { GRID, CURVE_STEPS, MAX_ASPECT_RATIO, MAX_SHIFT, SHIFT_WEIGHT } = UNMAPPED;

/**
 * The ink of a glyph: where it lies in its em (y upwards, the baseline at 0), and which cells of a grid over its box are
 * filled, a bit each in one number a row, the lowest row first.
 */
export interface GlyphShape {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly rows: Uint32Array;
  /** The same with the cells beside them. */
  readonly around: Uint32Array;
}

interface Edge {
  readonly from: Point;
  readonly to: Point;
}

/** Least part of an em that has a width or height. */
const THIN = 0.005;

/** The shape of an outline in em, as pdf.js gives it; undefined for one without ink. */
export function shapeOf(path: ArrayLike<number>): GlyphShape | undefined {
  const edges = edgesOf(path);
  if (edges.length === 0) return undefined;
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { from } of edges) {
    x0 = Math.min(x0, from[0]);
    y0 = Math.min(y0, from[1]);
    x1 = Math.max(x1, from[0]);
    y1 = Math.max(y1, from[1]);
  }
  if (!(x1 - x0 > 0 || y1 - y0 > 0) || !Number.isFinite(x0 + y0 + x1 + y1)) return undefined;
  const width = Math.max(THIN, x1 - x0);
  const height = Math.max(THIN, y1 - y0);
  const rows = new Uint32Array(GRID);
  for (let row = 0; row < GRID; row++) {
    const y = y0 + ((row + 0.5) * height) / GRID;
    rows[row] = filledCells(edges, y, (x) => ((x - x0) * GRID) / width);
  }
  return { x0, y0, x1, y1, rows, around: spread(rows) };
}

/** Outlines as straight lines, each part of them closed. */
function edgesOf(path: ArrayLike<number>): Edge[] {
  const edges: Edge[] = [];
  let start: Point = [0, 0];
  let at: Point = [0, 0];
  const lineTo = (to: Point): void => {
    edges.push({ from: at, to });
    at = to;
  };
  tracePath(path, IDENTITY, (letter, points) => {
    if (letter === 'M') {
      if (edges.length > 0) lineTo(start);
      start = at = points[0]!;
    } else if (letter === 'Z') lineTo(start);
    else if (letter === 'L') lineTo(points[0]!);
    else {
      const from = at;
      for (let step = 1; step <= CURVE_STEPS; step++) lineTo(curveAt([from, ...points], step / CURVE_STEPS));
    }
  });
  if (edges.length > 0) lineTo(start);
  return edges;
}

/** A point of a Bézier curve, by de Casteljau. */
function curveAt(points: readonly Point[], share: number): Point {
  if (points.length === 1) return points[0]!;
  const between = points
    .slice(1)
    .map(([x, y], index): Point => [
      points[index]![0] + share * (x - points[index]![0]),
      points[index]![1] + share * (y - points[index]![1]),
    ]);
  return curveAt(between, share);
}

/** The cells of one row whose middles are inside, by the rule of nonzero winding. */
function filledCells(edges: readonly Edge[], y: number, columnOf: (x: number) => number): number {
  const crossings: { readonly column: number; readonly turn: number }[] = [];
  for (const { from, to } of edges) {
    if (from[1] <= y === to[1] <= y) continue;
    const x = from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]);
    crossings.push({ column: columnOf(x), turn: from[1] < to[1] ? 1 : -1 });
  }
  crossings.sort((a, b) => a.column - b.column);
  let cells = 0;
  let winding = 0;
  for (const [index, { column, turn }] of crossings.entries()) {
    winding += turn;
    if (winding === 0) continue;
    const end = crossings[index + 1]?.column ?? column;
    for (let cell = Math.max(0, Math.ceil(column - 0.5)); cell < Math.min(GRID, end - 0.5); cell++)
      cells |= (2 ** cell) | 0;
  }
  return cells;
}

function spread(rows: Uint32Array): Uint32Array {
  return rows.map((_, index) => {
    const near = rows[index]! | (rows[index - 1] ?? 0) | (rows[index + 1] ?? 0);
    return near | (near << 1) | (near >>> 1);
  });
}

/**
 * How alike two glyphs are, 0 to 1: the share of either's ink that the other has as well, or a cell beside it, less what
 * their places in the em differ. Strokes of other fonts are thicker or thinner, and still of the same letter.
 */
export function likeness(a: GlyphShape, b: GlyphShape): number {
  const [widthA, heightA] = [Math.max(THIN, a.x1 - a.x0), Math.max(THIN, a.y1 - a.y0)];
  const [widthB, heightB] = [Math.max(THIN, b.x1 - b.x0), Math.max(THIN, b.y1 - b.y0)];
  const shift = Math.max(Math.abs(a.y0 - b.y0), Math.abs(a.y1 - b.y1));
  const isThin = Math.max(widthA, widthB) < MAX_SHIFT || Math.max(heightA, heightB) < MAX_SHIFT;
  const aspect = Math.abs(Math.log((widthA * heightB) / (widthB * heightA)));
  if (shift > MAX_SHIFT || (!isThin && aspect > Math.log(MAX_ASPECT_RATIO))) return 0;
  let [inA, inB, sharedA, sharedB, both] = [0, 0, 0, 0, 0];
  for (let row = 0; row < GRID; row++) {
    const [cellsA, cellsB] = [a.rows[row]!, b.rows[row]!];
    inA += bits(cellsA);
    inB += bits(cellsB);
    sharedA += bits(cellsA & b.around[row]!);
    sharedB += bits(cellsB & a.around[row]!);
    both += bits(cellsA & cellsB);
  }
  if (inA === 0 || inB === 0) return 0;
  const near = Math.min(sharedA / inA, sharedB / inB);
  const same = both / (inA + inB - both);
  return (near + same) / 2 - SHIFT_WEIGHT * (shift + (isThin ? Math.abs(widthA - widthB) : aspect / 4));
}

function bits(cells: number): number {
  let left = cells - ((cells >>> 1) & 0x5555_5555);
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
  return (((left + (left >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
}
