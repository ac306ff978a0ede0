import type { OptionValues } from '../../formats/options.ts';
import { isImageStream } from './image-filters.ts';
import type { Probe, Stream } from './probe.ts';

/** The clock of a video, by which its frames are shown. Seconds count from the beginning of the result. */
export interface FrameTiming {
  /** Ticks a second; absent when the source does not say its times, so that FFmpeg must guess. */
  readonly rate?: number;
  /** The end of the last frame, where it is known. */
  readonly seconds?: number;
  /** How many frames there are, and when the last one begins, where they are known. */
  readonly frames?: number;
  readonly lastStart?: number;
  /** The frames that are taken of an animation, counted from 0, and the seconds that are left out before. */
  readonly cut?: { readonly first: number; readonly last: number; readonly start: number };
}

/** Ticks a second that are tried from the slowest on: what the clocks of videos and of animations divide evenly. */
const RATES = [
  ...[1, 2, 4, 5, 10, 12, 12.5, 15, 20, 24_000 / 1001, 24, 25, 30_000 / 1001, 30, 40, 48, 50],
  ...[60_000 / 1001, 60, 100, 120, 200, 240],
] as const;
/** Seconds by which a frame may be shown off its time: containers round to milliseconds, GIF to hundredths. */
const ROUNDING = 0.001;
const GIF_ROUNDING = 0.005;
/** Ticks a second of containers whose last frame is shown for one tick: as long as that of a usual video. */
const LEAST_TICKS = 25;
/** From this rate on nobody sees the difference; faster ones only keep frames apart. */
const FINE_RATE = 100;

/** The slowest frame rate that meets the times of every frame of a video and its end, or nearly so where they fit none. */
export function frameTimingOf(
  stream: Stream,
  { packets, origin = 0, streams }: Probe,
  { fps, start = 0 }: OptionValues,
  seconds: number | undefined,
): FrameTiming {
  const shown = packets?.filter((packet) => packet.stream === stream.index) ?? [];
  const timed = shown.flatMap(({ start: time, duration }) => (time === undefined ? [] : [{ time, duration }]));
  const isTimed = timed.length > 0 && timed.length === shown.length;
  if (!isTimed) return { rate: fps ?? stream.framesPerSecond, seconds };
  const all = timed.map(({ time }) => time - origin - start).sort((a, b) => a - b);
  const end = timed.reduce((latest, { time, duration }) => Math.max(latest, time + duration), 0) - origin - start;
  const length = Math.min(end, seconds ?? Infinity);
  // What an animation shows at its beginning may have begun long before; of a video, that is a single frame.
  const isAnimation = streams.every(isImageStream);
  const first = isAnimation
    ? Math.max(
        0,
        all.findLastIndex((time) => time <= ROUNDING),
      )
    : 0;
  const taken = all.slice(first).filter((time) => time < length && (isAnimation || time >= -ROUNDING));
  const times = taken.map((time) => Math.max(0, time));
  const isCut = isAnimation && (start > 0 || times.length < all.length);
  return {
    rate: fps ?? rateOf(times, length, stream),
    seconds: length,
    frames: times.length,
    ...(times.length > 0 && { lastStart: times.at(-1)! }),
    ...(isCut && { cut: { first, last: first + times.length - 1, start } }),
  };
}

/** The same times, by a clock whose ticks are short: for containers that do not say how long the last frame is shown. */
export function withShortTicks(timing: FrameTiming): FrameTiming {
  const { rate } = timing;
  return rate === undefined ? timing : { ...timing, rate: rate * Math.ceil(LEAST_TICKS / rate) };
}

function rateOf(times: readonly number[], end: number, { codec, framesPerSecond: mean }: Stream): number {
  const rounding = ROUNDING + (codec === 'gif' ? GIF_ROUNDING : 0);
  // The last frame has been rounded at both of its ends.
  const fits = (rate: number): boolean =>
    times.every((time) => isMet(time, rate, rounding)) && isMet(end, rate, 2 * rounding);
  const rates = [...new Set([...(mean === undefined ? [] : [mean]), ...RATES])].sort((a, b) => a - b);
  return (
    rates.find((rate) => areApart([...times, end], rate) && fits(rate)) ??
    rates.find((rate) => rate >= FINE_RATE && areApart(times, rate)) ??
    rates.at(-1)!
  );
}

function isMet(time: number, rate: number, rounding: number): boolean {
  return Math.abs(Math.round(time * rate) / rate - time) <= rounding;
}

/** Each tick shows one frame. */
function areApart(times: readonly number[], rate: number): boolean {
  const ticks = times.map((time) => Math.round(time * rate));
  return ticks.every((tick, at) => at === 0 || tick > ticks[at - 1]!);
}
