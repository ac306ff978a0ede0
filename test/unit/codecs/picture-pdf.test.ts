import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/picture-pdf/codec.ts';
import pdfium from '../../../engine/codecs/pdfium/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { PNG_SIGNATURE, pngChunk } from '../../../engine/content/raster/png/chunks.ts';
import type { Facts, Thumbnail } from '../../../engine/contract/facts.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const source = (path: string): Uint8Array => new Uint8Array(readFileSync(join(SOURCES, path)));

const TURNED_JPG = source('jpg/orientation-6-exif.jpg');
const CMYK_JPG = source('jpg/cmyk-without-profile.jpg');
const ALPHA_PNG = source('png/card-fading-to-transparent.png');
const DEEP_PNG = source('png/gradient-16bit-alpha.png');
const PROFILED_PNG = source('png/display-p3-stripes.png');
const TIFF_PAGES = source('tiff/three-pages-lzw.tiff');
const FAX_TIFF = source('tiff/fax-lying.tiff');

let bench: RunnerBench;
let reader: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
  reader = await startRunner(pdfium);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});

async function wrap(input: Uint8Array, from: FormatId, options?: OptionValues): Promise<Buffer> {
  const [pdf] = await bench.convert(input, from, 'pdf', from === 'tiff' ? 'wrap-pages' : 'wrap', options);
  return Buffer.from(pdf!);
}

async function seen(pdf: Uint8Array): Promise<Facts & { readonly thumbnails: readonly Thumbnail[] }> {
  const facts = await reader.inspect(pdf, 'pdf', 'full');
  return { ...facts, thumbnails: facts.raster!.thumbnails! };
}

/** The colour in the middle of one of the four quarters of the test card. */
function colourAt({ rgb, width, height }: Thumbnail, x: number, y: number): number[] {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
  return [...rgb.subarray(at, at + 3)];
}

function near(found: readonly number[], expected: readonly number[], tolerance = 12): void {
  for (const [index, value] of expected.entries()) {
    expect(Math.abs(found[index]! - value), `${found} is not ${expected}`).toBeLessThanOrEqual(tolerance);
  }
}

/** Quarters of the card, apart from its letter and its diagonal. */
const CARD = [
  [0.35, 0.15, [214, 40, 40]],
  [0.65, 0.15, [42, 157, 63]],
  [0.35, 0.85, [34, 85, 204]],
  [0.85, 0.75, [242, 194, 48]],
] as const;

function expectCard(thumbnail: Thumbnail, tolerance?: number): void {
  for (const [x, y, colour] of CARD) near(colourAt(thumbnail, x, y), colour, tolerance);
}

/** A PNG of the given rows, each of them unfiltered. */
function pngOf(
  { width, height, bits, colourType }: { width: number; height: number; bits: number; colourType: number },
  rows: readonly (readonly number[])[],
  chunks: readonly Uint8Array[] = [],
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colourType], 8);
  const pixels = deflateSync(Uint8Array.from(rows.flatMap((row) => [0, ...row])));
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', new Uint8Array()),
  ]);
}

/** A little-endian TIFF of one page from short or long tags; `data` is where tag 273 points to. */
function tiffOf(tags: Readonly<Record<number, number | readonly number[]>>, strips: readonly Uint8Array[]): Uint8Array {
  const offsets: number[] = [];
  let end = 8;
  for (const strip of strips) {
    offsets.push(end);
    end += strip.byteLength + (strip.byteLength & 1);
  }
  const all: Record<number, number | readonly number[]> = {
    ...tags,
    273: offsets,
    279: strips.map(({ byteLength }) => byteLength),
  };
  const apart: Buffer[] = [];
  const entries = Object.entries(all).map(([tag, value]) => {
    const values = typeof value === 'number' ? [value] : value;
    const entry = Buffer.alloc(12);
    entry.writeUInt16LE(Number(tag), 0);
    entry.writeUInt16LE(4, 2);
    entry.writeUInt32LE(values.length, 4);
    if (values.length === 1) entry.writeUInt32LE(values[0]!, 8);
    else {
      entry.writeUInt32LE(end, 8);
      apart.push(Buffer.from(Uint32Array.from(values).buffer));
      end += values.length * 4;
    }
    return entry;
  });
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  header.writeUInt32LE(end, 4);
  const count = Buffer.alloc(2);
  count.writeUInt16LE(entries.length);
  const padded = strips.map((strip) => Buffer.concat([strip, Buffer.alloc(strip.byteLength & 1)]));
  return Buffer.concat([header, ...padded, ...apart, count, ...entries, Buffer.alloc(4)]);
}

