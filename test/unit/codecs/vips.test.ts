import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/vips/codec.ts';
import magick from '../../../engine/codecs/magick/codec.ts';
import type { ImageHeader } from '../../../engine/codecs/vips/load.ts';
import { requireMemoryFor } from '../../../engine/codecs/vips/memory.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import type { RasterFacts, Thumbnail } from '../../../engine/contract/facts.ts';
import { readApng } from '../../../engine/content/raster/png/apng.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { colourAt } from '../../support/images.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const source = (path: string): Uint8Array => new Uint8Array(readFileSync(join(SOURCES, path)));

const ALPHA_PNG = source('png/card-fading-to-transparent.png');
const DEEP_PNG = source('png/gradient-16bit-alpha.png');
const TURNED_JPG = source('jpg/orientation-6-exif.jpg');
const CMYK_JPG = source('jpg/cmyk-without-profile.jpg');
const ALPHA_AVIF = source('avif/lossy-alpha.avif');
const GIF = source('gif/animated-three-frames-loop-2.gif');
const WEBP = source('webp/animated-two-frames-loop-3.webp');
const TIFF_PAGES = source('tiff/three-pages-lzw.tiff');
const DEEP_TIFF = source('tiff/gradient-16bit.tiff');
const ALPHA_JXL = source('jxl/lossy-alpha.jxl');
const DEEP_JXL = source('jxl/gradient-16bit-alpha-boxes.jxl');
const MOVING_JXL = source('jxl/animated-three-frames-loop-2.jxl');
const MOVING_AVIF = source('avif/animated-three-frames.avif');
const APNG = source('apng/default-hidden-parts-blended-cleared-taken-back.apng');
const DEEP_APNG = source('apng/16bit-half-transparent-part.apng');

