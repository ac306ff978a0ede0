import { ConversionError } from '../../contract/errors.ts';

const BEST = 100;
const KB = 1000;

interface SizeLimit {
  /** The file must not be larger, in thousands of bytes. */
  readonly targetSize: number;
  /** Quality that is not exceeded, 1 to 100. */
  readonly most?: number;
}

/**
 * The file of the best quality that is not larger than the limit, in at most seven attempts: `encode` is called with
 * qualities from 1 to 100. Throws `input_too_complex` with the smallest size when even the lowest quality is too large.
 */
export function searchQuality(
  encode: (quality: number) => Uint8Array,
  { targetSize, most = BEST }: SizeLimit,
): Uint8Array {
  let best: Uint8Array | undefined;
  let smallest = Infinity;
  for (let low = 1, high = most; low <= high;) {
    const quality = Math.ceil((low + high) / 2);
    const file = encode(quality);
    smallest = Math.min(smallest, file.byteLength);
    if (file.byteLength <= targetSize * KB) {
      best = file;
      low = quality + 1;
    } else {
      high = quality - 1;
    }
  }
  if (best) return best;
  throw tooLarge(smallest, targetSize);
}

/** The same for a format without a quality: the file as it is, if it is small enough. */
export function requireSize(file: Uint8Array, targetSize: number | undefined): Uint8Array {
  if (targetSize === undefined || file.byteLength <= targetSize * KB) return file;
  throw tooLarge(file.byteLength, targetSize);
}

/** The refusal of a file that stays larger than `targetSize`, whatever was tried. */
export function tooLarge(smallest: number, targetSize: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The smallest file that could be written has ${Math.ceil(smallest / KB)} kB, and targetSize allows ${targetSize}. Ask for a smaller width or height, or for another format.`,
    details: { limit: 'targetSize', allowed: targetSize * KB, found: smallest },
  });
}
