import type { Relief } from '../../contract/coverage-facts.ts';
import type { RgbaImage } from '../raster/inspect/raster.ts';
import type { Coverage } from './model.ts';

/** Pixels of the longer side: of larger grids, several cells become one pixel. */
const MOST_PIXELS = 2048;
/** Metres of a degree of latitude. */
const METRES_PER_DEGREE = 111_320;
/** The light comes from the north-west, 45° above the horizon. */
const [AZIMUTH, ALTITUDE] = [(315 * Math.PI) / 180, Math.PI / 4];
/** What the darkest slope keeps of its colour. */
const LEAST_LIGHT = 0.35;

type Colour = readonly [red: number, green: number, blue: number];

/** From the lowest to the highest: plains, hills, mountains, snow. */
const TINTS: readonly Colour[] = [
  [84, 142, 92],
  [152, 182, 108],
  [223, 211, 143],
  [200, 158, 104],
  [158, 113, 84],
  [198, 184, 176],
  [250, 250, 250],
];

export interface Reduced {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float64Array;
  /** Cells of the grid that each pixel stands for, along each side. */
  readonly factor: number;
}

/** The grid as it is drawn: the mean of the cells of each pixel that have data. */
export function reducedGrid({ columns, rows, values }: Coverage): Reduced {
  const factor = Math.max(1, Math.ceil(Math.max(columns, rows) / MOST_PIXELS));
  if (factor === 1) return { columns, rows, values, factor };
  const [width, height] = [Math.ceil(columns / factor), Math.ceil(rows / factor)];
  const [sums, counts] = [new Float64Array(width * height), new Uint32Array(width * height)];
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      const value = values[at]!;
      if (Number.isNaN(value)) continue;
      const to = Math.floor(row / factor) * width + Math.floor(column / factor);
      sums[to]! += value;
      counts[to]!++;
    }
  return { columns: width, rows: height, values: sums.map((sum, at) => sum / counts[at]!), factor };
}

/** Draws a grid: what has no data is transparent. */
export function drawRelief(coverage: Coverage, reduced: Reduced, relief: Relief): RgbaImage {
  const { columns, rows, values } = reduced;
  const [least, greatest] = rangeOf(values);
  const span = greatest - least || 1;
  const light = relief === 'shaded' ? lightOf(coverage, reduced) : undefined;
  const colours = coloursOf(relief);
  const data = new Uint8Array(4 * columns * rows);
  for (let at = 0, to = 0; at < values.length; at++, to += 4) {
    const value = values[at]!;
    if (Number.isNaN(value)) continue;
    const from = 3 * Math.round(((value - least) / span) * STEPS);
    const lit = light?.(at) ?? 1;
    data[to] = Math.round(colours[from]! * lit);
    data[to + 1] = Math.round(colours[from + 1]! * lit);
    data[to + 2] = Math.round(colours[from + 2]! * lit);
    data[to + 3] = 255;
  }
  return { width: columns, height: rows, data };
}

/** Colours from the lowest value to the highest: finer than the eye tells apart. */
const STEPS = 4080;

function coloursOf(relief: Relief): Float64Array {
  const colours = new Float64Array(3 * (STEPS + 1));
  for (let step = 0; step <= STEPS; step++)
    colours.set(relief === 'grey' ? greyOf(step / STEPS) : tintOf(step / STEPS), 3 * step);
  return colours;
}

function rangeOf(values: Float64Array): readonly [least: number, greatest: number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

function greyOf(share: number): Colour {
  const grey = 255 * share;
  return [grey, grey, grey];
}

function tintOf(share: number): Colour {
  const at = share * (TINTS.length - 1);
  const below = Math.min(Math.floor(at), TINTS.length - 2);
  const [from, to] = [TINTS[below]!, TINTS[below + 1]!];
  return [0, 1, 2].map(
    (channel) => from[channel]! + (to[channel]! - from[channel]!) * (at - below),
  ) as unknown as Colour;
}

/**
 * How much light falls on each cell (Horn, "Hill shading and the reflectance map", 1981). Heights are metres; where cells
 * are degrees, they are as wide as in the middle of the grid. The relief is raised until its steeper slopes show.
 */
function lightOf(coverage: Coverage, { columns, rows, values, factor }: Reduced): (at: number) => number {
  const [width, height] = cellMetres(coverage).map((metres) => metres * factor);
  // The slopes to the east and to the south at the cell that was looked at last.
  let [east, south] = [0, 0];
  const lookAt = (at: number): void => {
    const [column, own] = [at % columns, values[at]!];
    const row = (at - column) / columns;
    const [above, below] = [row > 0 ? at - columns : at, row < rows - 1 ? at + columns : at];
    const [left, right] = [column > 0 ? -1 : 0, column < columns - 1 ? 1 : 0];
    const valueAt = (place: number): number => {
      const value = values[place]!;
      return Number.isNaN(value) ? own : value;
    };
    const [nw, n, ne] = [valueAt(above + left), valueAt(above), valueAt(above + right)];
    const [w, e] = [valueAt(at + left), valueAt(at + right)];
    const [sw, s, se] = [valueAt(below + left), valueAt(below), valueAt(below + right)];
    east = (ne + 2 * e + se - nw - 2 * w - sw) / (8 * width!);
    south = (sw + 2 * s + se - nw - 2 * n - ne) / (8 * height!);
  };
  const raise = raiseOf(values, (at) => {
    lookAt(at);
    return Math.hypot(east, south);
  });
  const [high, flat] = [Math.sin(ALTITUDE), Math.cos(ALTITUDE)];
  const [fromNorth, fromEast] = [Math.cos(AZIMUTH), Math.sin(AZIMUTH)];
  return (at) => {
    lookAt(at);
    // The normal of the slope, of which downhill is against the rise.
    const [x, y] = [-raise * east, raise * south];
    const lit = (high + flat * (x * fromEast + y * fromNorth)) / Math.sqrt(1 + x * x + y * y);
    return LEAST_LIGHT + (1 - LEAST_LIGHT) * Math.min(1, Math.max(0, lit / high));
  };
}

/** Cells that are looked at to tell how steep a grid is. */
const SAMPLED_CELLS = 4096;
/** Slope that the mean slope of a grid is drawn with. */
const DRAWN_SLOPE = 0.35;

function raiseOf(values: Float64Array, slopeAt: (at: number) => number): number {
  const step = Math.max(1, Math.floor(values.length / SAMPLED_CELLS));
  let [sum, count] = [0, 0];
  for (let at = 0; at < values.length; at += step) {
    const slope = slopeAt(at);
    if (!Number.isFinite(slope)) continue;
    sum += slope;
    count++;
  }
  return sum === 0 ? 1 : (DRAWN_SLOPE * count) / sum;
}

function cellMetres({
  cellWidth,
  cellHeight,
  north,
  rows,
  west,
  columns,
  isGeographic,
}: Coverage): readonly [number, number] {
  const middle = north - (rows * cellHeight) / 2;
  const areDegrees =
    isGeographic ?? (Math.abs(middle) <= 90 && Math.abs(west) <= 360 && columns * cellWidth <= 360 && cellWidth < 1);
  if (!areDegrees) return [cellWidth, cellHeight];
  const shorter = Math.max(0.05, Math.cos((middle * Math.PI) / 180));
  return [cellWidth * METRES_PER_DEGREE * shorter, cellHeight * METRES_PER_DEGREE];
}
