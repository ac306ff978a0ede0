import type { Pcm } from '../../../contract/samples.ts';
import { decibels, powerOf } from './spectrum.ts';

/** Seconds by which one sound is played later than the other, and how sure that is. */
export interface Lag {
  readonly seconds: number;
  /** How much more alike both are with this lag than with any that codecs cause, at most 2. */
  readonly gain: number;
  /** How alike levels and pitches over time are then, at most 1; nothing where they hardly vary. */
  readonly likeness?: number;
}

/** Pieces of a hundredth of a second: their level and their pitch say where in time they are. */
const PIECE_SECONDS = 0.01;
/** Quieter pieces count as equally quiet: codecs differ in what they leave of silence. */
const QUIET_DB = -60;
/** Levels and pitches that vary by less say nothing of the time: decibels and octaves. */
const LEAST_VARIATION = { level: 2, pitch: 0.2 } as const;
/** What being later or earlier by the most possible counts for: a beat is like itself at every period. */
const LAG_COST = 0.1;
/** Pieces that are compared at least. */
const LEAST_PIECES = 15;
/** Of shorter audio, the delays and ends that codecs add decide how alike it is. */
const TOLD_PIECES = 100;
/** Less alike, it is other audio at any time. */
const LEAST_LIKENESS = 0.4;
/** Channels that are aligned: others are as late as these. */
const MOST_CHANNELS = 2;

/**
 * How much later `after` plays what `before` does, and how much better that fits than to be `usual` seconds or less away
 * from `expected`; `most` is as far as is looked.
 */
export function lagOf(
  before: Pcm,
  after: Pcm,
  { usual, most, expected: about = 0 }: { readonly usual: number; readonly most: number; readonly expected?: number },
): Lag {
  const isMixed = before.channels.length !== after.channels.length;
  const [expected, found] = [tracesOf(before, isMixed), tracesOf(after, isMixed)];
  const telling = expected.flatMap(({ values, least, likeness }, index) =>
    deviationOf(values) >= least ? [(lag: number) => likeness(values, found[index]!.values, lag)] : [],
  );
  if (telling.length === 0) return { seconds: onsetLag(expected[0]!.values, found[0]!.values, usual), gain: 0 };
  const farthest = Math.min(Math.round(most / PIECE_SECONDS), Math.floor(expected[0]!.values.length / 2));
  let best = { lag: 0, worth: -Infinity, likeness: 0 };
  let near = best;
  for (let lag = -farthest; lag <= farthest; lag++) {
    const likeness = telling.reduce((sum, likenessAt) => sum + likenessAt(lag), 0) / telling.length;
    const worth = likeness - (LAG_COST * Math.abs(lag)) / Math.max(1, farthest);
    if (worth > best.worth) best = { lag, worth, likeness };
    if (Math.abs(lag * PIECE_SECONDS - about) <= usual + PIECE_SECONDS / 2 && worth > near.worth)
      near = { lag, worth, likeness };
  }
  const { likeness } = best;
  const isShort = expected[0]!.values.length < TOLD_PIECES;
  if (best.worth < LEAST_LIKENESS) return { seconds: 0, gain: 0, ...(!isShort && { likeness }) };
  return { seconds: best.lag * PIECE_SECONDS, gain: best.worth - near.worth, likeness };
}

/** Decibels below the loudest piece from which a tone has begun: encoders spread some of it over the silence before. */
const ONSET_DB = 20;

/** A steady tone says when it begins, and nothing else of the time: seconds by which it begins later, of its levels. */
function onsetLag(before: Float64Array, after: Float64Array, usual: number): number {
  const [expected, found] = [before, after].map((levels) => {
    const least = Math.max(QUIET_DB, Math.max(...levels) - ONSET_DB);
    return levels.findIndex((level) => level > least);
  });
  const lag = (found! - expected!) * PIECE_SECONDS;
  return expected! < 0 || found! < 0 || Math.abs(lag) > usual ? 0 : lag;
}

interface Trace {
  readonly values: Float64Array;
  /** Below this variation it says nothing. */
  readonly least: number;
  /** At most 1. */
  readonly likeness: (before: Float64Array, after: Float64Array, lag: number) => number;
}

/** Level and pitch of each channel over time. */
function tracesOf({ rate, channels }: Pcm, isMixed: boolean): Trace[] {
  const used = isMixed ? [mixOf(channels)] : channels.slice(0, MOST_CHANNELS);
  return used.flatMap((samples) => {
    const pieces = Math.floor(samples.length / (rate * PIECE_SECONDS));
    const level = new Float64Array(pieces);
    const pitch = new Float64Array(pieces);
    for (let piece = 0; piece < pieces; piece++) {
      const from = Math.round(piece * rate * PIECE_SECONDS);
      const to = Math.round((piece + 1) * rate * PIECE_SECONDS);
      level[piece] = Math.max(QUIET_DB, decibels(powerOf(samples, from, to)));
      pitch[piece] = level[piece] === QUIET_DB ? 0 : Math.log2(1 + crossings(samples, from, to));
    }
    return [
      { values: level, least: LEAST_VARIATION.level, likeness: correlationAt },
      { values: pitch, least: LEAST_VARIATION.pitch, likeness: nearnessAt },
    ];
  });
}

function mixOf(channels: readonly Float32Array[]): Float32Array {
  const mix = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels) for (let at = 0; at < mix.length; at++) mix[at]! += channel[at]! / channels.length;
  return mix;
}

function crossings(samples: Float32Array, from: number, to: number): number {
  let count = 0;
  for (let at = from + 1; at < to; at++) if (samples[at - 1]! < 0 !== samples[at]! < 0) count++;
  return count;
}

function deviationOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
}

/** Pearson's correlation of two traces where they overlap; 0 where too little does. */
function correlationAt(before: Float64Array, after: Float64Array, lag: number): number {
  const from = Math.max(0, -lag);
  const to = Math.min(before.length, after.length - lag);
  const count = to - from;
  if (count < LEAST_PIECES) return 0;
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let at = from; at < to; at++) {
    const [a, b] = [before[at]!, after[at + lag]!];
    sumA += a;
    sumB += b;
    squaresA += a * a;
    squaresB += b * b;
    products += a * b;
  }
  const spread = (count * squaresA - sumA * sumA) * (count * squaresB - sumB * sumB);
  return spread <= 1e-6 ? 0 : (count * products - sumA * sumB) / Math.sqrt(spread);
}

/** How near two pitches are where they overlap: a rising tone correlates with itself at any lag. 0 where too little overlaps. */
function nearnessAt(before: Float64Array, after: Float64Array, lag: number): number {
  const from = Math.max(0, -lag);
  const to = Math.min(before.length, after.length - lag);
  if (to - from < LEAST_PIECES) return 0;
  let sum = 0;
  for (let at = from; at < to; at++) sum += Math.min(1, Math.abs(before[at]! - after[at + lag]!));
  return 1 - (2 * sum) / (to - from);
}
