import { ConversionError } from '../../../contract/errors.ts';
import { readJpegHeader } from '../../../content/raster/jpeg/header.ts';
import { uprightSize } from '../../../content/raster/model.ts';

/** An image as far as its header tells: Typst knows these formats. */
export interface Image {
  readonly kind: 'png' | 'jpg' | 'gif' | 'webp' | 'svg';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** What browsers take for a drawing that does not say its size. */
export const DEFAULT_DRAWING = { width: 300, height: 150 };
/** Bytes in which the root of a drawing is. */
const DRAWING_HEAD = 16_384;
const PIXELS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

/** Reads format and size of an image; nothing for one that Typst cannot show. */
export function imageOf(bytes: Uint8Array): Image | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const image = pngOf(buffer) ?? gifOf(buffer) ?? webpOf(buffer) ?? jpegOf(buffer) ?? drawingOf(buffer);
    return image && image.width > 0 && image.height > 0 ? image : undefined;
  } catch (error) {
    if (error instanceof RangeError || error instanceof ConversionError) return undefined; // truncated or damaged
    throw error;
  }
}

function pngOf(buffer: Buffer): Image | undefined {
  if (buffer.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n' || !buffer.includes('IEND', -16, 'latin1'))
    return undefined;
  return { kind: 'png', width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) };
}

function gifOf(buffer: Buffer): Image | undefined {
  if (!/^GIF8[79]a/.test(buffer.toString('latin1', 0, 6))) return undefined;
  return { kind: 'gif', width: buffer.readUInt16LE(6), height: buffer.readUInt16LE(8) };
}

/** WebP container: RFC 9649, sections 2.5 to 2.7. */
function webpOf(buffer: Buffer): Image | undefined {
  if (buffer.toString('latin1', 0, 4) !== 'RIFF' || buffer.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  switch (buffer.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { kind: 'webp', width: 1 + buffer.readUIntLE(24, 3), height: 1 + buffer.readUIntLE(27, 3) };
    case 'VP8L': {
      const bits = buffer.readUInt32LE(21);
      return { kind: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    default:
      return { kind: 'webp', width: buffer.readUInt16LE(26) & 0x3fff, height: buffer.readUInt16LE(28) & 0x3fff };
  }
}

/** As it is shown: viewers and Typst turn it as its EXIF says. */
function jpegOf(bytes: Uint8Array): Image | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const header = readJpegHeader(bytes);
  return { kind: 'jpg', ...uprightSize(header, header.orientation) };
}

function drawingOf(buffer: Buffer): Image | undefined {
  const root = /<svg\b[^>]*>/i.exec(buffer.toString('utf8', 0, DRAWING_HEAD))?.[0];
  if (root === undefined) return undefined;
  const [, , boxWidth, boxHeight] = (/\bviewBox\s*=\s*["']([^"']*)/i.exec(root)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = pixelsOf(root, 'width');
  const height = pixelsOf(root, 'height');
  const hasBox = boxWidth !== undefined && boxHeight !== undefined && boxWidth > 0 && boxHeight > 0;
  if (!hasBox) return { kind: 'svg', width: width ?? DEFAULT_DRAWING.width, height: height ?? DEFAULT_DRAWING.height };
  const ratio = boxWidth / boxHeight;
  if (width !== undefined) return { kind: 'svg', width, height: height ?? width / ratio };
  if (height !== undefined) return { kind: 'svg', width: height * ratio, height };
  return { kind: 'svg', width: boxWidth, height: boxHeight };
}

function pixelsOf(root: string, name: string): number | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)([a-z]*)\\s*["']`, 'i').exec(root);
  const scale = PIXELS[match?.[2]?.toLowerCase() ?? ''];
  return match && scale !== undefined ? Number(match[1]) * scale : undefined;
}
