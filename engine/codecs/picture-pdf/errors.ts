import { ConversionError } from '../../contract/errors.ts';
import { isTooLarge, isZlibError } from '../../io/compression.ts';
import type { Limits } from '../../contract/limits.ts';

/** What reading one image may take. */
export interface Reading {
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

export function tooMuchMemory(what: string): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `${what}. Convert it to PNG first.`,
  });
}

/** A kind of image that no page of a PDF can hold as it is. */
export function notForPages(what: string): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message: `The image holds ${what}, which cannot be put into a PDF directly. Convert it to PNG first.`,
  });
}

/** The readers throw a RangeError where the structure of a file is broken, and zlib an error with a code of its own. */
export function errorOfReading(error: unknown, name: string): unknown {
  if (!isZlibError(error) && !isTooLarge(error) && !(error instanceof RangeError)) return error;
  return new ConversionError(
    {
      code: 'input_corrupt',
      message: `The image ${name} is damaged: its content does not fit its header. Save or transfer it again.`,
    },
    { cause: error },
  );
}
