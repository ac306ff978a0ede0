import { FRAME_GRID } from '../../../contract/samples.ts';
import { brightnessOf, distance, type Grid, type Sequence } from './frame-grid.ts';
import type { VideoFault } from './video-faults.ts';

/** Frames of the grid of one part: in a longer one, what is slow hides what is quick. */
const PART = FRAME_GRID;
const LEAST_FRAMES = 4;
/**
 * Standard deviation of the brightness of cells over time, of 0 to 255, that is motion and no noise of a codec, and how
 * well that of both files must correlate. Results at the least bit rates come to 0.9; exchanged frames to 0.7.
 */
const MOTION = { least: 2, correlation: 0.8 } as const;

/**
 * Frames that do not change as those of the source do: shuffled, faster or slower, even where all of them look alike.
 * Each may be `slack` earlier or later than its own.
 */
export function motionFaults(sequences: readonly Sequence[], slack: number): VideoFault[] {
  const parts = sequences.flatMap(partsOf).flatMap((part) => {
    const { before, after } = part;
    const moved = varyingOf(before.slice(0, after.length).map(brightnessOf));
    if (Math.min(before.length, after.length) < LEAST_FRAMES || powerOf(moved) < MOTION.least ** 2) return [];
    const nearest = after.map((frame, at) => expectedOf(frame, before, at, slack));
    const [expected, found] = [varyingOf(nearest.map(brightnessOf)), varyingOf(after.map(brightnessOf))];
    return [{ atMs: part.atMs, likeness: likenessOf(expected, found) }];
  });
  const other = parts.filter(({ likeness }) => likeness < MOTION.correlation);
  return other.length > 0 && 2 * other.length >= parts.length
    ? [{ kind: 'frame_order', atMs: other[0]!.atMs, found: 'other motion' }]
    : [];
}

function partsOf({ atMs, before, after }: Sequence): Sequence[] {
  const length = Math.min(before.length, after.length);
  const count = Math.max(1, Math.round(length / PART));
  return Array.from({ length: count }, (_, part) => {
    const from = Math.round((part * length) / count);
    const to = Math.round(((part + 1) * length) / count);
    return { atMs: atMs + (1000 * from) / FRAME_GRID, before: before.slice(from, to), after: after.slice(from, to) };
  });
}

/** Share of the step between two frames within which another one is between them. */
const BETWEEN = 0.85;

/** What a frame should show: the nearest around its place, or itself where it is between two of these. */
function expectedOf(frame: Grid, before: readonly Grid[], at: number, slack: number): Grid {
  const near = before.slice(Math.max(0, at - slack), at + slack + 1);
  const nearest = near.reduce((best, other) => (distance(other, frame) < distance(best, frame) ? other : best));
  const step = Math.max(0, ...near.slice(1).map((other, index) => distance(near[index]!, other)));
  return distance(nearest, frame) < BETWEEN * step ? frame : nearest;
}

/** Each cell without its mean over time. */
function varyingOf(frames: readonly Float64Array[]): Float64Array[] {
  const mean = new Float64Array(frames[0]?.length ?? 0);
  for (const frame of frames)
    for (let cell = 0; cell < mean.length; cell++) mean[cell]! += frame[cell]! / frames.length;
  return frames.map((frame) => frame.map((value, cell) => value - mean[cell]!));
}

/** Mean product of two series of frames. */
function productOf(one: readonly Float64Array[], other: readonly Float64Array[]): number {
  let [sum, count] = [0, 0];
  for (const [at, frame] of one.entries()) {
    for (let cell = 0; cell < frame.length; cell++) sum += frame[cell]! * other[at]![cell]!;
    count += frame.length;
  }
  return count === 0 ? 0 : sum / count;
}

function powerOf(frames: readonly Float64Array[]): number {
  return productOf(frames, frames);
}

function likenessOf(expected: readonly Float64Array[], found: readonly Float64Array[]): number {
  const power = Math.sqrt(powerOf(expected) * powerOf(found));
  return power === 0 ? 0 : productOf(expected, found) / power;
}
