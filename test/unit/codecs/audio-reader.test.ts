import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/audio-reader/codec.ts';
import ffmpegCodec from '../../../engine/codecs/ffmpeg/codec.ts';
import { readPcm, readWave } from '../../../engine/content/timeline/pcm/read.ts';
import { memoryFile } from '../../../engine/io/memory-file.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const WAVES = ['sweep-stereo-16bit-tags.wav', 'sweep-mono-24bit.wav'] as const;

let reader: RunnerBench;
let ffmpeg: RunnerBench;
beforeAll(async () => {
  reader = await startRunner(codec);
  ffmpeg = await startRunner(ffmpegCodec);
});
afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await ffmpeg[Symbol.asyncDispose]();
});

const FORMATS = codec.verifies ?? [];
const WRITTEN = FORMATS.flatMap((format) => WAVES.map((name) => [format, name] as const));
type Format = (typeof FORMATS)[number];

function waveOf(name: string): Uint8Array {
  return readFileSync(join(SOURCES, 'wav', name));
}

async function written(format: Format, name: string): Promise<Uint8Array> {
  const [bytes] = await ffmpeg.convert(waveOf(name), 'wav', format, edgeBetween(ffmpegCodec, 'wav', format));
  return bytes!;
}

describe('a reader of our own', () => {
  it.each(WRITTEN)('says of %s what FFmpeg says (%s)', async (format, name) => {
    const bytes = await written(format, name);
    const [{ media: own }, { media: theirs }] = [
      await reader.inspect(bytes, format),
      await ffmpeg.inspect(bytes, format),
    ];
    const { durationMs, packets: _packets, ...track } = theirs!.tracks[0]!;
    expect(own!.tracks).toEqual([{ ...track, durationMs: own!.durationMs }]);
    expect(own!.durationMs).toBeCloseTo(format === 'voc' ? 1000 : durationMs!, 0);
    const { title, artist, album } = theirs!.tags;
    expect(own!.tags).toMatchObject(title ? { title, artist, album } : {});
  });

  it.each(WRITTEN.filter(([format]) => format !== 'ast'))('hears in %s the samples of %s', async (format, name) => {
    const moment = { atMs: 120, lengthMs: 500, kinds: ['audio'] } as const;
    const [found] = readPcm(memoryFile(await written(format, name)), format, [moment])!;
    const { rate, channels } = readWave(waveOf(name));
    expect(found!.rate).toBe(rate);
    expect(found!.channels).toHaveLength(channels.length);
    for (const [at, channel] of channels.entries()) {
      const expected = channel.slice(0.12 * rate, 0.62 * rate);
      expect(found!.channels[at]).toHaveLength(expected.length);
      const farthest = found!.channels[at]!.reduce(
        (most, sample, index) => Math.max(most, Math.abs(sample - expected[index]!)),
        0,
      );
      expect(farthest).toBeLessThan(2 / 0x8000); // 16 bits of 24
    }
  });

  it.each(FORMATS)('tells that %s ends too early', async (format) => {
    const bytes = await written(format, WAVES[0]);
    const half = bytes.subarray(0, bytes.byteLength / 2);
    if (format === 'ircam') {
      // Nothing in the file says how long it is.
      expect((await reader.inspect(half, format)).media!.durationMs).toBeLessThan(600);
      return;
    }
    await expect(reader.inspect(half, format)).rejects.toMatchObject({ code: 'input_truncated' });
  });

  it.each([
    ['aifc', 'aifc/sweep-ulaw.aifc'],
    ['caf', 'caf/sweep-alac.caf'],
    ['ircam', 'ircam/sweep-big-endian.sf'],
  ] as const)('leaves %s to others where it is not plain: %s', async (format, path) => {
    expect(await reader.inspect(readFileSync(join(SOURCES, path)), format)).toMatchObject({ isUnread: true });
  });
});
