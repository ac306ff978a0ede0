import type { Partition } from '../../contract/codec.ts';
import type { Pixels, VideoCodec } from './encoders.ts';
import type { Stream } from './probe.ts';

/** A video track whose frames can be encoded in parts: nothing in it hangs on what was long before. */
export interface Video {
  readonly stream: Stream;
  /** FFmpeg's arguments for a file of these frames alone. */
  readonly output: readonly string[];
  readonly pixels: Pixels;
}

/** One part: where its frames are in the source, and where they will be in the result. */
export type VideoPartition = Partition & {
  /** Seconds from the beginning of the source. */
  readonly start: number;
  /** Seconds from its first frame in which exactly its frames begin. */
  readonly duration: number;
  readonly frames: number;
  /** Seconds from the beginning of the result, and for how long. */
  readonly shown: number;
  readonly lasts: number;
};

/** Encoders that take so long that it is worth while, and whose parts can follow one another in one stream. */
export const DIVISIBLE: ReadonlySet<VideoCodec> = new Set(['h264', 'vp8', 'vp9']);

/** Seconds and pixels of a part: to start a worker, to seek and to join takes some tenths of a second. */
const LEAST_SECONDS = 5;
const LEAST_PIXELS = 15e6;

/** Parts into which it is worth while to divide, at most so many. */
export function partitionsWorthwhile({ perSecond, total }: Pixels, most: number): number {
  return Math.min(most, Math.floor(total / perSecond / LEAST_SECONDS), Math.floor(total / LEAST_PIXELS));
}

/** One frame of the source. */
export interface Frame {
  /** Seconds, as the container counts. */
  readonly time: number;
  readonly isKey: boolean;
  /** An edit list hides it. */
  readonly isHidden: boolean;
}

/** Reads what `frameArgs` asks for, in the order in which it is shown; nothing when a frame has no time. */
export function parseFrames(csv: string): readonly Frame[] | undefined {
  const frames: Frame[] = [];
  for (const line of csv.split('\n')) {
    if (line === '') continue;
    const [time = '', flags = ''] = line.split(',');
    if (!/^-?\d/.test(time)) return undefined;
    frames.push({ time: Number(time), isKey: flags.includes('K'), isHidden: flags.includes('D') });
  }
  return frames.sort((a, b) => a.time - b.time);
}

/** Share of a frame by which its time may differ from an even frame rate: containers round to milliseconds. */
const JITTER = 0.2;
/** Share of a frame before its time at which a part begins or ends: rounding must neither lose nor double it. */
const EARLY = 0.25;
/** Share of a part by which its end may move to a key frame, from which the next is decoded without a detour. */
const TO_KEY_FRAME = 0.15;
/** Seconds by which two sums of the same times may differ. */
const ROUNDING = 1e-6;

export interface Span {
  /** When the container begins to count, in seconds. */
  readonly origin: number;
  /** Seconds that are taken of the source, from its beginning. */
  readonly start: number;
  readonly duration?: number;
  readonly framesPerSecond: number;
  /** Parts that are wanted. */
  readonly count: number;
}

/** Divides a video at frame times; nothing when its frame rate is uneven, since then nobody could tell where a part ends. */
export function divide(
  all: readonly Frame[],
  { origin, start, duration = Infinity, framesPerSecond, count }: Span,
): readonly VideoPartition[] | undefined {
  const first = all.find(({ time }) => time >= origin + start - ROUNDING);
  // FFmpeg counts a duration from the first frame that it takes.
  const frames = all.filter(({ time }) => first && time >= first.time && time < first.time + duration - ROUNDING);
  if (!first || frames.length < count || all.some(({ isHidden }) => isHidden)) return undefined;
  const frameSeconds = 1 / framesPerSecond;
  const isEven = frames.every(
    ({ time }, at) => Math.abs(time - first.time - at * frameSeconds) <= JITTER * frameSeconds,
  );
  if (!isEven) return undefined;
  const ends = endsOf(frames, count);
  // Encoders count time in frames: the first is shown at a whole number of them.
  const shownAt = Math.round((first.time - origin - start) * framesPerSecond);
  return ends.map((end, index) => {
    const begin = ends[index - 1] ?? 0;
    const { time } = frames[begin]!;
    return {
      start: Math.max(0, time - origin - EARLY * frameSeconds),
      duration: (end - begin - EARLY) * frameSeconds,
      frames: end - begin,
      shown: (shownAt + begin) * frameSeconds,
      lasts: (end - begin) * frameSeconds,
    };
  });
}

/** Where the parts end, as frames from the beginning: evenly, or at a key frame nearby. */
function endsOf(frames: readonly Frame[], count: number): number[] {
  const length = frames.length / count;
  const keys = frames.flatMap(({ isKey }, at) => (isKey ? [at] : []));
  return Array.from({ length: count }, (_, index) => {
    if (index === count - 1) return frames.length;
    const even = Math.round((index + 1) * length);
    const near = keys.filter((key) => Math.abs(key - even) <= TO_KEY_FRAME * length);
    return near.sort((a, b) => Math.abs(a - even) - Math.abs(b - even))[0] ?? even;
  });
}

/** The script by which FFmpeg plays parts one after another, each for exactly the time of its frames. */
export function concatScript(parts: readonly VideoPartition[], pathOf: (index: number) => string): string {
  const lines = parts.flatMap(({ lasts }, index) => [`file ${pathOf(index)}`, `duration ${lasts.toFixed(6)}`]);
  return `${lines.join('\n')}\n`;
}
