import type { Thumbnail } from '../../../contract/facts.ts';
import type { OptionValues } from '../../../formats/options.ts';
import type { DifferenceKind } from '../../../contract/differences.ts';
import { FRAME_GRID } from '../../../contract/samples.ts';
import type { Region } from '../../raster/compare/image-difference.ts';
import { brightnessOf, CELLS, correlation, distance, gridOf, type Grid, type Sequence } from './frame-grid.ts';
import { motionFaults } from './video-motion.ts';
import { toneFaults } from './video-tones.ts';

/** What is wrong with a video. */
export interface VideoFault {
  readonly kind: DifferenceKind;
  readonly atMs?: number;
  readonly expected?: string;
  readonly found?: string;
}

/** The frames of one moment in both files, at `FRAME_GRID` a second. */
export interface SeenPair {
  readonly atMs: number;
  readonly before: readonly Thumbnail[];
  readonly after: readonly Thumbnail[];
}

/** Which part of a source is seen in which part of the result. */
export interface Regions {
  readonly expectedRegion: Region;
  readonly foundRegion: Region;
}

/** Frames by which a result may show something earlier or later: another frame rate, rounded times. */
const SLACK = 1;
/** Mean difference of 0 to 255 above which a frame is another one, and frames in a row that make a fault. */
const OTHER_FRAME = 30;
const LEAST_RUN = 2;
/** Correlation of light and dark at which a frame is the same although its tones are not. */
const SAME_SHAPES = 0.8;
/** Mean change of brightness between frames that is motion, and the share of it that is left of a still. */
const MOTION = { least: 1.2, left: 0.15, frames: 3, clear: 4, clearFrames: 2 } as const;
/** Frames by which a sequence is looked for earlier and later. */
const MOST_SHIFT = 2 * FRAME_GRID;
/** How much better another order of the frames must fit. */
const ORDER = { ratio: 0.6, least: 1.5 } as const;
/** What is wrong with the frames of a video, the worst first. */
export function videoFaults(
  seen: readonly SeenPair[],
  { expectedRegion, foundRegion }: Regions,
  { fps = FRAME_GRID, colours }: Pick<OptionValues, 'fps' | 'colours'> = {},
): VideoFault[] {
  // At few frames a second each is shown for several of the grid.
  const slack = Math.max(SLACK, Math.ceil(FRAME_GRID / fps));
  const sequences = seen
    .filter(({ before }) => before.length > 0)
    .map(({ atMs, before, after }): Sequence => ({
      atMs,
      before: before.map((frame) => gridOf(frame, expectedRegion)),
      after: after.map((frame) => gridOf(frame, foundRegion)),
    }));
  const missing = sequences.filter(({ before, after }) => after.length < before.length / 4);
  const shown = sequences.filter((sequence) => !missing.includes(sequence));
  const isGone = missing.length > 0 && (shown.length === 0 || missing.length > 1);
  return [
    ...(isGone ? [{ kind: 'video_missing', atMs: missing[0]!.atMs, found: 'nothing' } as const] : []),
    ...(slack > SLACK ? [] : shown.flatMap(orderFaults).slice(0, 1)),
    ...turnFaults(shown),
    ...shown.flatMap((sequence) => frozenFaults(sequence, slack)).slice(0, 1),
    ...shown.flatMap((sequence) => otherFrames(sequence, slack)).slice(0, 1),
    ...(slack > SLACK ? [] : motionFaults(shown, slack)),
    ...toneFaults(seen, { expectedRegion, foundRegion }, { sequences: shown, colours }),
  ];
}

/** The least distance of a frame to those of the source around its place. */
function distanceNear(frame: Grid, before: readonly Grid[], at: number, slack: number): number {
  let least = Infinity;
  for (let near = at - slack; near <= at + slack; near++) {
    const other = before[near];
    if (other) least = Math.min(least, distance(other, frame));
  }
  return least;
}

/** Frames in reverse, or all of them earlier or later. */
function orderFaults({ atMs, before, after }: Sequence): VideoFault[] {
  const length = Math.min(before.length, after.length);
  if (length < 4) return [];
  const at = (of: (index: number) => number): number => {
    let [sum, count] = [0, 0];
    for (let index = 0; index < length; index++) {
      const other = before[of(index)];
      if (!other) continue;
      sum += distance(other, after[index]!);
      count++;
    }
    return count < length / 2 ? Infinity : sum / count;
  };
  const own = Math.min(...[-1, 0, 1].map((shift) => at((index) => index + shift)));
  const isBetter = (other: number): boolean => other < own * ORDER.ratio && own - other > ORDER.least;
  if (isBetter(at((index) => length - 1 - index))) return [{ kind: 'frames_reversed', atMs }];
  for (let shift = 2; shift <= MOST_SHIFT; shift++) {
    for (const signed of [-shift, shift]) {
      if (!isBetter(at((index) => index + signed))) continue;
      const found = `${(shift / FRAME_GRID).toFixed(2)} s ${signed < 0 ? 'later' : 'earlier'}`;
      return [{ kind: 'moment_shifted', atMs, found }];
    }
  }
  return [];
}