let vips: RunnerBench;
/** Another reader judges what vips wrote. */
let reader: RunnerBench;
beforeAll(async () => {
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

/** The other reader knows neither animated PNG nor the depth of JPEG XL. */
const READ_BY_VIPS_ALONE: readonly FormatId[] = ['apng', 'jxl'];

async function rasterOf(bytes: Uint8Array, format: FormatId): Promise<RasterFacts> {
  const judge = READ_BY_VIPS_ALONE.includes(format) ? vips : reader;
  return (await judge.inspect(bytes, format, 'full')).raster!;
}

/** Red, green, blue and opacity at a place of a thumbnail, in shares of its sides. */
const RED = [214, 40, 40];
const GREEN = [42, 157, 63];
const BLUE = [34, 85, 204];
const YELLOW = [242, 194, 48];
/** Nothing on a white ground. */
const CLEAR = [255, 255, 255, 0];

function expectColour(found: readonly number[], expected: readonly number[], tolerance = 12): void {
  const worst = Math.max(...expected.map((value, index) => Math.abs(value - found[index]!)));
  expect(worst, `${found.join()} instead of ${expected.join()}`).toBeLessThanOrEqual(tolerance);
}

/** In the right lower quarter, beside both diagonals. */
const CORNER = [0.95, 0.6] as const;

/** The four quarters of the test card, near its corners where the diagonal does not reach. */
function expectCard(thumbnail: Thumbnail, [topLeft, topRight, bottomLeft, bottomRight]: readonly number[][]): void {
  expectColour(colourAt(thumbnail, 0.3, 0.36), topLeft!);
  expectColour(colourAt(thumbnail, 0.6, 0.1), topRight!);
  expectColour(colourAt(thumbnail, 0.4, 0.9), bottomLeft!);
  expectColour(colourAt(thumbnail, ...CORNER), bottomRight!);
}

describe('facts of an image', () => {
  it('come from the header alone in a probe', async () => {
    const facts = await vips.inspect(GIF, 'gif', 'probe');
    expect(facts).toMatchObject({ format: 'gif', sizeBytes: GIF.byteLength, reader: 'vips', depth: 'structure' });
    expect(facts.features).toEqual(['look', 'colour', 'animation']);
    expect(facts.raster).toEqual({
      width: 96,
      height: 64,
      frames: 3,
      sequence: 'animation',
      alpha: false,
      bitsPerChannel: 8,
      delaysMs: [100, 200, 400],
      loops: 2,
      hasIccProfile: false,
      hasExif: false,
    });
  });

  it.each([
    ['webp', WEBP, { frames: 2, sequence: 'animation', delaysMs: [200, 500], loops: 3 }],
    ['tiff', TIFF_PAGES, { frames: 3, sequence: 'pages', bitsPerChannel: 8 }],
    ['tiff', DEEP_TIFF, { frames: 1, sequence: 'single', bitsPerChannel: 16 }],
    ['jpg', TURNED_JPG, { width: 96, height: 64, hasExif: true }],
    ['png', DEEP_PNG, { bitsPerChannel: 16, alpha: true }],
    ['avif', ALPHA_AVIF, { width: 96, height: 64, alpha: true }],
    ['jxl', ALPHA_JXL, { width: 96, height: 64, alpha: true, frames: 1 }],
    ['jxl', DEEP_JXL, { bitsPerChannel: 16, alpha: true }],
    ['jxl', MOVING_JXL, { frames: 3, sequence: 'animation', delaysMs: [100, 200, 400] }],
    ['apng', APNG, { frames: 5, width: 64, height: 48, delaysMs: [100, 200, 300, 400, 500], loops: 2, alpha: true }],
    ['apng', DEEP_APNG, { frames: 2, bitsPerChannel: 16, loops: 0 }],
    ['jpg', CMYK_JPG, { coloursAssumed: true, hasIccProfile: false }],
  ] as const)('tell what is in this very %s file', async (format, bytes, expected) => {
    expect((await vips.inspect(bytes, format, 'probe')).raster).toMatchObject(expected);
  });

  it('call alpha only what is used, once pixels were seen', async () => {
    const [opaque] = await convert(TURNED_JPG, 'jpg', 'webp', 'still', { lossless: true });
    const [withChannel] = await convert(WEBP, 'webp', 'png', 'first-frame');
    expect((await vips.inspect(withChannel!, 'png', 'probe')).raster!.alpha).toBe(true);
    expect((await vips.inspect(withChannel!, 'png', 'quick')).features).not.toContain('alpha');
    expect((await vips.inspect(opaque!, 'webp', 'quick')).raster!.alpha).toBe(false);
    expect((await vips.inspect(ALPHA_PNG, 'png', 'quick')).features).toContain('alpha');
  });

  it('hold thumbnails of all frames of a usual animation', async () => {
    const [long] = await convert(GIF, 'gif', 'gif', 'frames', { pages: '1,2,3,2,1' });
    const framesOf = async (effort: 'quick' | 'full'): Promise<number[]> =>
      (await vips.inspect(long!, 'gif', effort)).raster!.thumbnails!.map(({ frame }) => frame);
    expect(await framesOf('quick')).toEqual([0, 1, 2, 3, 4]);
    expect(await framesOf('full')).toEqual([0, 1, 2, 3, 4]);
  });

  it('show a turned photograph upright', async () => {
    const { thumbnails } = (await vips.inspect(TURNED_JPG, 'jpg')).raster!;
    expectCard(thumbnails![0]!, [RED, GREEN, BLUE, YELLOW]);
  });
});

describe('converting still images', () => {
  const targets = codec.edges[0]!.to;

  it.each(targets.filter((to) => to !== 'jpg'))('keeps what is transparent in %s', async (to) => {
    const [output] = await convert(ALPHA_PNG, 'png', to, 'still');
    const raster = await rasterOf(output!, to);
    expect(raster).toMatchObject({ width: 95, height: 63, alpha: true, frames: 1 });
    expect(colourAt(raster.thumbnails![0]!, 0.02, 0.4)[3]).toBeGreaterThan(220);
    expect(colourAt(raster.thumbnails![0]!, 0.98, 0.4)[3]).toBeLessThan(30);
  });

  it('fills transparency with white or the colour asked for, and says so', async () => {
    const [white] = await convert(ALPHA_PNG, 'png', 'jpg', 'still');
    const [red] = await convert(ALPHA_PNG, 'png', 'jpg', 'still', { background: '#ff0000' });
    expectColour(colourAt((await rasterOf(white!, 'jpg')).thumbnails![0]!, 0.99, 0.4), [250, 250, 250], 16);
    expectColour(colourAt((await rasterOf(red!, 'jpg')).thumbnails![0]!, 0.99, 0.4), [255, 0, 0], 24);
    expect(vips.warnings.map(({ code, lost }) => [code, lost])).toEqual([
      ['feature_dropped', ['alpha']],
      ['feature_dropped', ['alpha']],
    ]);
  });

  it.each(['png', 'tiff', 'avif', 'jxl', 'apng'] as const)('keeps more than 8 bits in %s', async (to) => {
    const [output] = await convert(DEEP_PNG, 'png', to, 'still');
    const [resized] = await convert(DEEP_PNG, 'png', to, 'still', { width: 24 });
    expect((await rasterOf(output!, to)).bitsPerChannel).toBeGreaterThan(8);
    expect((await rasterOf(resized!, to)).bitsPerChannel).toBeGreaterThan(8);
    expect(vips.warnings).toEqual([]);
  });

  it('warns when a target holds 8 bits only', async () => {
    await convert(DEEP_PNG, 'png', 'webp', 'still');
    expect(vips.warnings.map(({ code }) => code)).toEqual(['depth_reduced']);
  });

  it.each(targets)('turns a photograph upright in %s', async (to) => {
    const [output] = await convert(TURNED_JPG, 'jpg', to, 'still');
    const raster = await rasterOf(output!, to);
    expect(raster).toMatchObject({ width: 96, height: 64 });
    expectCard(raster.thumbnails![0]!, [RED, GREEN, BLUE, YELLOW]);
  });

  it('assumes a profile for CMYK without one, and says so', async () => {
    const [output] = await convert(CMYK_JPG, 'jpg', 'png', 'still');
    const [topLeft] = (await rasterOf(output!, 'png')).thumbnails!.map((thumbnail) => colourAt(thumbnail, 0.3, 0.36));
    expect(topLeft![0]! - topLeft![1]!).toBeGreaterThan(80); // still red, in whatever shade
    expect(vips.warnings.map(({ code }) => code)).toEqual(['colour_profile_assumed']);
  });

  it('strips metadata only when asked', async () => {
    const [kept] = await convert(TURNED_JPG, 'jpg', 'webp', 'still');
    const [stripped] = await convert(TURNED_JPG, 'jpg', 'webp', 'still', { strip: true });
    expect((await rasterOf(kept!, 'webp')).hasExif).toBe(true);
    expect((await rasterOf(stripped!, 'webp')).hasExif).toBe(false);
  });

  it('makes lossy files smaller with less quality, and lossless ones exact', async () => {
    const sizes = await Promise.all(
      [20, 60, 95].map(
        async (quality) => (await convert(ALPHA_PNG, 'png', 'webp', 'still', { quality }))[0]!.byteLength,
      ),
    );
    expect(sizes.toSorted((a, b) => a - b)).toEqual(sizes);
    const [lossless] = await convert(ALPHA_PNG, 'png', 'webp', 'still', { lossless: true });
    const before = (await vips.inspect(ALPHA_PNG, 'png', 'full')).raster!.thumbnails![0]!;
    const after = (await vips.inspect(lossless!, 'webp', 'full')).raster!.thumbnails![0]!;
    expect(after.rgb).toEqual(before.rgb);
  });
});

describe('sizes', () => {
  it.each([
    [{ width: 48 }, 48, 32],
    [{ height: 16 }, 24, 16],
    [{ width: 48, height: 48 }, 48, 32],
    [{ width: 192 }, 192, 128],
    [{ width: 40, height: 40, fit: 'cover' }, 40, 40],
    [{ width: 30, height: 60, fit: 'fill' }, 30, 60],
  ] as const)('follow %o', async (options, width, height) => {
    const [output] = await convert(TURNED_JPG, 'jpg', 'png', 'still', options);
    expect(await rasterOf(output!, 'png')).toMatchObject({ width, height });
  });

  it('cut the middle out of what covers more', async () => {
    const [output] = await convert(TURNED_JPG, 'jpg', 'png', 'still', { width: 20, height: 60, fit: 'cover' });
    const { thumbnails } = await rasterOf(output!, 'png');
    expectColour(colourAt(thumbnails![0]!, 0.1, 0.2), RED, 40);
    expectColour(colourAt(thumbnails![0]!, 0.9, 0.2), GREEN, 40);
  });

  it('of all frames change together', async () => {
    const [output] = await convert(GIF, 'gif', 'webp', 'frames', { width: 48 });
    expect(await rasterOf(output!, 'webp')).toMatchObject({
      width: 48,
      height: 32,
      frames: 3,
      delaysMs: [100, 200, 400],
    });
  });

  it('that the target cannot say are refused before the work', async () => {
    await expect(
      convert(TURNED_JPG, 'jpg', 'webp', 'still', { width: 20_000, height: 10, fit: 'fill' }),
    ).rejects.toMatchObject({
      code: 'input_too_complex',
      details: { limit: 'sidePixels', allowed: 16_383, found: 20_000 },
    });
  });

  it.each([
    { to: 'webp', hasAlpha: false, isRefused: false },
    { to: 'webp', hasAlpha: true, isRefused: true },
    { to: 'avif', hasAlpha: false, isRefused: true },
  ] as const)('of 50 megapixels fit as $to (alpha: $hasAlpha) or are refused', ({ to, hasAlpha, isRefused }) => {
    const size = { width: 8160, height: 6120, storedWidth: 8160, storedHeight: 6120, orientation: 1 };
    const header = { ...size, frames: 1, bitsPerChannel: 8, hasAlpha } as ImageHeader;
    const step = { codec: 'vips', edge: 'still', from: 'jpg', to, options: {} } as const;
    const require = () => requireMemoryFor(header, step, 1_610_612_736);
    if (isRefused) expect(require).toThrow(expect.objectContaining({ code: 'input_too_complex' }));
    else expect(require).not.toThrow();
  });

  it('that need too much memory are refused before the work', async () => {
    await expect(convert(TURNED_JPG, 'jpg', 'avif', 'still', { width: 9000 })).rejects.toMatchObject({
      code: 'input_too_complex',
      details: { limit: 'memoryBytes' },
      discardWorker: false,
    });
  });
});

describe('animations', () => {
  it.each(['gif', 'webp', 'jxl', 'apng'] as const)('keep frames, delays and loops as %s', async (to) => {
    const [fromGif] = await convert(GIF, 'gif', to, 'frames');
    const [fromWebp] = await convert(WEBP, 'webp', to, 'frames');
    expect(await rasterOf(fromGif!, to)).toMatchObject({ frames: 3, delaysMs: [100, 200, 400], loops: 2 });
    expect(await rasterOf(fromWebp!, to)).toMatchObject({ frames: 2, delaysMs: [200, 500], loops: 3 });
    const { thumbnails } = await rasterOf(fromWebp!, to);
    expectCard(thumbnails![0]!, [RED, GREEN, BLUE, YELLOW]);
    expectColour(colourAt(thumbnails![1]!, ...CORNER), BLUE);
    const [fromJxl] = await convert(MOVING_JXL, 'jxl', to, 'frames');
    expect(await rasterOf(fromJxl!, to)).toMatchObject({ frames: 3, delaysMs: [100, 200, 400] });
  });

  it('of PNG are drawn by their rules: blended, cleared and taken back', async () => {
    const purple = [124, 63, 122];
    const quarters = [
      [RED, RED, RED, RED],
      [purple, RED, RED, RED],
      [purple, GREEN, RED, RED],
      [purple, CLEAR, YELLOW, RED],
      [purple, CLEAR, RED, CLEAR],
    ];
    const [webp] = await convert(APNG, 'apng', 'webp', 'frames', { lossless: true });
    const { thumbnails, ...raster } = await rasterOf(webp!, 'webp');
    expect(raster).toMatchObject({ frames: 5, delaysMs: [100, 200, 300, 400, 500], loops: 2, alpha: true });
    for (const [frame, expected] of quarters.entries()) {
      const found = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => colourAt(thumbnails![frame]!, x, y)));
      for (const [index, colour] of expected.entries()) expectColour(found[index]!, colour, 3);
    }
  });

  it('of PNG are the same when they are written again, as only what has changed', async () => {
    const [again] = await convert(APNG, 'apng', 'apng', 'frames');
    const [before, after] = [await rasterOf(APNG, 'apng'), await rasterOf(again!, 'apng')];
    expect(after.thumbnails).toEqual(before.thumbnails);
    const parts = readApng(again!).frames.map(({ width, height }) => width * height);
    expect(parts).toEqual([64 * 48, 32 * 24, 32 * 24, 64 * 48, 64 * 24]); // the fourth clears one corner and fills another
  });

  it('of 16 bits stay so from PNG to JPEG XL and back', async () => {
    const [jxl] = await convert(DEEP_APNG, 'apng', 'jxl', 'frames', { lossless: true });
    const [png] = await convert(jxl!, 'jxl', 'apng', 'frames');
    expect(await rasterOf(jxl!, 'jxl')).toMatchObject({ frames: 2, bitsPerChannel: 16, delaysMs: [250, 250] });
    const wide = await rasterOf(png!, 'apng');
    expect(wide).toMatchObject({ frames: 2, bitsPerChannel: 16 });
    const original = await rasterOf(DEEP_APNG, 'apng');
    // JPEG XL names its sRGB by a profile, and the colours are rounded on their way through it.
    const shifts = wide.thumbnails!.flatMap(({ rgb }, frame) =>
      [...rgb].map((value, at) => Math.abs(value - original.thumbnails![frame]!.rgb[at]!)),
    );
    expect(Math.max(...shifts)).toBeLessThanOrEqual(1);
    expect(vips.warnings).toEqual([]);
  });

  it('of AVIF are told when the one image that stands for them is taken', async () => {
    const [png] = await convert(MOVING_AVIF, 'avif', 'png', 'still');
    expectCard((await rasterOf(png!, 'png')).thumbnails![0]!, [RED, GREEN, BLUE, YELLOW]);
    expect(vips.warnings).toMatchObject([{ code: 'frames_dropped', message: expect.stringContaining('3 frames') }]);
  });

  it('become pages in TIFF', async () => {
    const [output] = await convert(GIF, 'gif', 'tiff', 'frames');
    expect(await rasterOf(output!, 'tiff')).toMatchObject({ frames: 3, sequence: 'pages', width: 96, height: 64 });
  });

  it('give the frames that were asked for, with their own delays', async () => {
    const [output] = await convert(GIF, 'gif', 'gif', 'frames', { pages: '3,1' });
    const raster = await rasterOf(output!, 'gif');
    expect(raster).toMatchObject({ frames: 2, delaysMs: [400, 100] });
    expectColour(
      colourAt(raster.thumbnails![0]!, ...CORNER),
      YELLOW.map((value) => 255 - value),
    );
  });

  it('give their first frame to still formats, or another one, and say so', async () => {
    const [first] = await convert(GIF, 'gif', 'png', 'first-frame');
    const [third] = await convert(GIF, 'gif', 'png', 'first-frame', { pages: '3' });
    expectColour(colourAt((await rasterOf(first!, 'png')).thumbnails![0]!, ...CORNER), YELLOW);
    expectColour(
      colourAt((await rasterOf(third!, 'png')).thumbnails![0]!, ...CORNER),
      YELLOW.map((value) => 255 - value),
    );
    expect(vips.warnings.map(({ code }) => code)).toEqual(['frames_dropped', 'frames_dropped']);
  });
});

