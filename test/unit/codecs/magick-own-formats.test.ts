import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ditherToBilevel } from '../../../engine/codecs/magick/bilevel.ts';
import { decodeDicom, readDicom } from '../../../engine/content/raster/dicom/reader.ts';
import { decodeFax, encodeFax, readFaxHeader } from '../../../engine/content/raster/fax/group3.ts';
import { byteOfLight, LIGHT_OF_BYTE } from '../../../engine/content/raster/linear-light.ts';
import { readMngDelays } from '../../../engine/content/raster/mng/delays.ts';
import { encodeMng } from '../../../engine/content/raster/mng/writer.ts';
import { decodeExr, encodeExr, readExrHeader } from '../../../engine/content/raster/exr/reader.ts';
import { decodeRadiance, encodeRadiance } from '../../../engine/content/raster/hdr/reader.ts';
import { decodeSixel, encodeSixel } from '../../../engine/content/raster/sixel/writer.ts';
import { encodeIcns, readIcns } from '../../../engine/content/raster/icon/icns.ts';
import { readJpegLs } from '../../../engine/content/raster/jpeg-ls/reader.ts';
import type { RgbaImage } from '../../../engine/content/raster/inspect/raster.ts';
import { bytes, u16le, u32be, u32le, zeros } from '../../support/sample-files.ts';

/** An image with a hue of its own in each pixel; opaque unless `alphaOf` says otherwise. */
function gradient(width: number, height: number, alphaOf = (_at: number): number => 255): RgbaImage {
  const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => {
    const pixel = at >> 2;
    return [(pixel * 37) % 256, (pixel * 11) % 256, (pixel * 5) % 256, alphaOf(pixel)][at & 3]!;
  });
  return { width, height, data };
}

function worstDifference(a: RgbaImage, b: RgbaImage): number {
  expect([b.width, b.height]).toEqual([a.width, a.height]);
  return a.data.reduce((worst, value, at) => Math.max(worst, Math.abs(value - b.data[at]!)), 0);
}

const pixelsOf = ({ data }: RgbaImage): number[][] =>
  Array.from({ length: data.length / 4 }, (_, pixel) => [...data.subarray(pixel * 4, pixel * 4 + 3)]);

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('light', () => {
  it('is the inverse of the curve of sRGB', () => {
    for (let byte = 0; byte < 256; byte++) expect(byteOfLight(LIGHT_OF_BYTE[byte]!)).toBe(byte);
    expect(LIGHT_OF_BYTE[188]).toBeCloseTo(0.5029, 3);
    expect([byteOfLight(-1), byteOfLight(7), byteOfLight(Number.NaN)]).toEqual([0, 255, 0]);
  });
});

describe('Radiance', () => {
  it.each([
    [40, 5],
    [7, 3],
    [300, 2],
  ])('is read as it was written (%i × %i)', (width, height) => {
    const image = gradient(width, height);
    const { data } = decodeRadiance(encodeRadiance(image));
    // A bright channel takes the precision of the dark ones beside it.
    for (let at = 0; at < data.length; at += 4) {
      const brightest = Math.max(...image.data.subarray(at, at + 3));
      for (let channel = 0; channel < 3; channel++)
        if (image.data[at + channel]! > brightest / 4)
          expect(Math.abs(data[at + channel]! - image.data[at + channel]!)).toBeLessThanOrEqual(2);
    }
  });

  it('has rows from the bottom, columns from the right, repeats and XYZ', () => {
    const head = (size: string, format = 'rgbe'): Uint8Array =>
      ascii(`#?RADIANCE\n# a comment\nFORMAT=32-bit_rle_${format}\n\n${size}\n`);
    const white = [128, 128, 128, 129];
    const black = [0, 0, 0, 0];
    const turned = decodeRadiance(bytes(head('+Y 2 -X 2'), white, black, black, black));
    expect(pixelsOf(turned).map(([red]) => red)).toEqual([0, 0, 0, 255]);
    const repeated = decodeRadiance(bytes(head('-Y 1 +X 300'), white, [1, 1, 1, 43], [1, 1, 1, 1]));
    expect(pixelsOf(repeated).every(([red]) => red === 255)).toBe(true);
    const xyz = decodeRadiance(bytes(head('-Y 1 +X 1', 'xyze'), [243, 255, 255, 128]));
    expect(Math.min(...xyz.data)).toBeGreaterThan(235); // near the white of daylight
  });

  it('is damaged where it ends early or a row has no length', () => {
    const file = encodeRadiance(gradient(40, 5));
    expect(() => decodeRadiance(file.subarray(0, file.length - 3))).toThrow(RangeError);
    expect(() => decodeRadiance(bytes(ascii('#?RADIANCE\n\n-Y 1 +X 9\n'), [2, 2, 0, 9, 0]))).toThrow(RangeError);
  });
});

