import { ConversionError } from '../../contract/errors.ts';

export function corruptScore(what: string): ConversionError {
  const message = `The score cannot be read: ${what}. Export it again from the program that wrote it.`;
  return new ConversionError({ code: 'input_corrupt', message });
}
