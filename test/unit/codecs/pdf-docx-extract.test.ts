import { describe, expect, it } from 'vitest';
import { faceOf, loadFont } from '../../../engine/content/pages/reading/fonts.ts';
import { originalJpeg } from '../../../engine/content/pages/pdfjs/jpeg-stream.ts';
import { isUprightRectangle, readSubpaths } from '../../../engine/content/pages/reading/paths.ts';
import { encodePng } from '../../../engine/content/raster/png/encoder.ts';
import { placeImage } from '../../../engine/content/pages/reading/raster-image.ts';
import { cleanGlyphText } from '../../../engine/content/pages/reading/unicode.ts';
import { IDENTITY } from '../../../engine/content/pages/geometry.ts';
import { visibleText } from '../../../engine/content/pages/reading/visible-text.ts';
import type { Glyph } from '../../../engine/content/pages/model.ts';
import { line } from '../../support/page-models.ts';
import { inflateSync } from 'node:zlib';

describe('text of glyphs', () => {
  it('writes ligatures and presentation forms as the letters they are', () => {
    expect(cleanGlyphText('\ufb01')).toBe('fi');
    expect(cleanGlyphText('\ufefb')).toBe('\u0644\u0627');
    expect(cleanGlyphText('\u00a0')).toBe(' ');
    expect(cleanGlyphText('\uf8e8\uf8eb\uf8fe\uf8ff')).toBe('\u00ae\u239b\u23ad\uf8ff');
    expect(cleanGlyphText('a\u0000\ud800b')).toBe('ab');
    // superscript two is a letter of its own, not a shape of the digit
    expect(cleanGlyphText('\u00b2')).toBe('\u00b2');
  });
});

describe('font names', () => {
  it.each([
    ['ABCDEF+Calibri-BoldItalic', { bold: true, italic: true }],
    ['NimbusRomNo9L-MediItal', { bold: true, italic: true, serif: true }],
    ['CMBX12', { bold: true, italic: false, serif: true }],
    ['CMTI10', { bold: false, italic: true }],
    ['SFRM1000', { bold: false, italic: false, serif: true }],
    ['SFBI1200', { bold: true, italic: true, serif: true }],
    ['ECSX1095', { bold: true, italic: false, serif: false }],
    ['CMITT10', { italic: true, monospace: true }],
    ['Tinos-Regular', { serif: true }],
    ['Helvetica-Oblique', { bold: false, italic: true, serif: false }],
    ['FrutigerMedium', { bold: false }],
    ['ABCDEF+LinLibertineTB', { bold: true, italic: false }],
    ['LinLibertineTI', { bold: false, italic: true }],
    ['LinLibertineT', { bold: false, italic: false }],
    ['UbuntuMono-BI', { bold: true, italic: true, monospace: true }],
    ['HelveticaNeueLTStd-BdIt', { bold: true, italic: true }],
    ['Frutiger-Obl', { bold: false, italic: true }],
    ['MinionPro-MediumIt', { italic: true }],
    ['Palatino-Roman', { bold: false, italic: false }],
    ['CourierNewPSMT', { monospace: true, bold: false }],
  ])('derives weight, slope and kind from %s', (name, expected) => {
    expect(faceOf({ name })).toMatchObject(expected);
  });
});

describe('the size of a font that is drawn by the page', () => {
  const sizeOf = (unit: number, bbox: readonly number[], width: number): number => {
    const fontMatrix = [unit, 0, 0, -unit, 0, 0];
    return loadFont({ isType3Font: true, fontMatrix, bbox, widths: { 1: width, 2: width / 2 } }).em;
  };

  it('is that of its box, where its unit is the size that is asked for', () => {
    expect(sizeOf(1, [0, 0, 40, 50], 40)).toBe(50);
  });

  it('is the size that is asked for, where the box is none of its letters', () => {
    expect(sizeOf(1 / 83, [0, 0, 1000, 1000], 83)).toBe(1);
    expect(sizeOf(0.001, [0, 0, 1000, 1000], 800)).toBe(1);
  });
});

