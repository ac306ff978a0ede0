import { ConversionError } from '../../../contract/errors.ts';
import { encryptedOffice } from '../ooxml/package.ts';

/** Without a password, or with one that does not open it. */
export function encryptedDocument(password: string | undefined): ConversionError {
  if (password === undefined) return encryptedOffice();
  return new ConversionError({
    code: 'input_encrypted',
    message: 'The document is protected, and the password does not open it. Check the option password.',
  });
}

/** A protection that cannot be undone here, whatever the password is. */
export function unknownEncryption(what: string): ConversionError {
  const message = `The document is protected in a way that is not known here (${what}). Remove the password with the program that set it.`;
  return new ConversionError({ code: 'input_encrypted', message });
}

export function damagedEncryption(): ConversionError {
  const message = 'The document is protected with a password, and its protection is damaged. Check the file.';
  return new ConversionError({ code: 'input_corrupt', message });
}
