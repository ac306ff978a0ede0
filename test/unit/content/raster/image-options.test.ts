import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framesOfSequence } from '../../../../engine/content/raster/avif/sequence.ts';
import { withoutExifLocation, withoutXmpLocation } from '../../../../engine/content/raster/metadata/location.ts';
import { withPlainMetadata } from '../../../../engine/content/raster/jxl/boxes.ts';
import { reducePalette } from '../../../../engine/content/raster/palette-reduction.ts';
import { requireSize, searchQuality } from '../../../../engine/content/raster/quality-search.ts';
import { turnedSize } from '../../../../engine/content/raster/size.ts';
import { assertProperty } from '../../../support/property.ts';

const SOURCES = join(import.meta.dirname, '../../../../corpus/sources');
const source = (path: string): Uint8Array => new Uint8Array(readFileSync(join(SOURCES, path)));

describe('the search for a quality', () => {
  /** 100 bytes for each step of quality. */
  const encode =
    (tried: number[]) =>
    (quality: number): Uint8Array => {
      tried.push(quality);
      return new Uint8Array(quality * 100);
    };

  it.each([
    [10, 100, 100], // all fit
    [5, 100, 50],
    [5, 30, 30],
    [0.1, 100, 1],
  ])('finds the best that fits %s kB below %i', (targetSize, most, best) => {
    const tried: number[] = [];
    expect(searchQuality(encode(tried), { targetSize, most }).byteLength).toBe(best * 100);
    expect(tried.length).toBeLessThanOrEqual(7);
  });

  it('says the smallest size when nothing fits', () => {
    expect(() => searchQuality((quality) => new Uint8Array(5000 + quality), { targetSize: 5 })).toThrow(
      expect.objectContaining({
        code: 'input_too_complex',
        details: { limit: 'targetSize', allowed: 5000, found: 5001 },
        message: expect.stringContaining('6 kB'),
      }),
    );
    expect(() => requireSize(new Uint8Array(2001), 2)).toThrow(expect.objectContaining({ code: 'input_too_complex' }));
    expect(requireSize(new Uint8Array(2000), 2)).toHaveLength(2000);
  });
});

