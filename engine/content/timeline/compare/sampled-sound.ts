import type { Check, Expectation } from '../../../contract/report.ts';
import { SOUND_RATE, type Sound } from '../../../contract/samples.ts';
import type { PlayedPair } from './samples.ts';
import { mostFail } from './moments.ts';

/** Below this audio counts as silence: −54 dB of full scale. */
const SILENT = 0.002;
/** What may be heard where there was silence: the noise of coarse codecs. */
const NOISE = 0.02;
/** Seconds by which codecs delay audio, or lead it. */
const MOST_LAG = 0.25;
/** Shorter audio cannot be told apart. */
const LEAST_SECONDS = 0.15;
/** Codecs for speech, and of few kilobits, come to 0.6; another audio comes to a tenth. */
const LEAST_CORRELATION = 0.45;
/** Decibels by which a mix of several channels may be louder or softer. */
const MOST_DECIBELS = 18;
/** Samples of a piece that is heard or not, how loud it must be for that, and what is left of it when it is lost. */
const PIECE = 0.1 * SOUND_RATE;
const HEARD = 0.01;
const LOST = 0.01;
/** The share of the pieces that a gate or a codec at its start may swallow. */
const MOST_MISSING = 0.25;
/** How much more alike the exchanged channels must be to count as exchanged. */
const EXCHANGED = 0.5;

/** Compares what is heard at the same moments of two files. */
export function checkSounds(played: readonly PlayedPair[], { options }: Expectation): Check[] {
  const gain = 10 ** ((options.volume ?? 0) / 20);
  const heard = played.flatMap(({ before, after }) =>
    before.sound ? [heardIn(amplified(before.sound, gain), after.sound, options.normalise === true)] : [],
  );
  const told = heard.filter((verdict) => verdict !== undefined);
  if (told.length === 0) return [];
  const worst = mostFail(told.map(({ ok }) => ok)) ? told.find(({ ok }) => !ok)! : told.find(({ ok }) => ok)!;
  return [{ name: 'sound', feature: 'audio', ok: worst.ok, expected: 'as in the source', found: worst.found }];
}

/** As loud as was asked; what is beyond the full scale is clipped. */
function amplified({ left, right }: Sound, gain: number): Sound {
  if (gain === 1) return { left, right };
  const louder = (sample: number): number => Math.max(-1, Math.min(1, sample * gain));
  return { left: left.map(louder), right: right.map(louder) };
}

interface Heard {
  readonly ok: boolean;
  readonly found: string;
}

/** What one moment audio like; nothing when it cannot be told. */
function heardIn(source: Sound, result: Sound | undefined, levelled: boolean): Heard | undefined {
  const [before, lengthBefore] = [mixed(source), source.left.length];
  if (lengthBefore < LEAST_SECONDS * SOUND_RATE) return undefined;
  if (!result || result.left.length < lengthBefore / 4) return { ok: false, found: 'nothing' };
  const after = mixed(result);
  const [loudness, found] = [levelOf(before), levelOf(after)];
  if (loudness < SILENT)
    return found < NOISE || levelled ? undefined : { ok: false, found: 'noise instead of silence' };
  if (found < SILENT / 4) return { ok: false, found: 'silence' };
  const { lag, correlation } = bestLag(before, after);
  const missing = Math.max(missingShare(source.left, result.left, lag), missingShare(source.right, result.right, lag));
  if (missing > MOST_MISSING) return { ok: false, found: `silence for ${Math.round(100 * missing)} % of it` };
  if (correlation < LEAST_CORRELATION)
    return { ok: false, found: `another sound (a correlation of ${correlation.toFixed(2)})` };
  const decibels = 20 * Math.log10(found / loudness);
  if (!levelled && Math.abs(decibels) > MOST_DECIBELS) return { ok: false, found: `${decibels.toFixed(0)} dB` };
  const across = exchange(source, result, lag);
  if (across > EXCHANGED) return { ok: false, found: 'its channels exchanged' };
  return { ok: true, found: `a correlation of ${correlation.toFixed(2)}` };
}

