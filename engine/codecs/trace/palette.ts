/** Colours are counted by their five upper bits a channel. */
const BITS = 5;
const CELLS = 1 << (3 * BITS);
const ROUNDS = 4;

type Rgb = [red: number, green: number, blue: number];

interface Cell {
  readonly colour: Rgb;
  readonly count: number;
}

/**
 * Paints a picture (4 bytes a pixel, in place) with at most `count` colours: boxes of similar ones are halved at their
 * median (Heckbert 1982), and their means moved to where they are nearest to most pixels.
 */
export function reduceColours(data: Uint8Array, count: number): void {
  const cells = cellsOf(data);
  let palette = medianCut([...cells.values()], count);
  for (let round = 0; round < ROUNDS; round++) palette = movedMeans([...cells.values()], palette);
  const rounded = palette.map((colour) => colour.map(Math.round) as Rgb);
  const nearest = new Map([...cells].map(([key, { colour }]) => [key, rounded[nearestOf(colour, palette)]!]));
  for (let at = 0; at < data.length; at += 4) data.set(nearest.get(keyAt(data, at))!, at);
}

function keyAt(data: Uint8Array, at: number): number {
  const shift = 8 - BITS;
  return ((data[at]! >> shift) << (2 * BITS)) | ((data[at + 1]! >> shift) << BITS) | (data[at + 2]! >> shift);
}

function cellsOf(data: Uint8Array): Map<number, Cell> {
  const sums = new Float64Array(CELLS * 4);
  for (let at = 0; at < data.length; at += 4) {
    const to = keyAt(data, at) * 4;
    for (let channel = 0; channel < 3; channel++) sums[to + channel]! += data[at + channel]!;
    sums[to + 3]!++;
  }
  const cells = new Map<number, Cell>();
  for (let key = 0; key < CELLS; key++) {
    const [red, green, blue, count] = sums.subarray(key * 4, key * 4 + 4) as unknown as [...Rgb, number];
    if (count > 0) cells.set(key, { colour: [red / count, green / count, blue / count], count });
  }
  return cells;
}

function medianCut(cells: readonly Cell[], count: number): Rgb[] {
  const boxes: (readonly Cell[])[] = [cells];
  while (boxes.length < count) {
    const widest = boxes
      .map((box, index) => ({ index, ...widestChannel(box) }))
      .reduce((a, b) => (b.weight > a.weight ? b : a));
    if (widest.weight === 0) break;
    const [lower, upper] = halves(boxes[widest.index]!, widest.channel);
    boxes.splice(widest.index, 1, lower, upper);
  }
  return boxes.map(meanOf);
}

/** The channel in which the colours of a box lie farthest apart, and how much the box is worth halving. */
function widestChannel(box: readonly Cell[]): { readonly channel: number; readonly weight: number } {
  const spreads = [0, 1, 2].map((channel) => {
    const values = box.map(({ colour }) => colour[channel]!);
    return Math.max(...values) - Math.min(...values);
  });
  const spread = Math.max(...spreads);
  const pixels = box.reduce((sum, { count }) => sum + count, 0);
  return { channel: spreads.indexOf(spread), weight: spread * Math.sqrt(pixels) };
}

function halves(box: readonly Cell[], channel: number): [readonly Cell[], readonly Cell[]] {
  const sorted = [...box].sort((a, b) => a.colour[channel]! - b.colour[channel]!);
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let passed = 0;
  const middle = sorted.findIndex(({ count }) => (passed += count) >= half);
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
  const total = cells.reduce((sum, { count }) => sum + count, 0);
  const mean = (channel: number): number =>
    cells.reduce((sum, { colour, count }) => sum + colour[channel]! * count, 0) / total;
  return [mean(0), mean(1), mean(2)];
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
