import type { Size } from './size.ts';

/** What an image file of pixels says before any pixel is decoded: the same for every format and reader. */
export interface RasterModel extends Size {
  /** Frames of an animation, pages, or 1. The size is that of one of them as a viewer shows it, after its orientation. */
  readonly frames: number;
  /** Milliseconds a frame is shown; empty where the format has no delays. */
  readonly delaysMs: readonly number[];
  /** Times an animation plays; 0 is for ever. */
  readonly loops: number;
  readonly bitsPerChannel: number;
  /** Whether there is a channel for it; pixels may all be opaque. */
  readonly hasAlpha: boolean;
  readonly isCmyk: boolean;
  readonly hasIccProfile: boolean;
  /** Checksum of the profile; absent where there is none, or the reader does not look into it. */
  readonly profile?: number;
  /** Along the width; absent where the file does not say it. */
  readonly pixelsPerInch?: number;
  /** Width of a pixel in its heights, as it is shown; absent where pixels are square, or nothing says so. */
  readonly pixelShape?: number;
  readonly hasExif: boolean;
  /** EXIF, XMP or IPTC. */
  readonly hasMetadata: boolean;
}

/** The shape of pixels that stand in two densities along the sides of the image as it is stored, in any unit. */
export function pixelShapeOf(
  { x, y }: { readonly x: number; readonly y: number },
  isTurned: boolean,
): Pick<RasterModel, 'pixelShape'> {
  if (!(x > 0 && y > 0) || x === y) return {};
  return { pixelShape: isTurned ? x / y : y / x };
}

/** Of an image that has nothing but its pixels: one frame of 8 bits a channel. */
export const PLAIN_RASTER = {
  frames: 1,
  delaysMs: [],
  loops: 0,
  bitsPerChannel: 8,
  isCmyk: false,
  hasIccProfile: false,
  hasExif: false,
  hasMetadata: false,
} as const satisfies Partial<RasterModel>;

/** Where a frame of an animation is drawn on its canvas, and how. */
export interface RasterFrame extends Size {
  readonly x: number;
  readonly y: number;
  /** Drawn over what is there, by its alpha; otherwise it takes its place. */
  readonly isBlended: boolean;
  /** What becomes of its rectangle after its time: it stays, is made transparent, or shows again what it showed before. */
  readonly afterwards: 'keep' | 'clear' | 'restore';
}

/** Pixels per inch. */
export interface Resolution {
  readonly x: number;
  readonly y: number;
}

/** Whether an orientation of EXIF (1 to 8) exchanges width and height. */
export function isTransposed(orientation: number): boolean {
  return orientation >= 5;
}

/** The size of an image as a viewer shows it that turns it by its EXIF orientation. */
export function uprightSize({ width, height }: Size, orientation: number): Size {
  return isTransposed(orientation) ? { width: height, height: width } : { width, height };
}