/** Both channels together, or the left alone where they cancel each other out. */
function mixed({ left, right }: Sound): Float32Array {
  const mix = left.map((sample, at) => (sample + right[at]!) / 2);
  return levelOf(mix) < SILENT ? left : mix;
}

function levelOf(samples: Float32Array): number {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return Math.sqrt(power / Math.max(1, samples.length));
}

/** The share of what is heard in one channel that is silent in the other. */
function missingShare(before: Float32Array, after: Float32Array, lag: number): number {
  let [heard, missing] = [0, 0];
  for (let start = Math.max(0, -lag); start + PIECE <= before.length; start += PIECE) {
    const level = levelOf(before.subarray(start, start + PIECE));
    if (level < HEARD) continue;
    heard++;
    if (levelOf(after.subarray(start + lag, start + lag + PIECE)) < level * LOST) missing++;
  }
  return heard === 0 ? 0 : missing / heard;
}

/** By how much the exchanged channels are more alike than those in their places, for channels that differ. */
function exchange(before: Sound, after: Sound, lag: number): number {
  const alike = (a: Float32Array, b: Float32Array): number => correlationAt(a, b, lag);
  const own = alike(before.left, after.left) + alike(before.right, after.right);
  return alike(before.left, after.right) + alike(before.right, after.left) - own;
}

/** Samples of the part of the source that is looked for in the result, and how many of its places are tried as a whole. */
const PART = 1024;
const CANDIDATES = 8;
/** What being later or earlier by the most possible counts for: a tone is like itself at every period. */
const LAG_COST = 0.05;

interface Likeness {
  /** Samples. */
  readonly lag: number;
  readonly correlation: number;
}

/** How much later the result plays what the source does, in samples, and how alike they then are, at most 1. */
function bestLag(before: Float32Array, after: Float32Array): Likeness {
  const most = Math.min(Math.round(MOST_LAG * SOUND_RATE), Math.floor(before.length / 2));
  const start = loudPart(before, most);
  const part = before.subarray(start, start + PART);
  const likeness: Likeness[] = [];
  for (let lag = -most; lag <= most; lag++) {
    const from = start + lag;
    if (from < 0 || from + PART / 2 > after.length) continue;
    likeness.push({ lag, correlation: correlationOf(part, after.subarray(from, from + PART)) });
  }
  const worth = ({ lag, correlation }: Likeness): number => correlation - (LAG_COST * Math.abs(lag)) / most;
  const candidates = likeness.sort((a, b) => worth(b) - worth(a)).slice(0, CANDIDATES);
  const whole = candidates.map(({ lag }) => ({ lag, correlation: correlationAt(before, after, lag) }));
  return whole.reduce((best, each) => (worth(each) > worth(best) ? each : best), {
    lag: 0,
    correlation: correlationAt(before, after, 0),
  });
}

/** Where a loud part begins, as far from both ends as there is one, to be found again earlier or later. */
function loudPart(samples: Float32Array, margin: number): number {
  const enough = loudestWithin(samples, 0).level / 2;
  for (let distance = margin; distance >= PART / 4; distance /= 2) {
    const { start, level } = loudestWithin(samples, Math.round(distance));
    if (level >= enough) return start;
  }
  return loudestWithin(samples, 0).start;
}

function loudestWithin(samples: Float32Array, margin: number): { readonly start: number; readonly level: number } {
  let loudest = { start: 0, level: 0 };
  for (let start = margin; start + PART + margin <= samples.length; start += PART / 4) {
    const level = levelOf(samples.subarray(start, start + PART));
    if (level > loudest.level) loudest = { start, level };
  }
  return loudest;
}

function correlationAt(before: Float32Array, after: Float32Array, lag: number): number {
  return correlationOf(before.subarray(Math.max(0, -lag)), after.subarray(Math.max(0, lag)));
}

/** 1 for the same audio, however loud; 0 for silence. */
function correlationOf(a: Float32Array, b: Float32Array): number {
  let [product, powerOfA, powerOfB] = [0, 0, 0];
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    product += a[at]! * b[at]!;
    powerOfA += a[at]! * a[at]!;
    powerOfB += b[at]! * b[at]!;
  }
  const power = Math.sqrt(powerOfA * powerOfB);
  return power === 0 ? 0 : product / power;
}
