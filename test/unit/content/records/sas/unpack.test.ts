import { describe, expect, it } from 'vitest';
import { unpackPatterns, unpackRuns } from '../../../../../engine/content/records/sas/unpack.ts';

const bytesOf = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

describe('a packed row of SAS', () => {
  it('is made of runs of blanks, zeros, signs and bytes as they are', () => {
    const packed = bytesOf(0x82, 0x61, 0x62, 0x63, 0xe1, 0xf0, 0xd0, 0xc1, 0x78, 0x60, 0x02);
    expect(text(unpackRuns(packed, 3 + 3 + 2 + 2 + 4 + 19))).toBe(`abc   \0\0@@xxxx${' '.repeat(19)}`);
    const long = bytesOf(0x00, 0x01, ...Array.from({ length: 65 }, () => 0x61), 0x40, 0x03, 0x7a);
    expect(text(unpackRuns(long, 65 + 21))).toBe('a'.repeat(65) + 'z'.repeat(21));
  });

  it('repeats what stood before in it', () => {
    // Four bytes, a run of five, the first four again.
    const items = 0b0000_1100_0000_0000;
    const packed = bytesOf(items >> 8, items & 0xff, 0x61, 0x62, 0x63, 0x64, 0x02, 0x2d, 0x46, 0x00);
    expect(text(unpackPatterns(packed, 13))).toBe('abcd-----abcd');
  });

  it('is refused where it is longer or shorter than its data set says, or repeats what is not there', () => {
    expect(() => unpackRuns(bytesOf(0xe1), 2)).toThrow(/too long/);
    expect(() => unpackRuns(bytesOf(0xe1), 4)).toThrow(/too short/);
    expect(() => unpackRuns(bytesOf(0x85, 0x61), 6)).toThrow(/cut off/);
    expect(() => unpackRuns(bytesOf(0x30), 6)).toThrow(/command that there is not/);
    expect(() => unpackPatterns(bytesOf(0x80, 0x00, 0x40, 0x02), 40)).toThrow(/not there/);
  });
});
