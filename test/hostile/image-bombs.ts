import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { CORPUS } from '../../corpus/cases.ts';
import type { FormatId } from '../../engine/index.ts';
import { makePixelBomb, makePng } from '../support/make-files.ts';
import { box, bytes, ftyp, u16le, u32be, u32le, zeros } from '../support/sample-files.ts';

/** Files of a few bytes whose header promises more pixels than any machine holds. */

const u16be = (value: number): number[] => u16le(value).reverse();
const padded = (text: string, length: number): string => text.padEnd(length, ' ');
const source = (path: string): Uint8Array => new Uint8Array(readFileSync(join(CORPUS, 'sources', path)));

/** A TIFF of one directory: strips or tiles of its pixels all lie at the same place. */
export function tiffOf(tags: readonly (readonly [tag: number, type: 3 | 4, values: readonly number[]])[]): Uint8Array {
  const data = deflateSync(zeros(100));
  const listsAt = 8 + 2 + tags.length * 12 + 4;
  const lists: Uint8Array[] = [];
  const entries = [];
  let at = listsAt;
  for (const [tag, type, values] of tags) {
    const list = type === 3 ? Uint16Array.from(values) : Uint32Array.from(values);
    const packed = new Uint8Array(list.buffer); // in the byte order of every machine that runs this
    const isInline = packed.byteLength <= 4;
    const value = isInline ? bytes(packed, zeros(4 - packed.byteLength)) : u32le(at);
    entries.push(bytes(u16le(tag), u16le(type), u32le(values.length), value));
    if (isInline) continue;
    lists.push(packed);
    at += packed.byteLength;
  }
  return bytes('II*\0', u32le(8), u16le(tags.length), ...entries, u32le(0), ...lists, data);
}

export function wideTiff(width: number, height: number): Uint8Array {
  return tiffOf([
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, [8]],
    [259, 3, [8]],
    [262, 3, [1]],
    [273, 4, [122]],
    [277, 3, [1]],
    [278, 4, [height]],
    [279, 4, [12]],
  ]);
}

/** As many tiles as the size asks for, all of them the same twelve bytes. */
export function tiledTiff(side: number, tile: number): Uint8Array {
  const count = Math.ceil(side / tile) ** 2;
  return tiffOf([
    [256, 4, [side]],
    [257, 4, [side]],
    [258, 3, [8]],
    [259, 3, [8]],
    [262, 3, [1]],
    [277, 3, [1]],
    [322, 4, [tile]],
    [323, 4, [tile]],
    [324, 4, Array.from({ length: count }, () => 8)],
    [325, 4, Array.from({ length: count }, () => 12)],
  ]);
}

function jpeg2000Codestream(side: number): Uint8Array {
  const size = bytes(
    u16be(0),
    u32be(side),
    u32be(side),
    zeros(8),
    u32be(side),
    u32be(side),
    zeros(8),
    u16be(1),
    [7, 1, 1],
  );
  const coding = bytes([0, 0, 0, 1, 0, 5, 4, 4, 0, 1]);
  const steps = bytes(0x40, new Uint8Array(16).fill(0x40));
  const segment = (marker: number, content: Uint8Array): Uint8Array =>
    bytes([0xff, marker], u16be(content.byteLength + 2), content);
  const tile = segment(0x90, bytes(u16be(0), u32be(0), [0, 1]));
  return bytes(
    [0xff, 0x4f],
    segment(0x51, size),
    segment(0x52, coding),
    segment(0x5c, steps),
    tile,
    [0xff, 0x93],
    zeros(40),
    [0xff, 0xd9],
  );
}

function jpeg2000(side: number): Uint8Array {
  const header = box('ihdr', bytes(u32be(side), u32be(side), u16be(1), [7, 7, 0, 0]));
  const colour = box('colr', bytes([1, 0, 0], u32be(17)));
  return bytes(
    u32be(12),
    'jP  \r\n',
    [0x87],
    '\n',
    ftyp('jp2 ', 'jp2 '),
    box('jp2h', header, colour),
    box('jp2c', jpeg2000Codestream(side)),
  );
}

