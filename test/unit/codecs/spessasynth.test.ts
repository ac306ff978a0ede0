import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import codec from '../../../engine/codecs/spessasynth/codec.ts';
import { readWave } from '../../../engine/content/timeline/pcm/read.ts';
import { latin1Of } from '../../../engine/io/bytes.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { strengthOf } from '../../support/tone.ts';
import { midi } from '../../support/midi.ts';

const RATE = 16_000;
let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

async function play(source: Uint8Array): Promise<Uint8Array> {
  const [wave] = await bench.convert(source, 'mid', 'wav', 'play', { sampleRate: RATE });
  return wave!;
}

const sampleOf = (source: string): Uint8Array => readFileSync(sourcePath({ from: 'mid', source }));

describe('the synthesizer of MIDI files', () => {
  it('plays each note at its pitch and its time', async () => {
    const sound = readWave(await play(sampleOf('duet-two-tempos.mid')));
    expect(sound.channels.map(({ length }) => length)).toEqual([4 * RATE, 4 * RATE]);
    const [a, c] = [440, 523.25];
    // The flute plays A, and C from half a second on, where the tempo doubles.
    expect(strengthOf(sound, a, 0.1, 0.5)).toBeGreaterThan(20 * strengthOf(sound, c, 0.1, 0.5));
    expect(strengthOf(sound, c, 0.6, 0.75)).toBeGreaterThan(20 * strengthOf(sound, 466.16, 0.6, 0.75));
    expect(strengthOf(sound, c, 0.6, 0.75)).toBeGreaterThan(5 * strengthOf(sound, c, 0.2, 0.5));
    // The bass, two octaves and more below, until three quarters of a second.
    expect(strengthOf(sound, 110, 0.1, 0.7)).toBeGreaterThan(5 * strengthOf(sound, 116.54, 0.1, 0.7));
    expect(Math.max(...sound.channels.flatMap((samples) => [...samples.subarray(-200)]))).toBeLessThan(0.001);
  });

  it('plays the same from RIFF, and names the piece', async () => {
    const [bare, wrapped] = [await play(sampleOf('duet-two-tempos.mid')), await play(sampleOf('duet-in-riff.rmi'))];
    expect(Buffer.from(wrapped).equals(bare)).toBe(true);
    expect(latin1Of(bare)).toContain('INAM\x13\0\0\0Duet at Two Speeds\0');
    expect(bench.warnings).toEqual([]);
  });

  it('waits where the music begins late', async () => {
    const sound = readWave(await play(midi(0x64, 0x90, 69, 100, 0x64, 69, 0)));
    const first = sound.channels[0]!.findIndex((sample) => Math.abs(sample) > 0.001);
    expect(first / RATE).toBeCloseTo(0.5, 1);
  });

  it('is quieter as a whole where it would be clipped', async () => {
    const keys = [48, 52, 55, 60, 64, 67, 72, 76];
    const brass = [0, 1, 2].flatMap((channel) => [0, 0xc0 | channel, 62, 0, 0xb0 | channel, 7, 127]);
    const chord = keys.flatMap((key) => [0x90, 0x91, 0x92].flatMap((status) => [0, status, key, 127]));
    const sound = readWave(await play(midi(...brass, ...chord, 0x64, 0xb0, 7, 127)));
    const samples = sound.channels.flatMap((channel) => [...channel].map(Math.abs));
    expect(samples.reduce((most, sample) => Math.max(most, sample))).toBeCloseTo(1, 3);
    expect(samples.filter((sample) => sample > 0.999).length).toBeLessThan(4);
  });
});
