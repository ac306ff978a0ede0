import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { refusePagesBeyond } from '../../content/pages/page-limit.ts';
import { withCString, withMemory, type Pdfium, type Pointer } from './bindings.ts';
import { errorOfLoading } from './load-errors.ts';

/** Opens the PDF and always closes it. Throws `PdfPasswordMissing` or what `errorOfLoading` says. */
export async function withDocument<T>(
  pdfium: Pdfium,
  bytes: Uint8Array,
  password: string | undefined,
  use: (document: Pointer) => T | Promise<T>,
): Promise<T> {
  const source = pdfium.api.malloc(bytes.byteLength);
  if (source === 0) throw new RangeError('PDFium is out of memory');
  try {
    pdfium.HEAPU8.set(bytes, source);
    const document = withCString(pdfium, password ?? '', (text) =>
      pdfium.api.FPDF_LoadMemDocument(source, bytes.byteLength, password === undefined ? 0 : text),
    );
    if (document === 0) throw errorOfLoading(pdfium.api.FPDF_GetLastError(), bytes, password !== undefined);
    try {
      return await use(document);
    } finally {
      pdfium.api.FPDF_CloseDocument(document);
    }
  } finally {
    pdfium.api.free(source);
  }
}

export const NO_PAGES = 'The PDF has no pages that can be read. Save it again with the program that made it.';

/** Pages of the document, however many: a job that names some of them may take these. */
export function countPages(pdfium: Pdfium, document: Pointer): number {
  const pages = pdfium.api.FPDF_GetPageCount(document);
  if (pages === 0) {
    throw new ConversionError({ code: 'input_corrupt', message: NO_PAGES });
  }
  return pages;
}

/** Refuses a job of too many pages. */
export function limitPages(found: number, limits: Limits): void {
  refusePagesBeyond(found, limits, 'converted at once. Name some with the option pages, or split it.');
}

/** A page's size in points as a viewer shows it: after its rotation, within its crop box. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Nothing for a page that is too damaged to have a size. */
export function pageSize(pdfium: Pdfium, document: Pointer, index: number): PageSize | undefined {
  return withMemory(pdfium, 8, (size) => {
    if (!pdfium.api.FPDF_GetPageSizeByIndexF(document, index, size)) return undefined;
    const view = new DataView(pdfium.HEAPU8.buffer, size, 8);
    return { width: view.getFloat32(0, true), height: view.getFloat32(4, true) };
  });
}

export function unreadablePage(index: number): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: `Page ${index + 1} of the PDF is damaged and cannot be read. Leave it out with the option pages.`,
    details: { page: index + 1 },
  });
}

/** What the library throws (a trap, no memory) leaves the instance in an unknown state. */
export function errorOfLibrary(error: unknown): unknown {
  if (error instanceof ConversionError || (error instanceof DOMException && error.name === 'AbortError')) return error;
  return new ConversionError(
    {
      code: 'input_corrupt',
      message: 'The PDF cannot be read: its content is damaged or needs more memory than is allowed.',
      discardWorker: true,
    },
    { cause: error },
  );
}
