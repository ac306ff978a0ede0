import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import { damagedImage, stoppedLibrary, truncatedImage } from '../../content/raster/failures.ts';
import { isTruncatedRaster } from '../../content/raster/truncation.ts';
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
  if (isBrokenLibrary) return stoppedLibrary(options);
  return isTruncatedRaster(bytes, format) ? truncatedImage(options) : damagedImage(options);
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

const MAX_TEXT_CHARS = 500;

/** vips throws exceptions whose message is an array: the class of the C++ exception and its text. */
function textOf(error: unknown): string {
  const message = (error as { message?: unknown } | null)?.message;
  const text = String(message ?? error)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.slice(-MAX_TEXT_CHARS); // what happened last is at the end, after remarks about earlier files
}
