import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { embeddingRights } from '../../font/embedding-rights.ts';
import { plainFontName } from './fonts.ts';

/** Objects that are parsed before others get a turn: nothing else runs in this thread. */
const WITHOUT_PAUSES = Infinity;

/**
 * What the embedded fonts of a PDF say of their being embedded elsewhere, by their names without the tag of a subset: pdf.js
 * does not keep it. Of fonts of one name the strictest counts; those that say nothing are left out, and so are all of a
 * file that cannot be read so.
 */
export async function readFontRights(file: Uint8Array, password = ''): Promise<Map<string, boolean>> {
  const rights = new Map<string, boolean>();
  try {
    const { context } = await PDFDocument.load(file, { parseSpeed: WITHOUT_PAUSES, updateMetadata: false, password });
    for (const [, object] of context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFDict) || object.get(PDFName.of('Type')) !== PDFName.of('FontDescriptor')) continue;
      const name = plainFontName(object.lookupMaybe(PDFName.of('FontName'), PDFName)?.decodeText() ?? '');
      const allowed = rightsOf(object);
      if (allowed !== undefined) rights.set(name, allowed && rights.get(name) !== false);
    }
  } catch {
    return new Map();
  }
  return rights;
}

function rightsOf(descriptor: PDFDict): boolean | undefined {
  const file = descriptor.lookup(PDFName.of('FontFile2')) ?? descriptor.lookup(PDFName.of('FontFile3'));
  if (!(file instanceof PDFRawStream)) return undefined;
  try {
    return embeddingRights(decodePDFRawStream(file).decode());
  } catch {
    return undefined; // a damaged font
  }
}
