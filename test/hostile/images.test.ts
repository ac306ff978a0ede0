import { readdir } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError, createEngine, type ConvertOptions, type Engine, type FormatId } from '../../engine/index.ts';
import { makePng } from '../support/make-files.ts';
import { bytes, tiff, u32be, u32le, zeros } from '../support/sample-files.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';
import {
  BOMBS,
  gifOfFrames,
  pngWithChunk,
  pngWithFrames,
  tiffOfPages,
  tiledTiff,
  webpOfFrames,
} from './image-bombs.ts';

/** Milliseconds of CPU within which a bomb is refused: a header takes one or two, decoding takes many seconds. */
const COARSE_MS = 2000;
/** Bytes by which this process may grow over all bombs; one of them decoded would take as much by itself. */
const GROWTH_BYTES = 600e6;
const REFUSED = /^input_(too_complex|corrupt|truncated)$/;

const planning = createEngine();
const readable = (format: FormatId): boolean => planning.targets(format).length > 0;
const bombs = (Object.keys(BOMBS) as FormatId[]).filter(readable);
await planning.close();

let engine: Engine;
let scratch: TemporaryDirectory;

beforeAll(async () => {
  scratch = await temporaryDirectory();
  engine = createEngine({ scratchDir: scratch.path });
  // What is measured below is the refusal, not the start of the codecs.
  for (const format of bombs)
    await outcome(BOMBS[format]!(40_000), { to: targetOf(format), fileName: `warm.${format}` });
}, 60_000);

afterAll(async () => {
  await engine.close();
  await scratch[Symbol.asyncDispose]();
});

const targetOf = (format: FormatId): FormatId => (format === 'png' || format === 'apng' ? 'webp' : 'png');

