import type { Pdfium, Pointer } from './bindings.ts';

/** Bytes of FPDF_FORMFILLINFO in its second version (fpdf_formfill.h): a version, and callbacks that may be missing. */
const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;
const NO_FORM = 0;

/** A document whose pages can be drawn with what was filled into its forms. */
export interface DrawableDocument {
  readonly document: Pointer;
  /** The library's environment of forms; 0 where the document has none. */
  readonly form: Pointer;
}

/** Calls `use` with the document and its forms. No script of the document ever runs: this build has no engine for them. */
export async function withForms<T>(
  pdfium: Pdfium,
  document: Pointer,
  use: (drawable: DrawableDocument) => T | Promise<T>,
): Promise<T> {
  const { api } = pdfium;
  if (api.FPDF_GetFormType(document) === NO_FORM) return use({ document, form: 0 });
  const info = api.malloc(FORM_INFO_BYTES);
  if (info === 0) throw new RangeError('PDFium is out of memory');
  pdfium.HEAPU8.fill(0, info, info + FORM_INFO_BYTES);
  pdfium.HEAPU8[info] = FORM_INFO_VERSION;
  const form = api.FPDFDOC_InitFormFillEnvironment(document, info);
  try {
    return await use({ document, form });
  } finally {
    if (form !== 0) api.FPDFDOC_ExitFormFillEnvironment(form);
    api.free(info);
  }
}

/** A loaded page; closed when it is disposed of. */
export interface LoadedPage extends Disposable {
  readonly page: Pointer;
  readonly form: Pointer;
}

/** Nothing for a page that is too damaged to be loaded. */
export function loadPage({ api }: Pdfium, { document, form }: DrawableDocument, index: number): LoadedPage | undefined {
  const page = api.FPDF_LoadPage(document, index);
  if (page === 0) return undefined;
  if (form !== 0) api.FORM_OnAfterLoadPage(page, form);
  return {
    page,
    form,
    [Symbol.dispose]() {
      if (form !== 0) api.FORM_OnBeforeClosePage(page, form);
      api.FPDF_ClosePage(page);
    },
  };
}