/** Bits from the lowest on: no small size, 30 bits of height, a square, all defaults (ISO/IEC 18181-1 annex D). */
function jpegXl(side: number): Uint8Array {
  const bits = [
    [0, 1],
    [3, 2],
    [side - 1, 30],
    [1, 3],
    [1, 1],
  ].flatMap(([value, count]) => Array.from({ length: count! }, (_, index) => (value! >>> index) & 1));
  const body = new Uint8Array(40);
  for (const [index, bit] of bits.entries()) body[index >> 3]! |= bit << (index & 7);
  return bytes([0xff, 0x0a], body);
}

function openExr(side: number): Uint8Array {
  const attribute = (name: string, type: string, value: Uint8Array): Uint8Array =>
    bytes(name, 0, type, 0, u32le(value.byteLength), value);
  const window = bytes(zeros(8), u32le(side - 1), u32le(side - 1));
  const one = bytes([0, 0, 0x80, 0x3f]);
  const channel = bytes('R', 0, u32le(1), zeros(4), u32le(1), u32le(1));
  return bytes(
    [0x76, 0x2f, 0x31, 1, 2, 0, 0, 0],
    attribute('channels', 'chlist', bytes(channel, 0)),
    attribute('compression', 'compression', bytes(0)),
    attribute('dataWindow', 'box2i', window),
    attribute('displayWindow', 'box2i', window),
    attribute('lineOrder', 'lineOrder', bytes(0)),
    attribute('pixelAspectRatio', 'float', one),
    attribute('screenWindowCenter', 'v2f', zeros(8)),
    attribute('screenWindowWidth', 'float', one),
    0,
    zeros(200),
  );
}

function directDraw(side: number): Uint8Array {
  const pixelFormat = bytes(u32le(32), u32le(0x41), u32le(0), u32le(32), u32le(0xff0000), u32le(0xff00), u32le(0xff));
  return bytes(
    'DDS ',
    u32le(124),
    u32le(0x1007),
    u32le(side),
    u32le(side),
    zeros(12 + 44),
    pixelFormat,
    u32le(0xff000000),
    u32le(0x1000),
    zeros(16),
    zeros(64),
  );
}

function dpx(side: number): Uint8Array {
  const header = zeros(2048 + 64);
  header.set(bytes('SDPX', u32be(2048), 'V2.0', 0, zeros(3), u32be(header.byteLength)));
  header.set(bytes(u16be(0), u16be(1), u32be(side), u32be(side)), 768);
  header.set(bytes(u32be(0), zeros(16), [50, 2, 2, 8], u16be(0), u16be(0), u32be(2048)), 780);
  return header;
}

function cineon(side: number): Uint8Array {
  const header = zeros(2048 + 64);
  header.set(
    bytes([0x80, 0x2a, 0x5f, 0xd7], u32be(2048), u32be(1024), u32be(0), u32be(0), u32be(header.byteLength), 'V4.5'),
  );
  header.set(bytes([0, 3, 0, 0], bytes(0, 1, 10, 0), u32be(side), u32be(side)), 192);
  return header;
}

function fits(side: number): Uint8Array {
  const card = (name: string, value: string | number): string =>
    padded(`${padded(name, 8)}= ${String(value).padStart(20)}`, 80);
  const cards = [card('SIMPLE', 'T'), card('BITPIX', 8), card('NAXIS', 2), card('NAXIS1', side), card('NAXIS2', side)];
  return bytes(padded(`${cards.join('')}END`, 2880), zeros(2880));
}

function khoros(side: number): Uint8Array {
  const header = zeros(1024 + 64);
  header.set([0xab, 1, 1, 3, 2]);
  header.set(bytes(u32be(side), u32be(side)), 520);
  header.set(bytes(u32be(1)), 548); // images
  header.set(bytes(u32be(1), u32be(1)), 552); // bands of bytes
  return header;
}

function targa(side: number): Uint8Array {
  return bytes([0, 0, 10], zeros(9), u16le(side), u16le(side), 24, 0, zeros(64));
}

function pcx(side: number): Uint8Array {
  const header = bytes([10, 5, 1, 8], u16le(0), u16le(0), u16le(side - 1), u16le(side - 1), u16le(72), u16le(72));
  return bytes(header, zeros(49), 3, u16le(side), u16le(1), zeros(58), zeros(64));
}

function bitmap(side: number): Uint8Array {
  const header = bytes(u32le(40), u32le(side), u32le(side), u16le(1), u16le(24), zeros(24));
  return bytes('BM', u32le(118), zeros(4), u32le(54), header, zeros(64));
}

