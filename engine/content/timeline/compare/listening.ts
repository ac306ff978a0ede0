import type { Pcm } from '../../../contract/samples.ts';
import { lagOf, type Lag } from './alignment.ts';
import { lostAtEnd } from './audio-end.ts';
import { AverageSpectrum, windowsOfEach } from './average-spectrum.ts';
import { PITCH_WINDOWS, PitchShift } from './pitch.ts';
import {
  BAND_EDGES,
  bandsOf,
  decibels,
  decimated,
  FLOOR_DB,
  highestHz,
  PITCH_EDGES,
  powerBetween,
  powerOf,
  secondsOf,
  spectraOf,
  windowLength,
} from './spectrum.ts';

/** One moment of one track in both files. */
export interface HeardPair {
  readonly atMs: number;
  readonly before: Pcm;
  readonly after: Pcm;
}

/** A tenth of a second of one channel in both files, or of all channels where their numbers differ. */
export interface HeardWindow {
  readonly atMs: number;
  /** Decibels of full scale. */
  readonly before: number;
  readonly after: number;
  /** The same of each third of an octave that both files can hold. */
  readonly bandsBefore: Float64Array;
  readonly bandsAfter: Float64Array;
  /** The highest sample above the mean level, in decibels. */
  readonly crestBefore: number;
  readonly crestAfter: number;
}

export interface MomentLag extends Lag {
  readonly atMs: number;
  /** How surely it is played at another time than the rest of the track, as `gain`. */
  readonly drift?: number;
}

/** What was heard of one track. */
export interface Listening {
  /** The numbers of channels differ: all of them were compared together. */
  readonly isMixed: boolean;
  /** More than two channels became fewer: each has its weight in the mix, which is made quieter as a whole. */
  readonly isDownmix: boolean;
  /** Rows of windows: one a channel, or one for all channels. */
  readonly rows: readonly (readonly HeardWindow[])[];
  /** Distance of each channel to each in mean decibels, where both files have as many: `[before][after]`. */
  readonly distances: readonly (readonly number[])[];
  /** How much louder the first of two channels is than the second, by bands and windows. */
  readonly balance: Balance;
  readonly lags: readonly MomentLag[];
  /** The moments are parts of one that was decoded as a whole: no seeking makes their times less exact. */
  readonly isWhole: boolean;
  /** How alike the waves of the first two channels are, from -1 to 1, of the windows that are heard; 0 for one channel. */
  readonly phaseBefore: number;
  readonly phaseAfter: number;
  readonly pitch: PitchShift;
  /** Of all that was compared. */
  readonly average: AverageSpectrum;
  /** Moments at which the result plays nothing any more. */
  readonly missing: readonly number[];
  /** Where the result ends, and how many seconds of the source are heard behind it, if it was decoded as a whole. */
  readonly end?: { readonly atMs: number; readonly lost: number };
}

/** Seconds of a window, and between the starts of two. */
const HOP = 0.1;
/** Windows of a moment at least: in a short one they overlap, but for those that would begin at the same place. */
const LEAST_HOPS = 8;
const LEAST_HOP = 0.025;
/** Shorter moments cannot be told apart. */
const LEAST_SECONDS = 0.15;
/** Seconds by which codecs delay audio, and by which it is looked for. */
export const LAGS = { usual: 0.15, most: 0.8 } as const;