describe('pages', () => {
  it('stay pages in TIFF, in the order asked for', async () => {
    const [output] = await convert(TIFF_PAGES, 'tiff', 'tiff', 'pages', { pages: '2,1' });
    const { frames, thumbnails } = await rasterOf(output!, 'tiff');
    expect(frames).toBe(2);
    expectColour(colourAt(thumbnails![0]!, ...CORNER), BLUE);
    expectColour(colourAt(thumbnails![1]!, ...CORNER), YELLOW);
  });

  it('become one file each', async () => {
    const outputs = await convert(TIFF_PAGES, 'tiff', 'jpg', 'each-page');
    expect(outputs).toHaveLength(3);
    const corners = [YELLOW, BLUE, YELLOW.map((value) => 255 - value)];
    for (const [index, output] of outputs.entries()) {
      expectColour(colourAt((await rasterOf(output, 'jpg')).thumbnails![0]!, ...CORNER), corners[index]!);
    }
  });

  it('that do not exist are an option error', async () => {
    await expect(convert(TIFF_PAGES, 'tiff', 'png', 'each-page', { pages: '2-4' })).rejects.toMatchObject({
      code: 'invalid_options',
      message: 'Expected pages from 1 to 3 for pages, but received 2-4.',
    });
  });

  it('in YCbCr get the colours that their numbers mean', async () => {
    const [Y, CB, CR] = [90, 100, 200];
    const [png] = await convert(ycbcrTiff([Y, CB, CR]), 'tiff', 'png', 'each-page');
    const rgb = [Y + 1.402 * (CR - 128), Y - 0.344 * (CB - 128) - 0.714 * (CR - 128), Y + 1.772 * (CB - 128)];
    expectColour(colourAt((await rasterOf(png!, 'png')).thumbnails![0]!, 0.5, 0.5), rgb, 1);
    const [tiff] = await convert(ycbcrTiff([Y, CB, CR]), 'tiff', 'tiff', 'pages');
    expectColour(colourAt((await rasterOf(tiff!, 'tiff')).thumbnails![0]!, 0.5, 0.5), rgb, 1);
  });

  it('stored in a way that vips would misread are left to another codec', async () => {
    const OLD_JPEG = 6;
    const misread = ycbcrTiff([90, 90, 90], OLD_JPEG);
    await expect(convert(misread, 'tiff', 'png', 'each-page')).rejects.toMatchObject({ code: 'conversion_failed' });
    expect((await vips.inspect(misread, 'tiff', 'probe')).raster).toMatchObject({ width: 16, height: 16 });
    expect((await vips.inspect(misread, 'tiff')).raster!.thumbnails).toBeUndefined();
  });
});