describe('an image over text', () => {
  const text = line(10, 20, 'Under a picture');
  const page = (alpha: number) => {
    const data = new Uint8Array(16).fill(255);
    data[3] = alpha;
    const image = { width: 2, height: 2, kind: 3, data };
    const box = { x0: 0, x1: 200, y0: 0, y1: 40 };
    const look = { ctm: IDENTITY, stencilColor: undefined, alpha: 1, multiplies: false, order: 99, mcid: undefined };
    const drawn = { glyphs: text, hidden: new Set<Glyph>(), fills: [], images: [{ image, box, ...look }] };
    return {
      ...drawn,
      width: 612,
      height: 792,
      rules: [],
      specks: [],
      vectors: [],
      forms: [],
      vectorCount: 0,
      missingImages: 0,
      mirroredGlyphs: 0,
    };
  };

  it('hides it, unless it has pixels through which it is seen', () => {
    const below = line(10, 80, 'Below it');
    const shown = (alpha: number) => visibleText({ ...page(alpha), glyphs: [...text, ...below] }).glyphs.length;
    expect(shown(255)).toBeLessThan(text.length + below.length);
    expect(shown(0)).toBe(text.length + below.length);
  });
});

describe('paths', () => {
  it('reads lines, curves and closing, and stops at unknown codes', () => {
    const data = [0, 0, 0, 1, 10, 0, 1, 10, 5, 4, 0, 20, 20, 2, 1, 1, 2, 2, 30, 30, 99, 0];
    expect(readSubpaths(data, IDENTITY)).toEqual([
      {
        points: [
          [0, 0],
          [10, 0],
          [10, 5],
          [0, 0],
        ],
        curved: false,
      },
      {
        points: [
          [20, 20],
          [30, 30],
        ],
        curved: true,
      },
    ]);
  });

  it('tells upright rectangles from other shapes', () => {
    expect(
      isUprightRectangle([
        [0, 0],
        [9, 0],
        [9, 4],
        [0, 4],
        [0, 0],
      ]),
    ).toBe(true);
    expect(
      isUprightRectangle([
        [0, 0],
        [9, 3],
        [9, 7],
        [0, 4],
        [0, 0],
      ]),
    ).toBe(false);
    expect(
      isUprightRectangle([
        [0, 0],
        [9, 0],
        [5, 4],
      ]),
    ).toBe(false);
  });
});

