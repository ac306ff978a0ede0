import { MagickError, MagickErrorSeverity } from '@imagemagick/magick-wasm';
import { ConversionError } from '../../errors.ts';
import type { FormatId } from '../../formats/index.ts';
import { isTruncatedRaster } from '../../models/raster-truncation.ts';

/**
 * What an exception of the library means. Its ordinary failures are `MagickError`s. Anything else is a trap or a C++
 * exception that escaped (LibRaw's do, as plain objects): the instance leaks at least, and is given up.
 */
export function explainFailure(error: unknown, bytes: Uint8Array, format: FormatId): Error {
  if (error instanceof ConversionError || error instanceof DOMException) return error; // ours, or the job was aborted
  if (!(error instanceof MagickError)) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error);
    return new ConversionError(
      {
        code: 'conversion_failed',
        message: 'The image library stopped inside this image. Check the file, or save it again with an image editor.',
        discardWorker: true,
      },
      { cause: new Error(text.slice(0, MAX_TEXT_CHARS)) },
    );
  }
  const options = { cause: new Error(error.message.slice(0, MAX_TEXT_CHARS)) };
  if (EXHAUSTED.includes(error.severity)) {
    return new ConversionError(
      {
        code: 'input_too_complex',
        message: 'The image needs more memory than one conversion may use. Send a smaller image.',
        details: { limit: 'memoryBytes' },
      },
      options,
    );
  }
  if (isTruncatedRaster(bytes, format)) return truncatedInput(options);
  return new ConversionError(
    {
      code: 'input_corrupt',
      message: 'The image is damaged and cannot be decoded. Save it again with an image editor, or send another copy.',
    },
    options,
  );
}

export function truncatedInput(options?: ErrorOptions): ConversionError {
  return new ConversionError(
    { code: 'input_truncated', message: 'The image is cut off: its end is missing. Send the complete file.' },
    options,
  );
}

const MAX_TEXT_CHARS = 500;
const EXHAUSTED: readonly MagickErrorSeverity[] = [
  MagickErrorSeverity.ResourceLimitWarning,
  MagickErrorSeverity.ResourceLimitError,
  MagickErrorSeverity.CacheError,
];
