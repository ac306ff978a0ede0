import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import ffmpeg from '../../engine/codecs/ffmpeg/codec.ts';
import { sourceArgs } from '../../engine/codecs/ffmpeg/containers.ts';
import { ConversionError, createEngine, type ConvertOptions, type Engine, type FormatId } from '../../engine/index.ts';
import { startRunner, type RunnerBench } from '../support/runner.ts';
import { bytes, u32be, u32le, zeros } from '../support/sample-files.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';
import { SCRIPTS, SECRET, startCanary, type Canary, type ScriptName } from './media-scripts.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');
const source = (path: string): Buffer => readFileSync(join(SOURCES, path));

const REFUSED =
  /^(input_\w+|empty_file|source_format_\w+|unsupported_conversion|unknown_source_format|loss_not_allowed)$/;
let engine: Engine;
let runner: RunnerBench;
let scratch: TemporaryDirectory;
let canary: Canary;

beforeAll(async () => {
  scratch = await temporaryDirectory();
  canary = await startCanary(scratch.path);
  engine = createEngine({ scratchDir: scratch.path });
  runner = await startRunner(ffmpeg);
}, 60_000);

afterAll(async () => {
  await engine.close();
  await runner[Symbol.asyncDispose]();
  await canary[Symbol.asyncDispose]();
  await scratch[Symbol.asyncDispose]();
});

/** The code of the refusal, or what came out. */
async function outcome(input: Uint8Array, options: ConvertOptions): Promise<string | Buffer> {
  return outcomeOf(async () => {
    const { artifacts } = await engine.convert(input, options);
    const [artifact] = artifacts;
    return Buffer.from('bytes' in artifact! ? artifact.bytes : readFileSync(artifact!.path));
  });
}

async function outcomeOf(work: () => Promise<Buffer>): Promise<string | Buffer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

describe('a text that names other files and hosts opens none of them', () => {
  const names = Object.keys(SCRIPTS) as ScriptName[];

  it.each(names)('%s, under the names of films and sounds', async (name) => {
    for (const [from, to] of [
      ['mp4', 'mp3'],
      ['mp3', 'wav'],
      ['avi', 'mp4'],
      ['ts', 'mkv'],
      ['mkv', 'gif'],
      ['ogg', 'flac'],
    ] as const) {
      const text = bytes(SCRIPTS[name](canary));
      expect(await outcome(text, { to, fileName: `a.${from}` }), `a.${from}`).toMatch(REFUSED);
      expect(await outcome(text, { to, from, fileName: `a.${from}` }), `as ${from}`).toMatch(REFUSED);
    }
    expect(canary.calls).toBe(0);
  });

  // The codec alone, whose thread is not sealed here: FFmpeg itself must refuse.
  const mechanisms: ScriptName[] = [
    'a playlist of hosts',
    'a concat script',
    'a session description',
    'a part of a file',
  ];
  it.each(mechanisms)(
    '%s, given to every demuxer',
    async (name) => {
      const edges = ffmpeg.edges.filter((edge) => edge.name === 'audio' || edge.name === 'video');
      for (const { name: edge, from } of edges) {
        const to: FormatId = edge === 'audio' ? 'flac' : 'mkv';
        for (const format of onePerDemuxer(from)) {
          // What has no header takes any bytes for sound: a text is noise, but it must not be that of another file.
          const found = await outcomeOf(async () => {
            const [output] = await runner.convert(bytes(SCRIPTS[name](canary)), format, to, edge, { duration: 0.1 });
            return Buffer.from(output!);
          });
          if (typeof found === 'string')
            expect(found, format).toMatch(/^(input_\w+|unsupported_conversion|conversion_failed)$/);
          else expect(found.includes(SECRET), format).toBe(false);
        }
      }
      expect(canary.calls).toBe(0);
    },
    60_000,
  );
});

/** FFmpeg reads formats of one demuxer in one way. */
function onePerDemuxer(formats: readonly FormatId[]): FormatId[] {
  return [...new Map(formats.map((format) => [sourceArgs(format, new Uint8Array()).join(' '), format])).values()];
}

