import { distance, gridOf, type Grid, type Sequence } from './frame-grid.ts';
import type { Regions, SeenPair, VideoFault } from './video-faults.ts';

/** Mean difference of 0 to 255 between two frames that is clear motion. */
const CLEAR = 4;
/** How much better a frame must fit to another place than to its own. */
const RATIO = 0.6;
/** Share of the motion of the source that is left where a frame is shown again. */
const STILL = 0.15;

/**
 * Single frames in each other's place, or shown again in the place of the next. Both files show as many frames a second,
 * so that each frame has one of its own in the source, where all of them may be one earlier or later.
 */
export function stepFaults(
  seen: readonly SeenPair[],
  { expectedRegion, foundRegion }: Regions,
  pace: number,
): VideoFault[] {
  const faults = seen.flatMap(({ atMs, before, after }) => {
    const sequence: Sequence = {
      atMs,
      before: before.map((frame) => gridOf(frame, expectedRegion)),
      after: after.map((frame) => gridOf(frame, foundRegion)),
    };
    const shift = shiftOf(sequence);
    const steps = sequence.after.keys().toArray();
    const exchanged = steps.find((at) => isExchanged(sequence, at, shift));
    const repeated = steps.find((at) => isRepeated(sequence, at, shift));
    const timeOf = (at: number): number => atMs + (1000 * at) / pace;
    return [
      ...(exchanged === undefined ? [] : [fault('frame_order', timeOf(exchanged), 'exchanged frames')]),
      ...(repeated === undefined ? [] : [fault('frame_frozen', timeOf(repeated), 'the frame before')]),
    ];
  });
  return faults.slice(0, 1);
}

function fault(kind: VideoFault['kind'], atMs: number, found: string): VideoFault {
  return { kind, atMs, found };
}

/** By how many frames the source is ahead where both fit best. */
function shiftOf({ before, after }: Sequence): number {
  const meanBy = (shift: number): number => {
    const distances = after.flatMap((frame, at) => {
      const own = before[at + shift];
      return own ? [distance(frame, own)] : [];
    });
    return distances.reduce((sum, each) => sum + each, 0) / Math.max(1, distances.length);
  };
  const [own, ...others] = [0, 1, -1].map((shift) => ({ shift, mean: meanBy(shift) }));
  return others.reduce((best, each) => (each.mean < best.mean ? each : best), own!).shift;
}

/** Whether two frames in a row are those of each other's place. */
function isExchanged({ before, after }: Sequence, at: number, shift: number): boolean {
  const [first, second] = [after[at], after[at + 1]];
  const [one, other] = [before[at + shift], before[at + shift + 1]];
  if (!first || !second || !one || !other || distance(one, other) < CLEAR) return false;
  return fitsBetter(first, other, one) && fitsBetter(second, one, other);
}

function fitsBetter(frame: Grid, other: Grid, own: Grid): boolean {
  return distance(frame, other) < RATIO * distance(frame, own);
}

/** Whether a frame is the one before again, where the source moves before, at and after it. */
function isRepeated({ before, after }: Sequence, at: number, shift: number): boolean {
  // A frame twice at the beginning puts off all others.
  const ofSource = at === 1 && shift < 0 ? at : at + shift;
  const isMoving = (index: number): boolean => {
    const [from, to] = [before[index - 1], before[index]];
    return !from || !to || distance(from, to) >= CLEAR;
  };
  const [previous, frame] = [after[at - 1], after[at]];
  const [last, own] = [before[ofSource - 1], before[ofSource]];
  if (!previous || !frame || !last || !own || ![-1, 0, 1].every((step) => isMoving(ofSource + step))) return false;
  return distance(previous, frame) < STILL * distance(last, own) && fitsBetter(frame, last, own);
}
