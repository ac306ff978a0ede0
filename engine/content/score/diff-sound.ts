import { difference, type Difference } from '../../contract/differences.ts';
import type { ScoreFacts } from '../../contract/facts.ts';
import type { Check } from '../../contract/report.ts';
import type { MomentPair, Pcm, Sample } from '../../contract/samples.ts';
import { decibels, powerOf, secondsOf } from '../timeline/compare/spectrum.ts';

/** Decibels of full scale from which on a note is heard, and from which on nothing may be where no note is. */
const HEARD_DB = -66;
const ADDED_DB = -40;
/** Milliseconds within which something is heard: strings and pads begin slowly. */
const ATTACK_MS = 500;
/** Milliseconds after the last key was released in which instruments and rooms still sound. */
const RELEASE_MS = 8_000;
/** Milliseconds of a window of silence. */
const WINDOW_MS = 100;
/** Places in a row that make a fault: some instruments of a set have no sound for a key. */
const LEAST_RUN = 4;
/** The share of places whose silence makes a track silent. */
const MOST_LOST = 0.8;

/** What was decoded of a result, at moments of the score. */
interface PlayedScore {
  readonly pairs: readonly MomentPair[];
  readonly after: readonly Sample[];
  /** Decibels that were asked for. */
  readonly gainDb: number;
}

/** Whether a recording of a score is heard where its notes begin, and silent where it has none. */
export function* diffSound(
  { heardMs, soundingMs }: ScoreFacts,
  { pairs, after, gainDb }: PlayedScore,
): Generator<Check | Difference> {
  let [places, lost, run] = [0, 0, 0];
  let [missingAt, addedAt]: (number | undefined)[] = [];
  for (const [index, pair] of pairs.entries()) {
    const [audio] = after[index]?.audio ?? [];
    if (!audio || secondsOf(audio) === 0) continue;
    const shiftMs = pair.after.atMs - pair.before.atMs;
    const loudness = (fromMs: number, lengthMs: number): number =>
      loudnessOf(audio, fromMs - pair.before.atMs, lengthMs);
    const endMs = pair.before.atMs + secondsOf(audio) * 1000;
    for (const heardAtMs of within(heardMs, pair.before.atMs, endMs - ATTACK_MS)) {
      const isLost = loudness(heardAtMs, ATTACK_MS) < HEARD_DB + Math.min(0, gainDb);
      places++;
      lost += Number(isLost);
      run = isLost ? run + 1 : 0;
      if (run === LEAST_RUN) missingAt ??= heardAtMs + shiftMs;
    }
    addedAt ??= silences(soundingMs, pair.before.atMs, endMs).find(
      (atMs) => loudness(atMs, WINDOW_MS) > ADDED_DB + Math.max(0, gainDb),
    );
  }
  if (places === 0 && addedAt === undefined) return;
  const track = { track: 1 };
  const feature = 'audio';
  if (places > 0 && lost / places >= MOST_LOST) yield difference('track_silent', track, { feature });
  else if (missingAt !== undefined)
    yield difference('audio_missing', { ...track, atMs: Math.round(missingAt) }, { found: 'silence', feature });
  if (addedAt !== undefined)
    yield difference('audio_added', { ...track, atMs: Math.round(addedAt) }, { expected: 'silence', feature });
  if (places > 0)
    yield {
      name: 'sound',
      feature,
      ok: true,
      expected: `heard at ${places} places`,
      found: `heard at ${places - lost}`,
    };
}

/** Decibels of the loudest channel in a part of what was decoded. */
function loudnessOf({ rate, channels }: Pcm, fromMs: number, lengthMs: number): number {
  const first = Math.round((fromMs / 1000) * rate);
  const last = first + Math.round((lengthMs / 1000) * rate);
  return decibels(Math.max(...channels.map((samples) => powerOf(samples, first, last))));
}

function within(timesMs: Float64Array, startMs: number, endMs: number): Float64Array {
  return timesMs.filter((timeMs) => timeMs >= startMs && timeMs < endMs);
}

/** Windows in which nothing can sound any more. */
function silences(soundingMs: Float64Array, startMs: number, endMs: number): number[] {
  const windows: number[] = [];
  let silentFrom = startMs;
  for (let at = 0; at <= soundingMs.length; at += 2) {
    const until = Math.min(endMs, soundingMs[at] ?? endMs);
    for (let atMs = silentFrom; atMs + WINDOW_MS <= until; atMs += WINDOW_MS) windows.push(atMs);
    silentFrom = Math.max(startMs, (soundingMs[at + 1] ?? endMs) + RELEASE_MS);
  }
  return windows;
}
