import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/vips/codec.ts';
import magick from '../../../engine/codecs/magick/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { writeApng } from '../../../engine/content/raster/png/apng.ts';
import { grownBytes, watchMemories } from '../../../engine/pool/wasm-memories.ts';
import { makePixelBomb, makePng } from '../../support/make-files.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const source = (path: string): Uint8Array => new Uint8Array(readFileSync(join(SOURCES, path)));

const ALPHA_PNG = source('png/card-fading-to-transparent.png');
const TURNED_JPG = source('jpg/orientation-6-exif.jpg');
const ALPHA_AVIF = source('avif/lossy-alpha.avif');
const GIF = source('gif/animated-three-frames-loop-2.gif');
const WEBP = source('webp/animated-two-frames-loop-3.webp');
const TIFF_PAGES = source('tiff/three-pages-lzw.tiff');
const DEEP_JXL = source('jxl/gradient-16bit-alpha-boxes.jxl');
const APNG = source('apng/default-hidden-parts-blended-cleared-taken-back.apng');

let vips: RunnerBench;
/** Another reader judges what vips wrote. */
let reader: RunnerBench;
beforeAll(async () => {
  watchMemories();
  vips = await startRunner(codec);
  reader = await startRunner(magick);
});
afterAll(async () => {
  await vips[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  vips.warnings.length = 0;
});

function convert(
  bytes: Uint8Array,
  from: FormatId,
  to: FormatId,
  edge: string,
  options: OptionValues = {},
): Promise<Uint8Array[]> {
  return vips.convert(bytes, from, to, edge, options);
}

describe('hostile and damaged files', () => {
  const SAMPLES = [
    ['png', ALPHA_PNG, 'still'],
    ['jpg', TURNED_JPG, 'still'],
    ['avif', ALPHA_AVIF, 'still'],
    ['gif', GIF, 'frames'],
    ['webp', WEBP, 'frames'],
    ['tiff', TIFF_PAGES, 'pages'],
    ['apng', APNG, 'frames'],
    ['jxl', DEEP_JXL, 'frames'],
  ] as const;

  it.each(SAMPLES)('a %s truncated file is named so', async (format, bytes, edge) => {
    const to = edge === 'pages' ? 'tiff' : 'webp';
    for (const share of [0.3, 0.7]) {
      const cut = bytes.slice(0, Math.floor(bytes.byteLength * share));
      await expect(convert(cut, format, to, edge)).rejects.toMatchObject({
        code: 'input_truncated',
        discardWorker: false,
      });
      await expect(vips.inspect(cut, format)).rejects.toMatchObject({ code: 'input_truncated' });
    }
  });

  it('bytes that are no image at all are a damaged input, and the next file works', async () => {
    const noise = Uint8Array.from({ length: 3000 }, (_, index) => (index * 7919) % 251);
    for (const [format, , edge] of SAMPLES) {
      await expect(vips.inspect(noise, format)).rejects.toMatchObject({ code: expect.stringMatching(/^input_/) });
      await expect(convert(noise, format, 'tiff', edge)).rejects.toMatchObject({
        code: expect.stringMatching(/^input_/),
      });
    }
    expect(await convert(ALPHA_PNG, 'png', 'webp', 'still')).toHaveLength(1);
  });

  it('animations that nobody could show are refused before a frame is drawn', async () => {
    const frame = { png: makePng(1, 1), x: 0, y: 0, delayMs: 10 };
    const endless = writeApng(
      Array.from({ length: 20_000 }, () => frame),
      0,
    );
    const refusal = { code: 'input_too_complex', details: { limit: 'frames' } };
    await expect(convert(endless, 'apng', 'gif', 'frames')).rejects.toMatchObject(refusal);
    await expect(vips.inspect(endless, 'apng')).rejects.toMatchObject(refusal);
    const outside = writeApng([frame, { ...frame, x: 1 }], 0);
    await expect(convert(outside, 'apng', 'gif', 'frames')).rejects.toMatchObject({ code: 'input_corrupt' });
    const huge = writeApng([{ ...frame, png: makePixelBomb(30_000, 30_000) }], 0);
    await expect(vips.inspect(huge, 'apng')).rejects.toMatchObject({
      code: 'input_too_complex',
      details: { limit: 'pixels' },
    });
  });

  it('another format under a wrong name is a mismatch', async () => {
    await expect(convert(TURNED_JPG, 'png', 'webp', 'still')).rejects.toMatchObject({ code: 'source_format_mismatch' });
  });

  it('pixel bombs are refused by their header', async () => {
    const bomb = makePixelBomb(30_000, 30_000);
    const refusal = {
      code: 'input_too_complex',
      details: { limit: 'pixels', allowed: 100_000_000, found: 900_000_000 },
    };
    const heapBefore = grownBytes();
    await expect(convert(bomb, 'png', 'jpg', 'still')).rejects.toMatchObject(refusal);
    await expect(vips.inspect(bomb, 'png')).rejects.toMatchObject(refusal);
    expect((await vips.inspect(bomb, 'png', 'probe')).raster).toMatchObject({ width: 30_000, height: 30_000 });
    expect(grownBytes()).toBe(heapBefore);
  });

  it('warming up changes nothing for the jobs that follow', async () => {
    const [before] = await convert(ALPHA_PNG, 'png', 'webp', 'still');
    await vips.warm();
    expect((await convert(ALPHA_PNG, 'png', 'webp', 'still'))[0]).toEqual(before);
  });

  it('memory does not grow with the number of jobs', async () => {
    for (let job = 0; job < 20; job++) await convert(TURNED_JPG, 'jpg', 'png', 'still', { width: 300 });
    const before = grownBytes();
    for (let job = 0; job < 60; job++) await convert(TURNED_JPG, 'jpg', 'png', 'still', { width: 300 });
    expect(grownBytes()).toBe(before);
  });
});
