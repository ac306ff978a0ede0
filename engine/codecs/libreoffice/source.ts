import type { RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import { openZip } from '../../io/zip.ts';
import { isEncryptedOffice } from '../../models/office-package.ts';
import { requireWholeMetafile } from './metafile.ts';

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];

/** Refuses what LibreOffice must not see: bombs, files that only a password opens, pictures whose end is missing. */
export function checkSource(
  bytes: Uint8Array,
  format: FormatId,
  { password }: OptionValues,
  context: RunContext,
): void {
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  if (isEncryptedOffice(bytes)) {
    throw new ConversionError({
      code: 'input_encrypted',
      message:
        password === undefined
          ? 'The document is protected with a password. Remove the password and try again.'
          : `Protected ${format.toUpperCase()} files cannot be opened here, with their password either. Remove the password and try again.`,
    });
  }
  requireWholeMetafile(bytes, format);
  // Its directory is held against the limits: how many entries there are, and how much they expand to.
  if (isPackage(bytes)) openZip(bytes, context.limits);
}

export function isPackage(bytes: Uint8Array): boolean {
  return ZIP_MAGIC.every((byte, index) => bytes[index] === byte);
}
