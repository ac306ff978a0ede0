import { ConversionError } from '../../../contract/errors.ts';

/** Texts, drawings and tables of one document: a large one has some ten thousand. */
const MOST = 100_000;

/**
 * Counts what is read of a document: objects refer to each other by name, so that a small file may hold more than could
 * ever be written. Throws `input_too_complex`, and what the signal gives as its reason.
 */
export function createBudget(signal: AbortSignal): () => void {
  let taken = 0;
  return () => {
    signal.throwIfAborted();
    if (++taken <= MOST) return;
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The document holds more than ${MOST} texts and drawings, or the same ones again and again.`,
      details: { limit: 'drawings', allowed: MOST },
    });
  };
}
