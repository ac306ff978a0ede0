import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/vips/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { readJpegHeader } from '../../../engine/content/raster/jpeg/header.ts';
import { readTiffDirectories } from '../../../engine/content/raster/tiff/directories.ts';
import type { RasterFacts } from '../../../engine/contract/facts.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const source = (path: string): Uint8Array => new Uint8Array(readFileSync(join(SOURCES, path)));

const ALPHA_PNG = source('png/card-fading-to-transparent.png');
const DEEP_PNG = source('png/gradient-16bit-alpha.png');
const WIDE_PNG = source('png/display-p3-stripes.png');
const TURNED_JPG = source('jpg/orientation-6-exif.jpg');
const LOCATED_JPG = source('jpg/camera-position-preview.jpg');
const CMYK_JPG = source('jpg/cmyk-without-profile.jpg');
const GIF = source('gif/animated-three-frames-loop-2.gif');

let vips: RunnerBench;
beforeAll(async () => {
  vips = await startRunner(codec);
});
afterAll(async () => {
  await vips[Symbol.asyncDispose]();
});
beforeEach(() => {
  vips.warnings.length = 0;
});

async function still(bytes: Uint8Array, from: FormatId, to: FormatId, options: OptionValues = {}): Promise<Uint8Array> {
  const [output] = await vips.convert(bytes, from, to, 'still', options);
  return output!;
}

async function rasterOf(bytes: Uint8Array, format: FormatId): Promise<RasterFacts> {
  return (await vips.inspect(bytes, format, 'full')).raster!;
}

/** Red, green, blue in the middle of a place of the first thumbnail, in shares of its sides. */
async function colourAt(bytes: Uint8Array, format: FormatId, x: number, y: number): Promise<number[]> {
  const { width, height, rgb } = (await rasterOf(bytes, format)).thumbnails![0]!;
  const at = Math.floor(y * height) * width + Math.floor(x * width);
  return [...rgb.subarray(at * 3, at * 3 + 3)];
}

function expectColour(found: readonly number[], expected: readonly number[], tolerance = 4): void {
  const worst = Math.max(...expected.map((value, index) => Math.abs(value - found[index]!)));
  expect(worst, `${found.join()} instead of ${expected.join()}`).toBeLessThanOrEqual(tolerance);
}

describe('effort', () => {
  it.each(['png', 'jpg', 'webp', 'gif', 'avif', 'jxl'] as const)('makes %s smaller', async (to) => {
    const [least, most] = await Promise.all(
      [1, 10].map((effort) =>
        still(LOCATED_JPG, 'jpg', to, { effort, width: 64, ...(to === 'jxl' && { lossless: true }) }),
      ),
    );
    expect(most!.byteLength).toBeLessThan(least!.byteLength);
  });
});

describe('progressive', () => {
  it('writes scans of JPEG and passes of PNG', async () => {
    const PROGRESSIVE = [0xff, 0xc2];
    const INTERLACE_AT = 28;
    const jpg = await still(TURNED_JPG, 'jpg', 'jpg', { progressive: true });
    expect(Buffer.from(jpg).includes(Buffer.from(PROGRESSIVE))).toBe(true);
    expect((await still(ALPHA_PNG, 'png', 'png', { progressive: true }))[INTERLACE_AT]).toBe(1);
    expect((await still(ALPHA_PNG, 'png', 'png'))[INTERLACE_AT]).toBe(0);
  });
});

