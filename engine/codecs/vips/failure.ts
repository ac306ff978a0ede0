import { ConversionError } from '../../errors.ts';
import type { FormatId } from '../../formats/index.ts';
import { isTruncatedRaster } from '../../models/raster-truncation.ts';
import type { StartedVips } from './start.ts';

/**
 * What an exception of vips means. Its ordinary failures arrive as a `WebAssembly.Exception`; an `Error` is a trap, an
 * abort or a wrong call, after which nobody knows the state of the instance.
 */
export function explainFailure(
  error: unknown,
  bytes: Uint8Array,
  format: FormatId,
  { heapBytes, maxHeapBytes }: StartedVips,
): Error {
  if (error instanceof ConversionError || error instanceof DOMException) return error; // ours, or the job was aborted
  const text = textOf(error);
  const options = { cause: new Error(text) };
  // An encoder that ran out of memory fails in many words and leaks what it had.
  const isExhausted = heapBytes() > 0.9 * maxHeapBytes;
  if (isExhausted) return outOfMemory(heapBytes(), maxHeapBytes, options);
  const isBrokenLibrary = error instanceof Error && !(error instanceof RangeError); // ours read beyond the file's end
  if (isBrokenLibrary) {
    return new ConversionError(
      {
        code: 'conversion_failed',
        message: 'The image library stopped inside this image. Check the file, or save it again with an image editor.',
        discardWorker: true,
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

export function outOfMemory(found: number, allowed: number, options?: ErrorOptions): ConversionError {
  return new ConversionError(
    {
      code: 'input_too_complex',
      message:
        'The image needs more memory than one conversion may use. Ask for a smaller size, or choose another target format.',
      details: { limit: 'memoryBytes', allowed, found },
      discardWorker: options !== undefined, // memory that has grown never shrinks
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

/** vips throws exceptions whose message is an array: the class of the C++ exception and its text. */
function textOf(error: unknown): string {
  const message = (error as { message?: unknown } | null)?.message;
  const text = String(message ?? error)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.slice(-MAX_TEXT_CHARS); // what happened last stands at the end, after remarks about earlier files
}
