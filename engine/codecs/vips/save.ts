import type { Hop } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import { encodeApng } from './apng.ts';
import type { VipsImage } from './start.ts';

/** How a format is written. The settings are presets for speed: a smaller file is an option away, a slow one is not. */
interface Writer {
  readonly suffix: string;
  readonly hasAlpha: boolean;
  readonly holdsProfile: boolean;
  readonly holds16Bits: boolean;
  /** Pixels along one side that the format can say. */
  readonly maxSide: number;
  readonly settings: (request: WriteRequest) => Readonly<Record<string, unknown>>;
}

interface WriteRequest {
  readonly options: OptionValues;
  readonly image: VipsImage;
  readonly isBilevel: boolean;
  /** The source has the target's format already: the conversion is there to make it smaller. */
  readonly isSame: boolean;
}

/** A third of the time of the default, and hardly larger. */
const FAST_PNG = { compression: 1, filter: 'up' } as const;

const WRITERS = {
  png: {
    suffix: '.png',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: true,
    maxSide: 2 ** 31 - 1,
    settings: ({ isSame, isBilevel }) => ({
      ...(isSame || isBilevel ? { compression: 6, filter: 'all' } : FAST_PNG),
      ...(isBilevel && { bitdepth: 1, filter: 'none' }),
    }),
  },
  jpg: {
    suffix: '.jpg',
    hasAlpha: false,
    holdsProfile: true,
    holds16Bits: false,
    maxSide: 65_535,
    settings: ({ options: { quality = 85 }, isSame }) => ({ Q: quality, optimize_coding: isSame }),
  },
  webp: {
    suffix: '.webp',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: false,
    maxSide: 16_383,
    settings: ({ options: { quality = 80, lossless = false } }) => ({ Q: quality, lossless, effort: lossless ? 1 : 2 }),
  },
  gif: {
    suffix: '.gif',
    hasAlpha: true,
    holdsProfile: false,
    holds16Bits: false,
    maxSide: 65_535,
    settings: () => ({ effort: 4, keep_duplicate_frames: true }),
  },
  tiff: {
    suffix: '.tif',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: true,
    maxSide: 2 ** 31 - 1,
    settings: ({ isBilevel }) =>
      isBilevel ? { compression: 'ccittfax4', bitdepth: 1 } : { compression: 'deflate', predictor: 'horizontal' },
  },
  avif: {
    suffix: '.avif',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: true,
    maxSide: 16_384,
    // 12 bits are the most that AV1 holds.
    settings: ({ options: { quality = 55, lossless = false }, image }) => ({
      Q: quality,
      lossless,
      effort: 0,
      compression: 'av1',
      bitdepth: image.format === 'ushort' ? 12 : 8,
    }),
  },
  jxl: {
    suffix: '.jxl',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: true,
    maxSide: 2 ** 30,
    settings: ({ options: { quality = 80, lossless = false } }) => ({ Q: quality, lossless, effort: 3 }),
  },
  apng: {
    suffix: '.png',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: true,
    maxSide: 2 ** 31 - 1,
    // The frames are kept for long and sent often.
    settings: () => ({ compression: 6, filter: 'all' }),
  },
} as const satisfies Partial<Record<FormatId, Writer>>;

export type WrittenFormat = keyof typeof WRITERS;

export function writerOf(format: FormatId): Writer {
  const writer = (WRITERS as Partial<Record<FormatId, Writer>>)[format];
  if (!writer) throw new Error(`vips does not write ${format}.`);
  return writer;
}

export interface EncodeOptions {
  /** Every pixel is black or white, so that one bit is enough. */
  readonly isBilevel?: boolean;
}

/** Encodes an image that is ready for its target (see `prepare.ts`). */
export function encode(
  image: VipsImage,
  { from, to, options }: Hop,
  { isBilevel = false }: EncodeOptions = {},
): Uint8Array {
  const { suffix, settings } = writerOf(to);
  const allSettings = {
    ...settings({ options, image, isBilevel, isSame: from === to }),
    ...(options.strip && { keep: 'icc' }),
  };
  const bytes = to === 'apng' ? encodeApng(image, allSettings) : image.writeToBuffer(suffix, allSettings);
  if (bytes.byteLength > 0) return bytes;
  throw new ConversionError({
    code: 'conversion_failed',
    message: 'The image library wrote an empty file. Try another target format.',
    details: { format: to },
  });
}

/** Refuses what the target cannot say before anything is decoded. */
export function requireSideFor(format: FormatId, width: number, height: number): void {
  const { maxSide } = writerOf(format);
  const found = Math.max(width, height);
  if (found <= maxSide) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The result would be ${found} pixels along one side, and ${format} holds ${maxSide} at most. Ask for a smaller width or height, or another format.`,
    details: { limit: 'sidePixels', allowed: maxSide, found },
  });
}