function icon(side: number, type: 1 | 2): Uint8Array {
  const png = makePixelBomb(side, side);
  return bytes(u16le(0), u16le(type), u16le(1), [0, 0, 0, 0, 1, 0, 32, 0], u32le(png.byteLength), u32le(22), png);
}

/** The size of every image of an HEIF or AVIF file (`ispe`) is what it says of itself before it is decoded. */
function withLargeImages(side: number, file: Uint8Array): Uint8Array {
  const whole = Buffer.from(file);
  for (let at = whole.indexOf('ispe'); at >= 0; at = whole.indexOf('ispe', at + 1)) {
    whole.writeUInt32BE(side, at + 8);
    whole.writeUInt32BE(side, at + 12);
  }
  return new Uint8Array(whole);
}

function webp(side: number): Uint8Array {
  const canvas = [0, 1, 2].map((shift) => ((side - 1) >> (8 * shift)) & 0xff);
  const extended = bytes('VP8X', u32le(10), [0x10, 0, 0, 0], canvas, canvas);
  const pixels = bytes('VP8L', u32le(20), 0x2f, zeros(19));
  const body = bytes('WEBP', extended, pixels);
  return bytes('RIFF', u32le(body.byteLength), body);
}

function jpeg(side: number, frame: number): Uint8Array {
  const size = bytes([0xff, frame], u16be(11), 8, u16be(side), u16be(side), [1, 1, 0x11, 0]);
  return bytes([0xff, 0xd8], size, [0xff, 0xda], u16be(8), [1, 1, 0, 0, 63, 0], zeros(40), [0xff, 0xd9]);
}

function networkGraphics(side: number, first: string, magic: number, header: string, rest: Uint8Array): Uint8Array {
  const content = bytes(u32be(side), u32be(side), rest);
  const chunk = bytes(u32be(content.byteLength), header, content, zeros(4));
  return bytes([magic], first, '\r\n', [0x1a], '\n', chunk, u32be(0), 'MEND', zeros(4));
}

function dicom(side: number): Uint8Array {
  const element = (group: number, id: number, type: string, value: Uint8Array): Uint8Array =>
    bytes(u16le(group), u16le(id), type, u16le(value.byteLength), value);
  const short = (id: number, value: number): Uint8Array => element(0x28, id, 'US', bytes(u16le(value)));
  const syntax = element(2, 0x10, 'UI', bytes('1.2.840.10008.1.2.1', 0));
  return bytes(
    zeros(128),
    'DICM',
    element(2, 0, 'UL', bytes(u32le(syntax.byteLength))),
    syntax,
    short(2, 1),
    element(0x28, 4, 'CS', bytes('MONOCHROME2 ')),
    short(0x10, side),
    short(0x11, side),
    short(0x100, 8),
    short(0x101, 8),
    short(0x102, 7),
    short(0x103, 0),
    bytes(u16le(0x7fe0), u16le(0x10), 'OW', u16le(0), u32le(64), zeros(64)),
  );
}

function vicar(side: number): Uint8Array {
  const size = `NL=${side} NS=${side} NB=1 N1=${side} N2=${side} N3=1`;
  const label = `LBLSIZE=1024 FORMAT='BYTE' TYPE='IMAGE' ORG='BSQ' DIM=3 EOL=0 RECSIZE=${side} ${size}`;
  return bytes(label, zeros(1024 - label.length), zeros(64));
}

function quickDraw(side: number): Uint8Array {
  const frame = bytes(u16be(0), u16be(0), u16be(Math.min(side, 32_767)), u16be(Math.min(side, 32_767)));
  return bytes(zeros(512), u16be(0), frame, [0, 0x11, 2, 0xff, 0x0c, 0, 0xff, 0xfe], zeros(22), u16be(0x98), zeros(64));
}

/** Seven bits a byte, the last one without its highest bit. */
function wapNumber(value: number): number[] {
  return [0x80 | (value >> 14), 0x80 | ((value >> 7) & 0x7f), value & 0x7f];
}