async function outcome(input: Uint8Array, options: ConvertOptions): Promise<string> {
  try {
    await engine.convert(input, options);
    return 'converted';
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

async function timed(input: Uint8Array, options: ConvertOptions): Promise<{ code: string; milliseconds: number }> {
  const before = process.cpuUsage();
  const code = await outcome(input, options);
  const { user, system } = process.cpuUsage(before);
  return { code, milliseconds: (user + system) / 1000 };
}

describe('an image whose header promises more pixels than are accepted is refused before it is decoded', () => {
  it.each(bombs)('%s', async (format) => {
    const before = process.memoryUsage().rss;
    for (const side of [60_000, 20_000]) {
      const { code, milliseconds } = await timed(BOMBS[format]!(side), {
        to: targetOf(format),
        fileName: `bomb.${format}`,
      });
      expect(code, `${side} pixels`).toMatch(REFUSED);
      expect(milliseconds, `${side} pixels`).toBeLessThan(COARSE_MS);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(GROWTH_BYTES);
  });

  it.each([
    ['bits in text', 'P1\n99999999 99999999\n0 1 0 1\n'],
    ['greys', 'P5\n99999999 99999999\n255\nabcdef'],
    ['colours', 'P6\n99999999 99999999\n65535\nabcdef'],
  ])('%s of Netpbm, a hundred million to a side', async (_name, header) => {
    const { code, milliseconds } = await timed(bytes(header), { to: 'png', fileName: 'a.pnm' });
    expect(code).toMatch(REFUSED);
    expect(milliseconds).toBeLessThan(COARSE_MS);
  });

  it('a TIFF whose thousands of tiles are all the same bytes', async () => {
    const { code, milliseconds } = await timed(tiledTiff(30_000, 64), { to: 'png' });
    expect(code).toMatch(REFUSED);
    expect(milliseconds).toBeLessThan(COARSE_MS);
  });
});

describe('an image of too many frames is refused before they are drawn', () => {
  it.each<[string, () => Uint8Array, FormatId]>([
    ['a GIF of 100,000', () => gifOfFrames(100_000), 'png'],
    ['an APNG that promises a million', () => pngWithFrames(16, 1_000_000), 'webp'],
    ['a WebP of 20,000', () => webpOfFrames(20_000), 'gif'],
    ['a TIFF of 20,000 pages', () => tiffOfPages(20_000), 'png'],
  ])('%s', async (_name, make, to) => {
    const { code, milliseconds } = await timed(make(), { to });
    expect(code).toMatch(REFUSED);
    expect(milliseconds).toBeLessThan(2 * COARSE_MS);
  });
});

describe('a TIFF whose directories lead in a circle ends', () => {
  it.each([1, 2, 40])('%i pages', async (pages) => {
    const { code, milliseconds } = await timed(tiffOfPages(pages, { inLoop: true }), { to: 'png' });
    expect(code).toMatch(/^(converted|input_\w+)$/);
    expect(milliseconds).toBeLessThan(2 * COARSE_MS);
  });

  it('below each other', async () => {
    const looped = tiff([
      [262, 2],
      [330, 8],
    ]);
    expect((await timed(looped, { to: 'png' })).code).toMatch(REFUSED);
  });
});

describe('a small file that grows when it is read', () => {
  const MANY = 200_000_000;
  const packed = deflateSync(zeros(MANY), { level: 9 });
  it.each([
    ['text', 'zTXt', bytes('Comment', [0, 0], packed)],
    ['a colour profile', 'iCCP', bytes('icc', [0, 0], packed)],
    ['international text', 'iTXt', bytes('Comment', [0, 1, 0, 0, 0], packed)],
  ])('by %s', async (_name, type, data) => {
    const before = process.memoryUsage().rss;
    const { code, milliseconds } = await timed(pngWithChunk(type, data), { to: 'webp' });
    expect(code).toMatch(/^(converted|input_\w+)$/);
    expect(milliseconds).toBeLessThan(2 * COARSE_MS);
    expect(process.memoryUsage().rss - before).toBeLessThan(GROWTH_BYTES);
  });
});

describe('a camera raw whose decoder gives up without an error of its own', () => {
  /** The camera and the size of its images, and no image. */
  const raw = tiff(
    [
      [256, 4640],
      [257, 3472],
      [258, 16],
      [259, 1],
      [262, 1],
      [271, 'OLYMPUS IMAGING CORP.'],
      [272, 'E-M10'],
      [273, 900_000],
      [277, 1],
      [278, 3472],
      [279, 5_000_000],
    ],
    { head: 'IIRO' },
  );

  it.runIf(readable('orf'))('is refused by name, its worker is replaced, and the next image is converted', async () => {
    for (let count = 0; count < 3; count++) {
      const error = await engine.convert(raw, { to: 'png' }).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'input_corrupt', discardWorker: true });
      expect(await outcome(makePng(), { to: 'bmp' })).toBe('converted');
    }
  });

  it.runIf(readable('dng'))('is refused as truncated when its sensor data is not there', async () => {
    const cut = tiff([
      [50_706, 0x0000_0401],
      [256, 4000],
      [257, 3000],
      [262, 32_803],
      [273, 900_000],
      [279, 5_000_000],
    ]);
    expect(await outcome(cut, { to: 'png' })).toMatch(/^input_(truncated|corrupt)$/);
  });
});

describe('a directory of images that lies', () => {
  it.each<[string, Uint8Array]>([
    ['an icon of no pictures', bytes([0, 0, 1, 0, 0, 0], zeros(60))],
    ['an icon of 65,535', bytes([0, 0, 1, 0, 0xff, 0xff], zeros(2000))],
    [
      'an icon that points beyond its end',
      bytes([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0], u32le(40), u32le(0x7fff_0000), zeros(60)),
    ],
    [
      'an icon in itself',
      bytes([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0], u32le(200), u32le(22), [0, 0, 1, 0, 1, 0], zeros(200)),
    ],
    ['Apple icons of no size', bytes('icns', u32be(16), 'ic10', u32be(0))],
    [
      'several PCX at one place',
      bytes([0xb1, 0x68, 0xde, 0x3a], ...Array.from({ length: 1023 }, () => u32le(4)), u32le(0), zeros(200)),
    ],
  ])('%s', async (name, content) => {
    const fileName = name.includes('PCX') ? 'a.dcx' : name.includes('Apple') ? 'a.icns' : 'a.ico';
    const { code, milliseconds } = await timed(content, { to: 'png', fileName });
    expect(code).toMatch(/^(input_(corrupt|truncated|too_complex)|source_format_undetected|unsupported_conversion)$/);
    expect(milliseconds).toBeLessThan(COARSE_MS);
  });
});

describe('a file that is not what its name says', () => {
  it.each<[string, FormatId]>([
    ['photo.jpg', 'png'],
    ['photo.psd', 'png'],
    ['photo.svg', 'png'],
    ['photo.dng', 'png'],
    ['photo.tga', 'png'],
  ])('%s is read as the PNG that it is', async (fileName, expected) => {
    const { sourceFormat, warnings } = await engine.convert(makePng(), { to: 'bmp', fileName });
    expect(sourceFormat).toBe(expected);
    expect(warnings.map(({ code }) => code)).toContain('file_name_mismatch');
  });

  it.each<[string, Uint8Array]>([
    ['photo.png', bytes('Dear Sir or Madam,\n\nhere is no picture.\n')],
    ['photo.ppm', bytes('P3 10 20 30 people were there.\n')],
    ['photo.heic', bytes('<!doctype html><title>404</title><p>Not found</p>')],
  ])('%s that is text becomes no image', async (fileName, content) => {
    expect(await outcome(content, { to: 'png', fileName })).toMatch(/^(unsupported_conversion|loss_not_allowed)$/);
  });

  it('an empty file is refused whatever its name', async () => {
    for (const format of bombs) {
      expect(await outcome(zeros(0), { to: targetOf(format), fileName: `a.${format}` })).toBe('empty_file');
    }
  });

  it('one byte is refused whatever its name', async () => {
    for (const format of bombs) {
      const code = await outcome(bytes(0x42), { to: targetOf(format), fileName: `a.${format}` });
      expect(code, format).toMatch(
        /^(source_format_undetected|unsupported_conversion|loss_not_allowed|input_(corrupt|truncated))$/,
      );
    }
  });
});

it('leaves nothing behind', async () => {
  const left = await readdir(scratch.path, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([]);
});
