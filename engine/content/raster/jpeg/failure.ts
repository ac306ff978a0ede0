import { ConversionError } from '../../../contract/errors.ts';

/** The JPEG holds something that cannot be carried over bit by bit: `why` completes the sentence "because …". */
export function cannotCarry(why: string): ConversionError {
  return new ConversionError({
    code: 'conversion_failed',
    message: `The JPEG cannot be rewritten without loss, because ${why}. Ask for a quality to have it re-encoded.`,
  });
}

export function damaged(): ConversionError {
  return cannotCarry('its data are damaged');
}
