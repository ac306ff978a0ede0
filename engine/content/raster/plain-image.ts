import type { RgbaImage } from './inspect/raster.ts';

/** A decoded image of a simple format, read without a library: to judge what one has written. */
export interface PlainImage extends RgbaImage {
  readonly hasAlpha: boolean;
  readonly bitsPerChannel: number;
}

type Sample = (pixel: number, channel: number) => number;

interface PlainOptions {
  readonly width: number;
  readonly height: number;
  /** 1 grey, 2 grey and alpha, 3 colours, 4 colours and alpha. */
  readonly channels: number;
  readonly bitsPerChannel?: number;
  /** Rows are stored from the bottom up. */
  readonly isBottomUp?: boolean;
}

/** Most pixels of an image that is read here: the rest is left to libraries. */
const MAX_PIXELS = 100_000_000;

/** Throws a RangeError for a size that no image has. */
export function requireSides(width: number, height: number): void {
  if (!(width > 0 && height > 0 && width * height <= MAX_PIXELS)) throw new RangeError('The image has no usable size.');
}

/** An image of samples from 0 to 255; pixels are counted in the order in which they are stored. */
export function plainImage(options: PlainOptions, sample: Sample): PlainImage {
  const { width, height, channels, bitsPerChannel = 8, isBottomUp = false } = options;
  requireSides(width, height);
  if (!(channels >= 1 && channels <= 4)) throw new RangeError('The image has no usable number of channels.');
  const data = new Uint8Array(width * height * 4);
  const isGrey = channels < 3;
  const hasAlpha = channels % 2 === 0;
  for (let row = 0, pixel = 0; row < height; row++) {
    let to = (isBottomUp ? height - 1 - row : row) * width * 4;
    for (let x = 0; x < width; x++, pixel++, to += 4) {
      for (let channel = 0; channel < 3; channel++) data[to + channel] = sample(pixel, isGrey ? 0 : channel);
      data[to + 3] = hasAlpha ? sample(pixel, channels - 1) : 255;
    }
  }
  return { width, height, data, hasAlpha, bitsPerChannel };
}

/** A byte of a file; throws a RangeError beyond its end. */
export function byteAt(file: Uint8Array, at: number): number {
  const byte = file[at];
  if (byte === undefined) throw new RangeError('The file ends within its pixels.');
  return byte;
}

/** What a file holds is of a kind that the reader does not know; that is no fault of the file. */
export class UnknownKind extends RangeError {}
