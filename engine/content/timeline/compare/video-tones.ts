import { brightnessOf, CELLS, gridOf, type Grid, type Sequence } from './frame-grid.ts';
import type { Regions, SeenPair, VideoFault } from './video-faults.ts';

/**
 * Share of the brightness by which all frames may be darker or brighter, or have more or less contrast; the values of 0
 * to 255 between which that is seen; and how far these must be apart to show contrast.
 */
const BRIGHTNESS = { most: 0.12, least: 24, brightest: 205, spread: 20 } as const;

/**
 * In a palette of fewer colours each is the mean of many, and the darkest and the brightest are missing. With 32 of them
 * no contrast is lost; with 16 there were 86 % left, with 8 of them 58 %.
 */
const FEW_COLOURS = { count: 32, contrast: 0.55 } as const;

/** Share of all cells that must tell of the contrast. */
const LEAST_CONTRAST = 0.03;

/** What is wrong with the brightness and the colours of all frames. */
export function toneFaults(
  seen: readonly SeenPair[],
  regions: Regions,
  { sequences, colours }: { readonly sequences: readonly Sequence[]; readonly colours: number | undefined },
): VideoFault[] {
  return [...brightnessFaults(sequences, colours), ...curveFaults(seen, regions), ...chromaFaults(sequences)].slice(
    0,
    1,
  );
}

/** What a cell should show and what it shows, of 0 to 255. */
type Shade = readonly [expected: number, found: number];

/** All frames darker or brighter, or with other contrast, as when a range of values is taken for another. */
function brightnessFaults(sequences: readonly Sequence[], colours: number = Infinity): VideoFault[] {
  const cells = new ShadeCells();
  for (const { before, after } of sequences) {
    const shades = before.map(brightnessOf);
    for (const [at, frame] of after.entries()) cells.add(shades, brightnessOf(frame), at);
  }
  const seen = cells.telling();
  const ratio = medianRatio(seen);
  if (ratio === undefined) return [];
  // A few cells at the edges of something small are not all of the contrast.
  const all = sequences.reduce((sum, { after }) => sum + after.length * CELLS ** 2, 0);
  const contrast = seen.length < LEAST_CONTRAST * all ? 1 : contrastOf(seen);
  const isPale = colours < FEW_COLOURS.count && contrast < 1 && contrast >= FEW_COLOURS.contrast;
  const changed = [ratio, ...(isPale ? [] : [contrast])].find((one) => Math.abs(one - 1) > BRIGHTNESS.most);
  if (changed === undefined) return [];
  const name = changed === ratio ? '' : ' of the contrast';
  return [{ kind: 'brightness_changed', expected: `100 %${name}`, found: `${Math.round(100 * changed)} %${name}` }];
}

/** Share of its value by which a cell stands still, the share of the cells that must, and by which bright ones are as they were. */
const STILL = { change: 0.15, share: 0.05, bright: 0.04 } as const;

/** Cells that are neither dark nor bright, in which a change of the brightness shows. */
class ShadeCells {
  readonly #still: Shade[] = [];
  readonly #moving: Shade[] = [];
  readonly #bright: Shade[] = [];

  get count(): number {
    return this.#still.length + this.#moving.length;
  }

  /** Takes the cells of a frame, without those that are left out. */
  add(before: readonly Grid[], found: Grid, at: number, isLeftOut?: (values: Grid, cell: number) => boolean): void {
    const near = before.slice(Math.max(0, at - 1), at + 2);
    for (const [cell, expected] of before[at]?.entries() ?? []) {
      if (expected < BRIGHTNESS.least || isLeftOut?.(before[at]!, cell)) continue;
      const isStill = near.every((frame) => Math.abs(frame[cell]! - expected) <= STILL.change * expected);
      const cells = expected > BRIGHTNESS.brightest ? this.#bright : isStill ? this.#still : this.#moving;
      cells.push([expected, found[cell]!]);
    }
  }

