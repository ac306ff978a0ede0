import { ConversionError } from '../../../errors.ts';

export function encrypted(): ConversionError {
  return new ConversionError({
    code: 'input_encrypted',
    message: 'The document is protected with a password. Remove the password and try again.',
  });
}