/** Header bombs by format: everything that is read and says its size before its pixels. */
export const BOMBS: Readonly<Partial<Record<FormatId, (side: number) => Uint8Array>>> = {
  png: (side) => makePixelBomb(side, side),
  apng: (side) => pngWithFrames(side, 2),
  jpg: (side) => jpeg(side, 0xc0),
  jls: (side) => jpeg(side, 0xf7),
  gif: (side) =>
    bytes(
      'GIF89a',
      u16le(side),
      u16le(side),
      [0, 0, 0, 0x2c],
      zeros(4),
      u16le(side),
      u16le(side),
      [0, 2, 2, 0x44, 1, 0, 0x3b],
    ),
  tiff: (side) => wideTiff(side, side),
  webp,
  avif: (side) => withLargeImages(side, source('avif/lossy-alpha.avif')),
  heic: (side) => withLargeImages(side, source('heic/lossy-alpha.heic')),
  jxl: jpegXl,
  bmp: bitmap,
  ico: (side) => icon(side, 1),
  cur: (side) => icon(side, 2),
  icns: (side) => {
    const png = makePixelBomb(side, side);
    return bytes('icns', u32be(16 + png.byteLength), 'ic10', u32be(8 + png.byteLength), png);
  },
  psd: (side) =>
    bytes(
      '8BPS',
      u16be(1),
      zeros(6),
      u16be(3),
      u32be(side),
      u32be(side),
      u16be(8),
      u16be(3),
      zeros(12),
      u16be(1),
      zeros(64),
    ),
  psb: (side) =>
    bytes(
      '8BPS',
      u16be(2),
      zeros(6),
      u16be(3),
      u32be(side),
      u32be(side),
      u16be(8),
      u16be(3),
      zeros(16),
      u16be(1),
      zeros(64),
    ),
  jp2: jpeg2000,
  j2k: jpeg2000Codestream,
  exr: openExr,
  hdr: (side) => bytes(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${side} +X ${side}\n`, zeros(64)),
  dds: directDraw,
  qoi: (side) => bytes('qoif', u32be(side), u32be(side), [3, 0], zeros(64)),
  ff: (side) => bytes('farbfeld', u32be(side), u32be(side), zeros(64)),
  tga: targa,
  pcx,
  dcx: (side) => bytes([0xb1, 0x68, 0xde, 0x3a], u32le(12), u32le(0), pcx(side)),
  sgi: (side) =>
    bytes([1, 0xda, 0, 1], u16be(3), u16be(side), u16be(side), u16be(3), u32be(0), u32be(255), zeros(492), zeros(64)),
  ras: (side) =>
    bytes([0x59, 0xa6, 0x6a, 0x95], u32be(side), u32be(side), u32be(24), u32be(64), u32be(1), zeros(8), zeros(64)),
  pbm: (side) => bytes(`P4\n${side} ${side}\n`, zeros(64)),
  pgm: (side) => bytes(`P5\n${side} ${side}\n255\n`, zeros(64)),
  ppm: (side) => bytes(`P6\n${side} ${side}\n255\n`, zeros(64)),
  pnm: (side) => bytes(`P3\n${side} ${side}\n255\n0 0 0 0 0 0\n`),
  pam: (side) =>
    bytes(`P7\nWIDTH ${side}\nHEIGHT ${side}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n`, zeros(64)),
  pfm: (side) => bytes(`PF\n${side} ${side}\n-1.0\n`, zeros(64)),
  phm: (side) => bytes(`PH\n${side} ${side}\n-1.0\n`, zeros(64)),
  dpx,
  cin: cineon,
  fits,
  miff: (side) =>
    bytes(
      `id=ImageMagick  version=1.0\nclass=DirectClass  columns=${side}  rows=${side}  depth=8\n\f\n:`,
      0x1a,
      zeros(64),
    ),
  viff: khoros,
  vicar,
  xbm: (side) => bytes(`#define a_width ${side}\n#define a_height ${side}\nstatic char a_bits[] = {\n 0x00, 0x01 };\n`),
  xpm: (side) => bytes(`/* XPM */\nstatic char *a[] = {\n"${side} ${side} 1 1",\n"a c #ffffff",\n"aaaa"};\n`),
  pict: quickDraw,
  wbmp: (side) => bytes([0, 0], wapNumber(side), wapNumber(side), zeros(64)),
  palm: (side) => bytes(u16be(side), u16be(side), u16be(side), u16be(0), [8, 1], zeros(70)),
  sixel: (side) => bytes(0x1b, `Pq"1;1;${side};${side}#0;2;0;0;0#0!${side}~-~-`, 0x1b, '\\'),
  avs: (side) => bytes(u32be(side), u32be(side), zeros(64)),
  aai: (side) => bytes(u32le(side), u32le(side), zeros(64)),
  mtv: (side) => bytes(`${side} ${side}\n`, zeros(64)),
  pgx: (side) => bytes(`PG ML + 8 ${side} ${side}\n`, zeros(64)),
  fl32: (side) => bytes('FL32', u32le(side), u32le(side), u32le(3), zeros(64)),
  ase: (side) =>
    bytes(
      u32le(200),
      [0xe0, 0xa5],
      u16le(1),
      u16le(side),
      u16le(side),
      u16le(32),
      zeros(114),
      u32le(16),
      [0xfa, 0xf1],
      zeros(10),
    ),
  mng: (side) => networkGraphics(side, 'MNG', 0x8a, 'MHDR', zeros(20)),
  jng: (side) => networkGraphics(side, 'JNG', 0x8b, 'JHDR', bytes([8, 8, 8, 0, 0, 0, 0, 0])),
  xcf: (side) => bytes('gimp xcf file', 0, u32be(side), u32be(side), u32be(0), zeros(64)),
  dcm: dicom,
  svg: (side) =>
    bytes(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="9" height="9"/></svg>`,
    ),
};

/** An APNG that promises this many frames and has one. */
export function pngWithFrames(side: number, frames: number): Uint8Array {
  const still = makePixelBomb(side, side);
  const control = bytes(u32be(8), 'acTL', u32be(frames), u32be(0), zeros(4));
  return bytes(still.subarray(0, 33), control, still.subarray(33));
}

/** A GIF of this many frames of one pixel. */
export function gifOfFrames(frames: number): Uint8Array {
  const frame = bytes([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c], zeros(4), u16le(1), u16le(1), [0, 2, 2, 0x44, 1, 0]);
  const all = new Uint8Array(19 + frame.byteLength * frames + 1);
  all.set(bytes('GIF89a', u16le(1), u16le(1), [0x80, 0, 0], [0, 0, 0, 255, 255, 255]));
  for (let index = 0; index < frames; index++) all.set(frame, 19 + index * frame.byteLength);
  all[all.byteLength - 1] = 0x3b;
  return all;
}

/** A TIFF of this many pages of one pixel; in a loop, the last page is followed by the first. */
export function tiffOfPages(pages: number, { inLoop = false } = {}): Uint8Array {
  const tags: readonly (readonly [number, number])[] = [
    [256, 1],
    [257, 1],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 4],
    [277, 1],
    [278, 1],
    [279, 1],
  ];
  const pageBytes = 2 + tags.length * 12 + 4;
  const entries = bytes(...tags.map(([tag, value]) => bytes(u16le(tag), u16le(4), u32le(1), u32le(value))));
  const all = new Uint8Array(8 + pages * pageBytes);
  all.set(bytes('II*\0', u32le(8)));
  for (let page = 0; page < pages; page++) {
    const at = 8 + page * pageBytes;
    const isLast = page === pages - 1;
    const next = isLast ? (inLoop ? 8 : 0) : at + pageBytes;
    all.set(bytes(u16le(tags.length), entries, u32le(next)), at);
  }
  return all;
}

/** A PNG with one more chunk before its pixels. */
export function pngWithChunk(type: string, data: Uint8Array): Uint8Array {
  const still = makePng(8, 8);
  const body = bytes(type, data);
  return bytes(still.subarray(0, 33), u32be(data.byteLength), body, u32be(crc32(body)), still.subarray(33));
}

/** A lossless WebP of this many frames of one pixel. */
export function webpOfFrames(frames: number): Uint8Array {
  const pixel = bytes('VP8L', u32le(13), [0x2f, 0, 0, 0, 0x10, 7, 0x10, 0x11, 0x11, 0x88, 0x88, 0xfe, 7], 0);
  const content = bytes(zeros(12), [40, 0, 0, 0], pixel);
  const frame = bytes('ANMF', u32le(content.byteLength), content);
  const head = bytes('WEBPVP8X', u32le(10), [2, 0, 0, 0], zeros(6), 'ANIM', u32le(6), zeros(6));
  const all = new Uint8Array(8 + head.byteLength + frames * frame.byteLength);
  all.set(bytes('RIFF', u32le(all.byteLength - 8), head));
  for (let index = 0; index < frames; index++) all.set(frame, 8 + head.byteLength + index * frame.byteLength);
  return all;
}