describe('a JPEG on a page', () => {
  it('is there byte for byte', async () => {
    const pdf = await wrap(TURNED_JPG, 'jpg');
    expect(pdf.indexOf(TURNED_JPG)).toBeGreaterThan(0);
    expect(pdf.byteLength - TURNED_JPG.byteLength).toBeLessThan(1100);
  });

  it('gives the same bytes every time', async () => {
    expect(await wrap(TURNED_JPG, 'jpg')).toEqual(await wrap(TURNED_JPG, 'jpg'));
  });

  it('stands upright as its orientation says', async () => {
    const { raster, thumbnails } = await seen(await wrap(TURNED_JPG, 'jpg'));
    expect(raster).toMatchObject({ width: 72, height: 48, frames: 1 });
    expectCard(thumbnails[0]!);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('with the orientation %i is turned as viewers turn it', async (orientation) => {
    // Stored lying on its side: its first row is the right edge of the card.
    const turned = Uint8Array.from(TURNED_JPG);
    const at = Buffer.from(turned).indexOf(Buffer.from('011200030000000100', 'hex'));
    turned[at + 9] = orientation;
    const { thumbnails } = await seen(await wrap(turned, 'jpg'));
    const shown = shownQuarters(orientation);
    for (const [index, [x, y]] of [
      [0.46, 0.34],
      [0.54, 0.34],
      [0.46, 0.66],
      [0.54, 0.66],
    ].entries()) {
      near(colourAt(thumbnails[0]!, x!, y!), shown[index]!, 30);
    }
  });

  it('leaves its metadata out when asked, and its image as it is', async () => {
    const pdf = await wrap(TURNED_JPG, 'jpg', { strip: true });
    expect(pdf.includes('Exif')).toBe(false);
    expect((await wrap(TURNED_JPG, 'jpg')).includes('Exif')).toBe(true);
    expectCard((await seen(pdf)).thumbnails[0]!);
  });

  it('has inks that are stored as light', async () => {
    const pdf = await wrap(CMYK_JPG, 'jpg');
    expect(pdf.includes('/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]')).toBe(true);
    expectCard((await seen(pdf)).thumbnails[0]!, 60);
  });

  it('is refused in coding that hardly any viewer has', async () => {
    const lossless = Uint8Array.from(TURNED_JPG);
    const frame = Buffer.from(lossless).indexOf(Buffer.from('ffc0', 'hex'));
    lossless[frame + 1] = 0xc3;
    await expect(wrap(lossless, 'jpg')).rejects.toMatchObject({ code: 'unsupported_conversion' });
  });

  it.each([
    ['truncated in its header', TURNED_JPG.slice(0, 60)],
    ['no JPEG', Uint8Array.of(1, 2, 3, 4, 5, 6)],
  ])('is refused when it is %s', async (_name, bytes) => {
    await expect(wrap(bytes, 'jpg')).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});

/** Colours of the card as they are stored in the file that lies on its side: upper left, upper right, lower left, lower right. */
const STORED = [CARD[1][2], CARD[3][2], CARD[0][2], CARD[2][2]] as const;

/** The stored quarters as an orientation shows them (CIPA DC-008, tag Orientation). */
function shownQuarters(orientation: number): readonly (readonly number[])[] {
  const [a, b, c, d] = STORED;
  const shown = {
    1: [a, b, c, d],
    2: [b, a, d, c],
    3: [d, c, b, a],
    4: [c, d, a, b],
    5: [a, c, b, d],
    6: [c, a, d, b],
    7: [d, b, c, a],
    8: [b, d, a, c],
  } as const;
  return shown[orientation as keyof typeof shown];
}

describe('a PNG on a page', () => {
  it('keeps its compressed rows', async () => {
    const rows = Array.from({ length: 4 }, (_, y) => [y * 60, 0, 255 - y * 60, 9, 9, 9]);
    const png = pngOf({ width: 2, height: 4, bits: 8, colourType: 2 }, rows);
    const pdf = await wrap(png, 'png');
    const start = Buffer.from(png).indexOf('IDAT') + 4;
    expect(pdf.indexOf(png.subarray(start, png.byteLength - 16))).toBeGreaterThan(0);
    expect(pdf.includes('/Predictor 15 /Colors 3 /BitsPerComponent 8 /Columns 2')).toBe(true);
  });

  it('has its opacity apart', async () => {
    const pdf = await wrap(ALPHA_PNG, 'png');
    expect(pdf.includes('/SMask')).toBe(true);
    const { thumbnails } = await seen(pdf);
    near(colourAt(thumbnails[0]!, 0.98, 0.25), [255, 255, 255], 16);
    near(colourAt(thumbnails[0]!, 0.05, 0.25), CARD[0][2], 24);
  });

  it('says nothing of opacity where everything is opaque, by whatever filter', async () => {
    const opaque = [10, 20, 30, 255, 40, 50, 60, 255];
    const flat = [1, 2, 3, 255, 1, 2, 3, 255, 1, 2, 3, 255];
    expect(
      (await wrap(pngOf({ width: 2, height: 2, bits: 8, colourType: 6 }, [opaque, opaque]), 'png')).includes('/SMask'),
    ).toBe(false);
    for (const filter of [0, 1, 2, 3, 4]) {
      const first = filterRow(
        filter,
        flat,
        flat.map(() => 0),
        4,
      );
      const second = filterRow(filter, flat, flat, 4);
      const png = pngWithFilters({ width: 3, height: 2, colourType: 6 }, [first, second]);
      expect((await wrap(png, 'png')).includes('/SMask'), `filter ${filter}`).toBe(false);
      const faded = flat.with(11, 254);
      const other = pngWithFilters({ width: 3, height: 2, colourType: 6 }, [first, filterRow(filter, faded, flat, 4)]);
      expect((await wrap(other, 'png')).includes('/SMask'), `filter ${filter}`).toBe(true);
    }
  });

  it('keeps 16 bits a sample', async () => {
    const pdf = await wrap(DEEP_PNG, 'png');
    expect(pdf.toString('latin1').match(/\/BitsPerComponent 16 \/Filter/g)).toHaveLength(2);
  });

  it('keeps its colour profile', async () => {
    const pdf = await wrap(PROFILED_PNG, 'png');
    expect(pdf.toString('latin1')).toMatch(/\[\/ICCBased \d+ 0 R\]/);
  });

  it.each([
    [
      'one colour of RGB',
      2,
      8,
      [[0, 255, 0, 255, 0, 0]],
      pngChunk('tRNS', Uint8Array.of(0, 0, 0, 255, 0, 0)),
      '/Mask [0 0 255 255 0 0]',
    ],
    ['one shade of grey', 0, 4, [[0x3f]], pngChunk('tRNS', Uint8Array.of(0, 3)), '/Mask [3 3]'],
  ] as const)('has %s transparent', async (_name, colourType, bits, rows, transparency, expected) => {
    const pdf = await wrap(pngOf({ width: 2, height: 1, bits, colourType }, rows, [transparency]), 'png');
    expect(pdf.includes(expected)).toBe(true);
  });

  it('has colours of a palette transparent: one by its number, several by a mask', async () => {
    const palette = pngChunk('PLTE', Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255));
    const layout = { width: 3, height: 1, bits: 2, colourType: 3 } as const;
    const rows = [[0b00_01_10_00]];
    const one = await wrap(pngOf(layout, rows, [palette, pngChunk('tRNS', Uint8Array.of(255, 0))]), 'png');
    expect(one.includes('/Mask [1 1]')).toBe(true);
    const several = await wrap(pngOf(layout, rows, [palette, pngChunk('tRNS', Uint8Array.of(128, 0, 255))]), 'png');
    expect(several.includes('/Indexed /DeviceRGB 2 <ff000000ff000000ff>')).toBe(true);
    expect(streamsOf(several).some((stream) => Buffer.from([0, 128, 0, 255]).equals(stream))).toBe(true);
  });

  it('is refused when its pixels end too early', async () => {
    const png = pngOf({ width: 2, height: 3, bits: 8, colourType: 4 }, [[1, 2, 3, 4]]);
    await expect(wrap(png, 'png')).rejects.toMatchObject({ code: 'input_corrupt' });
    await expect(wrap(ALPHA_PNG.slice(0, 500), 'png')).rejects.toMatchObject({ code: 'input_corrupt' });
  });

  it('is refused by its header when it is too large', async () => {
    const png = pngOf({ width: 30_000, height: 30_000, bits: 8, colourType: 6 }, [[0]]);
    await expect(wrap(png, 'png')).rejects.toMatchObject({ code: 'input_too_complex' });
  });
});

/** What a filter makes of a row of bytes (ISO/IEC 15948, section 9). */
function filterRow(filter: number, row: readonly number[], above: readonly number[], pixel: number): number[] {
  const filtered = row.map((value, at) => {
    const left = row[at - pixel] ?? 0;
    const up = above[at]!;
    const corner = at < pixel ? 0 : above[at - pixel]!;
    const guess = left + up - corner;
    const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one)) as [number, number, number];
    const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
    return (value - [0, left, up, (left + up) >> 1, paeth][filter]! + 256) & 255;
  });
  return [filter, ...filtered];
}

function pngWithFilters(
  { width, height, colourType }: { width: number; height: number; colourType: number },
  rows: readonly (readonly number[])[],
): Uint8Array {
  const png = Buffer.from(pngOf({ width, height, bits: 8, colourType }, []));
  const at = png.indexOf('IDAT') - 4;
  const pixels = pngChunk('IDAT', deflateSync(Uint8Array.from(rows.flat())));
  return Buffer.concat([png.subarray(0, at), pixels, pngChunk('IEND', new Uint8Array())]);
}

/** Everything in the file that zlib unpacks. */
function streamsOf(pdf: Buffer): Buffer[] {
  return pdf
    .toString('latin1')
    .split('stream\n')
    .flatMap((part) => {
      try {
        return [inflateSync(Buffer.from(part.slice(0, part.lastIndexOf('\nend')), 'latin1'))];
      } catch {
        return [];
      }
    });
}

describe('a TIFF', () => {
  it('has a page for each of its pages, in the order that was asked for', async () => {
    const whole = await seen(await wrap(TIFF_PAGES, 'tiff'));
    expect(whole.document).toMatchObject({ pages: 3 });
    const some = await seen(await wrap(TIFF_PAGES, 'tiff', { pages: '3,1' }));
    expect(some.thumbnails.map(({ rgb }) => Buffer.from(rgb).toString('hex'))).toEqual(
      [2, 0].map((index) => Buffer.from(whole.thumbnails[index]!.rgb).toString('hex')),
    );
  });

  it('keeps fax coding as it is, and its resolution', async () => {
    const pdf = await wrap(FAX_TIFF, 'tiff');
    expect(pdf.includes('/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 300 /Rows 400')).toBe(true);
    const { raster } = await seen(pdf);
    expect(raster!.width).toBeCloseTo((400 / 196) * 72, 1);
    expect(raster!.height).toBeCloseTo((300 / 204) * 72, 1);
  });

  it('has its strips below each other where they are coded apart', async () => {
    const page = await seen(await wrap(FAX_TIFF, 'tiff'));
    const [strip] = stripsOf(FAX_TIFF);
    const tags = { 256: 300, 257: 800, 258: 1, 259: 4, 262: 0, 277: 1, 278: 400 };
    const doubled = await seen(await wrap(tiffOf(tags, [strip!, strip!]), 'tiff'));
    expect(doubled.raster!.height / doubled.raster!.width).toBeCloseTo(800 / 300, 2);
    expect(page.thumbnails[0]!.rgb).not.toEqual(doubled.thumbnails[0]!.rgb);
    const [thumbnail] = doubled.thumbnails;
    const half = thumbnail!.rgb.length / 2;
    const difference = thumbnail!.rgb
      .subarray(0, half)
      .map((value, index) => Math.abs(value - thumbnail!.rgb[half + index]!));
    expect(Math.max(...difference)).toBeLessThan(40);
  });

  const grey = { 256: 4, 257: 2, 258: 8, 262: 1, 277: 1, 278: 2 };
  const PIXELS = [10, 20, 30, 40, 50, 60, 70, 80];
  it.each([
    ['uncompressed', { ...grey, 259: 1 }, [Uint8Array.from(PIXELS)]],
    ['run lengths', { ...grey, 259: 32_773 }, [Uint8Array.of(7, ...PIXELS)]],
    [
      'deflate in two strips',
      { ...grey, 259: 8, 278: 1 },
      [deflateSync(Uint8Array.from(PIXELS.slice(0, 4))), deflateSync(Uint8Array.from(PIXELS.slice(4)))],
    ],
    ['differences', { ...grey, 259: 8, 317: 2 }, [deflateSync(Uint8Array.of(10, 10, 10, 10, 50, 10, 10, 10))]],
  ] as const)('unpacks %s exactly', async (_name, tags, strips) => {
    const pdf = await wrap(tiffOf(tags, strips), 'tiff');
    const rows = streamsOf(pdf).find(({ byteLength }) => byteLength === 10)!;
    expect([...rows]).toEqual([1, 10, 10, 10, 10, 1, 50, 10, 10, 10]);
  });

  it.each([
    ['fractions', { ...grey, 258: 32, 339: 3, 259: 1 }],
    ['an unknown compression', { ...grey, 259: 50_001 }],
    ['YCbCr outside of JPEG', { ...grey, 262: 6, 259: 1, 277: 3, 258: [8, 8, 8] }],
    ['Lab colours', { ...grey, 262: 8, 259: 1, 277: 3, 258: [8, 8, 8] }],
  ] as const)('is refused with advice when it has %s', async (_name, tags) => {
    const refusal = wrap(tiffOf(tags, [new Uint8Array(64)]), 'tiff');
    await expect(refusal).rejects.toMatchObject({ code: 'unsupported_conversion', message: /Convert it to PNG first/ });
  });

  it('is refused when its pixels lie beyond its end', async () => {
    const cut = tiffOf({ ...grey, 257: 200, 278: 200, 259: 1 }, [Uint8Array.from(PIXELS)]);
    await expect(wrap(cut, 'tiff')).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});

/** The strips of a little-endian TIFF with one of them. */
function stripsOf(tiff: Uint8Array): Uint8Array[] {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const directory = view.getUint32(4, true);
  const value = (tag: number): number => {
    for (let entry = directory + 2; ; entry += 12) {
      if (view.getUint16(entry, true) !== tag) continue;
      return view.getUint16(entry + 2, true) === 3 ? view.getUint16(entry + 8, true) : view.getUint32(entry + 8, true);
    }
  };
  return [tiff.subarray(value(273), value(273) + value(279))];
}

describe('pages', () => {
  it.each([
    [{}, 72, 48],
    [{ dpi: 48 }, 144, 96],
    [{ pageSize: 'a4' }, 841.89, 595.28],
    [{ pageSize: 'letter' }, 792, 612],
  ] as const)('with %j have their size', async (options, width, height) => {
    const { raster } = await seen(await wrap(TURNED_JPG, 'jpg', options));
    expect(raster!.width).toBeCloseTo(width, 1);
    expect(raster!.height).toBeCloseTo(height, 1);
  });

  it('show an image that is fitted on paper in the middle', async () => {
    const tall = pngOf({ width: 1, height: 4, bits: 8, colourType: 0 }, [[0], [0], [0], [0]]);
    const [thumbnail] = (await seen(await wrap(tall, 'png', { pageSize: 'a4' }))).thumbnails;
    const { width, height, rgb } = thumbnail!;
    const row = Array.from({ length: width }, (_, x) => rgb[((height / 2) * width + x) * 3]! < 128);
    const share = (842 / 4 / 595) * width;
    expect(Math.abs(row.filter(Boolean).length - share)).toBeLessThan(1);
    expect(row.indexOf(true)).toBe(width - 1 - row.lastIndexOf(true));
  });

  it('are looked at in the pixels of their image where they are small', async () => {
    const stripes = Array.from({ length: 40 }, (_, y) =>
      Array.from({ length: 40 }, (_, x) => ((x >> 1) + (y >> 1)) % 2 && 255),
    );
    const png = pngOf({ width: 40, height: 40, bits: 8, colourType: 0 }, stripes);
    const [thumbnail] = (await seen(await wrap(png, 'png', { dpi: 300 }))).thumbnails;
    const { width, rgb } = thumbnail!;
    const shades = new Set(Array.from({ length: width * width }, (_, pixel) => rgb[pixel * 3]! >> 6));
    expect(shades.has(0) && shades.has(3)).toBe(true);
  });

  it('stay within what readers of PDF accept', async () => {
    const long = pngOf({ width: 30_000, height: 1, bits: 1, colourType: 0 }, [Array.from({ length: 3750 }, () => 0)]);
    const { raster } = await seen(await wrap(long, 'png', { dpi: 36 }));
    expect(raster!.width).toBeLessThanOrEqual(14_400);
    expect(raster!.height).toBeGreaterThanOrEqual(3);
  });
});

const qpdf = spawnSync('qpdf', ['--version']).status === 0;

describe.skipIf(!qpdf)('judged by qpdf', () => {
  it.each([
    ['jpg/orientation-6-exif.jpg', 'jpg'],
    ['jpg/cmyk-without-profile.jpg', 'jpg'],
    ['png/card-fading-to-transparent.png', 'png'],
    ['png/display-p3-stripes.png', 'png'],
    ['png/palette-interlaced.png', 'png'],
    ['tiff/three-pages-lzw.tiff', 'tiff'],
    ['tiff/jpeg-strips.tiff', 'tiff'],
  ] as const)('%s makes a PDF without a fault', async (path, format) => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'made.pdf');
    writeFileSync(file, await wrap(source(path), format));
    const { status, stdout } = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' });
    expect(stdout).toContain('No syntax or stream encoding errors found');
    expect(status).toBe(0);
  });
});