/** Where the value of a cell and channel of a changed frame is in the source's. */
type Turn = (row: number, column: number, channel: number) => number;

const valueAt = (row: number, column: number, channel: number): number => 3 * (row * CELLS + column) + channel;
const LAST = CELLS - 1;

/** What bugs do to whole frames. */
const TURNS: Readonly<Record<string, Turn>> = {
  mirrored: (row, column, channel) => valueAt(row, LAST - column, channel),
  'upside down': (row, column, channel) => valueAt(LAST - row, column, channel),
  'turned by 180°': (row, column, channel) => valueAt(LAST - row, LAST - column, channel),
  'turned by 90°': (row, column, channel) => valueAt(LAST - column, row, channel),
  'turned by 270°': (row, column, channel) => valueAt(column, LAST - row, channel),
  'red and blue exchanged': (row, column, channel) => valueAt(row, column, 2 - channel),
};

/** Frames that fit better when they are turned. */
function turnFaults(sequences: readonly Sequence[]): VideoFault[] {
  const distanceBy = (turn: Turn): number => {
    let [sum, count] = [0, 0];
    for (const { before, after } of sequences) {
      for (const [at, frame] of after.entries()) {
        const other = before[at];
        if (!other) continue;
        sum += distance(turnedBy(other, turn), frame);
        count++;
      }
    }
    return sum / Math.max(1, count);
  };
  const own = distanceBy(valueAt);
  if (own <= ORDER.least) return [];
  for (const [found, turn] of Object.entries(TURNS)) {
    const other = distanceBy(turn);
    if (other < own * ORDER.ratio && own - other > ORDER.least) return [{ kind: 'frame_changed', found }];
  }
  return [];
}

function turnedBy(grid: Grid, turn: Turn): Grid {
  const turned = new Float64Array(grid.length);
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++) {
      for (let channel = 0; channel < 3; channel++)
        turned[valueAt(row, column, channel)] = grid[turn(row, column, channel)]!;
    }
  }
  return turned;
}

/** A still where the source moves. */
function frozenFaults({ atMs, before, after }: Sequence, slack: number): VideoFault[] {
  const length = Math.min(before.length, after.length);
  // At few frames a second most of the grid stands still: then only all of it together tells.
  if (slack > SLACK)
    return length > 3 * slack && rangeOf(after) < MOTION.least * MOTION.left && rangeOf(before) > OTHER_FRAME / 2
      ? [{ kind: 'frame_frozen', atMs }]
      : [];
  let [run, moved, still] = [0, 0, 0];
  for (let at = 1; at < length; at++) {
    const expected = distance(before[at - 1]!, before[at]!);
    const found = distance(after[at - 1]!, after[at]!);
    const isMoving = expected > MOTION.least;
    const isStill = found < expected * MOTION.left;
    if (isMoving) moved++;
    if (isMoving && isStill) still++;
    run = isMoving && isStill ? run + 1 : isMoving ? 0 : run;
    // A short video has few frames: at its end two of clear motion are enough.
    const endsStill = at === length - 1 && run >= MOTION.clearFrames && expected > MOTION.clear;
    if (run >= MOTION.frames || endsStill || (at === length - 1 && moved >= 3 && still === moved))
      return [{ kind: 'frame_frozen', atMs: atMs + (1000 * (at - run)) / FRAME_GRID }];
  }
  return [];
}

/** How far the frames of a sequence are from its first. */
function rangeOf(frames: readonly Grid[]): number {
  return Math.max(0, ...frames.map((frame) => distance(frames[0]!, frame)));
}

/** Frames that show something else. */
function otherFrames({ atMs, before, after }: Sequence, slack: number): VideoFault[] {
  let run = 0;
  for (const [at, frame] of after.entries()) {
    if (at >= before.length + slack) break;
    const least = distanceNear(frame, before, at, slack);
    const isOther = least > OTHER_FRAME && likenessNear(frame, before, at, slack) < SAME_SHAPES;
    run = isOther ? run + 1 : 0;
    if (run === Math.min(LEAST_RUN, after.length))
      return [
        {
          kind: 'frame_changed',
          atMs: atMs + (1000 * (at + 1 - run)) / FRAME_GRID,
          found: `${Math.round(least)} of 255 apart`,
        },
      ];
  }
  return [];
}

function likenessNear(frame: Grid, before: readonly Grid[], at: number, slack: number): number {
  const near = before.slice(Math.max(0, at - slack), at + slack + 1);
  return Math.max(...near.map((other) => correlation(brightnessOf(other), brightnessOf(frame))), -1);
}
