import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import ffmpeg from '../../../engine/codecs/ffmpeg/codec.ts';
import { frameTimingOf } from '../../../engine/codecs/ffmpeg/frame-timing.ts';
import { trimFilters, trimOf } from '../../../engine/codecs/ffmpeg/trim.ts';
import type { Probe, Stream } from '../../../engine/codecs/ffmpeg/probe.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { memoryFile } from '../../../engine/io/memory-file.ts';
import { pagesOf } from '../../../engine/content/timeline/containers/ogg-pages.ts';
import type { TrackFacts } from '../../../engine/contract/facts.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const TIMEOUT_MS = 60_000;
/** Shows its images for 100, 200 and 400 ms. */
const GIF = join(SOURCES, 'gif/animated-three-frames-loop-2.gif');
/** Shows its images for 100, 200, 300, 400 and 500 ms. */
/** Two images of a quarter of a second each. */
const SLOW_APNG = join(SOURCES, 'apng/16bit-half-transparent-part.apng');
const APNG = join(SOURCES, 'apng/default-hidden-parts-blended-cleared-taken-back.apng');

let codec: RunnerBench;
beforeAll(async () => {
  codec = await startRunner(ffmpeg);
}, TIMEOUT_MS);
afterAll(() => codec[Symbol.asyncDispose]());

async function bytesOf(
  source: Uint8Array | string,
  [from, to]: readonly [FormatId, FormatId],
  options: OptionValues = {},
): Promise<Uint8Array> {
  const edge = from === 'gif' || from === 'apng' ? 'film' : 'video';
  return (await codec.convert(source, from, to, edge, options))[0]!;
}

async function filmOf(video: Uint8Array, format: FormatId): Promise<TrackFacts> {
  return (await codec.inspect(video, format, 'full')).media!.tracks.find(({ kind }) => kind === 'video')!;
}

/** When each image begins, from the first on, in milliseconds. */
function timesOf({ shownMs = [] }: TrackFacts): number[] {
  return shownMs.map((time) => Math.round(time - shownMs[0]!));
}

