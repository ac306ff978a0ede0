import { describe, expect, it } from 'vitest';
import { decodeJpeg, encodeJpeg, shrinkPixels, type Pixels } from '../../../../../engine/content/raster/jpeg/pixels.ts';

const signal = new AbortController().signal;
const OPTIONS = { maxBytes: 10_000_000, signal };

/** Soft colours, of a size that fills no whole blocks. */
function image(channels: 1 | 3, width = 45, height = 37): Pixels {
  const data = Uint8Array.from({ length: width * height * channels }, (_, index) => {
    const x = Math.floor(index / channels) % width;
    const y = Math.floor(index / channels / width);
    return 128 + 90 * Math.sin(x / 11 + (index % channels)) * Math.cos(y / 9);
  });
  return { width, height, channels, data };
}

function meanDifference(one: Pixels, other: Pixels): number {
  return one.data.reduce((sum, value, index) => sum + Math.abs(value - other.data[index]!), 0) / one.data.length;
}

describe('pixels of a JPEG', () => {
  it.each([1, 3] as const)('come back as they were written, %s a pixel', (channels) => {
    const pixels = image(channels);
    const decoded = decodeJpeg(encodeJpeg(pixels, 95, signal), OPTIONS)!;
    expect(decoded).toMatchObject({ width: 45, height: 37, channels });
    expect(meanDifference(pixels, decoded)).toBeLessThan(1.5);
  });

  it('take fewer bytes at a lower quality', () => {
    const sizes = [95, 60, 20].map((quality) => encodeJpeg(image(3), quality, signal).byteLength);
    expect(sizes.toSorted((a, b) => b - a)).toEqual(sizes);
    expect(new Set(sizes).size).toBe(3);
  });

  it('are means of others when there are fewer', () => {
    const pixels: Pixels = { width: 4, height: 2, channels: 1, data: Uint8Array.of(0, 10, 20, 30, 40, 50, 60, 70) };
    expect(shrinkPixels(pixels, 2, 1)).toEqual({ width: 2, height: 1, channels: 1, data: Uint8Array.of(25, 45) });
  });
});
