import type { Step } from '../../contract/codec.ts';
import { resizeFor, turnedSize, type Size } from '../../content/raster/size.ts';
import { outOfMemory } from './failure.ts';
import type { ImageHeader } from './load.ts';

/** What the library needs before it has seen an image, in bytes. */
const BASE_BYTES = 300e6;

/** Bytes that the encoders need for one pixel of a frame, measured; the others stream their rows. */
const BYTES_PER_PIXEL = {
  webp: 14,
  webpAlpha: 22,
  losslessWebp: 75,
  avif: 50,
  avifAlpha: 35,
  gif: 25,
  jxl: 75,
  other: 4,
} as const;

/** Refuses what would fail in the middle of the work: an encoder out of memory leaves a broken instance. */
export function requireMemoryFor(header: ImageHeader, { from, to, options }: Step, maxHeapBytes: number): void {
  const original = turnedSize(header, options.rotate);
  const { width, height } = resizeFor(original, options)?.scaled ?? original;
  const encoder = width * height * bytesPerPixel(header, to, options.lossless === true);
  const drawn = from === 'apng' ? framesInMemory(header, original) : 0;
  const compared = to === 'apng' ? framesInMemory(header, { width, height }) : 0;
  const found = BASE_BYTES + encoder + drawn + compared;
  if (found > maxHeapBytes) throw outOfMemory(found, maxHeapBytes);
}

/** The frames of an animated PNG are drawn here, and compared before they are written: all of them are there at once. */
function framesInMemory({ frames, bitsPerChannel }: ImageHeader, { width, height }: Size): number {
  const channels = 4;
  return frames * width * height * channels * (bitsPerChannel > 8 ? 2 : 1);
}

function bytesPerPixel({ hasAlpha, frames }: ImageHeader, to: Step['to'], isLossless: boolean): number {
  if (to === 'avif') return BYTES_PER_PIXEL.avif + (hasAlpha ? BYTES_PER_PIXEL.avifAlpha : 0);
  if (to === 'webp' && isLossless) return BYTES_PER_PIXEL.losslessWebp;
  // An animation is put together with opacities, whether it has some or not.
  if (to === 'webp') return BYTES_PER_PIXEL.webp + (hasAlpha || frames > 1 ? BYTES_PER_PIXEL.webpAlpha : 0);
  if (to === 'jxl') return BYTES_PER_PIXEL.jxl;
  return to === 'gif' ? BYTES_PER_PIXEL.gif : BYTES_PER_PIXEL.other;
}
