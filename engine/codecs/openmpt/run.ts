import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Facts, ScoreFacts } from '../../contract/facts.ts';
import { decibels, powerOf } from '../../content/timeline/compare/spectrum.ts';
import { mediaFacts } from '../../content/timeline/inspect.ts';
import { framesToPlay, WaveWriter } from '../../content/timeline/pcm/wave-writer.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { loadLibrary, TrackerModule } from './library.ts';

const USUAL_RATE = 44_100;
/** Samples a second that tell when something is heard. */
const LISTENING_RATE = 8_000;

const createRunner: CreateRunner = async () => {
  const library = await loadLibrary();
  return {
    inspect: (artifact, _request, context): Facts =>
      guarded(() => {
        const bytes = context.bytes(artifact);
        using music = new TrackerModule(library, bytes);
        const durationMs = music.seconds * 1000;
        const basics = { format: artifact.format, sizeBytes: bytes.byteLength, reader: 'openmpt' };
        const track = { kind: 'audio', codec: artifact.format, durationMs, channels: 2 } as const;
        const facts = mediaFacts({ ...basics, media: { durationMs, tracks: [track], tags: tagsOf(music) } });
        return music.seconds > context.limits.mediaSeconds ? facts : { ...facts, score: heardIn(music, context) };
      }),
    convert: ([input], step, context) =>
      guarded(() => {
        const { sampleRate: rate = USUAL_RATE } = step.options;
        using music = new TrackerModule(library, context.bytes(input!));
        const frames = framesToPlay(music.seconds, rate, context.limits);
        const output = context.create(outputNameOf(input!.name, step.to), step.to);
        const writer = new WaveWriter(output, { rate, channels: 2, tags: tagsOf(music) });
        let played = 0;
        for (const samples of music.play(rate, frames)) {
          context.signal.throwIfAborted();
          writer.add(samples);
          played += samples.length / 2;
          context.progress(played / frames);
        }
        writer.finish();
        return [output.finish()];
      }),
  };
};

export default createRunner;

/** After a fault of the library nobody knows what is in its memory. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    const message = 'The module cannot be played: the player failed. Send the original file, or another one.';
    throw new ConversionError({ code: 'input_corrupt', message, discardWorker: true }, { cause: error });
  }
}

function tagsOf(music: TrackerModule): Readonly<Record<string, string>> {
  const [title, artist] = [music.text('title'), music.text('artist')];
  return { ...(title && { title }), ...(artist && { artist }) };
}

/** Milliseconds between two places at which something is heard or not. */
const PLACE_MS = 500;
/** Decibels from which on something is heard, and from which on it may be. */
const HEARD_DB = -45;
const AUDIBLE_DB = -75;

/** Only playing tells what a module sounds like. */
function heardIn(music: TrackerModule, { signal }: RunContext): ScoreFacts {
  const heardMs: number[] = [];
  const soundingMs: number[] = [];
  const size = (2 * LISTENING_RATE * PLACE_MS) / 1000;
  const place = new Float32Array(size);
  let [filled, atMs] = [0, 0];
  const look = (): void => {
    const loudness = decibels(powerOf(place, 0, filled));
    if (loudness > HEARD_DB) heardMs.push(atMs);
    if (loudness > AUDIBLE_DB && soundingMs.at(-1) === atMs) soundingMs.pop();
    else if (loudness > AUDIBLE_DB) soundingMs.push(atMs);
    atMs += PLACE_MS;
    if (loudness > AUDIBLE_DB) soundingMs.push(atMs);
    filled = 0;
  };
  for (const samples of music.play(LISTENING_RATE, Math.round(music.seconds * LISTENING_RATE))) {
    signal.throwIfAborted();
    for (let from = 0; from < samples.length;) {
      const part = samples.subarray(from, from + size - filled);
      place.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled === size) look();
    }
  }
  if (filled > 0) look();
  return { heardMs: Float64Array.from(heardMs), soundingMs: Float64Array.from(soundingMs) };
}