/** A tone of 30 ms, and silence after it: a WAV file of half a second. */
function shortTone(rate: number): Uint8Array {
  const samples = Array.from({ length: rate / 2 }, (_, at) =>
    at < 0.03 * rate ? Math.round(12_000 * Math.sin((2 * Math.PI * 440 * at) / rate)) : 0,
  );
  const file = Buffer.alloc(44 + 2 * samples.length);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(2 * rate, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(2 * samples.length, 40);
  for (const [at, sample] of samples.entries()) file.writeInt16LE(sample, 44 + 2 * at);
  return file;
}

/** The mean square of the first 30 ms of a WAV file of this rate. */
function powerAtStart(wav: Uint8Array, rate: number): number {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const data = Buffer.from(wav).indexOf('data', 12, 'latin1') + 8;
  const count = Math.floor(0.03 * rate);
  const squares = Array.from({ length: count }, (_, at) => view.getInt16(data + 2 * at, true) ** 2);
  return squares.reduce((sum, square) => sum + square, 0) / count;
}

describe('films of an uneven pace', () => {
  it(
    'Theora shows every image at its time and until its end',
    async () => {
      const video = await filmOf(await bytesOf(GIF, ['gif', 'ogv']), 'ogv');
      expect(timesOf(video)).toEqual([0, 100, 300]);
      expect(video.durationMs).toBeCloseTo(700, 0);
      const longer = await filmOf(await bytesOf(APNG, ['apng', 'ogv']), 'ogv');
      expect(timesOf(longer)).toEqual([0, 100, 300, 600, 1000]);
      expect(longer.durationMs).toBeCloseTo(1500, 0);
    },
    TIMEOUT_MS,
  );

  it.each([
    ['nut', 667],
    ['flv', 600],
  ] as const)(
    '%s shows every image at its time, the last one again before the end',
    async (to, again) => {
      const video = await filmOf(await bytesOf(GIF, ['gif', to]), to);
      expect(timesOf(video)).toEqual([0, 100, 300, again]);
    },
    TIMEOUT_MS,
  );

  it.each(['nut', 'wmv', 'asf'] as const)(
    '%s, which does not say when the last image ends, shows a slow one nearly to its end',
    async (to) => {
      const video = await filmOf(await bytesOf(SLOW_APNG, ['apng', to]), to);
      expect(timesOf(video)).toEqual([0, 250, 464]);
      expect(video.durationMs).toBeGreaterThan(450);
      expect(video.durationMs).toBeLessThanOrEqual(500);
    },
    TIMEOUT_MS,
  );

  it(
    'a video keeps its times when it is encoded again',
    async () => {
      const uneven = await bytesOf(APNG, ['apng', 'mkv']);
      for (const to of ['ogv', 'wmv'] as const) {
        const video = await filmOf(await bytesOf(uneven, ['mkv', to]), to);
        expect(timesOf(video).slice(0, 5), to).toEqual([0, 100, 300, 600, 1000]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'even targets end with the source',
    async () => {
      for (const to of ['avi', 'dv', 'y4m', 'gxf'] as const) {
        const { durationMs = 0 } = await filmOf(await bytesOf(GIF, ['gif', to]), to);
        expect(durationMs, to).toBeGreaterThan(690);
        expect(durationMs, to).toBeLessThan(750);
      }
    },
    TIMEOUT_MS,
  );
});

describe('a part of a video without an index', () => {
  const SOURCES_OF = [
    ...(['ts/mpeg2-mp2.ts', 'm2ts/h264-ac3.m2ts', 'mpg/mpeg1-mp2.mpg', 'vob/mpeg2-ac3.vob'] as const),
    ...(['wtv/mpeg2-mp2.wtv', 'swf/flv1-mp3.swf', 'mjpeg/fifteen-pictures.mjpeg', 'gxf/mpeg2-pcm.gxf'] as const),
  ];

  it.each(SOURCES_OF)(
    '%s begins where it should, not at a later key frame',
    async (source) => {
      const from = source.slice(0, source.indexOf('/')) as FormatId;
      const bytes = await bytesOf(join(SOURCES, source), [from, 'mp4'], { start: 0.3 });
      const { tracks } = (await codec.inspect(bytes, 'mp4', 'full')).media!;
      const [video, audio] = ['video', 'audio'].map((kind) => tracks.find((track) => track.kind === kind));
      // All hold 25 frames a second from the beginning: 15 of them, and GXF 17.
      const left = (from === 'gxf' ? 17 : 15) - 0.3 * 25;
      expect(Math.abs(video!.packets! - left)).toBeLessThan(1);
      if (audio) expect(audio.durationMs).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    'ends where it should',
    async () => {
      const options = { start: 0.2, duration: 0.2 };
      const bytes = await bytesOf(join(SOURCES, 'ts/mpeg2-mp2.ts'), ['ts', 'mkv'], options);
      expect((await filmOf(bytes, 'mkv')).packets).toBe(5);
    },
    TIMEOUT_MS,
  );

  it('is sought some seconds earlier, and what comes before it is left out by filters', () => {
    const probe = { streams: [{ kind: 'video', codec: 'h264' }], duration: 3600 } as unknown as Probe;
    const { args, lead, duration } = trimOf(probe, 'ts', { start: 100, duration: 10 });
    expect({ args, lead, duration }).toEqual({ args: ['-ss', '85', '-t', '25'], lead: 15, duration: 10 });
    expect(trimFilters({ lead }, 'audio')).toEqual(['atrim=start=15', 'asetpts=PTS-15/TB']);
    expect(trimOf(probe, 'mp4', { start: 100 })).toMatchObject({ args: ['-ss', '100'], lead: 0 });
    expect(trimOf(probe, 'swf', { start: 100 })).toMatchObject({ args: [], lead: 100 });
  });
});

describe('a part of an animation', () => {
  const PARTS = [
    [{ duration: 0.5 }, [0, 100, 300], 500],
    [{ start: 0.2 }, [0, 100], 500],
    [{ start: 0.2, duration: 0.3 }, [0, 100], 300],
    [{ start: 0.4 }, [0], 300],
  ] as const;

  it.each(PARTS)(
    '%j is what is shown in it, from the first moment to the last',
    async (options, times, length) => {
      const video = await filmOf(await bytesOf(GIF, ['gif', 'ogv'], options), 'ogv');
      expect(timesOf(video)).toEqual(times);
      expect(video.durationMs).toBeCloseTo(length, 0);
    },
    TIMEOUT_MS,
  );

  it.each(PARTS)(
    '%j is as long at an even pace',
    async (options, _times, length) => {
      const video = await filmOf(await bytesOf(GIF, ['gif', 'avi'], options), 'avi');
      expect(video.durationMs).toBeCloseTo(length, 0);
      expect(video.packets).toBe(Math.round((length / 1000) * video.framesPerSecond!));
    },
    TIMEOUT_MS,
  );
});

describe('animations made of animations', () => {
  it(
    'show their last image for as long as the source does',
    async () => {
      const [apng] = await codec.convert(GIF, 'gif', 'apng', 'animated-picture');
      expect((await codec.inspect(apng!, 'apng', 'full')).raster?.delaysMs).toEqual([100, 200, 400]);
      const [gif] = await codec.convert(APNG, 'apng', 'gif', 'animated-picture');
      expect(lastDelayOf(gif!)).toBe(50);
    },
    TIMEOUT_MS,
  );
});

/** Hundredths of a second, of the last graphic control extension of a GIF. */
function lastDelayOf(gif: Uint8Array): number {
  const bytes = Buffer.from(gif);
  return bytes.readUInt16LE(bytes.lastIndexOf(Buffer.from([0x21, 0xf9, 0x04])) + 4);
}

describe('pages of Theora', () => {
  it(
    'count without a gap, and hold a packet for every tick',
    async () => {
      const bytes = await bytesOf(GIF, ['gif', 'ogv']);
      const pages = [...pagesOf(memoryFile(bytes))];
      expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, at) => at));
      expect(pages.at(-1)).toMatchObject({ isLast: true });
      const shown = pages.filter(({ granule }) => granule !== 0n);
      const packets = shown.flatMap(({ lacing }) => [...lacing]).filter((size) => size < 255).length;
      const { framesPerSecond } = await filmOf(bytes, 'ogv');
      expect(packets).toBe(Math.round(0.7 * framesPerSecond!));
    },
    TIMEOUT_MS,
  );
});

describe('the pace of a film', () => {
  const stream = { index: 0, kind: 'video', codec: 'h264', framesPerSecond: 7 } as Stream;

  function paceOfTimes(times: readonly number[], lasts: number): number | undefined {
    const packets = times.map((start, at) => ({
      stream: 0,
      start,
      duration: (times[at + 1] ?? start + lasts) - start,
    }));
    const probe = { streams: [stream], packets, tags: {}, chapters: [] } as Probe;
    return frameTimingOf(stream, probe, {}, undefined).rate;
  }

  it('is the slowest that meets every time and the end', () => {
    expect(paceOfTimes([0, 0.1, 0.8, 0.85, 1.15], 1.15)).toBe(20);
    expect(paceOfTimes([0, 2, 4], 1)).toBe(1);
    expect(paceOfTimes([0, 0.033, 0.1], 0.033)).toBeCloseTo(30, 0);
  });

  it('keeps images apart whose times fit none', () => {
    expect(paceOfTimes([0, 0.0037, 0.5113], 0.1)).toBe(200);
  });
});

it.each([8_000, 22_050, 44_100])(
  'Windows Media of %d Hz begins where its source begins',
  async (rate) => {
    const source = shortTone(rate);
    const [made] = await codec.convert(source, 'wav', 'wma', edgeBetween(ffmpeg, 'wav', 'wma'));
    const [back] = await codec.convert(made!, 'wma', 'wav', edgeBetween(ffmpeg, 'wma', 'wav'));
    const ratio = powerAtStart(back!, rate) / powerAtStart(source, rate);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.2);
  },
  TIMEOUT_MS,
);