describe('targetSize', () => {
  it.each([
    ['jpg', 2],
    ['webp', 2],
    ['avif', 2],
    ['jxl', 2],
  ] as const)('gives %s its best quality below %i kB', async (to, targetSize) => {
    const output = await still(LOCATED_JPG, 'jpg', to, { targetSize, width: 150 });
    expect(output.byteLength).toBeLessThanOrEqual(targetSize * 1000);
    expect(output.byteLength).toBeGreaterThan(targetSize * 500);
    expect(await rasterOf(output, to)).toMatchObject({ width: 150, height: 105 });
  });

  it('stays below the quality that was asked for', async () => {
    const [asked, roomy] = [
      await still(LOCATED_JPG, 'jpg', 'webp', { quality: 30 }),
      await still(LOCATED_JPG, 'jpg', 'webp', { quality: 30, targetSize: 500 }),
    ];
    expect(roomy).toEqual(asked);
  });

  it('says the smallest size that could be reached, with and without a quality', async () => {
    for (const to of ['jpg', 'png'] as const) {
      const error = await still(LOCATED_JPG, 'jpg', to, { targetSize: 1, width: 640 }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({
        code: 'input_too_complex',
        details: { limit: 'targetSize', allowed: 1000 },
        message: expect.stringMatching(/smallest file .* width or height/),
      });
    }
  });

  it('of a TIFF counts all pages', async () => {
    const pages = source('tiff/three-pages-lzw.tiff'); // each of them fits
    await expect(vips.convert(pages, 'tiff', 'tiff', 'pages', { targetSize: 3 })).rejects.toMatchObject({
      code: 'input_too_complex',
      details: { limit: 'targetSize' },
    });
  });

  it('of an animation counts all frames', async () => {
    const [output] = await vips.convert(GIF, 'gif', 'webp', 'frames', { targetSize: 2 });
    expect(output!.byteLength).toBeLessThanOrEqual(2000);
    expect(await rasterOf(output!, 'webp')).toMatchObject({ frames: 3, delaysMs: [100, 200, 400] });
  });
});

describe('colours', () => {
  const PALETTE_PNG = 3;
  const COLOUR_TYPE_AT = 25;

  it.each([2, 3, 7, 16, 40, 128, 256])('of a PNG are at most %i', async (colours) => {
    const png = await still(ALPHA_PNG, 'png', 'png', { colours });
    const file = Buffer.from(png);
    expect(file[COLOUR_TYPE_AT]).toBe(PALETTE_PNG);
    expect(file.readUInt32BE(file.indexOf('PLTE', 0, 'latin1') - 4) / 3).toBeLessThanOrEqual(colours);
  });

  it('of a PNG may be transparent in shades', async () => {
    const { thumbnails } = await rasterOf(await still(ALPHA_PNG, 'png', 'png', { colours: 60 }), 'png');
    const shades = new Set([...thumbnails![0]!.alpha!].map((value) => value >> 4));
    expect(shades.size).toBeGreaterThan(6);
  });

  it('of a GIF fit its palette, and the animation stays', async () => {
    const [gif] = await vips.convert(GIF, 'gif', 'gif', 'frames', { colours: 5 });
    const GLOBAL_PALETTE = 0x80;
    const flags = gif![10]!;
    if (flags & GLOBAL_PALETTE) expect(2 ** ((flags & 7) + 1)).toBeLessThanOrEqual(8);
    expect(await rasterOf(gif!, 'gif')).toMatchObject({ frames: 3, delaysMs: [100, 200, 400], loops: 2 });
  });

  it('are 8 bits a channel, and that is said', async () => {
    expect((await rasterOf(await still(DEEP_PNG, 'png', 'png', { colours: 64 }), 'png')).bitsPerChannel).toBe(8);
    expect(vips.warnings).toMatchObject([{ code: 'depth_reduced', lost: ['depth'] }]);
  });
});

describe('the colour space', () => {
  /** What the third and the seventh stripe of Display P3 are in sRGB, by LittleCMS. */
  const BLUE_IN_SRGB = [40, 81, 197];
  const BLUE_IN_P3 = [50, 80, 190];
  const BLUE_AT = [0.31, 0.5] as const;

  it.each(['jpg', 'webp', 'avif', 'tiff', 'jxl', 'apng'] as const)(
    'of %s is that of the source, with its profile',
    async (to) => {
      const options = { quality: 100, ...(to === 'webp' && { lossless: true }) };
      const output = await still(WIDE_PNG, 'png', to, options);
      expect((await rasterOf(output, to)).hasIccProfile).toBe(true);
      const png = to === 'jxl' || to === 'apng' ? 'frames' : 'still';
      expect(png).toBeDefined();
      expect(Buffer.from(output).byteLength).toBeGreaterThan(0);
    },
  );

  it('becomes sRGB where there is no place for a profile', async () => {
    const gif = await still(WIDE_PNG, 'png', 'gif');
    expectColour(await colourAt(gif, 'gif', ...BLUE_AT), BLUE_IN_SRGB);
  });

  it('becomes sRGB when asked, without a profile', async () => {
    const png = await still(WIDE_PNG, 'png', 'png', { colourSpace: 'srgb' });
    expect((await rasterOf(png, 'png')).hasIccProfile).toBe(false);
    expectColour(await colourAt(png, 'png', ...BLUE_AT), BLUE_IN_SRGB);
    const stripped = await still(png, 'png', 'png', { strip: true });
    expectColour(await colourAt(stripped, 'png', ...BLUE_AT), BLUE_IN_SRGB);
    expect(BLUE_IN_P3).not.toEqual(BLUE_IN_SRGB);
  });

  it('of inks becomes sRGB or grey when asked', async () => {
    const CHANNELS = { grey: 1, srgb: 3 } as const;
    for (const colourSpace of ['srgb', 'grey'] as const) {
      const jpg = Buffer.from(await still(CMYK_JPG, 'jpg', 'jpg', { colourSpace }));
      const frame = jpg.indexOf(Buffer.from([0xff, 0xc0]));
      expect(jpg[frame + 9]).toBe(CHANNELS[colourSpace]);
    }
  });

  it.each(['png', 'tiff', 'jxl'] as const)('is grey in one channel of %s, and keeps 16 bits and alpha', async (to) => {
    const output = await still(DEEP_PNG, 'png', to, { colourSpace: 'grey', lossless: true });
    const facts = await vips.inspect(output, to, 'full');
    expect(facts.features).not.toContain('colour');
    expect(facts.raster).toMatchObject({ bitsPerChannel: 16, alpha: true });
    expect(vips.warnings).toMatchObject([{ code: 'feature_dropped', lost: ['colour'] }]);
    const GREY_WITH_ALPHA = 4;
    if (to === 'png') expect(output[25]).toBe(GREY_WITH_ALPHA);
  });
});

describe('turning', () => {
  /** In the upper quarters, beside the letter and the diagonals. */
  const LEFT = [0.05, 0.3] as const;
  const RIGHT = [0.95, 0.42] as const;
  const [RED, GREEN, BLUE] = [
    [214, 40, 40],
    [42, 157, 63],
    [34, 85, 204],
  ] as const;

  it.each([
    ['90', { width: 64, height: 96 }, BLUE, RED],
    ['180', { width: 96, height: 64 }, [242, 194, 48], BLUE],
    ['270', { width: 64, height: 96 }, GREEN, [242, 194, 48]],
  ] as const)('%s° is clockwise, after the orientation', async (rotate, size, topLeft, topRight) => {
    const png = await still(TURNED_JPG, 'jpg', 'png', { rotate });
    expect(await rasterOf(png, 'png')).toMatchObject(size);
    expectColour(await colourAt(png, 'png', ...LEFT), topLeft, 12);
    expectColour(await colourAt(png, 'png', ...RIGHT), topRight, 12);
  });

  it('comes before the size that is asked for', async () => {
    expect(await rasterOf(await still(TURNED_JPG, 'jpg', 'png', { rotate: '90', width: 32 }), 'png')).toMatchObject({
      width: 32,
      height: 48,
    });
  });

  it('turns every frame', async () => {
    const [webp] = await vips.convert(GIF, 'gif', 'webp', 'frames', { rotate: '270' });
    expect(await rasterOf(webp!, 'webp')).toMatchObject({
      width: 64,
      height: 96,
      frames: 3,
      delaysMs: [100, 200, 400],
    });
  });
});

describe('metadata', () => {
  const LATITUDE = Buffer.from([0, 0, 0, 52, 0, 0, 0, 1]);
  const LATITUDE_LITTLE = Buffer.from([52, 0, 0, 0, 1, 0, 0, 0]);
  const holdsPosition = (file: Uint8Array): boolean =>
    [LATITUDE, LATITUDE_LITTLE].some((value) => Buffer.from(file).includes(value));

  it.each(['jpg', 'png', 'webp', 'avif', 'jxl', 'apng'] as const)('of %s loses its position alone', async (to) => {
    const [whole, cleaned] = [
      await still(LOCATED_JPG, 'jpg', to),
      await still(LOCATED_JPG, 'jpg', to, { stripLocation: true }),
    ];
    expect([holdsPosition(whole), holdsPosition(cleaned)]).toEqual([true, false]);
    expect(Buffer.from(cleaned).includes('Camera Inc.')).toBe(true);
    expect((await vips.inspect(cleaned, to, 'probe')).features).toContain('metadata');
  });

  it('says the resolution that was asked for', async () => {
    const { resolution } = readJpegHeader(await still(TURNED_JPG, 'jpg', 'jpg', { dpi: 300 }));
    expect(resolution).toEqual({ x: 300, y: 300 });
    const png = Buffer.from(await still(TURNED_JPG, 'jpg', 'png', { dpi: 300 }));
    const perMetre = png.readUInt32BE(png.indexOf('pHYs', 0, 'latin1') + 4);
    expect(Math.round(perMetre * 0.0254)).toBe(300);
    const [directory] = readTiffDirectories(await still(TURNED_JPG, 'jpg', 'tiff', { dpi: 300 }));
    expect(directory!.values(296)[0]).toBeGreaterThan(1); // a unit: inches or centimetres
  });

  it.each(['jpg', 'png', 'webp', 'tiff', 'avif', 'jxl', 'apng'] as const)('of %s has the words of XMP', async (to) => {
    const wordsWith = async (options: OptionValues): Promise<string> =>
      withPlainText(Buffer.from(await still(describedJpg(), 'jpg', to, options))).toString('latin1');
    const [whole, located, stripped] = [
      await wordsWith({}),
      await wordsWith({ stripLocation: true }),
      await wordsWith({ strip: true }),
    ];
    expect([whole.includes('words in XMP'), whole.includes('52,31.2N')]).toEqual([true, true]);
    expect([located.includes('words in XMP'), located.includes('52,31.2N')]).toEqual([true, false]);
    expect(/words in (XMP|IPTC)/.test(stripped)).toBe(false);
  });

  it.each(['jpg', 'tiff'] as const)('of %s has the words of IPTC', async (to) => {
    expect(Buffer.from(await still(describedJpg(), 'jpg', to)).includes('words in IPTC')).toBe(true);
  });

  it('that TIFF does not get is named', async () => {
    await still(TURNED_JPG, 'jpg', 'tiff');
    expect(vips.warnings).toMatchObject([{ code: 'tags_dropped', lost: ['metadata'] }]);
  });

  it('has no orientation left once the pixels are upright', async () => {
    const webp = Buffer.from(await still(TURNED_JPG, 'jpg', 'webp'));
    expect(await rasterOf(webp, 'webp')).toMatchObject({ width: 96, height: 64, hasExif: true });
    const [png] = await vips.convert(webp, 'webp', 'png', 'first-frame');
    expect(await rasterOf(png!, 'png')).toMatchObject({ width: 96, height: 64 });
  });
});

/** A JPEG with XMP that says a position too, and with IPTC. */
function describedJpg(): Uint8Array {
  const segment = (marker: number, content: Buffer): Buffer => {
    const header = Buffer.from([0xff, marker, 0, 0]);
    header.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([header, content]);
  };
  const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" exif:GPSLatitude="52,31.2N" dc:source="words in XMP"/></rdf:RDF></x:xmpmeta>`;
  const title = Buffer.from('words in IPTC');
  const iptc = Buffer.concat([Buffer.from([0x1c, 2, 5, 0, title.length]), title]);
  const block = Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'),
    Buffer.from([0, 0, 0, iptc.length]),
    iptc,
  ]);
  const [APP1, APP13] = [0xe1, 0xed];
  return Buffer.concat([
    TURNED_JPG.subarray(0, 2),
    segment(APP1, Buffer.from(xmp, 'latin1')),
    segment(APP13, block),
    TURNED_JPG.subarray(2),
  ]);
}

/** A PNG with its first compressed text unpacked behind it; any other file as it is. */
function withPlainText(file: Buffer): Buffer {
  const at = file.indexOf('zTXt', 0, 'latin1');
  if (at < 0) return file;
  const data = file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4));
  return Buffer.concat([file, inflateSync(data.subarray(data.indexOf(0) + 2))]);
}