/** Listens to one track at several moments. */
export function listen(pairs: readonly HeardPair[]): Listening {
  const isWhole = pairs.length === 1 && secondsOf(pairs[0]!.before) > 2 * PART_SECONDS;
  const usable = withoutCopies(pairs)
    .flatMap(partsOf)
    .filter(({ before }) => secondsOf(before) >= LEAST_SECONDS)
    .map(({ atMs, before, after }) => {
      const whole = { before: centred(mixable(before, after)), after: centred(after) };
      return { atMs, before: decimated(whole.before, after.rate), after: decimated(whole.after), whole };
    });
  const isMissing = ({ before, after }: HeardPair): boolean => secondsOf(after) < secondsOf(before) / 4;
  const heard = usable.filter((pair) => !isMissing(pair));
  const [first] = heard;
  const ofBoth = first && first.before.channels.length === first.after.channels.length;
  const isDownmix = first !== undefined && isDownmixed(first);
  const rows: HeardWindow[][] = first ? (ofBoth ? first.before.channels.map(() => []) : [[]]) : [];
  const crossed = new Crossed(ofBoth ? rows.length : 0);
  const pitch = new PitchShift();
  const average = new AverageSpectrum();
  const count = windowsOfEach(heard.length);
  const phases = { before: new Phase(), after: new Phase() };
  const windows = heard.reduce((sum, { before }) => sum + secondsOf(before) / HOP, 0);
  const every = Math.max(1, Math.floor(windows / PITCH_WINDOWS));
  let taken = 0;
  const found = heard.map((pair) => {
    phases.before.add(pair.before);
    phases.after.add(pair.after);
    const lag = lagOf(pair.before, pair.after, LAGS);
    average.add(pair.whole.before, pair.whole.after, { count, lag: lag.seconds });
    for (const { at, before, after } of windowsOf(pair, lag.seconds, () => taken++ % every === 0)) {
      crossed.add(before.bands, after.bands);
      const ofRows = rows.length === before.bands.length ? [before, after] : [mixed(before), mixed(after)];
      rows.forEach((row, index) => row.push(windowOf(pair.atMs + at * 1000, ofRows[0]!, ofRows[1]!, index)));
      if (before.pitch && after.pitch && Math.min(loudnessOf(before), loudnessOf(after)) > PITCH_DB)
        pitch.add(before.pitch, after.pitch);
    }
    return { ...lag, atMs: pair.atMs };
  });
  const lags = isWhole ? withDrift(heard, found) : found;
  const missing = usable.filter(isMissing).map(({ atMs }) => atMs);
  const distances = crossed.means();
  const balance = crossed.balance();
  return {
    ...{ isMixed: !ofBoth, isDownmix, isWhole, rows, distances, balance, lags, pitch, average, missing },
    phaseBefore: phases.before.likeness(),
    phaseAfter: phases.after.likeness(),
    ...(pairs.length === 1 && { end: endOf(pairs[0]!) }),
  };
}

/** Of full scale: an offset below this changes nothing that is measured. */
const LEAST_OFFSET = 0.002;

/** Without the offset of each channel, which nobody hears and lossy codecs filter out. */
function centred({ rate, channels }: Pcm): Pcm {
  return { rate, channels: channels.map(centredChannel) };
}

/** Loops, and no methods with a function for each of the samples, which take ten times as long. */
function centredChannel(samples: Float32Array): Float32Array {
  let sum = 0;
  for (let at = 0; at < samples.length; at++) sum += samples[at]!;
  const offset = sum / Math.max(1, samples.length);
  if (Math.abs(offset) < LEAST_OFFSET) return samples;
  const centred = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at++) centred[at] = samples[at]! - offset;
  return centred;
}

function endOf({ atMs, before, after }: HeardPair): Listening['end'] {
  return { atMs: atMs + secondsOf(after) * 1000, lost: lostAtEnd(before, after) };
}

/** Decibels from which a window has a pitch and not only noise. */
const PITCH_DB = -50;

function loudnessOf({ powers }: AudioWindow): number {
  return decibels(Math.max(...powers));
}

/** Seconds by which a codec plays parts of one track at different times. */
const MOST_DRIFT = 0.1;

/** A codec delays all parts of a track alike: those that are later or earlier than most are told from it by how much better that fits. */
function withDrift(pairs: readonly HeardPair[], lags: readonly MomentLag[]): MomentLag[] {
  const expected = lags.map(({ seconds }) => seconds).sort((a, b) => a - b)[lags.length >> 1] ?? 0;
  return lags.map((lag, index) => {
    if (Math.abs(lag.seconds - expected) <= MOST_DRIFT) return lag;
    const { before, after } = pairs[index]!;
    return { ...lag, drift: lagOf(before, after, { usual: MOST_DRIFT, most: LAGS.most, expected }).gain };
  });
}

/** Seconds of the parts in which long moments are compared: what comes later than it should is found in each. */
const PART_SECONDS = 2.5;

function partsOf({ atMs, before, after }: HeardPair): HeardPair[] {
  const count = Math.floor(secondsOf(before) / PART_SECONDS);
  if (count < 2) return [{ atMs, before, after }];
  return Array.from({ length: count }, (_, index) => {
    const from = index * PART_SECONDS;
    // Windows that begin in a part end behind it.
    const to = index === count - 1 ? Infinity : from + PART_SECONDS + LEAST_SECONDS;
    return { atMs: atMs + from * 1000, before: partOf(before, from, to), after: partOf(after, from, to) };
  });
}

