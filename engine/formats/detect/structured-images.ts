import { hasMarker, latin1, u16be, u16le, u32be, u32le, u8 } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

/** Images whose first bytes are too common to trust, or that have none of their own: their fields must make sense. */

const BITMAP_HEADERS: readonly number[] = [12, 16, 40, 52, 56, 64, 108, 124];

const detectBitmap: Detector = async ({ head }) =>
  hasMarker(head, 'BM') && BITMAP_HEADERS.includes(u32le(head, 14)) ? found('bmp') : undefined;

/** The directory's first image must lie behind it. Its reserved byte is zero, or 255 by some writers. */
const detectIcon: Detector = async ({ head, size }) => {
  const type = u32le(head, 0) === 0x0001_0000 ? 'ico' : u32le(head, 0) === 0x0002_0000 ? 'cur' : undefined;
  const count = u16le(head, 4);
  if (!type || count === 0 || count > 256 || head.byteLength < 22) return undefined;
  const offset = u32le(head, 18);
  const fits = offset >= 6 + 16 * count && [0, 255].includes(u8(head, 9));
  if (!fits) return undefined;
  return found(type, offset + u32le(head, 14) <= size ? 0.97 : 0.8);
};

/** Storage, bytes a channel, dimensions: https://paulbourke.net/dataformats/sgirgb/sgiversion.html */
const detectSgi: Detector = async ({ head }) => {
  const isHeader = u16be(head, 0) === 0x01da && u8(head, 2) <= 1 && [1, 2].includes(u8(head, 3));
  return isHeader && u16be(head, 4) >= 1 && u16be(head, 4) <= 3 && u16be(head, 6) > 0 ? found('sgi') : undefined;
};

/** Release 1 of version 3, and the byte order of one of the known machines. */
const detectViff: Detector = async ({ head }) =>
  hasMarker(head, '\xab\x01\x01') && [0, 3].includes(u8(head, 3)) && [0, 2, 4, 5, 6, 7, 8].includes(u8(head, 4))
    ? found('viff', 0.95)
    : undefined;

/** QuickDraw's first version has but a byte to know it by, behind 512 of anything and the frame. */
const detectFirstPict: Detector = async ({ head }) => {
  const [top, left, bottom, right] = [514, 516, 518, 520].map((at) => u16be(head, at));
  return hasMarker(head, '\x11\x01', 522) && bottom! > top! && right! > left! ? found('pict', 0.8) : undefined;
};

export const IMAGES: readonly Detector[] = [detectBitmap, detectIcon, detectSgi, detectViff];

const detectPcx: Detector = async ({ head }) => {
  const isHeader = u8(head, 0) === 0x0a && [0, 2, 3, 4, 5].includes(u8(head, 1)) && u8(head, 2) <= 1;
  const hasSize = u16le(head, 8) >= u16le(head, 4) && u16le(head, 10) >= u16le(head, 6);
  return isHeader && hasSize && [1, 2, 4, 8].includes(u8(head, 3)) && u8(head, 64) === 0
    ? found('pcx', 0.9)
    : undefined;
};

/** Version 2 ends with a footer; older files have only plausible fields, and enough pixels behind them. */
const detectTarga: Detector = async (reader) => {
  const { head, size } = reader;
  if (latin1(await reader.tail(18)).startsWith('TRUEVISION-XFILE')) return found('tga');
  const hasMap = u8(head, 1);
  const imageType = u8(head, 2);
  const depth = u8(head, 16);
  const isMapped = imageType === 1 || imageType === 9;
  const isKnown = isMapped ? hasMap === 1 : [2, 3, 10, 11].includes(imageType) && hasMap <= 1;
  const hasMapFields =
    hasMap === 1 ? [15, 16, 24, 32].includes(u8(head, 7)) : u32le(head, 3) === 0 && u8(head, 7) === 0;
  const depths = imageType === 3 || imageType === 11 ? [8, 16] : isMapped ? [8, 16] : [15, 16, 24, 32];
  const pixels = u16le(head, 12) * u16le(head, 14);
  const isPlausible = isKnown && hasMapFields && depths.includes(depth) && pixels > 0 && (u8(head, 17) & 0xc0) === 0;
  if (!isPlausible || head.byteLength <= 18) return undefined;
  const isPacked = imageType >= 9;
  return isPacked || 18 + pixels * Math.ceil(depth / 8) <= size ? found('tga', 0.8) : undefined;
};

/** DICOM from before its marker: a group of the header first, with a length or the two letters of a type. */
const detectOldDicom: Detector = async ({ head }) => {
  const isGroup = [0x0002, 0x0008].includes(u16le(head, 0)) && u16le(head, 2) <= 0x18 && head.byteLength > 128;
  const hasLength = u32le(head, 4) > 0 && u32le(head, 4) <= 64;
  return isGroup && (hasLength || /^(UL|UI|CS|DA|TM|SH|LO|OB)$/.test(latin1(head, 4, 6)))
    ? found('dcm', 0.6)
    : undefined;
};

/** An image of at least this many bytes is exactly as long as its size says: chance does not do that. */
const TELLING_BYTES = 32;

/** Formats of nothing but a size and pixels. */
const detectBare: Detector = async ({ head, size }) => {
  if (size < TELLING_BYTES) return undefined;
  const bilevelBytes = (width: number, height: number): number => Math.ceil(width / 8) * height;
  if (size === 8 + 4 * u32be(head, 0) * u32be(head, 4)) return found('avs', 0.7);
  if (size === 8 + 4 * u32le(head, 0) * u32le(head, 4)) return found('aai', 0.7);
  const [line = '', mtvWidth, mtvHeight] = /^(\d{1,5}) (\d{1,5})\n/.exec(latin1(head, 0, 12)) ?? [];
  if (line && size === line.length + 3 * Number(mtvWidth) * Number(mtvHeight)) return found('mtv', 0.8);
  if (u8(head, 0) === 0 && u8(head, 3) === 1 && size === 4 + bilevelBytes(u8(head, 1), u8(head, 2)))
    return found('otb', 0.6);
  const [width, height] = wapSize(head);
  return width && height && size === 2 + width.bytes + height.bytes + bilevelBytes(width.value, height.value)
    ? found('wbmp', 0.6)
    : undefined;
};

interface WapNumber {
  readonly value: number;
  readonly bytes: number;
}

/** Type 0 without extensions, then two numbers of seven bits a byte (WAP-237 §6). */
function wapSize(head: Uint8Array): readonly (WapNumber | undefined)[] {
  if (u16be(head, 0) !== 0) return [];
  const width = wapNumber(head, 2);
  return [width, width && wapNumber(head, 2 + width.bytes)];
}

function wapNumber(head: Uint8Array, at: number): WapNumber | undefined {
  let value = 0;
  for (let bytes = 1; bytes <= 4; bytes++) {
    const byte = u8(head, at + bytes - 1);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return value > 0 ? { value, bytes } : undefined;
  }
  return undefined;
}

/** Weaker than every signature, so they are asked last. */
export const PLAUSIBLE_IMAGES: readonly Detector[] = [
  detectPcx,
  detectFirstPict,
  detectTarga,
  detectOldDicom,
  detectBare,
];
