import type { InspectRequest, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { Feature } from '../../formats/features.ts';
import type { Limits } from '../../limits.ts';
import type { DocumentFacts, Facts } from '../../verify/facts.ts';
import { joinText } from '../../verify/observe/text.ts';
import { readUtf16, withCString, withMemory, type Pdfium, type Pointer } from './bindings.ts';
import { checkPdfBytes, errorOfLoading, PdfPasswordMissing } from './load-errors.ts';
import { readPage } from './page.ts';

const META_TAGS = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer'];
/** A probe answers whether there is a text layer at all: the first pages tell. */
const PROBED_PAGES = 5;

/**
 * Reads the facts of a PDF. Text is in the order of the content stream, page by page. An encrypted file without its
 * password is a fact, not an error. Throws `input_corrupt`, `input_truncated` or `input_too_complex`.
 */
export function inspectPdf(pdfium: Pdfium, bytes: Uint8Array, request: InspectRequest, context: RunContext): Facts {
  checkPdfBytes(bytes);
  const basics = { format: 'pdf', sizeBytes: bytes.byteLength, reader: 'pdfium' } as const;
  try {
    return withDocument(pdfium, bytes, request.password, (document) => {
      const pages = countPages(pdfium, document, context.limits);
      const reading = readPages(pdfium, document, { pages, request, context });
      return {
        ...basics,
        depth: request.effort === 'probe' ? 'structure' : 'content',
        features: featuresOf(reading, pages, hasMetadata(pdfium, document)),
        document: documentFacts(reading, pages, context.limits),
      };
    });
  } catch (error) {
    if (error instanceof PdfPasswordMissing) return { ...basics, depth: 'structure', features: [], encrypted: true };
    throw errorOfLibrary(error);
  }
}

function withDocument<T>(
  pdfium: Pdfium,
  bytes: Uint8Array,
  password: string | undefined,
  use: (document: Pointer) => T,
): T {
  return withMemory(pdfium, bytes.byteLength, (source) => {
    pdfium.HEAPU8.set(bytes, source);
    const document = withCString(pdfium, password ?? '', (text) =>
      pdfium.api.FPDF_LoadMemDocument(source, bytes.byteLength, password === undefined ? 0 : text),
    );
    if (document === 0) throw errorOfLoading(pdfium.api.FPDF_GetLastError(), bytes, password !== undefined);
    try {
      return use(document);
    } finally {
      pdfium.api.FPDF_CloseDocument(document);
    }
  });
}

function countPages(pdfium: Pdfium, document: Pointer, limits: Limits): number {
  const pages = pdfium.api.FPDF_GetPageCount(document);
  if (pages === 0) {
    throw new ConversionError({ code: 'input_corrupt', message: 'The PDF has no pages that can be read.' });
  }
  if (pages > limits.pages) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The PDF has ${pages} pages; at most ${limits.pages} are allowed. Split it first.`,
      details: { limit: 'pages', allowed: limits.pages, found: pages },
    });
  }
  return pages;
}

interface Reading {
  readonly texts: readonly string[];
  readonly figures: number;
  readonly links: number;
  readonly hasVectors: boolean;
  /** Every page was read. */
  readonly complete: boolean;
}

function readPages(
  pdfium: Pdfium,
  document: Pointer,
  { pages, request, context }: { pages: number; request: InspectRequest; context: RunContext },
): Reading {
  const lastPage = request.effort === 'probe' ? Math.min(pages, PROBED_PAGES) : pages;
  const deadline = request.effort === 'full' ? Infinity : performance.now() + request.budgetMs;
  const texts: string[] = [];
  let chars = 0;
  let figures = 0;
  let links = 0;
  let hasVectors = false;
  for (let index = 0; index < lastPage; index++) {
    context.signal.throwIfAborted();
    if (index > 0 && performance.now() > deadline) break;
    const page = readPage(pdfium, document, index, context.limits);
    if (chars <= context.limits.verifiedTextChars) texts.push(page.text);
    chars += page.text.length;
    figures += page.figures;
    links += page.links;
    hasVectors ||= page.paths > 0;
    if (index === pages - 1) return { texts, figures, links, hasVectors, complete: true };
  }
  return { texts, figures, links, hasVectors, complete: false };
}

function documentFacts(reading: Reading, pages: number, limits: Limits): DocumentFacts {
  const { texts, figures, links, complete } = reading;
  const text = joinText({ pages: texts, asides: '' }, limits.verifiedTextChars);
  const isWhole = complete && texts.length === pages && text.length < limits.verifiedTextChars;
  return { pages, text, figures, links, ...(isWhole ? {} : { excerpt: true }) };
}

function featuresOf({ texts, figures, hasVectors, complete }: Reading, pages: number, metadata: boolean): Feature[] {
  const hasText = texts.some((text) => /[\p{L}\p{N}]/u.test(text));
  const features: Feature[] = ['look'];
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

/** What the library throws (a trap, no memory) leaves the instance in an unknown state. */
function errorOfLibrary(error: unknown): unknown {
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