describe('images', () => {
  // 2 × 2: red, green / blue, white
  const image = {
    width: 2,
    height: 2,
    kind: 2,
    data: new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]),
  };
  const RED = [255, 0, 0];
  const GREEN = [0, 255, 0];
  const BLUE = [0, 0, 255];
  const WHITE = [255, 255, 255];
  /** The unit square of an image on a page whose y grows downwards, 2 points a side. */
  const box = { x0: 0, y0: 0, x1: 2, y1: 2 };

  it('keeps an upright image as it is', () => {
    const placed = placeImage(image, [2, 0, 0, -2, 0, 2], box)!;
    expect([placed.width, placed.height, [...placed.data]]).toEqual([2, 2, [...RED, ...GREEN, ...BLUE, ...WHITE]]);
  });

  it('mirrors and turns as the page shows it', () => {
    expect([...placeImage(image, [-2, 0, 0, -2, 2, 2], box)!.data]).toEqual([...GREEN, ...RED, ...WHITE, ...BLUE]);
    expect([...placeImage(image, [2, 0, 0, 2, 0, 0], box)!.data]).toEqual([...BLUE, ...WHITE, ...RED, ...GREEN]);
    // a quarter turn clockwise: the left column becomes the top row
    expect([...placeImage(image, [0, 2, 2, 0, 0, 0], box)!.data]).toEqual([...BLUE, ...RED, ...WHITE, ...GREEN]);
    expect([...placeImage(image, [0, -2, -2, 0, 2, 2], box)!.data]).toEqual([...GREEN, ...WHITE, ...RED, ...BLUE]);
    const bits = { width: 3, height: 2, kind: 1, data: new Uint8Array([0b10000000, 0b01100000]) };
    const turned = placeImage(bits, [0, 3, 2, 0, 0, 0], { x0: 0, y0: 0, x1: 2, y1: 3 })!;
    expect([turned.width, turned.height, ...turned.data]).toEqual([2, 3, 0b01000000, 0b10000000, 0b10000000]);
  });

  it('paints the set bits of a stencil in its colour', () => {
    const stencil = { width: 2, height: 1, data: new Uint8Array([0b01000000]) };
    const placed = placeImage(stencil, [2, 0, 0, -1, 0, 1], { x0: 0, y0: 0, x1: 2, y1: 1 }, '#102030')!;
    expect([...placed.data]).toEqual([0x10, 0x20, 0x30, 255, 0x10, 0x20, 0x30, 0]);
  });

  it('makes an image that is too fine coarser, by the mean of its pixels weighted by their alpha', () => {
    // 9 pixels to the point: more than print needs
    const data = new Uint8Array(9 * 9 * 4).map((_, index) => (index * 89) % 256);
    const fine = { width: 9, height: 9, kind: 3, data };
    const unit = { x0: 0, y0: 0, x1: 1, y1: 1 };
    const placed = placeImage(fine, [1, 0, 0, -1, 0, 1], unit)!;
    // A turn too small to be seen takes the general way.
    const turned = placeImage(fine, [1, 2e-4, 0, -1, 0, 1], unit)!;
    expect([placed.width, placed.height]).toEqual([3, 3]);
    expect(placed).toEqual(turned);
  });

  it('keeps black and white at one bit a pixel', () => {
    const bits = { width: 10, height: 2, kind: 1, data: new Uint8Array([0xf0, 0x40, 0x0f, 0x80]) };
    const placed = placeImage(bits, [2, 0, 0, -1, 0, 1], { x0: 0, y0: 0, x1: 2, y1: 1 })!;
    expect([...placed.data]).toEqual([...bits.data]);
    const png = Buffer.from(encodePng(placed));
    expect([png[24], png[25]]).toEqual([1, 0]);
    expect([...inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))]).toEqual([0, 0xf0, 0x40, 0, 0x0f, 0x80]);
    const cropped = placeImage(bits, [2, 0, 0, -1, 0, 1], { x0: 0.6, y0: 0, x1: 1.2, y1: 0.5 })!;
    expect([cropped.width, cropped.height, ...cropped.data]).toEqual([3, 1, 0b10000000]);
  });

  it('has nothing to show without pixels', () => {
    expect(placeImage({ width: 2, height: 2, kind: 2, data: null }, [2, 0, 0, -2, 0, 2], box)).toBeUndefined();
    expect(placeImage({ ...image, data: new Uint8Array(3) }, [2, 0, 0, -2, 0, 2], box)).toBeUndefined();
    expect(placeImage(image, [0, 0, 0, 0, 0, 0], box)).toBeUndefined();
  });
});

describe('original JPEG files', () => {
  const JPEG = Buffer.from([
    0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 6, 0, 8, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xff, 0xd9,
  ]);
  const fileOf = (dictionary: string, stream = JPEG): Buffer =>
    Buffer.concat([
      Buffer.from(`%PDF-1.7\n17 0 obj\n<< ${dictionary} /Length ${stream.length} >>\nstream\n`, 'latin1'),
      stream,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
  const image = { width: 8, height: 6, ref: '17R' };
  const PLAIN = '/Subtype /Image /Filter /DCTDecode /ColorSpace /DeviceRGB';

  it('finds the stream of an image by its reference', () => {
    expect(originalJpeg(fileOf(PLAIN), image)).toEqual(JPEG);
  });

  it.each([
    ['another filter', '/Filter [/FlateDecode /DCTDecode] /ColorSpace /DeviceRGB'],
    ['a mask', `${PLAIN} /SMask 4 0 R`],
    ['a decode array', `${PLAIN} /Decode [1 0 1 0 1 0]`],
    ['a colour space that looks different', '/Filter /DCTDecode /ColorSpace [/Lab << >>]'],
  ])('leaves images with %s to the decoder', (_, dictionary) => {
    expect(originalJpeg(fileOf(dictionary), image)).toBeUndefined();
  });

  it('does not trust a stream that is another image', () => {
    expect(originalJpeg(fileOf(PLAIN), { ...image, width: 9 })).toBeUndefined();
    expect(originalJpeg(fileOf(PLAIN), { ...image, ref: '7R' })).toBeUndefined();
    expect(originalJpeg(fileOf(PLAIN, Buffer.from('encrypted bytes')), image)).toBeUndefined();
    expect(originalJpeg(fileOf(PLAIN), { width: 8, height: 6 })).toBeUndefined();
  });
});
