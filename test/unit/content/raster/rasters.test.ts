import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormatId } from '../../../../engine/formats/index.ts';
import { AnimationCanvas } from '../../../../engine/content/raster/animation-canvas.ts';
import { iconSides } from '../../../../engine/content/raster/icon/sizes.ts';
import type { RasterFrame } from '../../../../engine/content/raster/model.ts';
import { selectedPages } from '../../../../engine/content/pages/page-selection.ts';
import { resizeFor } from '../../../../engine/content/raster/size.ts';
import { isTruncatedRaster } from '../../../../engine/content/raster/truncation.ts';
import { readTiffDirectories } from '../../../../engine/content/raster/tiff/directories.ts';
import { mergeTiffPages } from '../../../../engine/content/raster/tiff/merge.ts';
import { readWebpFrames } from '../../../../engine/content/raster/webp/animation.ts';
import { decodeBitmap, readBitmapHeader, readIcon } from '../../../../engine/content/raster/icon/windows-bitmap.ts';
import { encodeIcon } from '../../../../engine/content/raster/icon/windows-icon.ts';
import { tiffOfPages } from '../../../support/tiff-pages.ts';
import { assertProperty } from '../../../support/property.ts';

const SOURCES = join(import.meta.dirname, '../../../../corpus/sources');
const source = (path: string): Uint8Array => new Uint8Array(readFileSync(join(SOURCES, path)));

describe('pages asked for', () => {
  it.each([
    [undefined, 3, [0, 1, 2]],
    ['2', 3, [1]],
    ['1-3', 3, [0, 1, 2]],
    ['3,1-2', 3, [2, 0, 1]],
  ])('%s of %i are %o', (selection, count, pages) => {
    expect(selectedPages(selection, count)).toEqual(pages);
  });

  it.each(['0', '4', '2-4', '3-2', 'x', '1,', '-'])('%s of 3 are an option error', (selection) => {
    expect(() => selectedPages(selection, 3)).toThrow(expect.objectContaining({ code: 'invalid_options' }));
  });
});

describe('sizes asked for', () => {
  const photo = { width: 400, height: 300 };
  it.each([
    [{}, undefined],
    [{ width: 200 }, [200, 150, 200, 150]],
    [{ height: 600 }, [800, 600, 800, 600]],
    [{ width: 100, height: 100 }, [100, 75, 100, 75]],
    [{ width: 100, height: 100, fit: 'inside' }, [100, 75, 100, 75]],
    [{ width: 100, height: 100, fit: 'cover' }, [133, 100, 100, 100]],
    [{ width: 100, height: 100, fit: 'fill' }, [100, 100, 100, 100]],
    [{ width: 1 }, [1, 1, 1, 1]],
  ] as const)('%o', (options, expected) => {
    const resize = resizeFor(photo, options);
    expect(resize && [resize.scaled.width, resize.scaled.height, resize.result.width, resize.result.height]).toEqual(
      expected,
    );
  });

  it('never leave a gap or an empty side', () => {
    const side = fc.integer({ min: 1, max: 40_000 });
    const fit = fc.constantFrom('inside', 'cover', 'fill');
    assertProperty(
      fc.property(side, side, side, side, fit, (width, height, wantedWidth, wantedHeight, kind) => {
        const { scaled, result } = resizeFor(
          { width, height },
          { width: wantedWidth, height: wantedHeight, fit: kind },
        )!;
        expect(Math.min(scaled.width - result.width, scaled.height - result.height)).toBeGreaterThanOrEqual(0);
        expect(Math.min(result.width, result.height)).toBeGreaterThanOrEqual(1);
        expect(result.width <= wantedWidth && result.height <= wantedHeight).toBe(true);
      }),
    );
  });

  it('of icons are the usual ones up to the image', () => {
    expect(iconSides({ width: 4000, height: 20 })).toEqual([256, 128, 64, 48, 32, 24, 16]);
    expect(iconSides({ width: 48, height: 48 })).toEqual([48, 32, 24, 16]);
    expect(iconSides({ width: 3, height: 2 })).toEqual([3]);
  });
});

