import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import ffmpeg from '../../../engine/codecs/ffmpeg/codec.ts';
import lottie from '../../../engine/codecs/lottie/codec.ts';
import mediabunny from '../../../engine/codecs/mediabunny/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { MediaFacts } from '../../../engine/contract/facts.ts';
import { readApng } from '../../../engine/content/raster/png/apng.ts';
import { makeWav } from '../../support/make-files.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const TIMEOUT_MS = 60_000;

let codec: RunnerBench;
let demuxer: RunnerBench;
let drawing: RunnerBench;
beforeAll(async () => {
  codec = await startRunner(ffmpeg);
  demuxer = await startRunner(mediabunny);
  drawing = await startRunner(lottie);
}, TIMEOUT_MS);
afterAll(async () => {
  await codec[Symbol.asyncDispose]();
  await demuxer[Symbol.asyncDispose]();
  await drawing[Symbol.asyncDispose]();
});

async function converted(
  path: string,
  to: FormatId,
  edge: string,
  { reader = codec, effort = 'quick' }: { reader?: RunnerBench; effort?: 'quick' | 'full' } = {},
): Promise<MediaFacts> {
  const from = path.slice(0, path.indexOf('/')) as FormatId;
  const [output] = await codec.convert(join(SOURCES, path), from, to, edge);
  return (await reader.inspect(output!, to, effort)).media!;
}

function track(media: MediaFacts, kind: 'audio' | 'video'): MediaFacts['tracks'][number] | undefined {
  return media.tracks.find((each) => each.kind === kind);
}

describe('formats with a will of their own', () => {
  it(
    'FLAC that ends before its header says is truncated, whoever reads it',
    async () => {
      const whole = await readFile(join(SOURCES, 'flac/sweep-stereo-tags-cover.flac'));
      const half = new Uint8Array(whole.subarray(0, Math.round(whole.length / 2)));
      await expect(codec.inspect(half, 'flac', 'quick')).rejects.toMatchObject({ code: 'input_truncated' });
    },
    TIMEOUT_MS,
  );

  it(
    'MP3 plays as long as its frames, whatever stands before them',
    async () => {
      const whole = await readFile(join(SOURCES, 'mp3/sweep-tags-cover.mp3'));
      const frames = whole.subarray(Math.round(whole.length / 2));
      const { media } = await codec.inspect(Buffer.concat([new Uint8Array(100_000), frames]), 'mp3', 'quick');
      expect(media!.durationMs).toBeGreaterThan(500);
      expect(media!.durationMs).toBeLessThan(1000);
    },
    TIMEOUT_MS,
  );

  it(
    'AMV gets silence where an animation has no sound',
    async () => {
      const media = await converted('gif/test-card-animated.gif', 'amv', 'film');
      expect(track(media, 'audio')).toMatchObject({ codec: 'adpcm_ima_amv', channels: 1, sampleRate: 22_050 });
      expect(track(media, 'video')).toBeDefined();
    },
    TIMEOUT_MS,
  );

  it(
    'animated PNG of a single frame is an animation all the same',
    async () => {
      const source = join(SOURCES, 'dv/pal-one-picture.dv');
      const [output] = await codec.convert(source, 'dv', 'apng', 'animation');
      const frames = readApng(output!).frames;
      expect(frames).toHaveLength(1);
      expect(await sharp(frames[0]!.toPng()).metadata()).toMatchObject({ width: 640, height: 480 });
    },
    TIMEOUT_MS,
  );

  it(
    'DV keeps the images behind the end of the sound',
    async () => {
      const media = await converted('ts/mpeg2-mp2.ts', 'dv', 'video', { effort: 'full' });
      expect(track(media, 'video')?.packets).toBe(15);
    },
    TIMEOUT_MS,
  );

  it(
    'DV holds what begins late from its beginning',
    async () => {
      for (const path of ['wmv/wmv2-wma-tags.wmv', 'asf/wmv1-wma.asf']) {
        const media = await converted(path, 'dv', 'video', { effort: 'full' });
        expect(track(media, 'video')?.packets, path).toBeGreaterThan(10);
        expect(track(media, 'audio'), path).toBeDefined();
      }
    },
    TIMEOUT_MS,
  );

  it(
    'MPEG-2 gets square pixels where it has no number for their shape',
    async () => {
      // 45:44, shown 180 wide.
      const media = await converted('3gp/h263-aac.3gp', 'mpg', 'video', { effort: 'full' });
      expect(track(media, 'video')).toMatchObject({ width: 180, height: 144 });
    },
    TIMEOUT_MS,
  );

  it(
    'GXF plays at the pace of its images, not of their fields',
    async () => {
      const media = await converted('gxf/mpeg2-pcm.gxf', 'mxf', 'video', { effort: 'full' });
      expect(track(media, 'video')).toMatchObject({ framesPerSecond: 25, packets: 17 });
    },
    TIMEOUT_MS,
  );

  it(
    'program streams of a few images do not seem to end at once',
    async () => {
      const path = 'apng/default-hidden-parts-blended-cleared-taken-back.apng';
      const media = await converted(path, 'vob', 'film');
      expect(track(media, 'video')?.durationMs).toBeGreaterThan(900);
    },
    TIMEOUT_MS,
  );

  it(
    'RoQ holds all frames whose blocks of 16 × 16 pixels are odd in number',
    async () => {
      const [animation] = await drawing.convert(
        join(SOURCES, 'lottie/disc-sixty-frames.json'),
        'lottie',
        'apng',
        'animation',
      );
      const [output] = await codec.convert(animation!, 'apng', 'roq', 'film');
      expect(track((await codec.inspect(output!, 'roq', 'full')).media!, 'video')).toMatchObject({
        width: 80,
        height: 80,
        packets: 30,
      });
    },
    TIMEOUT_MS,
  );

  it(
    'RealMedia gets the last column and row of odd sides',
    async () => {
      // The square ends at row 30 of 45: at row 32 of 48.
      const path = join(SOURCES, 'gif/square-on-transparent-odd-size.gif');
      const [video] = await codec.convert(path, 'gif', 'rm', 'film');
      const [frame] = await codec.convert(video!, 'rm', 'png', 'frame');
      const { data, info } = await sharp(frame).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const greenAt = (row: number): number => data[(row * info.width + 10) * info.channels + 1]!;
      expect(info).toMatchObject({ width: 64, height: 48 });
      expect(greenAt(31)).toBeLessThan(60);
      expect(greenAt(32)).toBeGreaterThan(200);
    },
    TIMEOUT_MS,
  );

  it(
    'animations of 16 bits become films',
    async () => {
      const media = await converted('apng/16bit-half-transparent-part.apng', 'mp4', 'film', { reader: demuxer });
      expect(track(media, 'video')).toMatchObject({ width: 64, height: 48 });
    },
    TIMEOUT_MS,
  );
});

