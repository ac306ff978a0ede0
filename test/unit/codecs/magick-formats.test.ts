import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CORPUS } from '../../../corpus/cases.ts';
import type { EdgeSpec } from '../../../engine/contract/codec.ts';
import codec from '../../../engine/codecs/magick/codec.ts';
import { ConversionError } from '../../../engine/contract/errors.ts';
import { formatOf, type FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { readIcns } from '../../../engine/content/raster/icon/icns.ts';
import { readIcon } from '../../../engine/content/raster/icon/windows-bitmap.ts';
import { readPict } from '../../../engine/content/raster/pict/reader.ts';
import { readDcx, readPcx } from '../../../engine/content/raster/pcx/reader.ts';
import type { RasterFacts } from '../../../engine/contract/facts.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { makePng } from '../../support/make-files.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';
import { colourAt } from '../../support/images.ts';

const source = (path: string): Uint8Array => new Uint8Array(readFileSync(join(CORPUS, 'sources', path)));

const CARD = source('bmp/24bit-odd-size.bmp');
const ALPHA = source('png/card-fading-to-transparent.png');
const GIF = source('gif/animated-three-frames-loop-2.gif');
const PAGES = source('tiff/three-pages-lzw.tiff');
const ICON = source('ico/three-sizes-of-other-colours.ico');
const HEIC = source('heic/lossy-alpha.heic');

let magick: RunnerBench;
beforeAll(async () => {
  magick = await startRunner(codec);
});
afterAll(() => magick[Symbol.asyncDispose]());
beforeEach(() => {
  magick.warnings.length = 0;
});

const edgeNamed = (name: string): EdgeSpec => codec.edges.find((edge) => edge.name === name)!;

async function convert(
  bytes: Uint8Array,
  from: FormatId,
  to: FormatId,
  options: OptionValues = {},
): Promise<Uint8Array[]> {
  return magick.convert(bytes, from, to, edgeBetween(codec, from, to), options);
}

async function rasterOf(bytes: Uint8Array, format: FormatId): Promise<RasterFacts> {
  return (await magick.inspect(bytes, format, 'full')).raster!;
}

const distance = (found: readonly number[], expected: readonly number[]): number =>
  Math.max(...expected.map((value, index) => Math.abs(value - found[index]!)));

/** The quarters of the test card, away from their edges, the diagonal and the letter. */
const QUARTERS = [
  { at: [0.4, 0.3], colour: [214, 40, 40] },
  { at: [0.6, 0.1], colour: [42, 157, 63] },
  { at: [0.25, 0.6], colour: [34, 85, 204] },
  { at: [0.95, 0.6], colour: [242, 194, 48] },
] as const;

const luma = (rgb: ArrayLike<number>): number => 0.2126 * rgb[0]! + 0.7152 * rgb[1]! + 0.0722 * rgb[2]!;

const READABLE = codec.inspects;
const STILLS = edgeNamed('encode').to.filter((format) => READABLE.includes(format));
const SQUARE: readonly FormatId[] = ['ico', 'cur', 'icns'];

describe('QuickDraw pictures', () => {
  it.each([62, 63, 70, 83, 84])(
    'of %d columns have rows whose lengths have as many bytes as others expect',
    async (width) => {
      const data = Uint8Array.from({ length: width * 8 * 3 }, (_, at) => (at * 97) % 251);
      const png = await sharp(data, { raw: { width, height: 8, channels: 3 } })
        .png()
        .toBuffer();
      const [picture] = await convert(png, 'png', 'pict');
      const read = readPict(picture!);
      const rgb = read.data.filter((_, at) => at % 4 !== 3);
      expect(Buffer.from(rgb).equals(data)).toBe(true);
    },
  );
});

describe('what is written in each format', () => {
  it.each(STILLS.filter((format) => !SQUARE.includes(format)))('is found again in %s', async (format) => {
    const [written] = await convert(CARD, 'bmp', format);
    const { width, height, thumbnails, alpha } = await rasterOf(written!, format);
    expect([width, height, alpha]).toEqual([95, 63, false]);
    const { tones } = formatOf(format);
    for (const { at, colour } of QUARTERS) {
      const found = colourAt(thumbnails![0]!, at[0], at[1]);
      // Of dots only the mean of a larger part would be right: that they are neither all black nor all white is seen.
      if (tones === 'bilevel') expect(found[0]).toBe(found[1]);
      else expect(distance(found, tones === 'grey' ? [luma(colour)] : colour)).toBeLessThan(14);
    }
  });

  const withAlpha = STILLS.filter((format) => formatOf(format).carries.includes('alpha') && !SQUARE.includes(format));

  it.each(withAlpha)('keeps what is transparent in %s', async (format) => {
    const [written] = await convert(ALPHA, 'png', format);
    const { thumbnails } = await rasterOf(written!, format);
    expect(colourAt(thumbnails![0]!, 0.98, 0.4)[3]).toBeLessThan(30);
    expect(colourAt(thumbnails![0]!, 0.02, 0.4)[3]).toBeGreaterThan(220);
    expect(magick.warnings).toEqual([]);
  });

  it.each(STILLS.filter((format) => !formatOf(format).carries.includes('alpha')))(
    'stands on white in %s, which is told',
    async (format) => {
      const [written] = await convert(ALPHA, 'png', format);
      const { thumbnails } = await rasterOf(written!, format);
      expect(colourAt(thumbnails![0]!, 0.98, 0.4)[0]).toBeGreaterThan(200);
      expect(magick.warnings).toMatchObject([{ code: 'feature_dropped', lost: ['alpha'] }]);
    },
  );

  it.each(['pcx', 'dcx'] as const)('is as light in %s, whatever the order of its two colours', async (format) => {
    const dots = source('wbmp/dithered-card.wbmp');
    const [written] = await convert(dots, 'wbmp', format);
    const image = format === 'pcx' ? readPcx(written!) : readDcx(written!)[0]!;
    const { rgb } = (await rasterOf(dots, 'wbmp')).thumbnails![0]!;
    const mean = (samples: ArrayLike<number>): number =>
      Array.from(samples).reduce((sum, sample) => sum + sample, 0) / samples.length;
    const shown = image.data.filter((_, at) => at % 4 < 3);
    expect(mean(shown)).toBeGreaterThan(mean(rgb) - 3);
    expect(mean(shown)).toBeLessThan(mean(rgb) + 3);
    expect(Math.abs(mean(rgb) - 127)).toBeGreaterThan(10);
  });

  it('has as many dark and light dots as the shades ask for', async () => {
    for (const format of ['pbm', 'wbmp', 'otb', 'xbm'] as const) {
      const [written] = await convert(CARD, 'bmp', format);
      const { rgb } = (await rasterOf(written!, format)).thumbnails![0]!;
      const mean = rgb.reduce((sum, value) => sum + value, 0) / rgb.length;
      const original = (await rasterOf(CARD, 'bmp')).thumbnails![0]!.rgb;
      let expected = 0;
      for (let at = 0; at < original.length; at += 3) expected += luma(original.subarray(at, at + 3));
      expect(mean).toBeGreaterThan(expected / (original.length / 3) - 4);
      expect(mean).toBeLessThan(expected / (original.length / 3) + 4);
    }
  });

  it.each(['pict', 'wpg'] as const)('can be read again when it is almost empty (%s)', async (format) => {
    const [written] = await convert(makePng(1, 1), 'png', format, { width: 3000, height: 40, fit: 'fill' });
    expect(await rasterOf(written!, format)).toMatchObject({ width: 3000, height: 40 });
  });

  it('is a page of PostScript that holds every pixel', async () => {
    const [written] = await convert(ALPHA, 'png', 'eps', { width: 19 });
    const text = Buffer.from(written!).toString('latin1');
    expect(text).toMatch(/^%!PS-Adobe-3\.0 EPSF-3\.0\n%%BoundingBox: 0 0 19 13\n/);
    const packed = text.slice(text.indexOf(' image\n') + 7, text.indexOf('~>'));
    const samples = inflateSync(fromAscii85(packed));
    expect(samples).toHaveLength(19 * 13 * 3);
    expect(distance([...samples.subarray(0, 3)], [214, 40, 40])).toBeLessThan(14);
    expect(text).not.toMatch(/CreationDate|\/tmp/);
  });
});

function fromAscii85(text: string): Buffer {
  const bytes: number[] = [];
  const digits = text.replaceAll(/\s/g, '').replaceAll('z', '!!!!!');
  for (let at = 0; at < digits.length; at += 5) {
    const group = digits.slice(at, at + 5);
    const number = [...group.padEnd(5, 'u')].reduce((sum, digit) => sum * 85 + digit.charCodeAt(0) - 33, 0);
    bytes.push(...[24, 16, 8, 0].slice(0, group.length - 1).map((shift) => Math.floor(number / 2 ** shift) & 255));
  }
  return Buffer.from(bytes);
}

describe('frames and pages', () => {
  it.each(['mng', 'miff'] as const)('of an animation stay in %s with their delays, and come back', async (format) => {
    const [film] = await magick.convert(GIF, 'gif', format, 'frames');
    const raster = await rasterOf(film!, format);
    expect(raster).toMatchObject({ frames: 3, sequence: 'animation', width: 96, height: 64 });
    expect(raster.delaysMs).toEqual([100, 200, 400]);
    const [back] = await magick.convert(film!, format, 'gif', 'frames');
    expect(await rasterOf(back!, 'gif')).toMatchObject({ frames: 3, delaysMs: [100, 200, 400] });
  });

  it('are taken as asked', async () => {
    const [film] = await magick.convert(GIF, 'gif', 'mng', 'frames', { pages: '3,1' });
    const { delaysMs, thumbnails } = await rasterOf(film!, 'mng');
    expect(delaysMs).toEqual([400, 100]);
    expect(distance(colourAt(thumbnails![1]!, 0.6, 0.1), [42, 157, 63])).toBeLessThan(14);
  });

  it('become pages of a DCX and of a TIFF', async () => {
    const [dcx] = await magick.convert(PAGES, 'tiff', 'dcx', 'pages');
    expect(await rasterOf(dcx!, 'dcx')).toMatchObject({ frames: 3, sequence: 'pages' });
    const [tiff] = await magick.convert(dcx!, 'dcx', 'tiff', 'pages', { pages: '2-3' });
    expect(await rasterOf(tiff!, 'tiff')).toMatchObject({ frames: 2, sequence: 'pages' });
    expect(await convert(dcx!, 'dcx', 'png')).toHaveLength(3);
  });

  it('beside the first one are told of', async () => {
    await convert(source('mpo/two-views.mpo'), 'mpo', 'png');
    expect(magick.warnings).toMatchObject([{ code: 'frames_dropped' }]);
    magick.warnings.length = 0;
    await convert(source('mng/three-frames.mng'), 'mng', 'png');
    expect(magick.warnings).toMatchObject([{ code: 'frames_dropped' }]);
  });

  it('say what is true of all of them once', async () => {
    expect(await convert(source('dcm/two-frames-12bit-window.dcm'), 'dcm', 'png')).toHaveLength(2);
    expect(magick.warnings).toMatchObject([{ code: 'depth_reduced' }]);
  });
});

describe('icons of Apple and cursors', () => {
  it('have the sides that were asked for', async () => {
    const [icns] = await convert(CARD, 'bmp', 'icns', { sizes: [32, 512, 16] });
    expect(readIcns(icns!).map(({ side, content }) => [side, content.kind])).toEqual([
      [512, 'png'],
      [512, 'png'], // of 256 for displays of twice the density
      [32, 'png'],
      [32, 'png'],
      [16, 'png'],
    ]);
    const [cursor] = await convert(CARD, 'bmp', 'cur', { sizes: [16, 48] });
    expect(readIcon(cursor!).map(({ width }) => width)).toEqual([48, 16]);
    expect(cursor!.subarray(0, 4)).toEqual(Uint8Array.of(0, 0, 2, 0));
  });

  it('refuse sides that they have no place for', async () => {
    await expect(convert(CARD, 'bmp', 'icns', { sizes: [100] })).rejects.toMatchObject({ code: 'invalid_options' });
    await expect(convert(CARD, 'bmp', 'ico', { sizes: [512] })).rejects.toMatchObject({ code: 'invalid_options' });
  });

  it('are made of each other with all of their images as they are', async () => {
    const [cursor] = await convert(ICON, 'ico', 'cur');
    const [icon] = await convert(cursor!, 'cur', 'ico');
    expect(readIcon(cursor!).map(({ width }) => width)).toEqual([16, 32, 48]);
    expect(Buffer.compare(icon!, ICON)).toBe(0);
  });

  it('are read by their largest image, of the oldest kinds too', async () => {
    const { width, thumbnails } = await rasterOf(source('icns/run-lengths-three-sizes.icns'), 'icns');
    expect(width).toBe(48);
    expect(distance(colourAt(thumbnails![0]!, 0.8, 0.8), [34, 85, 204, 255])).toBeLessThan(4);
  });
});

describe('options', () => {
  it('turn an image before it is scaled', async () => {
    const [png] = await convert(CARD, 'bmp', 'png', { rotate: '90', width: 21 });
    const { width, height, thumbnails } = await rasterOf(png!, 'png');
    expect([width, height]).toEqual([21, 32]);
    expect(distance(colourAt(thumbnails![0]!, 0.9, 0.6), [42, 157, 63])).toBeLessThan(14);
  });

  it('reduce colours and take them away', async () => {
    const [few] = await convert(CARD, 'bmp', 'sixel', { colours: 4 });
    expect(
      Buffer.from(few!)
        .toString('latin1')
        .match(/#\d+;2;/g)!.length,
    ).toBeLessThanOrEqual(4);
    const [grey] = await convert(CARD, 'bmp', 'jpg', { colourSpace: 'grey' });
    expect((await magick.inspect(grey!, 'jpg', 'full')).features).not.toContain('colour');
  });

  it('search the quality for a size', async () => {
    const [small] = await convert(HEIC, 'heic', 'jpg', { targetSize: 1 });
    expect(small!.byteLength).toBeLessThanOrEqual(1000);
    const [large] = await convert(HEIC, 'heic', 'jpg', { targetSize: 500 });
    expect(large!.byteLength).toBeGreaterThan(3000);
    await expect(convert(CARD, 'bmp', 'tga', { targetSize: 1 })).rejects.toMatchObject({ code: 'input_too_complex' });
  });
});

/** A random number generator with a seed: the same damage on every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

function damaged(file: Uint8Array, random: () => number): Uint8Array {
  const copy = new Uint8Array(file);
  const reach = random() < 0.5 ? Math.min(200, copy.length) : copy.length;
  for (let count = 0; count < 12; count++) copy[Math.floor(random() * reach)] = Math.floor(random() * 256);
  return copy;
}

const FIRST_SOURCES = READABLE.flatMap((format) => {
  const formatEdge = codec.edges.find(({ from, to }) => from.includes(format) && to.includes('png'));
  const isThere = readdirSync(join(CORPUS, 'sources')).includes(format);
  if (!formatEdge || !isThere) return [];
  const [first] = readdirSync(join(CORPUS, 'sources', format));
  const file = source(`${format}/${first}`);
  return file.byteLength < 200_000 ? [[format, file] as const] : [];
});

describe('damaged files', () => {
  it.each(FIRST_SOURCES)('of %s are converted or refused by name, and never stop the library', async (format, file) => {
    const random = generator(file.byteLength);
    for (let round = 0; round < 3; round++) {
      try {
        await convert(damaged(file, random), format, 'png');
      } catch (error) {
        expect(error).toBeInstanceOf(ConversionError);
        const { code, discardWorker } = error as ConversionError;
        expect(code).toMatch(/^input_/);
        expect(discardWorker && format !== 'dng').toBe(false);
      }
    }
  });

  it.each(FIRST_SOURCES)('of %s that were cut off are refused', async (format, file) => {
    await expect(convert(file.slice(0, Math.floor(file.byteLength * 0.5)), format, 'png')).rejects.toMatchObject({
      code: expect.stringMatching(/^input_(truncated|corrupt)$/),
    });
  });
});

describe.skipIf(!hasCorpora)('real files of cameras', () => {
  const read = (path: string): Uint8Array => new Uint8Array(readFileSync(join(CORPORA, 'image', path)));

  it('are developed', async () => {
    const [png] = await convert(read('Magick.NET/RAW_KODAK_DC50.KDC'), 'kdc', 'png');
    const { width, height, thumbnails } = await rasterOf(png!, 'png');
    expect([width, height]).toEqual([768, 512]);
    const sky = colourAt(thumbnails![0]!, 0.3, 0.05);
    expect(sky[2]).toBeGreaterThan(sky[0]!); // blue, so neither the mosaic nor swapped channels
  });

  it.each([
    ['dng', 'file-type/fixture-Leica-M10.dng'],
    ['cr3', 'file-type/fixture.cr3'],
    ['nef', 'file-type/fixture4.nef'],
    ['orf', 'file-type/fixture.orf'],
  ] as const)('that end early are named damaged, and their worker is given up (%s)', async (format, path) => {
    await expect(convert(read(path), format, 'png')).rejects.toMatchObject({
      code: expect.stringMatching(/^input_(corrupt|truncated)$/),
    });
  });
});