describe('cut files', () => {
  const files: readonly (readonly [FormatId, string])[] = [
    ['png', 'png/card-fading-to-transparent.png'],
    ['jpg', 'jpg/orientation-6-exif.jpg'],
    ['gif', 'gif/animated-three-frames-loop-2.gif'],
    ['webp', 'webp/animated-two-frames-loop-3.webp'],
    ['tiff', 'tiff/gradient-16bit.tiff'],
    ['avif', 'avif/lossy-alpha.avif'],
    ['heic', 'heic/lossy-alpha.heic'],
    ['bmp', 'bmp/24bit-odd-size.bmp'],
    ['ico', 'ico/three-sizes-of-other-colours.ico'],
  ];

  it.each(files)('of %s are told from whole ones', (format, path) => {
    const whole = source(path);
    expect(isTruncatedRaster(whole, format)).toBe(false);
    for (const share of [0.02, 0.3, 0.6]) {
      expect(isTruncatedRaster(whole.slice(0, whole.byteLength * share), format), String(share)).toBe(true);
    }
  });

  it.each(files)('of %s: any bytes give an answer, and soon', (format, path) => {
    const whole = source(path);
    const changes = fc.array(fc.tuple(fc.nat(whole.byteLength - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
    assertProperty(
      fc.property(changes, (changed) => {
        const bytes = whole.slice();
        for (const [at, value] of changed) bytes[at] = value;
        expect(typeof isTruncatedRaster(bytes, format)).toBe('boolean');
      }),
      { numRuns: 100 },
    );
  });
});

describe('TIFF pages', () => {
  it('are joined with all of their data', () => {
    const [first, second] = [tiffOfPages([10]), tiffOfPages([200])];
    const joined = mergeTiffPages([first, second, first]);
    const directories = readTiffDirectories(joined);
    const STRIP_OFFSETS = 273;
    expect(directories.map((page) => joined[page.values(STRIP_OFFSETS)[0]!])).toEqual([10, 200, 10]);
    expect(isTruncatedRaster(joined, 'tiff')).toBe(false);
  });

  it('of another byte order or size are refused', () => {
    const bigEndian = Buffer.from('MM\0*\0\0\0\b\0\0\0\0\0\0', 'latin1');
    expect(() => mergeTiffPages([bigEndian])).toThrow(RangeError);
  });

  it('that point back to each other end somewhere', () => {
    const page = tiffOfPages([10, 20]);
    const directory = page.readUInt32LE(4);
    const linkAt = directory + 2 + page.readUInt16LE(directory) * 12;
    page.writeUInt32LE(directory, linkAt);
    expect(readTiffDirectories(page)).toHaveLength(1);
  });
});

describe('Windows bitmaps', () => {
  it('are read in all depths', () => {
    const card = decodeBitmap(source('bmp/24bit-odd-size.bmp'));
    expect([card.width, card.height]).toEqual([95, 63]);
    const at = (x: number, y: number): number[] => [...card.data.subarray((y * 95 + x) * 4, (y * 95 + x) * 4 + 4)];
    expect(at(60, 5)).toEqual([42, 157, 63, 255]);
    expect(at(90, 40)).toEqual([242, 194, 48, 255]);
    expect(readBitmapHeader(source('bmp/alpha-32bit.bmp'))).toMatchObject({ hasAlpha: true, bitsPerPixel: 32 });
    const packed = decodeBitmap(source('bmp/palette-rle.bmp'));
    expect(new Set(packed.data.filter((_, index) => index % 4 === 3))).toEqual(new Set([255]));
    expect(new Set(packed.data).size).toBeGreaterThan(4);
  });

  it('in icons come back as they were written', () => {
    const side = fc.integer({ min: 1, max: 40 });
    assertProperty(
      fc.property(side, side, fc.nat(2 ** 31), (width, height, seed) => {
        const data = Uint8Array.from({ length: width * height * 4 }, (_, index) => ((index + 1) * (seed | 1)) >>> 9);
        const [image] = readIcon(encodeIcon([{ width, height, data }]));
        const isInvisible = data.every((value, index) => index % 4 !== 3 || value === 0);
        expect(image).toMatchObject({ width, height });
        if (!isInvisible) expect(image!.decode().data).toEqual(data);
      }),
    );
  });
});

describe('frames of WebP', () => {
  it('say where and how they are drawn', () => {
    const frames = readWebpFrames(source('webp/animated-two-frames-loop-3.webp'));
    expect(frames).toHaveLength(2);
    expect(frames[0]).toMatchObject({ x: 0, y: 0, width: 96, height: 64 });
  });
});

describe('frames on a canvas', () => {
  const frame: RasterFrame = { x: 0, y: 0, width: 1, height: 1, isBlended: true, afterwards: 'keep' };

  it('are blended over, put in place of, or cleared from what is below', () => {
    const canvas = new AnimationCanvas<Uint8Array>(2, 1, new Uint8Array(8));
    const left = (): number[] => [...canvas.image.data.subarray(0, 4)];
    canvas.draw(frame, Uint8Array.of(200, 0, 0, 255));
    canvas.draw(frame, Uint8Array.of(0, 200, 0, 0));
    expect(left()).toEqual([200, 0, 0, 255]);
    canvas.draw(frame, Uint8Array.of(0, 200, 0, 128));
    expect(left()).toEqual([99, 100, 0, 255]);
    canvas.draw({ ...frame, isBlended: false, afterwards: 'clear' }, Uint8Array.of(0, 0, 200, 10));
    expect(left()).toEqual([0, 0, 200, 10]);
    canvas.draw({ ...frame, x: 1 }, Uint8Array.of(1, 2, 3, 255));
    expect([...canvas.image.data]).toEqual([0, 0, 0, 0, 1, 2, 3, 255]);
  });

  it('show again what was there before, in 16 bits as well', () => {
    const canvas = new AnimationCanvas<Uint16Array>(2, 1, new Uint16Array(8));
    canvas.draw(frame, Uint16Array.of(50_000, 0, 0, 65_535));
    canvas.draw({ ...frame, afterwards: 'restore' }, Uint16Array.of(0, 50_000, 0, 65_535));
    expect([...canvas.image.data.subarray(0, 4)]).toEqual([0, 50_000, 0, 65_535]);
    canvas.draw({ ...frame, x: 1 }, Uint16Array.of(0, 0, 0, 0));
    expect([...canvas.image.data]).toEqual([50_000, 0, 0, 65_535, 0, 0, 0, 0]);
  });
});
