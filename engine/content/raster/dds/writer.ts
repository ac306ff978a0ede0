import { latin1Bytes, viewOf } from '../../../io/bytes.ts';
import { BoxShrink } from '../inspect/box-shrink.ts';
import type { RgbaImage } from '../inspect/raster.ts';
import { writeAlpha } from './alpha-block.ts';
import { ColourScratch, writeColours } from './colour-block.ts';

const HEADER_BYTES = 128;
/** Side of a block, in pixels. */
const BLOCK = 4;
const COLOUR_BYTES = 8;
const ALPHA_BYTES = 8;

/** Capabilities, height, width, pixel format and the bytes of the largest level; and how many levels there are. */
const FIELDS = 0x8_1007;
const HAS_LEVELS = 0x2_0000;
const HAS_FOURCC = 0x4;
const IS_TEXTURE = 0x1000;
/** Further surfaces, which are smaller levels. */
const IS_COMPLEX = 0x40_0008;

/**
 * A DirectDraw surface of DXT1, or of DXT5 where something may be transparent; with all smaller levels where both sides are
 * powers of two, as textures have them. It shares nothing with the reader, which judges it.
 * https://learn.microsoft.com/windows/win32/direct3ddds/dds-header
 */
export function encodeDds(image: RgbaImage, hasAlpha: boolean): Uint8Array {
  const levels = levelsOf(image, hasAlpha);
  const sizes = levels.map((level) => bytesOfLevel(level, hasAlpha));
  const file = new Uint8Array(sizes.reduce((sum, size) => sum + size, HEADER_BYTES));
  const view = viewOf(file);
  writeHeader(file, image, { hasAlpha, levels: levels.length, sizeBytes: sizes[0]! });
  let at = HEADER_BYTES;
  for (const [index, level] of levels.entries()) {
    writeLevel(level, hasAlpha, view, at);
    at += sizes[index]!;
  }
  return file;
}

function levelsOf(image: RgbaImage, hasAlpha: boolean): readonly RgbaImage[] {
  const levels = [image];
  if (!isPowerOfTwo(image.width) || !isPowerOfTwo(image.height)) return levels;
  for (let last = image; last.width > 1 || last.height > 1; levels.push(last)) {
    const { width, height, data } = last;
    const factors = { factorX: Math.min(2, width), factorY: Math.min(2, height) };
    const box = new BoxShrink({ width, height, ...factors, hasAlpha });
    box.add(data);
    last = box.finish();
  }
  return levels;
}

function isPowerOfTwo(side: number): boolean {
  return (side & (side - 1)) === 0;
}

function bytesOfLevel({ width, height }: RgbaImage, hasAlpha: boolean): number {
  const blocks = Math.ceil(width / BLOCK) * Math.ceil(height / BLOCK);
  return blocks * (COLOUR_BYTES + (hasAlpha ? ALPHA_BYTES : 0));
}

interface Surface {
  readonly hasAlpha: boolean;
  readonly levels: number;
  /** Of the largest level. */
  readonly sizeBytes: number;
}

function writeHeader(file: Uint8Array, { width, height }: RgbaImage, { hasAlpha, levels, sizeBytes }: Surface): void {
  const view = viewOf(file);
  const set = (at: number, value: number): void => view.setUint32(at, value, true);
  file.set(latin1Bytes('DDS '));
  set(4, HEADER_BYTES - 4);
  set(8, FIELDS | (levels > 1 ? HAS_LEVELS : 0));
  set(12, height);
  set(16, width);
  set(20, sizeBytes);
  set(28, levels);
  set(76, 32); // bytes of the pixel format
  set(80, HAS_FOURCC);
  file.set(latin1Bytes(hasAlpha ? 'DXT5' : 'DXT1'), 84);
  set(108, IS_TEXTURE | (levels > 1 ? IS_COMPLEX : 0));
}

/** Blocks row by row; those that reach beyond the image repeat its last column and row. */
function writeLevel({ width, height, data }: RgbaImage, hasAlpha: boolean, to: DataView, start: number): void {
  const block = new Uint8Array(BLOCK * BLOCK * 4);
  const scratch = new ColourScratch();
  let at = start;
  for (let top = 0; top < height; top += BLOCK)
    for (let left = 0; left < width; left += BLOCK) {
      for (let pixel = 0; pixel < BLOCK * BLOCK; pixel++) {
        const x = Math.min(width - 1, left + (pixel % BLOCK));
        const y = Math.min(height - 1, top + Math.floor(pixel / BLOCK));
        const from = (y * width + x) * 4;
        for (let channel = 0; channel < 4; channel++) block[pixel * 4 + channel] = data[from + channel]!;
      }
      if (hasAlpha) {
        writeAlpha(block, to, at);
        at += ALPHA_BYTES;
      }
      writeColours(block, to, at, scratch);
      at += COLOUR_BYTES;
    }
}
