import type { Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import { withPlainMetadata } from '../../content/raster/jxl/boxes.ts';
import { keepsWholeChroma } from '../../content/raster/whole-chroma.ts';
import { requireSize, searchQuality } from '../../content/raster/quality-search.ts';
import { encodeApng } from './apng.ts';
import { NativeScope } from './native-scope.ts';
import { hasPalette, indexBitsFor, reduceColours } from './palette.ts';
import type { VipsImage, VipsLibrary } from './start.ts';
import { unwrittenImage } from '../../content/raster/failures.ts';

/** How a format is written. The settings are presets for speed: a smaller file is an option away, a slow one is not. */
interface Writer {
  readonly suffix: string;
  readonly hasAlpha: boolean;
  readonly holdsProfile: boolean;
  readonly holds16Bits: boolean;
  /** Pixels along one side that the format can say. */
  readonly maxSide: number;
  /** Whether a quality says how large the file becomes. */
  readonly hasQuality: boolean;
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
const SMALL_PNG = { compression: 6, filter: 'all' } as const;

/**
 * What the encoders call their least and their most effort. JPEG has two things to add: above `plain` its codes are
 * optimised, above `coded` its coefficients too.
 */
const EFFORTS = {
  webp: { least: 0, most: 6 },
  avif: { least: 0, most: 4 }, // 7 s a megapixel; 6 takes 16
  jxl: { least: 2, most: 9 }, // the least of all writes larger files, and its lossless kind asks for rows out of order
  gif: { least: 4, most: 10 }, // below, whole areas take another colour
  png: { least: 1, most: 9 },
  jpg: { plain: 3, coded: 6 },
} as const;

const OPTION_EFFORTS = { least: 1, most: 10 } as const;

/** The effort of the option, 1 to 10, on the scale of an encoder. */
function scaleEffort(effort: number, { least, most }: { readonly least: number; readonly most: number }): number {
  const share = (effort - OPTION_EFFORTS.least) / (OPTION_EFFORTS.most - OPTION_EFFORTS.least);
  return Math.round(least + share * (most - least));
}

function jpegEffort(
  effort: number | undefined,
  { isSame, progressive }: { readonly isSame: boolean; readonly progressive: boolean },
): Readonly<Record<string, unknown>> {
  if (effort === undefined) return { optimize_coding: isSame };
  const { plain, coded } = EFFORTS.jpg;
  const trellis = { trellis_quant: true, overshoot_deringing: true, optimize_scans: progressive };
  return { optimize_coding: effort > plain, ...(effort > coded && trellis) };
}

function pngEffort(effort: number): Readonly<Record<string, unknown>> {
  const compression = scaleEffort(effort, EFFORTS.png);
  return { compression, filter: compression === EFFORTS.png.least ? FAST_PNG.filter : SMALL_PNG.filter };
}

const WRITERS = {
  png: {
    suffix: '.png',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: true,
    maxSide: 2 ** 31 - 1,
    hasQuality: false,
    settings: ({ options: { effort, progressive, colours }, isSame, isBilevel }) => ({
      ...(effort !== undefined ? pngEffort(effort) : isSame || isBilevel ? SMALL_PNG : FAST_PNG),
      ...(progressive && { interlace: true }),
      ...(isBilevel && { bitdepth: 1, filter: 'none' }),
      ...(colours !== undefined &&
        !isBilevel && { palette: true, bitdepth: indexBitsFor('png', colours), filter: 'none' }),
    }),
  },
  jpg: {
    suffix: '.jpg',
    hasAlpha: false,
    holdsProfile: true,
    holds16Bits: false,
    maxSide: 65_535,
    hasQuality: true,
    settings: ({ options: { quality = 85, effort, progressive = false }, image, isSame }) => ({
      Q: quality,
      interlace: progressive,
      ...(keepsWholeChroma(image) && { subsample_mode: 'off' }),
      ...jpegEffort(effort, { isSame, progressive }),
    }),
  },
  webp: {
    suffix: '.webp',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: false,
    maxSide: 16_383,
    hasQuality: true,
    settings: ({ options: { quality = 80, lossless = false, effort } }) => ({
      Q: quality,
      lossless,
      effort: effort === undefined ? (lossless ? 1 : 2) : scaleEffort(effort, EFFORTS.webp),
    }),
  },
  gif: {
    suffix: '.gif',
    hasAlpha: true,
    holdsProfile: false,
    holds16Bits: false,
    maxSide: 65_535,
    hasQuality: false,
    settings: ({ options: { effort = OPTION_EFFORTS.least, colours, progressive = false } }) => ({
      effort: scaleEffort(effort, EFFORTS.gif),
      keep_duplicate_frames: true,
      interlace: progressive,
      ...(colours !== undefined && { bitdepth: indexBitsFor('gif', colours) }),
    }),
  },
  tiff: {
    suffix: '.tif',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: true,
    maxSide: 2 ** 31 - 1,
    hasQuality: false,
    settings: ({ isBilevel }) =>
      isBilevel ? { compression: 'ccittfax4', bitdepth: 1 } : { compression: 'deflate', predictor: 'horizontal' },
  },
  avif: {
    suffix: '.avif',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: true,
    maxSide: 16_384,
    hasQuality: true,
    // 12 bits are the most that AV1 holds.
    settings: ({ options: { quality = 55, lossless = false, effort }, image }) => ({
      Q: quality,
      lossless,
      effort: effort === undefined ? 0 : scaleEffort(effort, EFFORTS.avif),
      compression: 'av1',
      bitdepth: image.format === 'ushort' ? 12 : 8,
      ...(keepsWholeChroma(image) && { subsample_mode: 'off' }),
    }),
  },
  jxl: {
    suffix: '.jxl',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: true,
    maxSide: 2 ** 30,
    hasQuality: true,
    settings: ({ options: { quality = 80, lossless = false, effort } }) => ({
      Q: quality,
      lossless,
      effort: effort === undefined ? 3 : scaleEffort(effort, EFFORTS.jxl),
    }),
  },
  apng: {
    suffix: '.png',
    hasAlpha: true,
    holdsProfile: true,
    holds16Bits: true,
    maxSide: 2 ** 31 - 1,
    hasQuality: false,
    // The frames are kept for long and sent often.
    settings: ({ options: { effort } }) => (effort === undefined ? SMALL_PNG : pngEffort(effort)),
  },
} as const satisfies Partial<Record<FormatId, Writer>>;

export function writerOf(format: FormatId): Writer {
  const writer = (WRITERS as Partial<Record<FormatId, Writer>>)[format];
  if (!writer) throw new Error(`vips does not write ${format}.`);
  return writer;
}

/** Whether what is written may have 16 bits a channel: a palette has 8. */
export function holds16Bits({ to, options }: Step): boolean {
  const isPalette = options.colours !== undefined && hasPalette(to);
  return writerOf(to).holds16Bits && !isPalette;
}

interface EncodeOptions {
  /** Every pixel is black or white, so that one bit is enough. */
  readonly isBilevel?: boolean;
}

/** Encodes an image that is ready for its target (see `prepare.ts`), within the size that was asked for. */
export function encode(
  vips: VipsLibrary,
  image: VipsImage,
  step: Step,
  { signal }: Pick<RunContext, 'signal'>,
  { isBilevel = false }: EncodeOptions = {},
): Uint8Array {
  using scope = new NativeScope();
  const { to, options } = step;
  const { colours, lossless, quality, targetSize } = options;
  const isReduced = colours !== undefined && hasPalette(to);
  const ready = isReduced ? reduceColours(vips, scope, image, { format: to, most: colours }) : image;
  const encodeWith = (source: VipsImage, values: OptionValues): Uint8Array =>
    encodeOnce(source, step, { options: values, image: source, isBilevel, isSame: step.from === to });
  if (targetSize === undefined || lossless || !writerOf(to).hasQuality) {
    return requireSize(encodeWith(ready, options), targetSize);
  }
  const decoded = scope.keep(ready.copyMemory()); // once for all attempts
  return searchQuality(
    (attempt) => {
      signal.throwIfAborted();
      return encodeWith(decoded, { ...options, quality: attempt });
    },
    { targetSize, most: quality },
  );
}

function encodeOnce(image: VipsImage, { to, options }: Step, request: WriteRequest): Uint8Array {
  const { suffix, settings } = writerOf(to);
  const allSettings = { ...settings(request), ...(options.strip && { keep: 'icc' }) };
  const written = to === 'apng' ? encodeApng(image, allSettings) : image.writeToBuffer(suffix, allSettings);
  const bytes = to === 'jxl' ? withPlainMetadata(written) : written; // many readers do not unpack it
  if (bytes.byteLength > 0) return bytes;
  throw unwrittenImage();
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
