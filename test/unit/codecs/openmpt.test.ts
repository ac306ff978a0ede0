import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import codec from '../../../engine/codecs/openmpt/codec.ts';
import { readWave } from '../../../engine/content/timeline/pcm/read.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { strengthOf } from '../../support/tone.ts';

const RATE = 16_000;
const FORMATS = ['mod', 's3m', 'xm', 'it'] as const;
const sampleOf = (from: (typeof FORMATS)[number]): Uint8Array =>
  readFileSync(sourcePath({ from, source: `four-notes.${from}` }));

/** Bytes a second of a sample at C, which has 32 a wave: Amigas count in clocks of their own. */
const RATES = { mod: 8287, s3m: 8363, xm: 8363, it: 8363 } as const;

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

describe.each(FORMATS)('a module of the kind %s', (format) => {
  it('is played note by note', async () => {
    const [wave] = await bench.convert(sampleOf(format), format, 'wav', 'play', { sampleRate: RATE });
    const sound = readWave(wave!);
    expect(sound.channels.map(({ length }) => length / RATE)).toEqual([0.96, 0.96]);
    // C, E, G and C, a quarter of the time each.
    const pitches = [0, 4, 7, 12].map((semitones) => (RATES[format] / 32) * 2 ** (semitones / 12));
    for (const [index, pitch] of pitches.entries()) {
      const [from, to] = [0.24 * index + 0.04, 0.24 * index + 0.23];
      const strengths = pitches.map((each) => strengthOf(sound, each, from, to));
      for (const [at, strength] of strengths.entries())
        if (at !== index) expect(strengths[index]!, `${pitch} and ${pitches[at]}`).toBeGreaterThan(4 * strength);
    }
  });

  it('says how long it is, what it is called and when it is heard', async () => {
    const { media, score, features } = await bench.inspect(sampleOf(format), format);
    expect(media).toMatchObject({ tags: { title: 'Four Notes' }, tracks: [{ kind: 'audio', channels: 2 }] });
    expect(media!.durationMs).toBeCloseTo(960, 5);
    expect(features).toEqual(['audio', 'metadata']);
    expect(score!.heardMs).toEqual(Float64Array.of(0, 500));
    expect(score!.soundingMs[0]).toBe(0);
  });
});

describe('modules', () => {
  it('that are cut, or something else, are named as damaged', async () => {
    for (const format of FORMATS)
      await expect(bench.inspect(sampleOf(format).subarray(0, 40), format)).rejects.toMatchObject({
        code: 'input_corrupt',
      });
  });

  it('that play longer than an output holds are refused before they are played', async () => {
    await using small = await startRunner(codec, { mediaSeconds: 0.5 });
    const { score } = await small.inspect(sampleOf('xm'), 'xm');
    expect(score).toBeUndefined();
    await expect(small.convert(sampleOf('xm'), 'xm', 'wav', 'play')).rejects.toMatchObject({
      code: 'input_too_complex',
    });
  });
});
