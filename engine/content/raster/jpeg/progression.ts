import type { Band } from './scan-decoder.ts';
import { BLOCK } from './zigzag.ts';

/** One scan: its components by their place in the image, and what it holds of them. */
export interface Scan extends Band {
  readonly components: readonly number[];
}

/** The last coefficient. */
const LAST = BLOCK - 1;

/** What is tried for a component. */
interface Candidates {
  /** Where the low frequencies may end that come first; at the last coefficient there is one scan for all of them. */
  readonly splits: readonly number[];
  /** How many bits may be left for later scans. */
  readonly depths: readonly number[];
}

/**
 * With `few` the usual progression is among the candidates, libjpeg's `jpeg_simple_progression`, so that nothing is
 * larger than by that one.
 */
export type Search = 'few' | 'many';

function candidatesFor(component: number, components: number, search: Search): Candidates {
  if (search === 'many') return { splits: [2, 5, 8, 12, 18, LAST], depths: [0, 1, 2, 3] };
  const isChroma = components === 3 && component > 0;
  return isChroma ? { splits: [LAST], depths: [0, 1] } : { splits: [5], depths: [0, 1, 2] };
}

/** The progression that takes fewest bytes, by the size of each scan: components can be judged one by one. */
export function bestProgression(components: number, search: Search, bytesOf: (scan: Scan) => number): Scan[] {
  const bytesOfAll = (scans: readonly Scan[]): number => scans.reduce((sum, scan) => sum + bytesOf(scan), 0);
  const fewest = (candidates: readonly Scan[][]): Scan[] =>
    candidates.reduce((best, other) => (bytesOfAll(other) < bytesOfAll(best) ? other : best));
  const all = Array.from({ length: components }, (_, index) => index);
  const [dcFirst, ...dcLast] = fewest([[dcScan(all, 0, 0)], [dcScan(all, 0, 1), dcScan(all, 1, 0)]]);
  const ac = all.map((component) => {
    const { splits, depths } = candidatesFor(component, components, search);
    return fewest(
      depths.map((depth) => [
        ...fewest(splits.map((end) => firstScans(component, end, depth))),
        ...Array.from({ length: depth }, (_, done) => acScan(component, 1, LAST, depth - done, depth - done - 1)),
      ]),
    );
  });
  // What is coarse comes first, so that an image that is still loading shows all of itself.
  return [dcFirst!, ...[...dcLast, ...ac.flat()].toSorted((a, b) => b.low - a.low || a.start - b.start)];
}

function firstScans(component: number, end: number, depth: number): Scan[] {
  if (end === LAST) return [acScan(component, 1, LAST, 0, depth)];
  return [acScan(component, 1, end, 0, depth), acScan(component, end + 1, LAST, 0, depth)];
}

function dcScan(components: readonly number[], high: number, low: number): Scan {
  return { components, start: 0, end: 0, high, low };
}

function acScan(component: number, start: number, end: number, high: number, low: number): Scan {
  return { components: [component], start, end, high, low };
}
