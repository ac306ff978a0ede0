import type { Hop, OutputFile, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { Artifact } from '../../io/artifact.ts';
import type { Pdfium, Pointer } from './bindings.ts';
import { countPages, errorOfLibrary, withDocument } from './document.ts';
import { loadPage, withForms } from './forms.ts';
import { checkPdfBytes, passwordMissing, PdfPasswordMissing } from './load-errors.ts';
import { saveDocument } from './save.ts';

/** How FPDFPage_Flatten (fpdf_flatten.h) takes annotations: as a screen shows them. */
const AS_SHOWN = 0;
const NO_FORM = 0;
/** The tree of 2,000 pages stands before what the library says of itself. */
const HEAD_BYTES = 64 * 1024;

/** Puts the pages of all inputs into one PDF, in order and as they are. */
export async function joinDocuments(
  pdfium: Pdfium,
  inputs: readonly Artifact[],
  hop: Hop,
  context: RunContext,
): Promise<Artifact[]> {
  const { api } = pdfium;
  const joined = api.FPDF_CreateNewDocument();
  try {
    await appendAll(pdfium, joined, inputs, hop, context);
    const output = context.create(inputs[0]!.name, 'pdf');
    saveDocument(pdfium, joined, (bytes) => output.write(bytes, output.size));
    removeDate(output);
    return [output.finish()];
  } catch (error) {
    if (error instanceof PdfPasswordMissing) throw passwordMissing();
    throw errorOfLibrary(error);
  } finally {
    api.FPDF_CloseDocument(joined);
  }
}

async function appendAll(
  pdfium: Pdfium,
  joined: Pointer,
  inputs: readonly Artifact[],
  { options }: Hop,
  context: RunContext,
): Promise<void> {
  let pages = 0;
  for (const [index, input] of inputs.entries()) {
    context.signal.throwIfAborted();
    const bytes = context.bytes(input);
    checkPdfBytes(bytes);
    await withDocument(pdfium, bytes, options.password, async (document) => {
      const count = countPages(pdfium, document, context.limits);
      await flattenForms(pdfium, document, count, input.name, context);
      if (pdfium.api.FPDFBookmark_GetFirstChild(document, 0) !== 0) {
        const message = `The bookmarks of ${input.name} are not in the joined PDF.`;
        context.warn({ code: 'feature_dropped', message });
      }
      if (!pdfium.api.FPDF_ImportPagesByIndex(joined, document, 0, 0, pages)) throw notImported(input.name);
      pages += count;
    });
    context.progress((index + 1) / inputs.length);
  }
}

/** Fields of several forms cannot live in one document: what was filled in becomes part of the pages. */
async function flattenForms(
  pdfium: Pdfium,
  document: Pointer,
  pages: number,
  name: string,
  { signal, warn }: RunContext,
): Promise<void> {
  if (pdfium.api.FPDF_GetFormType(document) === NO_FORM) return;
  await withForms(pdfium, document, (drawable) => {
    for (let index = 0; index < pages; index++) {
      signal.throwIfAborted();
      using page = loadPage(pdfium, drawable, index);
      if (page) pdfium.api.FPDFPage_Flatten(page.page, AS_SHOWN);
    }
  });
  warn({
    code: 'feature_dropped',
    message: `The form fields of ${name} are part of the pages now: they can no longer be filled in.`,
  });
}

/** The library writes the time into the third object: without it, the same files give the same bytes. */
function removeDate(output: OutputFile): void {
  const head = Buffer.alloc(HEAD_BYTES);
  const text = head.toString('latin1', 0, output.read(head, 0));
  const date = /\/CreationDate\(D:[^)]*\)(?=\/Creator\(PDFium\))/.exec(text);
  if (date) output.write(Buffer.alloc(date[0].length, ' '), date.index);
}

function notImported(name: string): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: `The pages of ${name} cannot be put into another PDF: they are damaged. Leave the file out or save it again.`,
  });
}
