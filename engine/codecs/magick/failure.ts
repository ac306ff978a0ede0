import { MagickError, MagickErrorSeverity } from '@imagemagick/magick-wasm';
import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import { damagedImage, stoppedLibrary, truncatedImage, unwrittenImage } from '../../content/raster/failures.ts';
import { isTruncatedRaster } from '../../content/raster/truncation.ts';
import { isCameraRaw } from './coders.ts';

/**
 * What an exception means. Ordinary failures of the library are `MagickError`s, those of our own readers are
 * `RangeError`s. Anything else is a trap or a C++ exception that escaped (LibRaw's do, as plain objects): the instance
 * leaks at least, and is given up.
 */
export function explainFailure(error: unknown, bytes: Uint8Array, format: FormatId): Error {
  if (error instanceof ConversionError || error instanceof DOMException) return error; // ours, or the job was aborted
  const options = { cause: new Error(textOf(error).slice(0, MAX_TEXT_CHARS)) };
  if (error instanceof MagickError && EXHAUSTED.includes(error.severity)) return outOfMemory(options);
  if (error instanceof MagickError && WRITER.test(error.message)) return unwrittenImage(options);
  if (isEnded(error)) return outOfMemory(options, { discardWorker: true });
  const isOrdinary = error instanceof MagickError || error instanceof RangeError;
  if (!isOrdinary) return isCameraRaw(format) ? damagedRaw(options) : stoppedLibrary(options);
  return isTruncatedRaster(bytes, format) ? truncatedImage(options) : damagedImage(options);
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error);
}

/** The library ends its program where it cannot go on without the memory that it asked for. */
function isEnded(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'ExitStatus';
}

function outOfMemory(options: ErrorOptions, more: { readonly discardWorker?: true } = {}): ConversionError {
  return new ConversionError(
    {
      code: 'input_too_complex',
      message:
        'The image needs more memory than one conversion may use. Send a smaller image, or ask for a smaller one.',
      details: { limit: 'memoryBytes' },
      ...more,
    },
    options,
  );
}

/** LibRaw throws where a file ends early; what it had allocated stays behind. */
function damagedRaw(options: ErrorOptions): ConversionError {
  return new ConversionError(
    {
      code: 'input_corrupt',
      message: 'The raw image is damaged or truncated and cannot be developed. Copy it from the camera again.',
      discardWorker: true,
    },
    options,
  );
}

const MAX_TEXT_CHARS = 500;
/** The library says in which of its functions it failed. */
const WRITER = /\/Write\w+Image\//;
const EXHAUSTED: readonly MagickErrorSeverity[] = [
  MagickErrorSeverity.ResourceLimitWarning,
  MagickErrorSeverity.ResourceLimitError,
  MagickErrorSeverity.CacheError,
];
