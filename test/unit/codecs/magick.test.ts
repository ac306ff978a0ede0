import { MagickError, MagickImage, MagickReadSettings, type MagickFormat } from '@imagemagick/magick-wasm';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/magick/codec.ts';
import { securityPolicy } from '../../../engine/codecs/magick/policy.ts';
import imageReader from '../../../engine/codecs/image-reader/codec.ts';
import vips from '../../../engine/codecs/vips/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { readIcon } from '../../../engine/content/raster/icon/windows-bitmap.ts';
import type { RasterFacts } from '../../../engine/contract/facts.ts';
import { makePixelBomb, makePng } from '../../support/make-files.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';
import { colourAt } from '../../support/images.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const source = (path: string): Uint8Array => new Uint8Array(readFileSync(join(SOURCES, path)));

const BMP = source('bmp/24bit-odd-size.bmp');
const RLE_BMP = source('bmp/palette-rle.bmp');
const ALPHA_BMP = source('bmp/alpha-32bit.bmp');
const ICON = source('ico/three-sizes-of-other-colours.ico');
const HEIC = source('heic/lossy-alpha.heic');
const ALPHA_PNG = source('png/card-fading-to-transparent.png');
const TURNED_JPG = source('jpg/orientation-6-exif.jpg');
const GIF = source('gif/animated-three-frames-loop-2.gif');
const WEBP = source('webp/animated-two-frames-loop-3.webp');
const TIFF_PAGES = source('tiff/three-pages-lzw.tiff');
const PLANAR = source('tiff/planar-channels.tiff');

