import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import type { Size } from '../../content/raster/size.ts';
import { checkLimits } from '../../contract/check-limits.ts';

/** Refuses a canvas that is larger than the limits allow, before it is made. */
export function requireSize({ width, height }: Size, limits: Limits): void {
  const raster = { width, height, frames: 1, sequence: 'single', alpha: true, bitsPerChannel: 8 } as const;
  checkLimits({ format: 'svg', sizeBytes: 0, reader: 'resvg', depth: 'structure', features: [], raster }, limits);
}

/** What an exception of the library means: its refusals are errors with a text, a trap is a `RuntimeError`. */
export function explainFailure(error: unknown): Error {
  if (error instanceof ConversionError || error instanceof DOMException) return error; // ours, or the job was aborted
  if (error instanceof WebAssembly.RuntimeError || !(error instanceof Error)) {
    return new ConversionError(
      {
        code: 'input_too_complex',
        message: 'The drawing needs more memory than one conversion may use. Ask for a smaller size, or simplify it.',
        details: { limit: 'memoryBytes' },
        discardWorker: true,
      },
      { cause: error },
    );
  }
  if (error.name !== 'Error') return error; // not one of the library's: a fault of ours
  if (error.message.endsWith(TOO_MANY_NODES)) {
    return new ConversionError(
      {
        code: 'input_too_complex',
        message: 'The drawing has too many parts, or its parts refer to each other too often. Simplify it.',
        details: { limit: 'nodes' },
      },
      { cause: error },
    );
  }
  return new ConversionError(
    {
      code: 'input_corrupt',
      message: 'The drawing cannot be read: its XML is damaged, it has no size, or it asks for content from elsewhere.',
    },
    { cause: error },
  );
}

/** The library says no more than this text. */
const TOO_MANY_NODES = 'nodes limit reached';
