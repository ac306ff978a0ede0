import { describe, expect, it } from 'vitest';
import { readDds } from '../../../../engine/content/raster/dds/reader.ts';
import { encodeDds } from '../../../../engine/content/raster/dds/writer.ts';
import type { RgbaImage } from '../../../../engine/content/raster/inspect/raster.ts';

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

function painted(width: number, height: number, colourAt: (x: number, y: number) => Rgba): RgbaImage {
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colourAt(x, y), 4 * (y * width + x));
  return { width, height, data };
}

/** The largest distance of a channel, of what is not transparent. */
function worstDifference(image: RgbaImage, hasAlpha: boolean): number {
  const found = readDds(encodeDds(image, hasAlpha));
  expect([found.width, found.height, found.hasAlpha]).toEqual([image.width, image.height, hasAlpha]);
  return image.data.reduce((worst, value, at) => {
    const isSeen = at % 4 === 3 || image.data[at | 3]! > 0;
    return isSeen ? Math.max(worst, Math.abs(value - found.data[at]!)) : worst;
  }, 0);
}

describe('DirectDraw surfaces', () => {
  it.each([false, true])('keep a gradient from one channel to another; with opacity: %s', (hasAlpha) => {
    const redToBlue = painted(32, 32, (_x, y) => [255 - 8 * y, 0, 8 * y, 255]);
    expect(worstDifference(redToBlue, hasAlpha)).toBeLessThanOrEqual(4);
    const greenToRed = painted(32, 32, (x) => [8 * x, 255 - 8 * x, 40, 255]);
    expect(worstDifference(greenToRed, hasAlpha)).toBeLessThanOrEqual(4);
  });

  it('keep the edge between two colours within a block', () => {
    const halves = painted(6, 6, (_x, y) => (y < 2 ? [255, 0, 0, 255] : [0, 0, 255, 255]));
    expect(worstDifference(halves, false)).toBe(0);
  });

  it('are nearer to one colour than the steps of its bits', () => {
    for (let value = 0; value < 256; value += 5)
      expect(
        worstDifference(
          painted(5, 3, () => [value, value, 255 - value, 255]),
          false,
        ),
      ).toBeLessThanOrEqual(2);
  });

  it('keep opacity that varies, beside what is transparent and what is opaque', () => {
    const alphas = [0, 255, 100, 110, 120, 130] as const;
    const edges = painted(8, 8, (x, y) => [200, 100, 50, alphas[(x + y) % alphas.length]!]);
    expect(worstDifference(edges, true)).toBeLessThanOrEqual(4);
    const fading = painted(8, 8, (x) => [200, 100, 50, 30 * x]);
    expect(worstDifference(fading, true)).toBeLessThanOrEqual(8);
  });

  it('have the colours of what is seen, whatever is transparent beside it', () => {
    const shape = painted(4, 4, (x, y) => (x < 2 ? [0, 0, 0, 0] : [30 + 8 * y, 160 + 4 * y, 60, 255]));
    expect(worstDifference(shape, true)).toBeLessThanOrEqual(4);
  });

  it('have smaller levels where both sides are powers of two', () => {
    const image = painted(8, 4, (x) => (x < 4 ? [255, 0, 0, 255] : [0, 0, 255, 255]));
    const file = Buffer.from(encodeDds(image, false));
    // 8 × 4, 4 × 2, 2 × 1 and 1 × 1 pixels.
    expect(file.readUInt32LE(28)).toBe(4);
    expect(file.byteLength).toBe(128 + 8 * (2 + 1 + 1 + 1));
    // Red and blue are mixed in the smallest alone.
    expect(file.subarray(-16, -12).toString('hex')).toBe('00f81f00');
    expect(
      Buffer.from(
        encodeDds(
          painted(12, 4, () => [1, 2, 3, 255]),
          false,
        ),
      ).readUInt32LE(28),
    ).toBe(1);
  });
});
