import type { Step, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { Pdfium } from './bindings.ts';
import { countPages, errorOfLibrary, limitPages, withDocument } from './document.ts';
import { checkPdfBytes, passwordMissing, PdfPasswordMissing } from './load-errors.ts';
import { saveDocument } from './save.ts';

/** Writes a PDF as PDFium understood it: files that others find damaged are whole again, and decrypted. */
export async function repairDocument(
  pdfium: Pdfium,
  input: Artifact,
  { options }: Step,
  context: RunContext,
): Promise<Artifact[]> {
  const bytes = context.bytes(input);
  checkPdfBytes(bytes);
  try {
    return await withDocument(pdfium, bytes, options.password, (document) => {
      limitPages(countPages(pdfium, document), context.limits);
      const output = context.create(input.name, 'pdf');
      saveDocument(pdfium, document, (piece) => output.write(piece, output.size), { decrypt: true });
      return [output.finish()];
    });
  } catch (error) {
    if (error instanceof PdfPasswordMissing) throw passwordMissing();
    throw errorOfLibrary(error);
  }
}
