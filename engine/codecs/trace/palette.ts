import type { RgbaImage } from '../../content/raster/inspect/raster.ts';

/** Colours are counted by their five upper bits a channel. */
const BITS = 5;
const CELLS = 1 << (3 * BITS);
const ROUNDS = 4;

export type Rgb = [red: number, green: number, blue: number];

/** The pixels of nearly one colour. */
interface Cell {
  readonly colour: Rgb;
  readonly weight: number;
}

/** A pixel that differs from its neighbours may be a blend at the soft edge of a shape: it counts so much less. */
const EDGE_WEIGHT = 0.1;
/** How far a channel may be from the neighbours' in the midst of a shape, of 255. */
const FLAT = 8;
/** Share of the image below which similar colours are not told apart. */
const LEAST_SHARE = 0.001;

/**
 * Paints an image (4 bytes a pixel, in place) with at most `count` colours, and returns them: boxes of similar ones are
 * halved at their median (Heckbert 1982), and their means are moved to where they are nearest to most pixels.
 */
export function reduceColours({ data, width }: RgbaImage, count: number): Rgb[] {
  const cells = cellsOf(data, width * 4);
  const all = [...cells.values()];
  let palette = medianCut(all, count);
  for (let round = 0; round < ROUNDS; round++) palette = movedMeans(all, palette);
  palette = palette.map((colour) => colour.map(Math.round) as Rgb);
  const nearest = new Map([...cells].map(([key, { colour }]) => [key, nearestColour(colour, palette)]));
  for (let at = 0; at < data.length; at += 4) data.set(nearest.get(keyAt(data, at))!, at);
  return palette;
}

export function nearestColour(colour: Rgb, palette: readonly Rgb[]): Rgb {
  return palette[nearestOf(colour, palette)]!;
}

function keyAt(data: Uint8Array, at: number): number {
  const shift = 8 - BITS;
  return ((data[at]! >> shift) << (2 * BITS)) | ((data[at + 1]! >> shift) << BITS) | (data[at + 2]! >> shift);
}

function cellsOf(data: Uint8Array, rowBytes: number): Map<number, Cell> {
  const sums = new Float64Array(CELLS * 4);
  for (let at = 0; at < data.length; at += 4) {
    const weight = isFlat(data, at, 4) && isFlat(data, at, rowBytes) ? 1 : EDGE_WEIGHT;
    const to = keyAt(data, at) * 4;
    for (let channel = 0; channel < 3; channel++) sums[to + channel]! += weight * data[at + channel]!;
    sums[to + 3]! += weight;
  }
  const cells = new Map<number, Cell>();
  for (let key = 0; key < CELLS; key++) {
    const [red, green, blue, weight] = sums.subarray(key * 4, key * 4 + 4) as unknown as [...Rgb, number];
    if (weight > 0) cells.set(key, { colour: [red / weight, green / weight, blue / weight], weight });
  }
  return cells;
}

/** Whether the pixels `step` bytes before and after are nearly the same, where there are some. */
function isFlat(data: Uint8Array, at: number, step: number): boolean {
  for (let channel = at; channel < at + 3; channel++) {
    const value = data[channel]!;
    const before = data[channel - step] ?? value;
    const after = data[channel + step] ?? value;
    if (Math.abs(value - before) > FLAT || Math.abs(value - after) > FLAT) return false;
  }
  return true;
}

function medianCut(cells: readonly Cell[], count: number): Rgb[] {
  const boxes: (readonly Cell[])[] = [cells];
  const least = LEAST_SHARE * weightOf(cells);
  while (boxes.length < count) {
    const widest = boxes
      .map((box, index) => ({ index, ...widestChannel(box, least) }))
      .reduce((a, b) => (b.worth > a.worth ? b : a));
    if (widest.worth === 0) break;
    const [lower, upper] = halves(boxes[widest.index]!, widest.channel);
    boxes.splice(widest.index, 1, lower, upper);
  }
  return boxes.map(meanOf);
}

/** The channel in which the colours of a box lie farthest apart, and how much the box is worth halving. */
function widestChannel(box: readonly Cell[], least: number): { readonly channel: number; readonly worth: number } {
  const spreads = [0, 1, 2].map((channel) => {
    const values = box.map(({ colour }) => colour[channel]!);
    return Math.max(...values) - Math.min(...values);
  });
  const spread = Math.max(...spreads);
  const weight = weightOf(box);
  return { channel: spreads.indexOf(spread), worth: weight < least ? 0 : spread * Math.sqrt(weight) };
}

function halves(box: readonly Cell[], channel: number): [readonly Cell[], readonly Cell[]] {
  const sorted = [...box].sort((a, b) => a.colour[channel]! - b.colour[channel]!);
  const half = weightOf(sorted) / 2;
  let passed = 0;
  const middle = sorted.findIndex(({ weight }) => (passed += weight) >= half);
  const cut = Math.min(sorted.length - 1, middle + 1);
  return [sorted.slice(0, cut), sorted.slice(cut)];
}

function movedMeans(cells: readonly Cell[], palette: readonly Rgb[]): Rgb[] {
  const groups = Map.groupBy(cells, ({ colour }) => nearestOf(colour, palette));
  return palette.map((colour, index) => {
    const group = groups.get(index);
    return group ? meanOf(group) : colour;
  });
}

function meanOf(cells: readonly Cell[]): Rgb {
  const total = weightOf(cells);
  const mean = (channel: number): number =>
    cells.reduce((sum, { colour, weight }) => sum + colour[channel]! * weight, 0) / total;
  return [mean(0), mean(1), mean(2)];
}

function weightOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { weight }) => sum + weight, 0);
}

function nearestOf([red, green, blue]: Rgb, palette: readonly Rgb[]): number {
  let nearest = 0;
  let least = Infinity;
  for (const [index, [r, g, b]] of palette.entries()) {
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) [nearest, least] = [index, distance];
  }
  return nearest;
}