function partOf({ rate, channels }: Pcm, from: number, to: number): Pcm {
  return {
    rate,
    channels: channels.map((channel) => channel.subarray(Math.round(from * rate), Math.round(to * rate))),
  };
}

/** Channels that are the same in both files all the time are heard once: much speech is stored twice. */
function withoutCopies(pairs: readonly HeardPair[]): readonly HeardPair[] {
  const isAllAlike = ({ channels: [first, ...others] }: Pcm): boolean =>
    others.length > 0 && others.every((other) => isSame(first!, other));
  const isCopied = ({ before, after }: HeardPair): boolean =>
    before.channels.length === after.channels.length && isAllAlike(before) && isAllAlike(after);
  if (!pairs.every(isCopied)) return pairs;
  const firstOf = ({ rate, channels }: Pcm): Pcm => ({ rate, channels: channels.slice(0, 1) });
  return pairs.map(({ atMs, before, after }) => ({ atMs, before: firstOf(before), after: firstOf(after) }));
}

function isSame(one: Float32Array, other: Float32Array): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return one.length === other.length;
}

/** The likeness of two channels' waves. */
class Phase {
  #products = 0;
  #squares: [number, number] = [0, 0];

  add({ channels: [left, right, third] }: Pcm): void {
    if (!left || !right || third) return;
    for (let at = 0; at < left.length; at++) {
      this.#products += left[at]! * right[at]!;
      this.#squares[0] += left[at]! ** 2;
      this.#squares[1] += right[at]! ** 2;
    }
  }

