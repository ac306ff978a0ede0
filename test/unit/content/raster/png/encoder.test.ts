import { describe, expect, it } from 'vitest';
import { encodePng, PngEncoder, type PngPixels } from '../../../../../engine/content/raster/png/encoder.ts';
import { pngHeader, readPng } from '../../../../support/compare/png.ts';

/** Colours that differ from pixel to pixel, of which some rows repeat and some are even. */
function pixelsOf(width: number, height: number, channels: PngPixels['channels']): PngPixels {
  const data = Uint8Array.from({ length: width * height * channels }, (_, at) => {
    const row = Math.floor(at / (width * channels));
    return row % 3 === 0 ? 40 + row : (at * 89 + (row % 2) * 7) % 256;
  });
  return { width, height, channels, data };
}

const rgbaOf = (image: PngPixels): number[] => [...readPng(encodePng(image)).rgba];

describe('PNG of pixels in memory', () => {
  it.each([1, 3, 4] as const)('keeps every sample of %i channels', (channels) => {
    const image = pixelsOf(7, 9, channels);
    const expected = Array.from({ length: 7 * 9 }, (_, pixel) => {
      const at = pixel * channels;
      const [red = 0, green = red, blue = red] = image.data.subarray(at, at + Math.min(3, channels));
      return [red, green, blue, channels === 4 ? image.data[at + 3]! : 255];
    });
    expect(rgbaOf(image)).toEqual(expected.flat());
  });

  it('takes the fewest channels that hold the pixels', () => {
    const colourOf = (...data: number[]): number =>
      pngHeader(encodePng({ width: 1, height: 1, channels: 4, data: Uint8Array.from(data) })).colour;
    expect([colourOf(9, 9, 9, 255), colourOf(9, 8, 9, 255), colourOf(9, 9, 9, 100)]).toEqual([0, 2, 6]);
  });

  it('gives both values of a bilevel image the colours of a palette', () => {
    const palette = [
      [16, 32, 48, 255],
      [16, 32, 48, 0],
    ] as const;
    const image = { width: 3, height: 2, channels: 1, data: Uint8Array.of(0b0100_0000, 0b1010_0000) } as const;
    const [zero, one] = palette;
    expect(rgbaOf({ ...image, bilevel: true, palette })).toEqual([...zero, ...one, ...zero, ...one, ...zero, ...one]);
    const [black, white] = [
      [0, 0, 0, 255],
      [255, 255, 255, 255],
    ];
    expect(rgbaOf({ ...image, bilevel: true })).toEqual([
      ...black!,
      ...white!,
      ...black!,
      ...white!,
      ...black!,
      ...white!,
    ]);
  });
});

describe('PNG of rows as they come', () => {
  it.each([1, 3] as const)('is the same image, however %i-channel rows are divided', async (channels) => {
    const { data, ...size } = pixelsOf(11, 10, channels);
    const whole = rgbaOf({ ...size, data });
    for (const rowsAtATime of [1, 3, 10]) {
      using encoder = new PngEncoder({ ...size, channels, dpi: 96 });
      const step = rowsAtATime * 11 * channels;
      for (let at = 0; at < data.length; at += step) await encoder.add(data.subarray(at, at + step));
      const file = Buffer.concat(await encoder.finish());
      expect([...readPng(file).rgba]).toEqual(whole);
      expect(file.readUInt32BE(file.indexOf('pHYs') + 4)).toBe(3780);
    }
  });
});
