import { ConversionError } from '../../engine/contract/errors.ts';

/** The ConversionError that a call throws. Any other error goes on; none at all is a failure. */
export function refusalOf(call: () => unknown): ConversionError {
  let result: unknown;
  try {
    result = call();
  } catch (error) {
    if (error instanceof ConversionError) return error;
    throw error;
  }
  throw new Error(`Nothing was refused: ${JSON.stringify(result)}`);
}
