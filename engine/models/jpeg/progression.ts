import type { Band } from './scan-decoder.ts';
import { BLOCK } from './zigzag.ts';

/** One scan: its components by their place in the picture, and what it holds of them. */
export interface Scan extends Band {
  readonly components: readonly number[];
}

/** The last coefficient. */
const LAST = BLOCK - 1;

/** What is tried for each component. */
interface Candidates {
  /** Where the low frequencies may end that come first. */
  readonly splits: readonly number[];
  /** How many bits may be left for later scans. */
  readonly depths: readonly number[];
}

/** `few` holds the usual progression, libjpeg's `jpeg_simple_progression`, so that nothing is larger than by that one. */
const CANDIDATES = {
  few: { splits: [5], depths: [0, 1, 2] },
  many: { splits: [2, 5, 8, 12, 18], depths: [0, 1, 2, 3] },
} as const satisfies Record<string, Candidates>;

export type Search = keyof typeof CANDIDATES;

/** The progression that takes fewest bytes, by the size of each scan: components can be judged one by one. */
export function bestProgression(components: number, search: Search, bytesOf: (scan: Scan) => number): Scan[] {
  const { splits, depths } = CANDIDATES[search];
  const bytesOfAll = (scans: readonly Scan[]): number => scans.reduce((sum, scan) => sum + bytesOf(scan), 0);
  const fewest = (candidates: readonly Scan[][]): Scan[] =>
    candidates.reduce((best, other) => (bytesOfAll(other) < bytesOfAll(best) ? other : best));
  const all = Array.from({ length: components }, (_, index) => index);
  const [dcFirst, ...dcLast] = fewest([[dcScan(all, 0, 0)], [dcScan(all, 0, 1), dcScan(all, 1, 0)]]);
  const ac = all.map((index) =>
    fewest(
      depths.map((depth) => [
        ...fewest([
          [acScan(index, 1, LAST, 0, depth)],
          ...splits.map((end) => [acScan(index, 1, end, 0, depth), acScan(index, end + 1, LAST, 0, depth)]),
        ]),
        ...Array.from({ length: depth }, (_, done) => acScan(index, 1, LAST, depth - done, depth - done - 1)),
      ]),
    ),
  );
  // What is coarse comes first, so that a picture that is still loading shows all of itself.
  return [dcFirst!, ...[...dcLast, ...ac.flat()].toSorted((a, b) => b.low - a.low || a.start - b.start)];
}

function dcScan(components: readonly number[], high: number, low: number): Scan {
  return { components, start: 0, end: 0, high, low };
}

function acScan(component: number, start: number, end: number, high: number, low: number): Scan {
  return { components: [component], start, end, high, low };
}