describe('a palette', () => {
  it('loses the colours that change the image least', () => {
    const [white, nearlyWhite, red, clear] = [
      [255, 255, 255, 255],
      [250, 250, 250, 255],
      [200, 0, 0, 255],
      [0, 0, 0, 0],
    ] as const;
    const pixels = Uint8Array.from([...white, ...white, ...white, ...nearlyWhite, ...red, ...clear]);
    reducePalette(pixels, 3);
    expect([...pixels.subarray(0, 4)]).toEqual([254, 254, 254, 255]);
    expect([...pixels.subarray(12)]).toEqual([254, 254, 254, 255, ...red, ...clear]);
  });

  it('never keeps more than it may', () => {
    assertProperty(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 240 }), fc.integer({ min: 1, max: 20 }), (bytes, most) => {
        const pixels = bytes.slice(0, bytes.length - (bytes.length % 4));
        reducePalette(pixels, most);
        expect(new Set(new Uint32Array(pixels.buffer)).size).toBeLessThanOrEqual(most);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a turned image', () => {
  it('exchanges its sides at a right angle', () => {
    expect(turnedSize({ width: 3, height: 2 }, '90')).toEqual({ width: 2, height: 3 });
    expect(turnedSize({ width: 3, height: 2 }, '180')).toEqual({ width: 3, height: 2 });
    expect(turnedSize({ width: 3, height: 2 }, undefined)).toEqual({ width: 3, height: 2 });
  });
});

/** EXIF of three tags, the position among them: its latitude in three fractions. */
function exifWithPosition(little: boolean): { exif: Uint8Array; latitude: number } {
  const file = new DataView(new ArrayBuffer(140));
  const SHORT = 3;
  const LONG = 4;
  const RATIONAL = 5;
  const ASCII = 2;
  const entry = (at: number, [tag, type, count, value]: readonly [number, number, number, number]): void => {
    file.setUint16(at, tag, little);
    file.setUint16(at + 2, type, little);
    file.setUint32(at + 4, count, little);
    if (type === SHORT) file.setUint16(at + 8, value, little);
    else file.setUint32(at + 8, value, little);
  };
  file.setUint16(0, little ? 0x4949 : 0x4d4d);
  file.setUint16(2, 42, little);
  file.setUint32(4, 8, little);
  file.setUint16(8, 3, little);
  entry(10, [0x0112, SHORT, 1, 6]);
  entry(22, [0x8825, LONG, 1, 64]);
  entry(34, [0xa005, LONG, 1, 7]);
  file.setUint16(64, 2, little);
  entry(66, [1, ASCII, 2, 0x4e000000]);
  entry(78, [2, RATIONAL, 3, 100]);
  for (const [index, value] of [52, 1, 31, 1, 12, 1].entries()) file.setUint32(100 + index * 4, value, little);
  return { exif: new Uint8Array(file.buffer), latitude: 100 };
}

describe('the position', () => {
  it.each([true, false])('is wiped out of EXIF, and the rest stays (little endian: %s)', (little) => {
    const { exif, latitude } = exifWithPosition(little);
    const cleaned = withoutExifLocation(exif);
    const file = new DataView(cleaned.buffer);
    expect(file.getUint16(8, little)).toBe(2);
    expect([10, 22].map((at) => file.getUint16(at, little))).toEqual([0x0112, 0xa005]);
    expect(file.getUint16(18, little)).toBe(6);
    expect(file.getUint32(34, little)).toBe(0); // no further directory
    expect([...cleaned.subarray(64, latitude + 24)].every((byte) => byte === 0)).toBe(true);
    expect(exif[latitude + (little ? 0 : 3)], 'the original is left alone').toBe(52);
  });

  it('is found behind the marker that JPEG puts before it', () => {
    const { exif } = exifWithPosition(false);
    const marked = Buffer.concat([Buffer.from('Exif\0\0'), exif]);
    expect(withoutExifLocation(marked).subarray(6)).toEqual(withoutExifLocation(exif));
  });

  it('is taken out of XMP in both of its forms', () => {
    const xmp =
      "<rdf:Description exif:GPSLatitude=\"52,31.2N\" dc:title='x' exif:GPSMapDatum = 'W'>" +
      '<exif:GPSLongitude>13,24.3E</exif:GPSLongitude><exif:GPSAltitude/><dc:creator>GPS fan</dc:creator></rdf:Description>';
    expect(Buffer.from(withoutXmpLocation(Buffer.from(xmp))).toString()).toBe(
      "<rdf:Description dc:title='x'><dc:creator>GPS fan</dc:creator></rdf:Description>",
    );
  });

  it('is looked for in broken XMP without end', () => {
    const hostile = Buffer.from('<a:GPS x '.repeat(100_000) + ' a:GPS="'.repeat(100_000));
    const started = process.cpuUsage().user;
    withoutXmpLocation(hostile);
    expect(process.cpuUsage().user - started).toBeLessThan(5_000_000);
  });
});

describe('JPEG XL in boxes', () => {
  const box = (type: string, data: Uint8Array): Buffer => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(8 + data.byteLength, 0);
    header.write(type, 4, 'latin1');
    return Buffer.concat([header, data]);
  };
  const signature = box('JXL ', Buffer.from('\r\n\x87\n', 'latin1'));
  const content = Buffer.from('metadata');

  it('gets its packed metadata unpacked', () => {
    const packed = Buffer.concat([
      signature,
      box('brob', Buffer.concat([Buffer.from('Exif'), brotliCompressSync(content)])),
    ]);
    expect(Buffer.from(withPlainMetadata(packed))).toEqual(Buffer.concat([signature, box('Exif', content)]));
  });

  it('loses what cannot be unpacked or grows too large', () => {
    const bomb = brotliCompressSync(Buffer.alloc(20 * 2 ** 20), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    for (const data of [bomb, Buffer.from('nonsense')]) {
      const packed = Buffer.concat([
        signature,
        box('brob', Buffer.concat([Buffer.from('xml '), data])),
        box('jxlc', content),
      ]);
      expect(Buffer.from(withPlainMetadata(packed))).toEqual(Buffer.concat([signature, box('jxlc', content)]));
    }
  });

  it('stays the same bytes without any, and as a bare codestream', () => {
    for (const file of [source('jxl/lossy-alpha.jxl'), source('jxl/gradient-16bit-alpha-boxes.jxl')]) {
      expect(withPlainMetadata(file)).toBe(file);
    }
  });
});

describe('an AVIF sequence', () => {
  it('is told from a still image by its samples', () => {
    expect(framesOfSequence(source('avif/animated-three-frames.avif'))).toBe(3);
    expect(framesOfSequence(source('avif/lossy-alpha.avif'))).toBe(0);
  });

  it('that is damaged gives an answer', () => {
    const whole = source('avif/animated-three-frames.avif');
    assertProperty(
      fc.property(fc.nat(whole.byteLength - 1), fc.nat(255), (at, value) => {
        const bytes = whole.slice();
        bytes[at] = value;
        expect(framesOfSequence(bytes)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });
});
