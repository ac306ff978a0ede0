import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { readUtf16, withMemory, type Pdfium, type Pointer } from './bindings.ts';
import { Clips } from './clips.ts';
import { readObjects, type PageObjects } from './objects.ts';
import { findOverprints } from './overprints.ts';

/** What one page holds. Links are annotations; figures are bitmaps, those inside form objects included. */
interface PdfPage {
  readonly text: string;
  readonly figures: number;
  readonly paths: number;
  readonly links: number;
  /** Fonts of its visible text that are not in the file. */
  readonly foreignFonts: ReadonlySet<string>;
}

/** The link annotation of fpdf_annot.h. */
const LINK_ANNOTATION = 2;
/** Annotations looked at on one page. */
const MAX_ANNOTATIONS = 100_000;
/** A word that a line end cuts in two has this mark in place of hyphen and line end; older builds write U+FFFE. */
const HYPHEN_MARKS = ['\u0002', '\ufffe'];

export function readPage(pdfium: Pdfium, document: Pointer, index: number, limits: Limits): PdfPage {
  const page = pdfium.api.FPDF_LoadPage(document, index);
  // A page that cannot be loaded is empty in every viewer as well.
  if (page === 0) return { text: '', figures: 0, paths: 0, links: 0, foreignFonts: new Set() };
  try {
    const objects = readObjects(pdfium, document, page);
    const text = readText(pdfium, page, objects, { index, maxGlyphs: limits.glyphsPerPage });
    const { figures, paths, foreignFonts } = objects;
    return { text, figures, paths, links: countLinks(pdfium, page), foreignFonts };
  } finally {
    pdfium.api.FPDF_ClosePage(page);
  }
}

/**
 * The text that a person sees on the page, in drawing order. A page on which all text is hidden is a scan with a text
 * layer: there the hidden text counts.
 */
function readText(
  pdfium: Pdfium,
  page: Pointer,
  { skippedText, textOffPage, placedText, textObjects }: PageObjects,
  { index, maxGlyphs }: { index: number; maxGlyphs: number },
): string {
  const textPage = pdfium.api.FPDFText_LoadPage(page);
  if (textPage === 0) return '';
  try {
    const chars = pdfium.api.FPDFText_CountChars(textPage);
    if (chars > maxGlyphs) throw tooManyGlyphs(index, chars, maxGlyphs);
    if (chars <= 0) return '';
    const isScan = skippedText.size === textObjects;
    const unseen = isScan ? textOffPage : skippedText;
    const left = unseen.union(findOverprints(pdfium, textPage, placedText, chars));
    const clips = new Clips(pdfium, textPage, placedText);
    const isFiltered = left.size > 0 || !clips.areEmpty;
    const isSeen = (index: number): boolean => {
      const object = pdfium.api.FPDFText_GetTextObject(textPage, index);
      return !left.has(object) && !clips.hide(object, index);
    };
    const spans: readonly Span[] = isFiltered ? spansOf(chars, isSeen) : [[0, chars]];
    const text = spans.map(([start, end]) => readSpan(pdfium, textPage, start, end - start)).join('');
    return HYPHEN_MARKS.reduce((rest, mark) => rest.replaceAll(mark, '-\n'), text).replaceAll('\f', '\n');
  } finally {
    pdfium.api.FPDFText_ClosePage(textPage);
  }
}

/** A run of characters from the first index up to, but without, the second. */
type Span = readonly [start: number, end: number];

/** Runs of characters that are seen. */
function spansOf(chars: number, isSeen: (index: number) => boolean): Span[] {
  const spans: [number, number][] = [];
  for (let index = 0; index < chars; index++) {
    if (!isSeen(index)) continue;
    const last = spans.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else spans.push([index, index + 1]);
  }
  return spans;
}

function readSpan(pdfium: Pdfium, textPage: Pointer, start: number, count: number): string {
  return withMemory(pdfium, (count + 1) * 2, (buffer) => {
    const written = pdfium.api.FPDFText_GetText(textPage, start, count, buffer);
    return readUtf16(pdfium, buffer, written * 2);
  });
}

function countLinks(pdfium: Pdfium, page: Pointer): number {
  let links = 0;
  const count = pdfium.api.FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < Math.min(count, MAX_ANNOTATIONS); index++) {
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