describe('sounds that do not say everything', () => {
  it(
    'a sound of no length is refused',
    async () => {
      const empty = Buffer.alloc(126);
      empty.write('FRM8', 0, 'latin1');
      empty.writeBigUInt64BE(114n, 4);
      empty.write('DSD FVER', 12, 'latin1');
      empty.writeBigUInt64BE(4n, 20);
      empty.writeUInt32BE(0x01050000, 28);
      empty.write('PROP', 32, 'latin1');
      empty.writeBigUInt64BE(70n, 36);
      empty.write('SND FS  ', 44, 'latin1');
      empty.writeBigUInt64BE(4n, 52);
      empty.writeUInt32BE(2_822_400, 60);
      empty.write('CHNL', 64, 'latin1');
      empty.writeBigUInt64BE(6n, 68);
      empty.writeUInt16BE(1, 76);
      empty.write('C   ', 78, 'latin1');
      empty.write('CMPR', 82, 'latin1');
      empty.writeBigUInt64BE(20n, 86);
      empty.write('DSD \x0enot compressed\0', 94, 'latin1');
      empty.write('DSD ', 114, 'latin1');
      await expect(codec.inspect(empty, 'dff')).rejects.toMatchObject({
        code: 'input_corrupt',
        message: expect.stringContaining('holds nothing to convert'),
      });
    },
    TIMEOUT_MS,
  );

  it(
    'channels without a name get their places',
    async () => {
      const media = await converted('spx/sweep-wideband.spx', 'm4a', 'audio', { reader: demuxer });
      expect(track(media, 'audio')).toMatchObject({ codec: 'aac', channels: 1 });
    },
    TIMEOUT_MS,
  );

  it(
    'a track of a single packet is as long as its index says',
    async () => {
      const media = await converted('wv/sweep-tags.wv', 'mka', 'audio', { reader: demuxer, effort: 'full' });
      expect(track(media, 'audio')?.durationMs).toBeCloseTo(500, -1);
    },
    TIMEOUT_MS,
  );

  it(
    'tracks may end before the longest, whose length the file tells',
    async () => {
      const media = await converted('rm/rv10-ac3.rm', 'mkv', 'video', { reader: demuxer, effort: 'full' });
      expect(track(media, 'audio')!.durationMs!).toBeLessThan(track(media, 'video')!.durationMs!);
    },
    TIMEOUT_MS,
  );

  it(
    'MPEG layer II has the two frames by which readers know it',
    async () => {
      const [output] = await codec.convert(makeWav(0.01), 'wav', 'mp2', 'audio');
      expect((await codec.inspect(output!, 'mp2', 'full')).media?.durationMs).toBeGreaterThan(10);
    },
    TIMEOUT_MS,
  );

  it(
    'DTS has no bass channel that its encoder would damage, and says so',
    async () => {
      codec.warnings.length = 0;
      const media = await converted('flac/surround-5.1.flac', 'dts', 'audio');
      expect(track(media, 'audio')).toMatchObject({ channels: 5 });
      expect(codec.warnings).toMatchObject([{ code: 'feature_dropped', details: { found: 6, limit: 5 } }]);
    },
    TIMEOUT_MS,
  );

  it(
    'one channel becomes two in RoQ, as loud together',
    async () => {
      const path = join(SOURCES, 'gxf/mpeg2-pcm.gxf');
      const [output] = await codec.convert(path, 'gxf', 'roq', 'video');
      expect(await loudness(output!, 'roq')).toBeCloseTo(await loudness(path, 'gxf'), 2);
    },
    TIMEOUT_MS,
  );

  it(
    'MPEG layer II keeps high tones of 32 kHz',
    async () => {
      const [output] = await codec.convert(toneOf(11_000, 32_000), 'wav', 'mp2', 'audio');
      // 0.2 ÷ √2, and silence at both ends.
      expect(await loudness(output!, 'mp2')).toBeGreaterThan(0.12);
    },
    TIMEOUT_MS,
  );

  it(
    'MPEG layer II adds little noise to a tone',
    async () => {
      const [output] = await codec.convert(toneOf(1350, 48_000), 'wav', 'mp2', 'audio');
      expect(await noiseBeside(1350, output!, 'mp2')).toBeLessThan(-34); // -29 at 96 kbit/s
    },
    TIMEOUT_MS,
  );

  it.each([8_000, 16_000, 44_100])(
    'Windows Media Audio of %i Hz is heard to its end, and no further than asked',
    async (rate) => {
      const [output] = await codec.convert(toneOf(1000, rate), 'wav', 'wma', 'audio');
      const [sample] = await codec.sample(output!, 'wma', [{ atMs: 0, lengthMs: 500, kinds: ['audio'] }]);
      expect(sample!.audio![0]!.channels[0]).toHaveLength(rate / 2);
    },
    TIMEOUT_MS,
  );
});

