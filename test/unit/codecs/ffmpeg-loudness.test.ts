import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/ffmpeg/codec.ts';
import { measuringsOf } from '../../../engine/codecs/ffmpeg/loudness.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { bytes, u32le } from '../../support/sample-files.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const RATE = 16_000;

let ffmpeg: RunnerBench;
const engine = sharedEngine();
beforeAll(async () => {
  ffmpeg = await startRunner(codec);
});
afterAll(async () => {
  await ffmpeg[Symbol.asyncDispose]();
});

/** A sound of one channel. */
function wav(seconds: number, sampleAt: (second: number) => number): Uint8Array {
  const samples = Buffer.alloc(2 * seconds * RATE);
  for (let at = 0; at < seconds * RATE; at++) samples.writeInt16LE(Math.round(32_767 * sampleAt(at / RATE)), 2 * at);
  const format = [u32le(16), [1, 0, 1, 0], u32le(RATE), u32le(2 * RATE), [2, 0, 16, 0]] as const;
  return bytes('RIFF', u32le(36 + samples.length), 'WAVEfmt ', ...format, 'data', u32le(samples.length), samples);
}

const tone = (second: number): number => Math.sin(2 * Math.PI * 997 * second);

async function samplesOf(source: Uint8Array, options: OptionValues): Promise<Int16Array> {
  const [output] = await ffmpeg.convert(source, 'wav', 'wav', 'audio', options);
  const result = Buffer.from(output!);
  const start = result.indexOf('data') + 8;
  return new Int16Array(
    result.buffer.slice(result.byteOffset + start, result.byteOffset + start + result.readUInt32LE(start - 4)),
  );
}

/** Decibels of full scale of a part, in seconds. */
function level(samples: Int16Array, from: number, to: number): number {
  const part = samples.subarray(from * RATE, to * RATE);
  return 20 * Math.log10(Math.sqrt(part.reduce((sum, sample) => sum + sample ** 2, 0) / part.length) / 32_767);
}

describe('a sound that is normalised', () => {
  // At 997 Hz the loudness of one channel in LUFS is its level in decibels (ITU-R BS.1770-4, annex 1).
  const TARGET_DB = -16;

  it.each([-40, -24, -10])('of %d dB comes to the usual loudness', async (decibels) => {
    const samples = await samplesOf(
      wav(6, (at) => Math.SQRT2 * 10 ** (decibels / 20) * tone(at)),
      { normalise: true },
    );
    expect(Math.abs(level(samples, 1, 5) - TARGET_DB)).toBeLessThan(0.2);
  });

  it('stays as much louder in its loud parts as it was', async () => {
    const loudFrom = 5;
    const source = wav(10, (at) => (at < loudFrom ? 0.04 : 0.1) * tone(at));
    const samples = await samplesOf(source, { normalise: true });
    const before = 20 * Math.log10(0.1 / 0.04);
    expect(Math.abs(level(samples, 6, 9) - level(samples, 1, 4) - before)).toBeLessThan(0.3);
  });

  it('may be silence', async () => {
    const samples = await samplesOf(
      wav(1, () => 0),
      { normalise: true },
    );
    expect(Math.max(...samples)).toBeLessThan(3);
  });
});

describe('the measuring of loudness', () => {
  const output = [
    '-map',
    '0:0',
    '-c:0',
    'copy',
    '-map',
    '0:2',
    '-filter:1',
    'loudnorm=I=-16:TP=-1.5:LRA=11,volume=2dB',
  ];
  const report = [
    '{',
    '"input_i" : "-20.1",',
    '"input_tp" : "-3.0",',
    '"input_lra" : "4.0",',
    '"input_thresh" : "-30.0",',
  ];

  it('takes the stream that is filtered, and tells the filter what was found', () => {
    const [measuring, ...more] = measuringsOf(output);
    expect(more).toEqual([]);
    expect(measuring!.output).toContain('0:2');
    const applied = measuring!.apply(output, ['Input #0', ...report, '"target_offset" : "0.3"', '}']);
    expect(applied.at(-1)).toMatch(
      /^loudnorm=.*measured_I=-20\.1:measured_TP=-3:.*offset=0\.3:linear=true,volume=2dB$/,
    );
  });

  it('leaves the filter alone when nothing can be measured', () => {
    const [measuring] = measuringsOf(output);
    expect(measuring!.apply(output, [...report, '"target_offset" : "inf"', '}'])).toEqual(output);
    expect(measuring!.apply(output, [])).toEqual(output);
  });

  it('is not for what is not normalised', () => {
    expect(measuringsOf(['-map', '0:0', '-filter:0', 'volume=2dB'])).toEqual([]);
  });
});

describe('the volume', () => {
  it.each([-12, 6])('is changed by %d dB', async (volume) => {
    const samples = await samplesOf(
      wav(1, (at) => 0.25 * tone(at)),
      { volume },
    );
    const before = 20 * Math.log10(0.25 / Math.SQRT2);
    expect(Math.abs(level(samples, 0, 1) - before - volume)).toBeLessThan(0.1);
  });

  it('that was asked for is verified', async () => {
    const result = await engine.convert(join(SOURCES, 'mp3/sweep-tags-cover.mp3'), {
      to: 'mp3',
      options: { volume: -20 },
      verify: 'full',
    });
    expect(result.report.checks.find(({ name }) => name === 'sound')).toMatchObject({ ok: true });
  });
});