describe('a film that promises more than it has', () => {
  const huge = 16_000;
  const jpeg = Buffer.concat([
    Buffer.from('ffd8ffc0001108', 'hex'),
    Buffer.from([huge >> 8, huge & 255, huge >> 8, huge & 255]),
    Buffer.from('03012200021101031101ffda000c03010002110311003f00', 'hex'),
    Buffer.alloc(64, 0x55),
    Buffer.from('ffd9', 'hex'),
  ]);

  it.each<[string, FormatId, () => Uint8Array]>([
    ['raw', 'y4m', () => bytes(`YUV4MPEG2 W${huge} H${huge} F25:1 C420\nFRAME\n`, zeros(1000))],
    ['JPEG', 'mjpeg', () => Buffer.concat([jpeg, jpeg])],
  ])('images of 16000 × 16000, %s', async (_name, format, make) => {
    for (const to of ['mp4', 'gif', 'png'] as const)
      expect(await outcome(make(), { to, from: format, fileName: `a.${format}` }), to).toMatch(REFUSED);
  });

  it('ten hours, in the header of the film', async () => {
    const film = Buffer.from(source('mp4/h264-aac-tags.mp4'));
    for (const [box, at] of [
      ['mvhd', 16],
      ['tkhd', 20],
      ['mdhd', 16],
    ] as const) {
      for (let found = film.indexOf(box); found >= 0; found = film.indexOf(box, found + 4)) {
        const duration = found + 4 + at;
        film.writeUInt32BE(Math.min(0xffff_fff0, film.readUInt32BE(duration) * 36_000), duration);
      }
    }
    for (const to of ['webm', 'mp3', 'gif'] as const) {
      const found = await outcome(film, { to, fileName: 'a.mp4' });
      if (typeof found === 'string') expect(found, to).toMatch(REFUSED);
    }
  });

  it('ten hours, in the header of a FLAC file', async () => {
    const flac = Buffer.from(source('flac/sweep-mono-24bit-tags.flac'));
    flac.writeUInt32BE(10 * 3600 * 48_000, 22);
    const found = await outcome(flac, { to: 'mp3', fileName: 'a.flac' });
    if (typeof found === 'string') expect(found).toMatch(/^input_(too_complex|truncated)$/);
    else expect(found.byteLength).toBeLessThan(100_000);
  });

  it('four gigabytes of samples', async () => {
    const wav = Buffer.from(source('wav/sweep-stereo-16bit-tags.wav'));
    wav.writeUInt32LE(0xffff_ffff, wav.indexOf('data') + 4);
    const found = await outcome(wav, { to: 'mp3', fileName: 'a.wav' });
    if (typeof found === 'string') expect(found).toMatch(REFUSED);
    else expect(found.byteLength).toBeLessThan(100_000);
  });
});

/** A FLAC file that ends behind its first block and promises so many samples. */
function withoutFrames(samples: number): Buffer {
  const header = Buffer.from(source('flac/sweep-mono-24bit-tags.flac').subarray(0, 42));
  header[4] = 0x80;
  header.writeUInt32BE(samples, 22);
  return header;
}