/** Root of the power of all channels. */
async function loudness(input: Uint8Array | string, format: FormatId): Promise<number> {
  const [sample] = await codec.sample(input, format, [{ atMs: 0, lengthMs: 600, kinds: ['audio'] }], 1);
  const { channels } = sample!.audio![0]!;
  const powers = channels.map((samples) => samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
  return Math.sqrt(powers.reduce((sum, power) => sum + power, 0));
}

/** Decibels by which what is no tone of this frequency is below the tone, in the middle of half a second. */
async function noiseBeside(hz: number, input: Uint8Array, format: FormatId): Promise<number> {
  const [sample] = await codec.sample(input, format, [{ atMs: 0, lengthMs: 600, kinds: ['audio'] }], 1);
  const { channels, rate } = sample!.audio![0]!;
  const samples = channels[0]!.subarray(0.1 * rate, 0.4 * rate);
  const waves = [Math.sin, Math.cos].map((wave) => samples.map((_, at) => wave((2 * Math.PI * hz * at) / rate)));
  const product = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
  const tone = waves.reduce((sum, wave) => sum + product(samples, wave) ** 2 / product(wave, wave), 0);
  return 10 * Math.log10((product(samples, samples) - tone) / tone);
}

/** Half a second of one tone. */
function toneOf(hz: number, rate: number): Uint8Array {
  const samples = Int16Array.from({ length: rate / 2 }, (_, at) => 6554 * Math.sin((2 * Math.PI * hz * at) / rate));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(2 * rate, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