/** A page of one colour in YCbCr without subsampling, uncompressed unless it says otherwise. */
function ycbcrTiff(colour: readonly [number, number, number], compression = 1): Uint8Array {
  const [SHORT, LONG] = [3, 4];
  const pixelsAt = 8;
  const pixels = Uint8Array.from({ length: 16 * 16 * 3 }, (_, index) => colour[index % 3]!);
  const tags = [
    [256, SHORT, 1, 16],
    [257, SHORT, 1, 16],
    [258, SHORT, 1, 8],
    [259, SHORT, 1, compression],
    [262, SHORT, 1, 6],
    [273, LONG, 1, pixelsAt],
    [277, SHORT, 1, 3],
    [278, SHORT, 1, 16],
    [279, LONG, 1, pixels.byteLength],
    [530, SHORT, 2, 0x0001_0001],
  ] as const;
  const file = Buffer.alloc(pixelsAt + pixels.byteLength + 2 + tags.length * 12 + 4);
  file.write('II*\0', 'latin1');
  file.set(pixels, pixelsAt);
  let at = pixelsAt + pixels.byteLength;
  file.writeUInt32LE(at, 4);
  at = file.writeUInt16LE(tags.length, at);
  for (const [tag, type, count, value] of tags) {
    at = file.writeUInt16LE(tag, at);
    at = file.writeUInt16LE(type, at);
    at = file.writeUInt32LE(count, at);
    at = file.writeUInt32LE(value, at);
  }
  return file;
}
