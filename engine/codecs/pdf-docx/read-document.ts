import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Hop, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import { pageNumbers, parsePages } from '../../formats/page-range.ts';
import { Destinations, readOutline } from './extract/destinations.ts';
import { type ReadPage, readPage } from './extract/read-page.ts';
import { type SegmentedPage, segmentPage } from './layout/document-layout.ts';
import { Losses } from './losses.ts';

/** Share of the work that reading the pages is, for progress. */
const READING_SHARE = 0.8;

/** Reads the chosen pages one after the other, so that only one page's glyphs are held, and tells what is lost. */
export async function readDocument(
  pdf: PDFDocumentProxy,
  file: Buffer,
  hop: Hop,
  { limits, signal, progress, warn }: RunContext,
): Promise<SegmentedPage[]> {
  const numbers = chosenPages(hop.options.pages, pdf.numPages);
  if (numbers.length > limits.pages) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The PDF has ${numbers.length} pages, more than the limit of ${limits.pages}. Convert a part of them with the option pages.`,
      details: { limit: limits.pages, found: numbers.length },
    });
  }
  const layers = await pdf.getOptionalContentConfig();
  const destinations = new Destinations(pdf);
  const options = {
    destinations,
    outline: await readOutline(pdf, destinations),
    maxGlyphs: limits.glyphsPerPage,
    isLayerVisible: (group: unknown) => layers.isVisible(group),
    file,
    signal,
  };
  const losses = new Losses();
  const pages: SegmentedPage[] = [];
  for (const [index, number] of numbers.entries()) {
    signal.throwIfAborted();
    const page = await readNumberedPage(pdf, number, options);
    losses.addPage(page);
    pages.push(segmentPage(page.model));
    progress((READING_SHARE * (index + 1)) / numbers.length);
  }
  if (await pdf.getFieldObjects()) losses.addForm();
  for (const warning of losses.warnings()) {
    // Only a Word document has fonts of its own.
    if (warning.code !== 'font_substituted' || hop.to === 'docx') warn(warning);
  }
  return pages;
}

async function readNumberedPage(
  pdf: PDFDocumentProxy,
  number: number,
  options: Parameters<typeof readPage>[1],
): Promise<ReadPage> {
  try {
    const page = await pdf.getPage(number);
    const read = await readPage(page, options);
    page.cleanup();
    return read;
  } catch (error) {
    if (error instanceof ConversionError || options.signal.aborted) throw error;
    throw new ConversionError(
      {
        code: 'input_corrupt',
        message: `Page ${number} of the PDF is damaged. Send an intact file, or convert the other pages with the option pages.`,
        details: { page: number },
      },
      { cause: error },
    );
  }
}

/** Numbers of the pages that are asked for, from 1. */
export function chosenPages(pages: string | undefined, count: number): number[] {
  const numbers = pageNumbers(pages === undefined ? [{ first: 1, last: count }] : parsePages(pages), count);
  if (numbers.length > 0) return numbers;
  if (pages === undefined) {
    throw new ConversionError({ code: 'input_corrupt', message: 'The PDF has no pages. Send an intact file.' });
  }
  throw new ConversionError({
    code: 'invalid_options',
    message: `Expected pages from 1 to ${count} for pages, but received ${pages}.`,
    details: { option: 'pages', found: count },
  });
}
