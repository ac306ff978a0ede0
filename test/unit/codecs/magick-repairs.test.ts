import { describe, expect, it } from 'vitest';
import { repaired } from '../../../engine/codecs/magick/repairs.ts';
import { bytes, u16le, u32le, zeros } from '../../support/sample-files.ts';

const BLOCK = 2880;

function fits(...cards: readonly string[]): Uint8Array {
  const header = [...cards, 'END'].map((card) => card.padEnd(80)).join('');
  return bytes(header.padEnd(BLOCK), zeros(BLOCK));
}

describe('FITS', () => {
  const image = fits('SIMPLE  =  T', 'BITPIX  =  16', 'NAXIS   =  2', 'NAXIS1  =  30 / wide', 'NAXIS2  =  40');

  it('ends with its image', () => {
    expect(repaired(image, 'fits')).toEqual(image);
    expect(repaired(bytes(image, zeros(5000)), 'fits')).toEqual(image);
  });

  it('keeps a further header, and images that stand in one', () => {
    const extended = bytes(image, 'XTENSION= IMAGE');
    expect(repaired(extended, 'fits')).toBe(extended);
    const empty = bytes(fits('SIMPLE  =  T', 'NAXIS   =  0'), zeros(9000));
    expect(repaired(empty, 'fits')).toBe(empty);
  });

  it('without an end stays as it is', () => {
    const cut = bytes('SIMPLE  =  T'.padEnd(80));
    expect(repaired(cut, 'fits')).toBe(cut);
  });
});

describe('an icon', () => {
  const icon = (header: Uint8Array): Uint8Array =>
    bytes(
      [0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 32, 0],
      u32le(header.byteLength + 8),
      u32le(22),
      header,
      [1, 2, 3, 4, 5, 6, 7, 8],
    );
  const start = (size: number, compression = 0): Uint8Array =>
    bytes(u32le(size), u32le(1), u32le(2), u16le(1), u16le(32), u32le(compression), zeros(20));

  it('loses what its bitmaps’ headers have beyond forty bytes', () => {
    const found = repaired(icon(bytes(start(124), zeros(84))), 'ico');
    expect(found.subarray(22, 70)).toEqual(bytes(start(40), [1, 2, 3, 4, 5, 6, 7, 8]));
  });

  it('shows no holes where a colour profile stands', () => {
    const header = bytes(start(124), zeros(72), u32le(128), u32le(4), zeros(4));
    const found = repaired(icon(header), 'ico');
    expect(found.subarray(22, 70)).toEqual(bytes(start(40), [1, 2, 3, 4, 0, 0, 0, 0]));
  });

  it('keeps the masks of its colours', () => {
    const masks = bytes(u32le(0xff0000), u32le(0xff00), u32le(0xff));
    const found = repaired(icon(bytes(start(108, 3), masks, zeros(56))), 'ico');
    expect(found.subarray(22, 82)).toEqual(bytes(start(40, 3), masks, [1, 2, 3, 4, 5, 6, 7, 8]));
  });

  it('of short headers, of PNGs, or truncated ones stay as it is', () => {
    for (const content of [icon(start(40)), icon(bytes([0x89], 'PNG\r\n', zeros(40))), bytes([0, 0, 1, 0, 9, 0])])
      expect(repaired(content, 'ico')).toEqual(content);
  });
});