  likeness(): number {
    const power = Math.sqrt(this.#squares[0] * this.#squares[1]);
    return power === 0 ? 0 : this.#products / power;
  }
}

/** The channel of low frequencies, in layouts of six channels and more: mixes of fewer leave it out. */
const BASS = { channel: 3, least: 6 } as const;

function mixable(before: Pcm, after: Pcm): Pcm {
  if (before.channels.length < BASS.least || after.channels.length >= BASS.least) return before;
  return { ...before, channels: before.channels.filter((_, channel) => channel !== BASS.channel) };
}

function isDownmixed({ before, after }: HeardPair): boolean {
  return before.channels.length > Math.max(2, after.channels.length);
}

/** What one file plays at a window: of each channel its power by bands, its level and its peak. */
interface AudioWindow {
  readonly bands: readonly Float64Array[];
  readonly powers: readonly number[];
  readonly peaks: readonly number[];
  /** Of some windows. */
  readonly pitch?: Float64Array;
}

function* windowsOf(
  { before, after }: HeardPair,
  lag: number,
  hasPitch: () => boolean,
): Generator<{ readonly at: number; readonly before: AudioWindow; readonly after: AudioWindow }> {
  const lengths = { before: windowLength(before.rate, after.rate), after: windowLength(after.rate, before.rate) };
  const end = Math.min(secondsOf(before), secondsOf(after) - lag) - lengths.before / before.rate;
  const bands = BAND_EDGES.filter((edge) => edge <= highestHz(Math.min(before.rate, after.rate))).length - 1;
  const first = Math.max(0, -lag);
  const hop = Math.min(HOP, Math.max(LEAST_HOP, (end - first) / LEAST_HOPS));
  for (let at = first; at <= end; at += hop) {
    const how = { bands, hasPitch: hasPitch() };
    yield {
      at,
      before: windowAt(before, at, { ...how, length: lengths.before }),
      after: windowAt(after, at + lag, { ...how, length: lengths.after }),
    };
  }
}

function windowAt(
  audio: Pcm,
  at: number,
  {
    bands: count,
    hasPitch,
    length,
  }: { readonly bands: number; readonly hasPitch: boolean; /** Samples of its spectrum. */ readonly length: number },
): AudioWindow {
  const { rate, channels } = audio;
  const start = Math.round(at * rate);
  const end = start + Math.round(HOP * rate);
  const bands: Float64Array[] = [];
  const pitch = hasPitch ? new Float64Array(PITCH_EDGES.length - 1) : undefined;
  for (const spectrum of spectraOf(audio, start, length)) {
    bands.push(bandsOf(spectrum, rate).subarray(0, count));
    if (pitch) addTo(pitch, powerBetween(spectrum, rate, PITCH_EDGES));
  }
  return {
    bands,
    powers: channels.map((channel) => powerOf(channel, start, Math.min(end, channel.length))),
    peaks: channels.map((channel) => peakOf(channel, start, end)),
    pitch,
  };
}

function peakOf(samples: Float32Array, from: number, to: number): number {
  const end = Math.min(to, samples.length);
  let [lowest, highest] = [0, 0];
  for (let at = Math.max(0, from); at < end; at++) {
    const sample = samples[at]!;
    if (sample > highest) highest = sample;
    else if (sample < lowest) lowest = sample;
  }
  return Math.max(highest, -lowest);
}

function mixed({ bands, powers, peaks, pitch }: AudioWindow): AudioWindow {
  const mix = new Float64Array(bands[0]!.length);
  for (const each of bands) addTo(mix, each);
  const mean = powers.reduce((sum, power) => sum + power, 0) / powers.length;
  return { bands: [mix.map((power) => power / bands.length)], powers: [mean], peaks: [Math.max(...peaks)], pitch };
}

function windowOf(atMs: number, before: AudioWindow, after: AudioWindow, row: number): HeardWindow {
  const [levelBefore, levelAfter] = [decibels(before.powers[row]!), decibels(after.powers[row]!)];
  return {
    atMs,
    before: levelBefore,
    after: levelAfter,
    bandsBefore: before.bands[row]!.map(decibels),
    bandsAfter: after.bands[row]!.map(decibels),
    crestBefore: decibels(before.peaks[row]! ** 2) - levelBefore,
    crestAfter: decibels(after.peaks[row]! ** 2) - levelAfter,
  };
}

function addTo(sum: Float64Array, values: Float64Array): void {
  for (let at = 0; at < sum.length; at++) sum[at]! += values[at]!;
}

/** Decibels below the loudest band at which a band no longer counts. */
const AUDIBLE_DB = 35;
/** Decibels by which one band can differ at most: it is another one then. */
const MOST_BAND_DB = 20;

/** Mean difference of the bands that are heard in either of two spectra, in decibels. */
export function distanceOf(before: Float64Array, after: Float64Array): number {
  const loudest = Math.max(...before, ...after);
  const least = Math.max(loudest - AUDIBLE_DB, FLOOR_DB + 15);
  let [sum, count] = [0, 0];
  for (let band = 0; band < before.length; band++) {
    const [a, b] = [Math.max(before[band]!, least), Math.max(after[band]!, least)];
    if (a === least && b === least) continue;
    sum += Math.min(MOST_BAND_DB, Math.abs(a - b));
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** By how many decibels the channels of a source differ, and how alike these differences are in both files, from -1 to 1. */
interface Balance {
  readonly db: number;
  readonly likeness: number;
}

/** Channels of more are not looked for at each other's places. */
const MOST_CROSSED = 8;

/** Mean distances of every channel of one file to every channel of the other. */
class Crossed {
  readonly #sums: number[][];
  readonly #balance = { products: 0, before: 0, after: 0, count: 0 };
  #count = 0;

  constructor(channels: number) {
    const size = channels > MOST_CROSSED || channels < 2 ? 0 : channels;
    this.#sums = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  }

  add(before: readonly Float64Array[], after: readonly Float64Array[]): void {
    if (this.#sums.length === 0 || after.length !== before.length) return;
    const [a, b] = [before.map((bands) => bands.map(decibels)), after.map((bands) => bands.map(decibels))];
    this.#count++;
    for (const [from, sums] of this.#sums.entries()) {
      for (let to = 0; to < sums.length; to++) sums[to]! += distanceOf(a[from]!, b[to]!);
    }
    if (a.length === 2) this.#addBalance(a as [Float64Array, Float64Array], b as [Float64Array, Float64Array]);
  }

  #addBalance(before: readonly [Float64Array, Float64Array], after: readonly [Float64Array, Float64Array]): void {
    const least = Math.max(...before[0], ...before[1]) - AUDIBLE_DB;
    for (let band = 0; band < before[0].length; band++) {
      if (Math.max(before[0][band]!, before[1][band]!) < least) continue;
      const [expected, found] = [before[0][band]! - before[1][band]!, after[0][band]! - after[1][band]!];
      this.#balance.products += expected * found;
      this.#balance.before += expected ** 2;
      this.#balance.after += found ** 2;
      this.#balance.count++;
    }
  }

  balance(): Balance {
    const { products, before, after, count } = this.#balance;
    const power = Math.sqrt(before * after);
    return { db: Math.sqrt(before / Math.max(1, count)), likeness: power === 0 ? 0 : products / power };
  }

  means(): number[][] {
    return this.#sums.map((sums) => sums.map((sum) => sum / Math.max(1, this.#count)));
  }
}