describe('a file that ends too early', () => {
  it.each(['mov/h264-aac-tags.mov', 'mov/mjpeg-pcm.mov'])('without its index: %s', async (path) => {
    const film = source(path);
    for (const to of ['mp4', 'mp3', 'gif'] as const)
      expect(await outcome(film.subarray(0, film.length * 0.6), { to, fileName: 'a.mov' }), to).toBe('input_truncated');
  });

  it('with its images and without its index', async () => {
    const film = bytes(u32be(16), 'ftypisom', u32be(512), u32be(100_008), 'mdat', zeros(100_000));
    for (const to of ['mkv', 'mp3', 'png'] as const)
      expect(await outcome(film, { to, fileName: 'a.mp4' }), to).toBe('input_truncated');
  });

  it.each<[string, FormatId, FormatId, () => Uint8Array]>([
    ['WAV', 'wav', 'mp3', () => source('wav/sweep-stereo-16bit-tags.wav').subarray(0, 44)],
    [
      'WAV of no samples',
      'wav',
      'mp3',
      () =>
        bytes(
          'RIFF',
          u32le(36),
          'WAVEfmt ',
          u32le(16),
          [1, 0, 2, 0],
          u32le(44_100),
          u32le(176_400),
          [4, 0, 16, 0],
          'data',
          u32le(0),
        ),
    ],
    ['FLAC', 'flac', 'mp3', () => source('flac/sweep-mono-24bit-tags.flac').subarray(0, 42)],
    ['FLAC of no frames', 'flac', 'mp3', () => withoutFrames(48_000)],
    ['FLAC of no frames and no length', 'flac', 'mp3', () => withoutFrames(0)],
    ['Ogg', 'ogg', 'mp3', () => source('ogg/sweep-vorbis-tags.ogg').subarray(0, 58)],
    ['MP3', 'mp3', 'wav', () => bytes('ID3', [3, 0, 0], u32be(0))],
    ['Matroska', 'mkv', 'mp4', () => source('mkv/mpeg4-flac.mkv').subarray(0, 600)],
    ['MP4', 'mp4', 'webm', () => bytes(u32be(16), 'ftypisom', u32be(512), u32be(8), 'moov')],
    ['AVI', 'avi', 'mp4', () => source('avi/mpeg4-mp3.avi').subarray(0, 300)],
    ['transport stream', 'ts', 'mp4', () => source('ts/mpeg2-mp2.ts').subarray(0, 188 * 3)],
  ])('after its header: %s', async (_name, from, to, make) => {
    expect(await outcome(make(), { from, to, fileName: `a.${from}` })).toMatch(REFUSED);
  });
});

describe('a file that is merely unusual is converted', () => {
  /** A second of eight channels, each of another tone. */
  function surround(): Uint8Array {
    const [rate, channels] = [8_000, 8];
    const samples = Buffer.alloc(rate * channels * 2);
    for (let at = 0; at < rate; at++)
      for (let channel = 0; channel < channels; channel++)
        samples.writeInt16LE(4_000 * Math.sin((at * (channel + 2) * 600) / rate), (at * channels + channel) * 2);
    const format = [u32le(16), [1, 0, channels, 0], u32le(rate), u32le(rate * channels * 2), [channels * 2, 0, 16, 0]];
    return bytes('RIFF', u32le(36 + samples.length), 'WAVEfmt ', ...format, 'data', u32le(samples.length), samples);
  }

  it.each<[FormatId, ConvertOptions['options']]>([
    ['mp3', { channels: 1 }],
    ['g722', {}],
    ['wav', { channels: 1 }],
    ['mp2', {}],
  ])('7.1 channels, as %s %j', async (to, options) => {
    const { artifacts, warnings } = await engine.convert(surround(), { to, fileName: 'a.wav', options });
    expect(artifacts).toHaveLength(1);
    // What was asked for needs no warning.
    expect(warnings.some(({ code }) => code === 'feature_dropped')).toBe(options?.channels === undefined);
  });

  it.each([
    ['mp4/h264-aac-tags.mp4', 'film.mp3', 'flac'],
    ['mp3/sweep-tags-cover.mp3', 'sound.mp4', 'wav'],
    ['mkv/mpeg4-flac.mkv', 'film.avi', 'mp4'],
  ] as const)('%s with the name %s', async (path, fileName, to) => {
    const { warnings } = await engine.convert(source(path), { to, fileName });
    expect(warnings.map(({ code }) => code)).toContain('file_name_mismatch');
  });

  it('images of uneven pace', async () => {
    for (const to of ['webm', 'avi', 'gif'] as const)
      expect(typeof (await outcome(source('mp4/h264-uneven-pace.mp4'), { to, fileName: 'a.mp4' })), to).toBe('object');
  });

  it('an odd size', async () => {
    const header = bytes('YUV4MPEG2 W17 H13 F10:1 C444\n');
    const frame = (luma: number): Buffer =>
      Buffer.concat([bytes('FRAME\n'), Buffer.alloc(17 * 13, luma), Buffer.alloc(2 * 17 * 13, 128)]);
    const film = Buffer.concat([header, frame(20), frame(120), frame(220)]);
    for (const to of ['mp4', 'webm', 'gif', 'wmv'] as const)
      expect(typeof (await outcome(film, { to, fileName: 'a.y4m' })), to).toBe('object');
  });
});
