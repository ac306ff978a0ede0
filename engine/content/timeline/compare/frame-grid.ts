import type { Thumbnail } from '../../../contract/facts.ts';
import type { Region } from '../../raster/compare/image-difference.ts';

/** Cells along a side of the grid on which frames are compared: what stays of a video at the least bit rate. */
export const CELLS = 8;

/** The colours of a frame, by rows of cells: red, green and blue of each, from 0 to 255. */
export type Grid = Float64Array;

/** The frames of one moment in both files. */
export interface Sequence {
  readonly atMs: number;
  readonly before: readonly Grid[];
  readonly after: readonly Grid[];
}

/** The mean colours of a part of a frame, in `cells` × `cells`. */
export function gridOf({ width, height, rgb }: Thumbnail, region: Region, cells = CELLS): Grid {
  const grid = new Float64Array(cells * cells * 3);
  const counts = new Float64Array(cells * cells);
  const [left, top] = [region.left * width, region.top * height];
  const [across, down] = [region.width * width, region.height * height];
  for (let y = Math.max(0, Math.ceil(top - 0.5)); y < Math.min(height, top + down - 0.5); y++) {
    const row = Math.min(cells - 1, Math.floor(((y + 0.5 - top) / down) * cells));
    for (let x = Math.max(0, Math.ceil(left - 0.5)); x < Math.min(width, left + across - 0.5); x++) {
      const cell = row * cells + Math.min(cells - 1, Math.floor(((x + 0.5 - left) / across) * cells));
      counts[cell]!++;
      for (let channel = 0; channel < 3; channel++) grid[3 * cell + channel]! += rgb[3 * (y * width + x) + channel]!;
    }
  }
  return grid.map((sum, at) => sum / Math.max(1, counts[Math.floor(at / 3)]!));
}

/** Mean difference of all values. */
export function distance(a: Grid, b: Grid): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs(a[at]! - b[at]!);
  return sum / a.length;
}

export function brightnessOf(grid: Grid): Float64Array {
  return Float64Array.from(
    { length: grid.length / 3 },
    (_, cell) => 0.3 * grid[3 * cell]! + 0.59 * grid[3 * cell + 1]! + 0.11 * grid[3 * cell + 2]!,
  );
}

/** Pearson's correlation; 0 where one of them does not vary. */
export function correlation(a: Float64Array, b: Float64Array): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let [products, squaresA, squaresB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    products += (a[at]! - meanA) * (b[at]! - meanB);
    squaresA += (a[at]! - meanA) ** 2;
    squaresB += (b[at]! - meanB) ** 2;
  }
  const spread = Math.sqrt(squaresA * squaresB);
  return spread < 1 ? 0 : products / spread;
}

export function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