let magick: RunnerBench;
/** Another reader judges what magick wrote. */
let reader: RunnerBench;
let own: RunnerBench;
beforeAll(async () => {
  magick = await startRunner(codec);
  reader = await startRunner(vips);
  own = await startRunner(imageReader);
});
afterAll(async () => {
  await magick[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
  await own[Symbol.asyncDispose]();
});
beforeEach(() => {
  magick.warnings.length = 0;
});

async function convert(
  bytes: Uint8Array,
  from: FormatId,
  to: FormatId,
  options: OptionValues = {},
): Promise<Uint8Array[]> {
  return magick.convert(bytes, from, to, edgeBetween(codec, from, to), options);
}

async function rasterOf(bytes: Uint8Array, format: FormatId): Promise<RasterFacts> {
  const judge = format === 'bmp' || format === 'ico' ? own : reader;
  return (await judge.inspect(bytes, format, 'full')).raster!;
}

function expectColour(found: readonly number[], expected: readonly number[], tolerance = 14): void {
  const worst = Math.max(...expected.map((value, index) => Math.abs(value - found[index]!)));
  expect(worst, `${found.join()} instead of ${expected.join()}`).toBeLessThanOrEqual(tolerance);
}

const GREEN = [42, 157, 63];
const BLUE = [34, 85, 204];
const YELLOW = [242, 194, 48];
const ICON_BLUE = BLUE;
/** Above and below the diagonal of the test card. */
const TOP_RIGHT = [0.6, 0.1] as const;
const BOTTOM_RIGHT = [0.95, 0.6] as const;

describe('decoding bitmaps, icons and HEIC', () => {
  const targets = ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif', 'bmp'] as const;

  it.each(targets)('keeps size and colours in %s', async (to) => {
    const [output] = await convert(BMP, 'bmp', to);
    const raster = await rasterOf(output!, to);
    expect(raster).toMatchObject({ width: 95, height: 63, frames: 1, alpha: false });
    expectColour(colourAt(raster.thumbnails![0]!, ...TOP_RIGHT), GREEN);
    expectColour(colourAt(raster.thumbnails![0]!, ...BOTTOM_RIGHT), YELLOW);
  });

  it.each(targets.filter((to) => to !== 'jpg'))('keeps what is transparent in %s', async (to) => {
    for (const [bytes, from] of [[ALPHA_BMP, 'bmp'] as const, [HEIC, 'heic'] as const]) {
      const [output] = await convert(bytes, from, to);
      const { alpha, thumbnails } = await rasterOf(output!, to);
      expect(alpha).toBe(true);
      expect(colourAt(thumbnails![0]!, 0.98, 0.4)[3]).toBeLessThan(30);
      expect(colourAt(thumbnails![0]!, 0.02, 0.4)[3]).toBeGreaterThan(220);
    }
  });

  it('reads all of a JPEG 2000 that does not begin at the origin of its grid', async () => {
    const [output] = await convert(source('j2k/card-offset-on-its-grid.j2k'), 'j2k', 'png');
    const raster = await rasterOf(output!, 'png');
    expect(raster).toMatchObject({ width: 95, height: 63 });
    expectColour(colourAt(raster.thumbnails![0]!, ...TOP_RIGHT), GREEN);
    expectColour(colourAt(raster.thumbnails![0]!, ...BOTTOM_RIGHT), YELLOW);
  });

  it('reads run lengths', async () => {
    const [output] = await convert(RLE_BMP, 'bmp', 'png');
    expectColour(colourAt((await rasterOf(output!, 'png')).thumbnails![0]!, ...BOTTOM_RIGHT), YELLOW, 20);
  });

  it('takes the largest image of an icon', async () => {
    const facts = await magick.inspect(ICON, 'ico', 'quick');
    expect(facts.raster).toMatchObject({ width: 48, height: 48, frames: 1, sequence: 'single', alpha: true });
    const [output] = await convert(ICON, 'ico', 'png');
    const raster = await rasterOf(output!, 'png');
    expect(raster).toMatchObject({ width: 48, height: 48 });
    expectColour(colourAt(raster.thumbnails![0]!, 0.8, 0.8), ICON_BLUE);
  });

  it('reads the facts of HEIC', async () => {
    expect((await magick.inspect(HEIC, 'heic', 'probe')).raster).toMatchObject({ width: 96, height: 64, alpha: true });
    expect((await magick.inspect(HEIC, 'heic', 'quick')).features).toEqual(['look', 'colour', 'alpha']);
  });

  it('scales, cuts and fills as asked', async () => {
    const sizeOf = async (options: OptionValues): Promise<number[]> => {
      const { width, height } = await rasterOf((await convert(BMP, 'bmp', 'png', options))[0]!, 'png');
      return [width, height];
    };
    expect(await sizeOf({ width: 48 })).toEqual([48, 32]);
    expect(await sizeOf({ width: 40, height: 40, fit: 'cover' })).toEqual([40, 40]);
    expect(await sizeOf({ width: 30, height: 60, fit: 'fill' })).toEqual([30, 60]);
  });

  it('fills transparency with the colour asked for', async () => {
    const [output] = await convert(ALPHA_BMP, 'bmp', 'jpg', { background: '#ff0000' });
    expectColour(colourAt((await rasterOf(output!, 'jpg')).thumbnails![0]!, 0.99, 0.4), [255, 0, 0], 24);
    expect(magick.warnings.map(({ code }) => code)).toEqual(['feature_dropped']);
  });
});

describe('writing bitmaps', () => {
  it('says alpha only where there is some', async () => {
    const [opaque] = await convert(TURNED_JPG, 'jpg', 'bmp');
    const [transparent] = await convert(ALPHA_PNG, 'png', 'bmp');
    expect(await rasterOf(opaque!, 'bmp')).toMatchObject({ width: 96, height: 64, alpha: false });
    expect(await rasterOf(transparent!, 'bmp')).toMatchObject({ width: 95, height: 63, alpha: true });
    expectColour(colourAt((await rasterOf(opaque!, 'bmp')).thumbnails![0]!, ...TOP_RIGHT), GREEN);
  });

  it('gives a bitmap for each page, or one frame of an animation', async () => {
    expect(await convert(TIFF_PAGES, 'tiff', 'bmp')).toHaveLength(3);
    const [second] = await convert(GIF, 'gif', 'bmp', { pages: '2' });
    expectColour(colourAt((await rasterOf(second!, 'bmp')).thumbnails![0]!, ...BOTTOM_RIGHT), BLUE);
    expect(magick.warnings.map(({ code }) => code)).toEqual(['frames_dropped']);
  });

  it('draws frames of WebP over those before them', async () => {
    const [second] = await convert(WEBP, 'webp', 'bmp', { pages: '2' });
    expectColour(colourAt((await rasterOf(second!, 'bmp')).thumbnails![0]!, ...BOTTOM_RIGHT), BLUE);
  });

  it('keeps the colours of planar TIFF', async () => {
    for (const to of ['jpg', 'png'] as const) {
      const [output] = await convert(PLANAR, 'tiff', to);
      expectColour(colourAt((await rasterOf(output!, to)).thumbnails![0]!, ...TOP_RIGHT), GREEN, 20);
    }
  });
});

describe('writing icons', () => {
  it.each([
    [600, 600, [256, 128, 64, 48, 32, 24, 16]],
    [95, 63, [95, 64, 48, 32, 24, 16]],
    [20, 20, [20, 16]],
    [5, 3, [5]],
  ])('of %i × %i pixels has the usual sizes up to its own', async (width, height, sides) => {
    const [icon] = await convert(makePng(width, height), 'png', 'ico');
    const images = readIcon(icon!);
    expect(images.map((image) => [image.width, image.height])).toEqual(sides.map((side) => [side, side]));
    expect(images.every(({ width: side, png }) => (png !== undefined) === side >= 128)).toBe(true);
  });

  it('puts transparent margins around what is not square', async () => {
    const [icon] = await convert(TURNED_JPG, 'jpg', 'ico');
    const { width, height, thumbnails } = await rasterOf(icon!, 'ico');
    expect([width, height]).toEqual([96, 96]);
    expect(colourAt(thumbnails![0]!, 0.5, 0.05)[3]).toBe(0);
    expectColour(colourAt(thumbnails![0]!, 0.6, 0.25), GREEN);
  });

  it('refuses sizes that an icon cannot say', async () => {
    await expect(convert(ALPHA_PNG, 'png', 'ico', { width: 300 })).rejects.toMatchObject({ code: 'invalid_options' });
    expect(await rasterOf((await convert(ALPHA_PNG, 'png', 'ico', { width: 48 }))[0]!, 'ico')).toMatchObject({
      width: 48,
    });
  });
});

describe('the security policy', () => {
  it('refuses every coder that the codec does not name', () => {
    const read = (format: string, text: string): unknown =>
      MagickImage.create(Buffer.from(text), new MagickReadSettings({ format: format as MagickFormat }));
    const attempts = {
      SVG: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      MVG: 'viewbox 0 0 9 9 image over 0,0 0,0 "/etc/passwd"',
      TXT: '# ImageMagick pixel enumeration: 1,1,255,srgb\n0,0: (0,0,0)',
      PDF: '%PDF-1.4\n1 0 obj\n',
      CAPTION: 'text',
      MSL: '<image><read filename="/etc/passwd"/></image>',
    };
    for (const [format, text] of Object.entries(attempts))
      expect(() => read(format, text), format).toThrow(MagickError);
    expect(() => MagickImage.create('/etc/passwd')).toThrow(MagickError);
  });

  it('takes its limits from the engine', () => {
    const policy = securityPolicy(['PNG', 'BMP'], ['BMP'], {
      ...DEFAULT_LIMITS,
      pixels: 1234,
      sidePixels: 99,
      frames: 7,
    });
    expect(policy).toContain('name="area" value="1234P"');
    expect(policy).toContain('name="width" value="99P"');
    expect(policy).toContain('name="list-length" value="7"');
    expect(policy).toContain('rights="read | write" pattern="{BMP}"');
    expect(() => securityPolicy(['*'], [], DEFAULT_LIMITS)).toThrow();
  });
});

describe('hostile and damaged files', () => {
  it.each([
    ['bmp', BMP],
    ['bmp', ALPHA_BMP],
    ['ico', ICON],
    ['heic', HEIC],
    ['png', ALPHA_PNG],
    ['webp', WEBP],
  ] as const)('a %s truncated file is named so', async (format, bytes) => {
    for (const share of [0.3, 0.7]) {
      const cut = bytes.slice(0, Math.floor(bytes.byteLength * share));
      const refusal = { code: 'input_truncated', discardWorker: false };
      await expect(convert(cut, format, 'bmp')).rejects.toMatchObject(refusal);
      await expect(magick.inspect(cut, format, 'quick')).rejects.toMatchObject(refusal);
    }
  });

  it('pixel bombs are refused by their header', async () => {
    const refusal = { code: 'input_too_complex', details: { limit: 'pixels' }, discardWorker: false };
    await expect(convert(makePixelBomb(30_000, 30_000), 'png', 'bmp')).rejects.toMatchObject(refusal);
    await expect(magick.inspect(makePixelBomb(30_000, 30_000), 'png')).rejects.toMatchObject(refusal);
  });

  it('noise is a damaged input, and the next file works', async () => {
    const noise = Uint8Array.from({ length: 3000 }, (_, index) => (index * 7919) % 251);
    for (const format of ['bmp', 'ico', 'heic', 'png', 'jpg', 'gif', 'webp', 'tiff', 'avif'] as const) {
      await expect(convert(noise, format, 'bmp'), format).rejects.toMatchObject({
        code: expect.stringMatching(/^input_/),
      });
    }
    expect(await convert(BMP, 'bmp', 'png')).toHaveLength(1);
  });
});