  /**
   * Those that stand still. Where hardly any do, all of them, unless what is bright is as bright as it was: then edges move
   * through them, a little earlier or later than in the source.
   */
  telling(): readonly Shade[] {
    if (this.#still.length > STILL.share * this.count) return this.#still;
    const bright = medianRatio(this.#bright) ?? 0;
    return Math.abs(bright - 1) <= STILL.bright ? [] : [...this.#still, ...this.#moving];
  }
}

/** How much further apart dark and light are than they were; 1 where they are too near to tell. */
function contrastOf(pairs: readonly Shade[]): number {
  const [meanA, meanB] = [0, 1].map((side) => pairs.reduce((sum, pair) => sum + pair[side]!, 0) / pairs.length);
  const spread = (side: 0 | 1, mean: number): number =>
    Math.sqrt(pairs.reduce((sum, pair) => sum + (pair[side] - mean) ** 2, 0) / pairs.length);
  const expected = spread(0, meanA!);
  return expected < BRIGHTNESS.spread ? 1 : spread(1, meanB!) / expected;
}

function medianRatio(pairs: readonly Shade[]): number | undefined {
  const ratios = pairs.map(([expected, found]) => found / expected).sort((a, b) => a - b);
  return ratios[ratios.length >> 1];
}

/** Cells along a side in which single colours show, and shares of a sequence at which its frames are compared so. */
const FINE = { cells: 32, shares: [0, 0.3, 0.6, 0.9], least: 0.02 } as const;

/** By how much both sides of a cell of 0 to 255 differ from it, in opposite directions, where an edge runs through it. */
const EDGE = 40;

/**
 * Whether a cell of a fine grid has its value from an edge between two colours: it says how much of the cell each of them
 * fills, which an encoder that halves the chroma changes, and nothing of a shade between them.
 */
function isOnEdge(values: Grid, at: number): boolean {
  const value = values[at]!;
  const column = Math.floor(at / 3) % FINE.cells;
  const acrossEdge = (one: number | undefined, other: number | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    Math.min(one, other) < value - EDGE &&
    Math.max(one, other) > value + EDGE;
  const isInside = column > 0 && column < FINE.cells - 1;
  const row = 3 * FINE.cells;
  return (isInside && acrossEdge(values[at - 3], values[at + 3])) || acrossEdge(values[at - row], values[at + row]);
}

/** The same of each channel by itself: of full colours and white, what is brighter shows in few shades between them. */
function curveFaults(seen: readonly SeenPair[], { expectedRegion, foundRegion }: Regions): VideoFault[] {
  const frames = seen.flatMap(({ before, after }) => {
    const count = Math.min(before.length, after.length);
    const places = new Set(FINE.shares.map((share) => Math.floor(share * count)));
    return [...places].filter((at) => at < count).map((at) => ({ before, after: after[at]!, at }));
  });
  const cells = new ShadeCells();
  for (const { before, after, at } of frames) {
    const first = Math.max(0, at - 1);
    const near = before.slice(first, at + 2).map((frame) => gridOf(frame, expectedRegion, FINE.cells));
    cells.add(near, gridOf(after, foundRegion, FINE.cells), at - first, isOnEdge);
  }
  const values = 3 * FINE.cells ** 2 * frames.length;
  const ratio = cells.count < FINE.least * values ? undefined : medianRatio(cells.telling());
  if (ratio === undefined || Math.abs(ratio - 1) <= BRIGHTNESS.most) return [];
  return [{ kind: 'brightness_changed', expected: '100 %', found: `${Math.round(100 * ratio)} %` }];
}

/**
 * Distance from grey, of 0 to 255, at which a cell has a colour; the share of the cells that must have one; and the share
 * of their colours that the coarsest encoders leave.
 */
const CHROMA = { seen: 4, cells: 0.05, left: 0.5 } as const;

/** Frames that have become grey, or whose colours are others: so faint that no frame alone is clearly another one. */
function chromaFaults(sequences: readonly Sequence[]): VideoFault[] {
  let [cells, coloured, along, squares] = [0, 0, 0, 0];
  for (const { before, after } of sequences) {
    for (const [at, frame] of after.entries()) {
      const other = before[at];
      if (!other) continue;
      const [expected, found] = [chromaOf(other), chromaOf(frame)];
      for (const [cell, [blue, red]] of expected.entries()) {
        cells++;
        if (Math.hypot(blue, red) < CHROMA.seen) continue;
        coloured++;
        along += blue * found[cell]![0] + red * found[cell]![1];
        squares += blue * blue + red * red;
      }
    }
  }
  const left = squares === 0 ? 1 : along / squares;
  if (coloured < CHROMA.cells * cells || left >= CHROMA.left) return [];
  return [{ kind: 'frame_changed', expected: '100 % of the colour', found: `${Math.round(100 * left)} %` }];
}

/** How far blue and red of each cell are from its brightness. */
function chromaOf(grid: Grid): (readonly [blue: number, red: number])[] {
  return Array.from(brightnessOf(grid), (brightness, cell) => [
    grid[3 * cell + 2]! - brightness,
    grid[3 * cell]! - brightness,
  ]);
}
