import { ConversionError } from '../../contract/errors.ts';

/** Whatever goes wrong inside the libraries is a trap: the tracer has no other way to fail. */
export function explainFailure(error: unknown): Error {
  if (error instanceof ConversionError || error instanceof DOMException) return error; // ours, or the job was aborted
  return new ConversionError(
    {
      code: 'conversion_failed',
      message: 'The image could not be traced. Try a smaller one, or one with fewer colours.',
      discardWorker: true,
    },
    { cause: error },
  );
}
