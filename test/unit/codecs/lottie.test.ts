import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import codec from '../../../engine/codecs/lottie/codec.ts';
import { readApng } from '../../../engine/content/raster/png/apng.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

const sampleOf = (from: FormatId, source: string): Uint8Array => readFileSync(sourcePath({ from, source }));

/** Red, green, blue and opacity at a place of an image. */
async function pixelOf(png: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = 4 * (y * info.width + x);
  return [...data.subarray(at, at + 4)];
}

describe('the player of Lottie animations', () => {
  it('draws every frame, with what shines through', async () => {
    const [file] = await bench.convert(sampleOf('lottie', 'square-seen-through.json'), 'lottie', 'apng', 'animation');
    const { width, height, loops, frames } = readApng(file!);
    expect({ width, height, loops, frames: frames.length }).toEqual({ width: 96, height: 64, loops: 0, frames: 12 });
    const pixels = await Promise.all(frames.map((frame) => pixelOf(frame.toPng(), 16, 32)));
    // The square is there at first, and nothing is behind it.
    expect(pixels[0]).toEqual([229, 27, 27, 178]);
    expect(pixels.slice(6)).toEqual(Array.from({ length: 6 }, () => [0, 0, 0, 0]));
    // It turns around its middle, which goes from 16 to 80.
    for (const [index, frame] of frames.entries()) {
      const middle = Math.round(16 + (64 * index) / 12);
      expect((await pixelOf(frame.toPng(), middle, 32))[3], `frame ${index}`).toBe(178);
    }
  });

  it('draws the first frame alone, in the size that is asked for', async () => {
    const bytes = sampleOf('dotlottie', 'image-two-animations.lottie');
    const [png] = await bench.convert(bytes, 'dotlottie', 'png', 'frame', { width: 128 });
    expect(await sharp(png).metadata()).toMatchObject({ width: 128, height: 128, channels: 4 });
    // The image of four colours, 32 pixels wide, is in the middle.
    expect(await pixelOf(png!, 56, 56)).toEqual([200, 30, 30, 255]);
    expect(await pixelOf(png!, 72, 72)).toEqual([240, 200, 40, 255]);
    expect(await pixelOf(png!, 40, 40)).toEqual([0, 0, 0, 0]);
    expect(bench.warnings.map(({ code }) => code)).toEqual(['feature_dropped']);
  });

  it('says what it will draw, and shows it', async () => {
    const { raster, features } = await bench.inspect(sampleOf('lottie', 'disc-sixty-frames.json'), 'lottie', 'full');
    expect(raster).toMatchObject({ width: 80, height: 80, frames: 30, sequence: 'animation', alpha: false, loops: 0 });
    expect(raster!.thumbnails).toHaveLength(30);
    expect(new Set(raster!.thumbnails!.map(({ rgb }) => Buffer.from(rgb).toString('base64'))).size).toBe(30);
    expect(features).toEqual(['vector', 'look', 'colour', 'animation']);
  });
});
