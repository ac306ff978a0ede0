import type { Feature } from '../../../formats/features.ts';
import type { TrackFacts } from '../../../contract/facts.ts';
import type { Check } from '../../../contract/report.ts';

/** Milliseconds by which a frame may come early or late: hundredths of a GIF, and the ticks of a slow clock. */
const ROUNDED_MS = 30;
/** Pauses that differ by less are those of an even video, whose times containers have rounded. */
const EVEN_MS = 2 * ROUNDED_MS;
/** Share of the frames that may be missing: where time stamps repeat, an encoder drops one. */
const MISSING_SHARE = 0.02;

/**
 * Whether the frames of an uneven video are shown at the times of its source, `expected`, in milliseconds. Both are
 * counted from the first frame on: a video that plays as a whole earlier or later is another matter.
 */
export function checkFrameTimes(
  feature: Feature,
  expected: readonly number[],
  { shownMs = [] }: Pick<TrackFacts, 'shownMs'>,
): Check[] {
  if (shownMs.length === 0 || !isUneven(expected)) return [];
  const found = shownMs.map((time) => time - shownMs[0]!);
  const met = expected.filter((time) => isNear(found, time - expected[0]!)).length;
  const ok = expected.length - met <= MISSING_SHARE * expected.length;
  const text = (count: number): string => `${count} at their times`;
  return [{ name: 'frame times', feature, ok, expected: text(expected.length), found: text(met) }];
}

function isUneven(times: readonly number[]): boolean {
  const pauses = times.slice(1).map((time, at) => time - times[at]!);
  return Math.max(...pauses) - Math.min(...pauses) > EVEN_MS;
}

/** Whether one of the rising times is within a rounding of another. */
function isNear(times: readonly number[], wanted: number): boolean {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < wanted - ROUNDED_MS) low = middle + 1;
    else high = middle;
  }
  return low < times.length && times[low]! <= wanted + ROUNDED_MS;
}
