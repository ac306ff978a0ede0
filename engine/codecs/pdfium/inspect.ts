import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import type { Feature } from '../../formats/features.ts';
import type { Limits } from '../../contract/limits.ts';
import type { DocumentFacts, Facts, PageFacts, PdfFacts } from '../../contract/facts.ts';
import { withThumbnails } from '../../content/raster/inspect/facts.ts';
import { joinText } from '../../content/document/inspect-text.ts';
import { readArchivalClaims } from './archival.ts';
import { readUtf16, withCString, withMemory, type Pdfium, type Pointer } from './bindings.ts';
import { readBookmarks } from './bookmarks.ts';
import { countPages, errorOfLibrary, NO_PAGES, pageSize, withDocument } from './document.ts';
import { ConversionError } from '../../contract/errors.ts';
import { withForms } from './forms.ts';
import { ImagePrints } from './image-prints.ts';
import { checkPdfBytes, PdfPasswordMissing } from './load-errors.ts';
import { readPage } from './page.ts';
import { thumbnailsOf } from './thumbnails.ts';

const META_TAGS = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer'];
/** A probe answers whether there is a text layer at all: the first pages tell. */
const PROBED_PAGES = 5;

/**
 * Reads the facts of a PDF. Text is in the order of the content stream, page by page. An encrypted file without its
 * password is a fact, not an error. Throws `input_corrupt`, `input_truncated` or `input_too_complex`.
 */
export async function inspectPdf(
  pdfium: Pdfium,
  bytes: Uint8Array,
  request: InspectRequest,
  context: RunContext,
): Promise<Facts> {
  checkPdfBytes(bytes);
  const basics = { format: 'pdf', sizeBytes: bytes.byteLength, reader: 'pdfium' } as const;
  try {
    return await withDocument(pdfium, bytes, request.password, async (document): Promise<Facts> => {
      const pages = countPages(pdfium, document);
      requireAnyPage(pdfium, document, pages);
      const reading = readPages(pdfium, document, { pages, request, context });
      const sampling = { ...request, pages: reading.pages, signal: context.signal };
      const raster = request.skipPreview
        ? undefined
        : await withForms(pdfium, document, (drawable) => thumbnailsOf(pdfium, drawable, pages, sampling));
      const facts: Facts = {
        ...basics,
        depth: request.effort === 'probe' ? 'structure' : 'content',
        features: featuresOf(reading, pages, hasMetadata(pdfium, document)),
        document: documentFacts(reading, pages, context.limits),
        raster,
        ...(request.effort === 'probe' ? {} : { pdf: pdfFacts(pdfium, { document, bytes }, reading) }),
      };
      return raster?.thumbnails ? withThumbnails(facts, raster.thumbnails) : facts;
    });
  } catch (error) {
    if (error instanceof PdfPasswordMissing) return { ...basics, depth: 'structure', features: [], encrypted: true };
    throw errorOfLibrary(error);
  }
}

/** Pages that are looked for, one after the other, until one is there. */
const SOUGHT_PAGES = 1000;

/** Refuses a document that counts pages and has none: a tree that goes round in circles, or that leads nowhere. */
function requireAnyPage(pdfium: Pdfium, document: Pointer, pages: number): void {
  for (let index = 0; index < Math.min(pages, SOUGHT_PAGES); index++) {
    if (pageSize(pdfium, document, index)) return;
  }
  throw new ConversionError({ code: 'input_corrupt', message: NO_PAGES });
}

interface Reading {
  readonly texts: readonly string[];
  readonly unseenTexts: readonly string[];
  readonly figures: number;
  readonly pages: readonly PageFacts[];
  readonly hasVectors: boolean;
  readonly foreignFonts: ReadonlySet<string>;
  /** Every page was read. */
  readonly complete: boolean;
}

function readPages(
  pdfium: Pdfium,
  document: Pointer,
  { pages, request, context }: { pages: number; request: InspectRequest; context: RunContext },
): Reading {
  // Of more pages than are converted at once only some can be wanted, and mostly none: the job is refused.
  const isGlance = request.effort === 'probe' || pages > context.limits.pages;
  const lastPage = isGlance ? Math.min(pages, PROBED_PAGES) : pages;
  const texts: string[] = [];
  const unseenTexts: string[] = [];
  let chars = 0;
  let figures = 0;
  const found: PageFacts[] = [];
  const prints = new ImagePrints(pdfium);
  let hasVectors = false;
  const foreignFonts = new Set<string>();
  for (let index = 0; index < lastPage; index++) {
    context.signal.throwIfAborted();
    // A report depends on the files alone: what is read is bounded by their content, never by the time that it took.
    if (chars > context.limits.verifiedTextChars) break;
    const page = readPage(pdfium, { document, index, limits: context.limits, prints });
    texts.push(page.text);
    if (page.unseenText !== '') unseenTexts.push(page.unseenText);
    found.push(page.facts);
    chars += page.text.length + page.unseenText.length;
    figures += page.figures;
    hasVectors ||= page.paths > 0;
    for (const name of page.foreignFonts) foreignFonts.add(name);
  }
  return { texts, unseenTexts, figures, pages: found, hasVectors, foreignFonts, complete: found.length === pages };
}

function pdfFacts(
  pdfium: Pdfium,
  { document, bytes }: { readonly document: Pointer; readonly bytes: Uint8Array },
  { foreignFonts, pages }: Reading,
): PdfFacts {
  const tagged = pdfium.api.FPDFCatalog_IsTagged(document) !== 0;
  return {
    ...readArchivalClaims(bytes),
    foreignFonts: [...foreignFonts].sort(),
    pages,
    outline: readBookmarks(pdfium, document),
    ...(tagged && { tagged }),
  };
}

function documentFacts(reading: Reading, pages: number, limits: Limits): DocumentFacts {
  const { texts, unseenTexts, figures, complete } = reading;
  const unseen = unseenTexts.join('\n').slice(0, limits.verifiedTextChars);
  const links = reading.pages.reduce((sum, page) => sum + page.links.length, 0);
  const text = joinText({ pages: texts, asides: '' }, limits.verifiedTextChars);
  const isWhole = complete && texts.length === pages && text.length < limits.verifiedTextChars;
  return { pages, text, ...(unseen !== '' && { unseen }), figures, links, ...(isWhole ? {} : { excerpt: true }) };
}

function featuresOf({ texts, figures, hasVectors, complete }: Reading, pages: number, metadata: boolean): Feature[] {
  const hasText = texts.some((text) => /[\p{L}\p{N}]/u.test(text));
  const features: Feature[] = ['look', 'colour'];
  // What the pages that were not looked at have is unknown, and unknown counts as present.
  if (hasText || !complete) features.push('text', 'structure');
  if (figures > 0 || !complete) features.push('figures');
  if (hasVectors || hasText || !complete) features.push('vector');
  if (pages > 1) features.push('pages');
  if (metadata) features.push('metadata');
  return features;
}

function hasMetadata(pdfium: Pdfium, document: Pointer): boolean {
  return META_TAGS.some((tag) => readMetaText(pdfium, document, tag).trim() !== '');
}

function readMetaText(pdfium: Pdfium, document: Pointer, tag: string): string {
  return withCString(pdfium, tag, (name) => {
    const bytes = pdfium.api.FPDF_GetMetaText(document, name, 0, 0);
    if (bytes <= 2) return '';
    return withMemory(pdfium, bytes, (buffer) => {
      pdfium.api.FPDF_GetMetaText(document, name, buffer, bytes);
      return readUtf16(pdfium, buffer, bytes);
    });
  });
}
