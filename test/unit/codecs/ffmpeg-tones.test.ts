import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/ffmpeg/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources/mp4');

let ffmpeg: RunnerBench;
beforeAll(async () => {
  ffmpeg = await startRunner(codec);
});
afterAll(async () => {
  await ffmpeg[Symbol.asyncDispose]();
});

/** The greys of the left and the right half of a film's first image, 0 to 255. */
async function halves(video: Uint8Array | string, format: FormatId): Promise<number[]> {
  const [png] = await ffmpeg.convert(video, format, 'png', 'frame');
  const greyAt = async (left: number): Promise<number> => {
    const { data } = await sharp(png)
      .extract({ left, top: 20, width: 8, height: 8 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return data.reduce((sum, value) => sum + value, 0) / data.length;
  };
  return [await greyAt(8), await greyAt(48)];
}

/** What the same scene has in a video of ordinary range: white, and a grey that reflects 18 % of its light (BT.709). */
const WHITE = 255;
const GREY = 104;

describe('a video of high dynamic range', () => {
  const sources = ['h264-pq-white-and-grey.mp4', 'h264-hlg-white-and-grey.mp4'];

  it.each(sources)('%s shows its grey as grey and its white nearly white', async (source) => {
    for (const to of ['png', 'webm', 'avi'] as const) {
      const path = join(SOURCES, source);
      const made = to === 'png' ? path : (await ffmpeg.convert(path, 'mp4', to, edgeBetween(codec, 'mp4', to)))[0]!;
      const [white, grey] = await halves(made, to === 'png' ? 'mp4' : to);
      expect(Math.abs(grey! - GREY), to).toBeLessThan(8);
      expect(white, to).toBeGreaterThan(0.86 * WHITE);
      // What is lighter than white must have a place above it.
      expect(white, to).toBeLessThan(0.95 * WHITE);
    }
  });

  it.each(['rm', 'amv', 'roq'] as const)(
    'shows all of its columns in %s, where frames are scaled to their size',
    async (to) => {
      const path = join(SOURCES, sources[0]!);
      const [video] = await ffmpeg.convert(path, 'mp4', to, edgeBetween(codec, 'mp4', to));
      const [white, grey] = await halves(video!, to);
      expect(Math.abs(grey! - GREY)).toBeLessThan(8);
      expect(white).toBeGreaterThan(0.86 * WHITE);
    },
  );

  it('is seen the same in a transport stream, which is listed twice', async () => {
    const path = join(SOURCES, sources[0]!);
    const [copy] = await ffmpeg.convert(path, 'mp4', 'ts', 'video');
    const moments = [{ atMs: 0, lengthMs: 400, kinds: ['video'] }] as const;
    const [[expected], [found]] = [
      await ffmpeg.sample(path, 'mp4', moments),
      await ffmpeg.sample(copy!, 'ts', moments),
    ];
    expect(found!.frames![0]!.rgb).toEqual(expected!.frames![0]!.rgb);
  });

  it('is copied as it is where nothing must be encoded', async () => {
    const [copy] = await ffmpeg.convert(join(SOURCES, sources[0]!), 'mp4', 'mkv', 'video');
    const { media } = await ffmpeg.inspect(copy!, 'mkv', 'full');
    expect(media!.tracks).toMatchObject([{ kind: 'video', codec: 'h264', packets: 4 }]);
  });
});

describe('colours of BT.709', () => {
  const source = join(SOURCES, 'hevc-hdr10.mp4');

  /** The first image of a video, as 8 × 8 colours. */
  async function coloursOf(video: Uint8Array | string, format: FormatId): Promise<Uint8Array> {
    const [png] = await ffmpeg.convert(video, format, 'png', 'frame');
    return coloursIn(png!);
  }

  async function coloursIn(image: Uint8Array): Promise<Uint8Array> {
    return sharp(image).removeAlpha().resize(8, 8, { fit: 'fill' }).raw().toBuffer();
  }

  async function expectSameColours(found: Uint8Array, name: string): Promise<void> {
    const expected = await coloursOf(source, 'mp4');
    const mean = expected.reduce((sum, value, at) => sum + Math.abs(value - found[at]!), 0) / expected.length;
    expect(mean, name).toBeLessThan(7); // 8 to 12 with the numbers of the other matrix
  }

  it.each(['jpg', 'webp'] as const)('are those of BT.601 in %s', async (to) => {
    const [image] = await ffmpeg.convert(source, 'mp4', to, to === 'jpg' ? 'frame' : edgeBetween(codec, 'mp4', to), {
      quality: 100,
    });
    await expectSameColours(await coloursIn(image!), to);
  });

  it('are those that players take for them in VP8', async () => {
    const [video] = await ffmpeg.convert(source, 'mp4', 'webm', 'video', { videoCodec: 'vp8', quality: 100 });
    await expectSameColours(await coloursOf(video!, 'webm'), 'vp8');
  });

  it.each(['avi', 'wmv', 'ogv', 'mjpeg', 'y4m'] as const)('are those that players take for them in %s', async (to) => {
    const [video] = await ffmpeg.convert(source, 'mp4', to, edgeBetween(codec, 'mp4', to));
    await expectSameColours(await coloursOf(video!, to), to);
  });
});
