import { describe, expect, it } from 'vitest';
import { readCineon, readDpx } from '../../../../engine/content/raster/film/reader.ts';
import { encodeCineon, encodeDpx } from '../../../../engine/content/raster/film/writer.ts';

/** Every byte in every channel once, in rows of which some do not fill their last word. */
function ramp(width: number) {
  const height = Math.ceil(256 / width);
  const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => {
    const value = at >> 2;
    return [value, value * 7, 255 - value, value * 3][at & 3]! & 255;
  });
  return { width, height, data };
}

describe('scanned film', () => {
  it.each([31, 32, 33])('keeps every byte of colours and opacity in DPX, %d pixels wide', (width) => {
    const image = ramp(width);
    expect(readDpx(encodeDpx(image, true))).toMatchObject({ ...image, hasAlpha: true, bitsPerChannel: 10 });
    const opaque = image.data.map((value, at) => (at % 4 === 3 ? 255 : value));
    expect(readDpx(encodeDpx(image, false))).toMatchObject({ ...image, data: opaque, hasAlpha: false });
  });

  it.each([31, 32, 33])('keeps every byte of colours in Cineon, %d pixels wide', (width) => {
    const image = ramp(width);
    const opaque = image.data.map((value, at) => (at % 4 === 3 ? 255 : value));
    expect(readCineon(encodeCineon(image))).toMatchObject({ ...image, data: opaque, bitsPerChannel: 10 });
  });
});
