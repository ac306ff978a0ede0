import { ConversionError } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import { readUtf16, withMemory, type Pdfium, type Pointer } from './bindings.ts';

/** What one page holds. Links are annotations; figures are bitmaps, those inside form objects included. */
export interface PdfPage {
  readonly text: string;
  readonly figures: number;
  readonly paths: number;
  readonly links: number;
}

/** Object types of fpdf_edit.h and the link annotation of fpdf_annot.h. */
const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
const LINK_ANNOTATION = 2;
/** Form objects nest; deeper ones are decoration at best. */
const MAX_FORM_DEPTH = 8;
/** Objects looked at on one page: a map can have a million paths, and counting is all that is done with them. */
const MAX_OBJECTS = 100_000;
/** PDFium marks the hyphen of a word that a line end cuts in two with U+0002, or U+FFFE in older builds. */
const HYPHEN_MARKS = ['\u0002', '\ufffe'];

export function readPage(pdfium: Pdfium, document: Pointer, index: number, limits: Limits): PdfPage {
  const page = pdfium.api.FPDF_LoadPage(document, index);
  // A page that cannot be loaded is empty in every viewer as well.
  if (page === 0) return { text: '', figures: 0, paths: 0, links: 0 };
  try {
    return {
      text: readText(pdfium, page, index, limits),
      ...countObjects(pdfium, page),
      links: countLinks(pdfium, page),
    };
  } finally {
    pdfium.api.FPDF_ClosePage(page);
  }
}

function readText(pdfium: Pdfium, page: Pointer, index: number, limits: Limits): string {
  const textPage = pdfium.api.FPDFText_LoadPage(page);
  if (textPage === 0) return '';
  try {
    const chars = pdfium.api.FPDFText_CountChars(textPage);
    if (chars > limits.glyphsPerPage) throw tooManyGlyphs(index, chars, limits.glyphsPerPage);
    if (chars <= 0) return '';
    const text = withMemory(pdfium, (chars + 1) * 2, (buffer) => {
      const written = pdfium.api.FPDFText_GetText(textPage, 0, chars, buffer);
      return readUtf16(pdfium, buffer, written * 2);
    });
    return HYPHEN_MARKS.reduce((rest, mark) => rest.replaceAll(mark, '-'), text).replaceAll('\f', '\n');
  } finally {
    pdfium.api.FPDFText_ClosePage(textPage);
  }
}

interface ObjectCounts {
  figures: number;
  paths: number;
}

function countObjects(pdfium: Pdfium, page: Pointer): ObjectCounts {
  const counts = { figures: 0, paths: 0, seen: 0 };
  const count = pdfium.api.FPDFPage_CountObjects(page);
  for (let index = 0; index < count && counts.seen < MAX_OBJECTS; index++) {
    countObject(pdfium, pdfium.api.FPDFPage_GetObject(page, index), counts, 0);
  }
  return { figures: counts.figures, paths: counts.paths };
}

function countObject(pdfium: Pdfium, object: Pointer, counts: ObjectCounts & { seen: number }, depth: number): void {
  counts.seen++;
  const type = pdfium.api.FPDFPageObj_GetType(object);
  if (type === IMAGE) counts.figures++;
  if (type === PATH || type === SHADING) counts.paths++;
  if (type !== FORM || depth >= MAX_FORM_DEPTH) return;
  const count = pdfium.api.FPDFFormObj_CountObjects(object);
  for (let index = 0; index < count && counts.seen < MAX_OBJECTS; index++) {
    countObject(pdfium, pdfium.api.FPDFFormObj_GetObject(object, index), counts, depth + 1);
  }
}

function countLinks(pdfium: Pdfium, page: Pointer): number {
  let links = 0;
  const count = pdfium.api.FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < Math.min(count, MAX_OBJECTS); index++) {
    const annotation = pdfium.api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    if (pdfium.api.FPDFAnnot_GetSubtype(annotation) === LINK_ANNOTATION) links++;
    pdfium.api.FPDFPage_CloseAnnot(annotation);
  }
  return links;
}

function tooManyGlyphs(index: number, found: number, allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `Page ${index + 1} of the PDF has ${found} characters; at most ${allowed} are allowed.`,
    details: { limit: 'glyphsPerPage', allowed, found, page: index + 1 },
  });
}
