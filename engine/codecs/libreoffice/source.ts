import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import { openZip } from '../../io/zip.ts';
import { requireWholeMetafile } from './metafile.ts';

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];

/** Refuses what LibreOffice must not see: bombs, and images whose end is missing. */
export function checkSource(bytes: Uint8Array, format: FormatId, context: RunContext): void {
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  requireWholeMetafile(bytes, format);
  // Its directory is held against the limits: how many entries there are, and how much they expand to.
  if (isPackage(bytes)) openZip(bytes, context.limits);
}

export function isPackage(bytes: Uint8Array): boolean {
  return ZIP_MAGIC.every((byte, index) => bytes[index] === byte);
}