describe('OpenEXR', () => {
  it('is read as it was written, with its opacity', () => {
    expect(worstDifference(gradient(33, 35), decodeExr(encodeExr(gradient(33, 35))))).toBeLessThanOrEqual(1);
    const faded = gradient(33, 35, (pixel) => 60 + (pixel % 196));
    expect(worstDifference(faded, decodeExr(encodeExr(faded)))).toBeLessThanOrEqual(2);
    expect(readExrHeader(encodeExr(faded))).toMatchObject({ hasAlpha: true, compression: 3, isReadHere: true });
  });

  const attribute = (name: string, type: string, value: Uint8Array): Uint8Array =>
    bytes(name, 0, type, 0, u32le(value.length), value);
  const box = (...sides: number[]): Uint8Array => bytes(...sides.map((side) => u32le(side)));
  const channel = (name: string): Uint8Array => bytes(name, 0, u32le(2), u32le(0), u32le(1), u32le(1));
  const head = (compression: number, data: Uint8Array, display: Uint8Array, names = ['Y']): Uint8Array =>
    bytes(
      [...u32le(0x01312f76), ...u32le(2)],
      attribute('channels', 'chlist', bytes(...names.map(channel), 0)),
      attribute('compression', 'compression', Uint8Array.of(compression)),
      attribute('dataWindow', 'box2i', data),
      attribute('displayWindow', 'box2i', display),
      0,
    );
  const floats = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

  it('shows what lies in its window, in floats of one channel', () => {
    const start = head(0, box(1, 0, 2, 0), box(0, 0, 1, 1));
    const file = bytes(start, u32le(start.length + 8), u32le(0), u32le(0), u32le(8), floats(1, 0.5));
    expect(pixelsOf(decodeExr(file))).toEqual([
      [0, 0, 0],
      [255, 255, 255],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('unpacks run lengths', () => {
    // The bytes of three floats: even ones, odd ones, each as the difference to the one before.
    const raw = floats(1, 1, 1);
    const halves = [...raw].filter((_, at) => at % 2 === 0).concat([...raw].filter((_, at) => at % 2 === 1));
    const mixed = halves.map((value, at) => (at === 0 ? value : (value - halves[at - 1]! + 128) & 255));
    const packed = bytes([256 - 11], mixed.slice(0, 11), [0, mixed[11]!]);
    const start = head(1, box(0, 0, 2, 0), box(0, 0, 2, 0));
    const file = bytes(start, u32le(start.length + 8), u32le(0), u32le(0), u32le(packed.length), packed);
    expect(pixelsOf(decodeExr(file)).flat()).toEqual(Array(9).fill(255));
  });

  it('is refused by name where chroma is apart from luminance', () => {
    const start = head(0, box(0, 0, 1, 1), box(0, 0, 1, 1), ['BY', 'RY', 'Y']);
    expect(() => readExrHeader(start)).toThrow(/luminance and chroma/);
  });

  it('is damaged where blocks lie outside or do not unpack', () => {
    const file = encodeExr(gradient(20, 20));
    const wrong = new Uint8Array(file);
    wrong.fill(0xff, file.length - 40);
    expect(() => decodeExr(wrong)).toThrow(RangeError);
    expect(() => decodeExr(file.subarray(0, file.length - 10))).toThrow(RangeError);
  });
});

describe('Sixel', () => {
  it('is read as it was written, but for percents', () => {
    const image = gradient(19, 13);
    expect(worstDifference(image, decodeSixel(encodeSixel(image)))).toBeLessThanOrEqual(2);
    const colourful = {
      ...gradient(20, 20),
      data: gradient(20, 20).data.map((_, at) => ((at >> 2) >> (at & 3)) & 255),
    };
    expect(() => encodeSixel(colourful)).toThrow(RangeError); // 400 colours
  });

  it('knows hues, repeats, the usual colours and what is not painted', () => {
    const image = decodeSixel(ascii('\x1bP0;1q#1;1;120;50;100!3@#2@-#1A\x1b\\'));
    expect([image.width, image.height]).toEqual([4, 8]);
    expect(pixelsOf(image).slice(0, 4)).toEqual([
      [255, 0, 0],
      [255, 0, 0],
      [255, 0, 0],
      [204, 33, 33],
    ]);
    expect(image.data[(6 * 4 + 1) * 4 + 3]).toBe(0);
    expect(pixelsOf(image)[7 * 4]).toEqual([255, 0, 0]);
  });
});

describe('faxes', () => {
  const dots = (width: number, height: number): RgbaImage =>
    ditherToBilevel({ width, height, data: gradient(width, height).data });

  it.each([
    [1, 3],
    [1728, 4],
    [2700, 2],
  ])('of %i × %i dots are read as they were written', (width, height) => {
    expect(worstDifference(dots(width, height), decodeFax(encodeFax(dots(width, height))))).toBe(0);
  });

  it('have runs of every length', () => {
    const width = 5300;
    const data = new Uint8Array(width * 3 * 4).fill(255);
    for (let x = 0; x < 5200; x++) data.fill(0, (width + x) * 4, (width + x) * 4 + 3); // black from the first dot on
    const image = { width, height: 3, data };
    expect(worstDifference(image, decodeFax(encodeFax(image)))).toBe(0);
  });

  it('keep their size when a line was damaged, and are refused when they end early', () => {
    const file = encodeFax(dots(200, 20));
    const noisy = new Uint8Array(file);
    noisy[Math.floor(file.length / 2)]! ^= 0xff;
    expect(readFaxHeader(noisy).width).toBe(200);
    expect(() => readFaxHeader(file.subarray(0, Math.floor(file.length / 2)))).toThrow(RangeError);
    expect(() => readFaxHeader(zeros(100))).toThrow(RangeError);
  });
});

describe('dithering', () => {
  it('leaves black and white as they are and keeps the mean of a grey', () => {
    const data = Uint8Array.from({ length: 64 * 64 * 4 }, (_, at) => ((at & 3) === 3 ? 255 : 100));
    const dots = ditherToBilevel({ width: 64, height: 64, data });
    const white = pixelsOf(dots).filter(([red]) => red === 255).length;
    expect(white / (64 * 64)).toBeCloseTo(100 / 255, 1);
    expect(ditherToBilevel(dots).data).toEqual(dots.data);
  });
});

describe('films of PNG images', () => {
  it('say how long each image is shown', () => {
    const frame = (delay: number): { png: Uint8Array; delay: number } => ({
      png: bytes([0x89], 'PNG\r\n', [0x1a], '\n', u32be(13), 'IHDR', zeros(13), zeros(4), u32be(0), 'tEXt', zeros(4)),
      delay,
    });
    const film = encodeMng([frame(30), frame(30), frame(7)], { width: 4, height: 3 }, 0);
    expect(readMngDelays(film)).toEqual([300, 300, 70]);
    expect(Buffer.from(film).includes('tEXt')).toBe(false);
  });
});

/** An explicit little-endian file of one element a line; texts become strings, numbers 16-bit ones. */
function dicom(
  elements: readonly (readonly [tag: number, value: string | number])[],
  pixels: Uint8Array,
  syntax = '1',
): Uint8Array {
  const element = (tag: number, type: string, value: Uint8Array): Uint8Array => {
    const body = value.length % 2 === 0 ? value : bytes(value, [type === 'UI' ? 0 : 32]);
    const length = type === 'OB' ? [...u16le(0), ...u32le(body.length)] : u16le(body.length);
    return bytes(u16le(Math.floor(tag / 0x1_0000)), u16le(tag % 0x1_0000), type, length, body);
  };
  const list = elements.map(([tag, value]) =>
    typeof value === 'string' ? element(tag, 'DS', ascii(value)) : element(tag, 'US', Uint8Array.from(u16le(value))),
  );
  const content = bytes(...list, pixels);
  const isDeflated = syntax === '1.99';
  return bytes(
    zeros(128),
    'DICM',
    element(0x0002_0010, 'UI', ascii(`1.2.840.10008.1.2.${syntax}`)),
    isDeflated ? new Uint8Array(deflateRawSync(content)) : content,
  );
}

const pixelElement = (length: number[], ...parts: (Uint8Array | number[])[]): Uint8Array =>
  bytes(u16le(0x7fe0), u16le(0x10), 'OB', u16le(0), length, ...parts);

const GREY = (bits: number, extra: readonly (readonly [number, string | number])[] = []) =>
  [
    [0x0028_0004, 'MONOCHROME2'],
    [0x0028_0010, 1],
    [0x0028_0011, 3],
    [0x0028_0100, bits],
    [0x0028_0101, bits],
    ...extra,
  ] as const;

function greysOf(file: Uint8Array): number[] {
  const frame = decodeDicom(file, 0);
  if (frame.kind !== 'pixels') throw new Error('a file');
  return pixelsOf(frame.image).map(([red]) => red!);
}

describe('DICOM', () => {
  const values = bytes(u16le(0xff00), u16le(0), u16le(256)); // −256, 0 and 256 when signed
  const stored = pixelElement(u32le(6), values);

  it('shows signed values by its window, after their slope', () => {
    const window = [
      [0x0028_0103, 1],
      [0x0028_1050, '0.5'],
      [0x0028_1051, '1025'],
      [0x0028_1052, '0'],
      [0x0028_1053, '2'],
    ] as const;
    expect(greysOf(dicom(GREY(16, window), stored))).toEqual([0, 128, 255]);
  });

  it('shows all values where there is no window, and the other way round where it says so', () => {
    expect(greysOf(dicom(GREY(16, [[0x0028_0103, 1]]), stored))).toEqual([0, 128, 255]);
    const inverted = GREY(16, [[0x0028_0103, 1]]).map(
      ([tag, value]) => [tag, value === 'MONOCHROME2' ? 'MONOCHROME1' : value] as const,
    );
    expect(greysOf(dicom(inverted, stored))).toEqual([255, 128, 0]);
  });

  it('unpacks run lengths and deflated files', () => {
    expect(greysOf(dicom(GREY(16, [[0x0028_0103, 1]]), stored, '1.99'))).toEqual([0, 128, 255]);
    const high = [2, 0xff, 0, 1, 0]; // three literal bytes and a fill byte
    const low = [254, 0, 128, 0]; // one byte three times
    const packed = bytes([...u32le(2), ...u32le(64), ...u32le(69)], zeros(52), high, low);
    const item = (content: Uint8Array): Uint8Array =>
      bytes(u16le(0xfffe), u16le(0xe000), u32le(content.length), content);
    const encapsulated = pixelElement(u32le(0xffff_ffff), item(zeros(0)), item(packed), [
      ...u16le(0xfffe),
      ...u16le(0xe0dd),
      ...u32le(0),
    ]);
    expect(greysOf(dicom(GREY(16, [[0x0028_0103, 1]]), encapsulated, '5'))).toEqual([0, 128, 255]);
  });

  it('decodes JPEG-LS', () => {
    const path = new URL('../../../corpus/sources/jls/gradient-16bit.jls', import.meta.url);
    const coded = new Uint8Array(readFileSync(path));
    const { width, height, planes } = readJpegLs(coded);
    const size = new Map([
      [0x0028_0010, height],
      [0x0028_0011, width],
    ]);
    const elements = GREY(16).map(([tag, value]) => [tag, size.get(tag) ?? value] as const);
    const item = (content: Uint8Array): Uint8Array =>
      bytes(u16le(0xfffe), u16le(0xe000), u32le(content.length), content);
    const end = bytes(u16le(0xfffe), u16le(0xe0dd), u32le(0));
    const shown = greysOf(dicom(elements, pixelElement(u32le(0xffff_ffff), item(zeros(0)), item(coded), end), '4.80'));
    const values = [...planes[0]!];
    const [least, most] = [Math.min(...values), Math.max(...values)];
    expect(most - least).toBeGreaterThan(10_000);
    const wrong = values.filter((value, at) => Math.abs(shown[at]! - ((value - least) / (most - least)) * 255) > 1);
    expect(wrong).toEqual([]);
  });

  it('gives out frames that are files of another format', () => {
    const item = (...content: number[]): Uint8Array =>
      bytes(u16le(0xfffe), u16le(0xe000), u32le(content.length), content);
    const encapsulated = pixelElement(u32le(0xffff_ffff), item(), item(1, 2), item(3, 4), [
      ...u16le(0xfffe),
      ...u16le(0xe0dd),
      ...u32le(0),
    ]);
    const file = dicom(GREY(8, [[0x0028_0008, '2']]), encapsulated, '4.50');
    expect(decodeDicom(file, 1)).toMatchObject({ kind: 'file', format: 'jpg', file: Uint8Array.of(3, 4) });
  });

  it('refuses what has no image, is not read here, or ends early', () => {
    expect(() => readDicom(dicom(GREY(8), zeros(0)))).toThrow(RangeError);
    expect(() => readDicom(dicom(GREY(8), stored, '4.100'))).toThrow(RangeError);
    expect(() => greysOf(dicom(GREY(16), stored).subarray(0, -3))).toThrow(RangeError);
  });

  it('keeps nothing of a million elements that it does not need', async () => {
    const count = 1_000_000;
    const empty = Buffer.alloc(count * 8);
    for (let index = 0; index < count; index++) {
      empty.writeUInt16LE(0x0030 + (index >> 16), index * 8);
      empty.writeUInt16LE(index & 0xffff, index * 8 + 2);
      empty.write('LO', index * 8 + 4);
    }
    const file = dicom(GREY(16), bytes(empty, stored));
    const reader = new URL('../../../engine/content/raster/dicom/reader.ts', import.meta.url);
    const code = `
      import { parentPort, workerData } from 'node:worker_threads';
      import { readDicom } from '${reader.href}';
      parentPort.postMessage(readDicom(workerData).width);`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: 48 },
    });
    expect(await once(worker, 'message')).toEqual([3]);
  });
});

describe('Apple icons', () => {
  const element = (type: string, content: Uint8Array | number[]): Uint8Array =>
    bytes(type, u32be(8 + content.length), content);
  const container = (...elements: Uint8Array[]): Uint8Array => element('icns', bytes(...elements));

  it('hold run-length coded colours, with opacity of their own or in a mask', () => {
    const plane = (value: number): number[] => [255, value, 251, value]; // 130 and 126 bytes
    const argb = container(element('ic04', bytes('ARGB', plane(200), plane(10), plane(20), plane(30))));
    const [first] = readIcns(argb);
    if (first?.content.kind !== 'pixels') throw new Error('a file');
    expect([...first.content.decode().data.subarray(0, 4)]).toEqual([10, 20, 30, 200]);
    const old = container(element('is32', bytes(plane(1), plane(2), plane(3))), element('s8mk', zeros(256)));
    const [second] = readIcns(old);
    if (second?.content.kind !== 'pixels') throw new Error('a file');
    expect([...second.content.decode().data.subarray(-4)]).toEqual([1, 2, 3, 0]);
  });

  it('list their files, the largest first, and lead over nothing that is damaged', () => {
    const png = bytes([0x89], 'PNG\r\n', [0x1a], '\n');
    const file = encodeIcns([
      { side: 16, png },
      { side: 128, png },
    ]);
    expect(readIcns(file).map(({ side }) => side)).toEqual([128, 16]);
    expect(() => readIcns(file.subarray(0, 30))).toThrow(RangeError);
    expect(() => readIcns(png)).toThrow(RangeError);
  });
});
