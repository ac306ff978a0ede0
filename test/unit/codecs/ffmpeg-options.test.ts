import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/ffmpeg/codec.ts';
import { videoSettings } from '../../../engine/codecs/ffmpeg/encoders.ts';
import mediabunny from '../../../engine/codecs/mediabunny/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import type { MediaFacts, TrackFacts } from '../../../engine/contract/facts.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const FILM = 'mp4/h264-aac-tags.mp4';
/** Shown by a quarter counterclockwise of the video above. */
const TURNED = 'mp4/h264-rotated-90.mp4';
const SOUND = 'wav/sweep-stereo-16bit-tags.wav';

let ffmpeg: RunnerBench;
let reader: RunnerBench;
const engine = sharedEngine();
beforeAll(async () => {
  ffmpeg = await startRunner(codec);
  reader = await startRunner(mediabunny);
});
afterAll(async () => {
  await ffmpeg[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  ffmpeg.warnings.length = 0;
});

async function convert(source: string | Uint8Array, to: FormatId, options: OptionValues): Promise<Buffer> {
  const from = typeof source === 'string' ? (source.slice(0, source.indexOf('/')) as FormatId) : 'mp4';
  const edge = edgeBetween(codec, from, to);
  const input = typeof source === 'string' ? join(SOURCES, source) : source;
  return Buffer.from((await ffmpeg.convert(input, from, to, edge, options))[0]!);
}

async function factsOf(bytes: Uint8Array, format: FormatId): Promise<MediaFacts> {
  const judge = mediabunny.inspects.includes(format) ? reader : ffmpeg;
  return (await judge.inspect(bytes, format, 'full')).media!;
}

async function made(source: string, to: FormatId, options: OptionValues): Promise<MediaFacts> {
  return factsOf(await convert(source, to, options), to);
}

function track({ tracks }: MediaFacts, kind: TrackFacts['kind']): TrackFacts | undefined {
  return tracks.find((candidate) => candidate.kind === kind);
}

/** The mean colours of four quarters of a film's first image, from left to right and top to bottom. */
async function quarters(video: Uint8Array): Promise<number[][]> {
  const [raw] = await ffmpeg.convert(video, 'mp4', 'y4m', 'video', { duration: 0.04 });
  const bytes = Buffer.from(raw!);
  const [, width, height] = /W(\d+) H(\d+)/.exec(bytes.toString('latin1', 0, 80))!.map(Number) as [0, number, number];
  const luma = bytes.subarray(bytes.indexOf('FRAME\n') + 6);
  const mean = (left: number, top: number): number => {
    let sum = 0;
    for (let y = 0; y < height / 2; y++) for (let x = 0; x < width / 2; x++) sum += luma[(top + y) * width + left + x]!;
    return Math.round(sum / (width * height * 0.25));
  };
  return [
    [mean(0, 0), mean(width / 2, 0)],
    [mean(0, height / 2), mean(width / 2, height / 2)],
  ];
}

describe('the codec', () => {
  it.each([
    ['mp4', 'mpeg4', 'mpeg4'],
    ['mkv', 'vp8', 'vp8'],
    ['mkv', 'mpeg2', 'mpeg2video'],
    ['mkv', 'ffv1', 'ffv1'],
    ['mov', 'prores', 'prores'],
    ['mov', 'mjpeg', 'mjpeg'],
    ['webm', 'vp8', 'vp8'],
    ['avi', 'mjpeg', 'mjpeg'],
  ] as const)('of the images in %s may be %s', async (to, videoCodec, found) => {
    const bytes = await convert(FILM, to, { videoCodec, duration: 0.2 });
    const video = track((await ffmpeg.inspect(bytes, to, 'full')).media!, 'video')!;
    expect(video).toMatchObject({ codec: found, width: 160, height: 120, packets: 5 });
  });

  it.each([
    ['mp4', 'mp3', 'mp3'],
    ['mkv', 'opus', 'opus'],
    ['mkv', 'pcm', 'pcm_s16le'],
    ['mov', 'alac', 'alac'],
    ['avi', 'mp3', 'mp3'],
    ['m4a', 'alac', 'alac'],
    ['mka', 'vorbis', 'vorbis'],
    ['caf', 'alac', 'alac'],
    ['aiff', 'pcm', 'pcm_s16be'],
  ] as const)('of the sound in %s may be %s', async (to, audioCodec, found) => {
    const { tracks } = (await ffmpeg.inspect(await convert(FILM, to, { audioCodec, duration: 0.2 }), to)).media!;
    expect(tracks.filter(({ kind }) => kind === 'audio').map((each) => each.codec)).toEqual([found]);
  });

  it('is copied when it is the one asked for', async () => {
    const facts = await made(FILM, 'mkv', { videoCodec: 'h264', audioCodec: 'aac' });
    expect(facts.tracks.map(({ packets }) => packets)).toEqual([25, 45]);
  });

  it.each([
    ['webm', { videoCodec: 'h264' }, 'vp9'],
    ['mp4', { videoCodec: 'prores' }, 'h264'],
    ['mp4', { audioCodec: 'vorbis' }, 'aac'],
    ['wav', { audioCodec: 'mp3' }, 'pcm'],
  ] as const)('must fit into %s: %j', async (to, options, one) => {
    const [option] = Object.keys(options);
    await expect(convert(FILM, to, options)).rejects.toMatchObject({
      code: 'invalid_options',
      details: { option, allowed: expect.arrayContaining([one]) },
    });
  });
});

describe('effort', () => {
  const short = { perSecond: 1e6, total: 1e7 };

  it('makes H.264 smaller, and never takes longer than there is', () => {
    const preset = (effort: number, total = 1e7): unknown =>
      videoSettings('h264', { ...short, total }, { effort })['preset'];
    expect([1, 3, 5, 7, 9, 10].map((effort) => preset(effort))).toEqual([
      'ultrafast',
      'superfast',
      'veryfast',
      'faster',
      'fast',
      'medium',
    ]);
    expect(preset(10, 1e8)).toBe('fast');
    expect(preset(10, 1e10)).toBe('ultrafast');
  });

  it('is worth its time', async () => {
    const fast = await convert(FILM, 'mp4', { effort: 1, quality: 60 });
    const slow = await convert(FILM, 'mp4', { effort: 10, quality: 60 });
    expect(slow.byteLength).toBeLessThan(0.95 * fast.byteLength);
  });
});

describe('sound', () => {
  it('is left out when asked, and reported as lost', async () => {
    expect((await made(FILM, 'mkv', { mute: true })).tracks.map(({ kind }) => kind)).toEqual(['video']);
    const { report } = await engine.convert(join(SOURCES, FILM), { to: 'mov', options: { mute: true } });
    expect(report.lost).toEqual(['audio']);
  });

  it.each(['y4m', 'mjpeg', 'ivf'] as const)('is told to be gone in %s, which holds none', async (to) => {
    const { report } = await engine.convert(join(SOURCES, FILM), { to, options: { duration: 0.2 } });
    expect([...report.lost, ...report.gone]).toContain('audio');
  });

  it('is brought to the usual loudness', async () => {
    const loudness = async (options: OptionValues): Promise<number> => rms(await convert(SOUND, 'wav', options));
    const before = await loudness({});
    const after = await loudness({ normalise: true });
    // The sweep plays at about −11 LUFS.
    expect(20 * Math.log10(after / before)).toBeGreaterThan(-7);
    expect(20 * Math.log10(after / before)).toBeLessThan(-3);
    const quiet = await ffmpeg.convert(await convert(SOUND, 'wav', { normalise: true }), 'wav', 'mp3', 'audio');
    expect(track(await factsOf(quiet[0]!, 'mp3'), 'audio')).toMatchObject({ sampleRate: 44_100, channels: 2 });
  });

  it('keeps its six channels when it is normalised, or all but the bass that an encoder damages', async () => {
    for (const to of ['ac3', 'dts', 'opus', 'm4a', 'flac'] as const)
      expect(track(await made('flac/surround-5.1.flac', to, { normalise: true }), 'audio')!.channels, to).toBe(
        to === 'dts' ? 5 : 6,
      );
  });

  it('is taken in the language asked for', async () => {
    const source = 'mp4/h264-two-audio-languages.mp4';
    expect(track(await made(source, 'mp3', { language: 'de' }), 'audio')!.channels).toBe(1);
    expect(track(await made(source, 'mp3', { language: 'en' }), 'audio')!.channels).toBe(2);
    await expect(convert(source, 'mp3', { language: 'fr' })).rejects.toMatchObject({ code: 'invalid_options' });
  });
});

function rms(wav: Buffer): number {
  const at = wav.indexOf('data') + 8;
  const samples = new Int16Array(Uint8Array.from(wav.subarray(at, at + 2 * Math.floor((wav.length - at) / 2))).buffer);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

describe('the shape of a film', () => {
  it.each([
    [{ width: 100, height: 100 }, [100, 76]],
    [{ width: 100, height: 100, fit: 'cover' }, [100, 100]],
    [{ width: 100, height: 40, fit: 'fill' }, [100, 40]],
    [{ rotate: '90' }, [120, 160]],
    [{ rotate: '270', width: 60 }, [60, 80]],
    [{ rotate: '180' }, [160, 120]],
  ] as const)('by %j', async (options, [width, height]) => {
    const facts = await made(FILM, 'mp4', { ...options, duration: 0.2 });
    expect(track(facts, 'video')).toMatchObject({ width, height });
  });

  it('turns clockwise, beside the images or in them', async () => {
    const [[a, b], [c, d]] = (await quarters(await convert(FILM, 'mp4', { quality: 90 }))) as [number[], number[]];
    const near = (found: number[][], wanted: (number | undefined)[][]): void => {
      for (const [at, value] of found.flat().entries()) expect(Math.abs(value - wanted.flat()[at]!)).toBeLessThan(4);
    };
    for (const quality of [undefined, 90]) {
      near(await quarters(await convert(FILM, 'mp4', { rotate: '90', quality })), [
        [c, a],
        [d, b],
      ]);
      near(await quarters(await convert(FILM, 'mp4', { rotate: '180', quality })), [
        [d, c],
        [b, a],
      ]);
      near(await quarters(await convert(FILM, 'mp4', { rotate: '270', quality })), [
        [b, d],
        [a, c],
      ]);
      near(await quarters(await convert(TURNED, 'mp4', { rotate: '90', quality })), [
        [a, b],
        [c, d],
      ]);
    }
  });

  it('is noted without encoding where the target can', async () => {
    expect(track(await made(FILM, 'mp4', { rotate: '90' }), 'video')).toMatchObject({ codec: 'h264', packets: 25 });
    expect(track(await made(FILM, 'mkv', { rotate: '90' }), 'video')).toMatchObject({ width: 120, height: 160 });
  });

  it('holds for images of it as well', async () => {
    const png = await convert(FILM, 'png', { rotate: '90', start: 0.5 });
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([120, 160]);
    const gif = await convert(FILM, 'gif', { width: 50, height: 50, fit: 'cover', fps: 5, colours: 8 });
    expect([gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual([50, 50]);
    const palette = gif.subarray(13, 13 + 3 * (2 << (gif[10]! & 7))).toString('hex');
    expect(new Set(palette.match(/.{6}/g)).size).toBeLessThanOrEqual(8);
    await expect(convert(FILM, 'webp', { colours: 8 })).rejects.toMatchObject({ code: 'invalid_options' });
  });

  it('passes the engine’s own judgement', async () => {
    for (const options of [{ rotate: '90' }, { width: 80, height: 80, fit: 'cover' }] as const) {
      const { report } = await engine.convert(join(SOURCES, FILM), { to: 'mkv', options: { ...options } });
      expect(report.checks.find(({ name }) => name === 'size')).toMatchObject({ ok: true });
    }
  });
});

describe('a series of images', () => {
  const frames = (to: 'png' | 'jpg', options: OptionValues): Promise<Uint8Array[]> =>
    ffmpeg.convert(join(SOURCES, FILM), 'mp4', to, 'frames', options);

  it('has as many a second as asked, from the beginning on', async () => {
    for (const [options, count] of [
      [{ fps: 5 }, 5],
      [{ fps: 25 }, 25],
      [{}, 1],
      [{ fps: 10, start: 0.5 }, 5],
      [{ fps: 10, duration: 0.3 }, 3],
    ] as const)
      expect((await frames('jpg', options)).length, JSON.stringify(options)).toBe(count);
    const [first] = await frames('png', { fps: 5 });
    expect(Buffer.from(first!)).toEqual(await convert(FILM, 'png', {}));
  });

  it('is made when the options ask for more than one, and packed', async () => {
    const { artifacts, files } = await engine.convert(join(SOURCES, FILM), {
      to: 'jpg',
      options: { fps: 3 },
      pack: 'zip',
    });
    expect(artifacts.map(({ name }) => name)).toEqual(['h264-aac-tags.zip']);
    expect(files!.map(({ name }) => name)).toEqual([1, 2, 3].map((number) => `h264-aac-tags-${number}.jpg`));
    const { artifacts: one } = await engine.convert(join(SOURCES, FILM), { to: 'jpg' });
    expect(one).toHaveLength(1);
  });

  it('is refused when it would be too long', async () => {
    await using small = await startRunner(codec, { frames: 10 });
    const promise = small.convert(join(SOURCES, FILM), 'mp4', 'jpg', 'frames', { fps: 11 });
    await expect(promise).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 10, found: 11 } });
  });
});

describe('a size that must not be exceeded', () => {
  it.each([
    ['mp4', 16],
    ['mkv', 16],
    ['webm', 30],
    ['avi', 42],
    ['mp3', 8],
  ] as const)('of %s: %i kB', async (to, targetSize) => {
    const bytes = await convert(FILM, to, { targetSize });
    expect(bytes.byteLength).toBeLessThanOrEqual(targetSize * 1000);
    expect(bytes.byteLength).toBeGreaterThan(0.4 * targetSize * 1000);
    expect((await factsOf(bytes, to)).durationMs).toBeGreaterThan(950);
  });

  it('leaves a video alone that is small enough', async () => {
    const facts = await made(FILM, 'mkv', { targetSize: 100 });
    expect(facts.tracks.map(({ packets }) => packets)).toEqual([25, 45]);
  });

  it('is no size that must be reached', async () => {
    // Half a bit for each of 480,000 pixels a second, and the sound at 128 kbit/s.
    expect((await convert(FILM, 'webm', { targetSize: 5000 })).byteLength).toBeLessThan(60_000);
  });

  it('is refused when nothing fits into it', async () => {
    for (const [to, targetSize] of [
      ['mp4', 2],
      ['wav', 20],
    ] as const) {
      const refusal = { code: 'input_too_complex', details: { limit: 'targetSize', allowed: targetSize * 1000 } };
      await expect(convert(FILM, to, { targetSize }), to).rejects.toMatchObject(refusal);
    }
  });
});
