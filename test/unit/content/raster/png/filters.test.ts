import { describe, expect, it } from 'vitest';
import { deinterlace, interlacedBytes, unfilterRow } from '../../../../../engine/content/raster/png/filters.ts';

describe('unfilterRow', () => {
  const above = Uint8Array.of(10, 200, 30, 40, 50, 60);
  const row = [12, 190, 33, 250, 1, 99];

  /** What each filter makes of a row of RGB (ISO/IEC 15948, section 9), written out for this very row. */
  it.each([
    [0, [12, 190, 33, 250, 1, 99]],
    [1, [12, 190, 33, 238, 67, 66]],
    [2, [2, 246, 3, 210, 207, 39]],
    [3, [7, 90, 18, 224, 137, 53]],
    [4, [2, 246, 3, 210, 207, 39]],
  ])('undoes the filter %i', (filter, filtered) => {
    const undone = Uint8Array.from(filtered);
    unfilterRow(filter, undone, above, 3);
    expect([...undone]).toEqual(row);
  });

  it('knows no other filter', () => {
    expect(() => unfilterRow(5, new Uint8Array(1), new Uint8Array(1), 1)).toThrow(RangeError);
  });
});

describe('deinterlace', () => {
  /** The pass of each pixel in a square of eight (ISO/IEC 15948, section 8.2). */
  const PASS = ['16462646', '77777777', '56565656', '77777777', '36463646', '77777777', '56565656', '77777777'];

  function interlaced(
    width: number,
    height: number,
    bits: number,
    pixel: (x: number, y: number) => number,
  ): Uint8Array {
    const bytes: number[] = [];
    for (let pass = 1; pass <= 7; pass++) {
      for (let y = 0; y < height; y++) {
        const values: number[] = [];
        for (let x = 0; x < width; x++) if (PASS[y % 8]![x % 8] === String(pass)) values.push(pixel(x, y));
        if (values.length === 0) continue;
        const digits = values.map((value) => value.toString(2).padStart(bits, '0')).join('');
        bytes.push(0, ...(digits.match(/.{1,8}/g) ?? []).map((part) => Number.parseInt(part.padEnd(8, '0'), 2)));
      }
    }
    return Uint8Array.from(bytes);
  }

  it.each([
    [8, 8, 8],
    [5, 3, 8],
    [1, 1, 16],
    [13, 9, 1],
    [9, 17, 4],
    [2, 5, 24],
  ])('puts an image of %i × %i pixels of %i bits in order', (width, height, bits) => {
    const pixel = (x: number, y: number): number => (x * 37 + y * 101) % 2 ** Math.min(bits, 20);
    const passes = interlaced(width, height, bits, pixel);
    expect(interlacedBytes({ width, height, bits })).toBe(passes.byteLength);
    const rows = deinterlace(passes, { width, height, bits });
    const rowBytes = 1 + Math.ceil((width * bits) / 8);
    for (let y = 0; y < height; y++) {
      const row = rows.subarray(y * rowBytes, (y + 1) * rowBytes);
      const digits = [...row.subarray(1)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
      const found = Array.from({ length: width }, (_, x) => Number.parseInt(digits.slice(x * bits, (x + 1) * bits), 2));
      expect([row[0], ...found]).toEqual([0, ...Array.from({ length: width }, (_, x) => pixel(x, y))]);
    }
  });
});
