import type { Step } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { PandocResult } from './instance.ts';

/** Of a message that goes to the log: the reader of Typst recites all that it knows. */
const CAUSE_CHARS = 500;

/** What pandoc says in its error, in words for the caller. */
export function failureOf({ error }: PandocResult, { from }: Step): ConversionError {
  const cause = new Error(error.slice(0, CAUSE_CHARS));
  if (/not found in resource path|does not exist/.test(error)) {
    return new ConversionError(
      {
        code: 'input_corrupt',
        message:
          'The document takes in other files, which are not here. Put their content into the document and try again.',
      },
      { cause },
    );
  }
  return new ConversionError(
    {
      code: 'input_corrupt',
      message: `The file could not be read as ${from.toUpperCase()}: it is damaged or not of that format.`,
    },
    { cause },
  );
}
