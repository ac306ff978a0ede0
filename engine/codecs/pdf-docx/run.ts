import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { CreateRunner, Hop, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import { pageNumbers, parsePages } from '../../formats/page-range.ts';
import type { Artifact } from '../../io/artifact.ts';
import { openPdf } from './extract/pdf-document.ts';
import { readPage } from './extract/read-page.ts';
import type { Paragraph } from './layout/blocks.ts';
import { type DocumentLayout, layOutDocument, type SegmentedPage, segmentPage } from './layout/document-layout.ts';
import { type DocumentInfo, writeDocument } from './write/document.ts';
import { Numbering } from './write/numbering.ts';
import { buildStyleSheet } from './write/style-sheet.ts';

/** Share of the work that reading the pages is, for progress. */
const READING_SHARE = 0.8;

const createRunner: CreateRunner = () => ({
  async convert([input], hop, context) {
    if (!input) throw new ConversionError({ code: 'internal', message: 'The conversion was started without a file.' });
    return [await reconstruct(input, hop, context)];
  },
});

export default createRunner;

async function reconstruct(input: Artifact, hop: Hop, context: RunContext): Promise<Artifact> {
  const bytes = context.bytes(input);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pdf = await openPdf(file, { password: hop.options.password, maxImagePixels: context.limits.pixels });
  try {
    const pages = await readPages(pdf, file, hop, context);
    const layout = layOutDocument(pages);
    const { headings, lists, body, layouts, extents, titled, isMirrored } = layout;
    const docx = await writeDocument(
      layout.sections,
      await documentInfo(pdf),
      {
        layouts,
        extentOf: (pageIndex) => extents[pageIndex]!,
        numberOffset: titled.numberOffset,
        hasTitles: titled.pages.some((page) => page.header.length + page.footer.length + page.pictures.length > 0),
        evenAndOdd: layout.evenAndOdd,
        bodySize: body.size,
      },
      {
        pages: layouts.map(({ page }) => page),
        headings,
        lists,
        styles: buildStyleSheet(body, headings, flowParagraphs(layout)),
        numbering: new Numbering(),
        isMirrored,
      },
    );
    return { name: input.name.replace(/\.[^.]*$/, '') + '.docx', format: 'docx', bytes: docx };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** Reads the chosen pages one after the other; tells what cannot be taken over. */
async function readPages(
  pdf: PDFDocumentProxy,
  file: Buffer,
  hop: Hop,
  { limits, signal, progress, warn }: RunContext,
): Promise<SegmentedPage[]> {
  const numbers = chosenPages(hop.options.pages, pdf.numPages);
  if (numbers.length > limits.pages) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The PDF has ${numbers.length} pages, more than the limit of ${limits.pages}. Convert a part with the option pages.`,
      details: { limit: limits.pages, found: numbers.length },
    });
  }
  const layers = await pdf.getOptionalContentConfig();
  const pages: SegmentedPage[] = [];
  const dropped = { vectors: 0, images: 0, scans: 0, hidden: 0, turned: 0 };
  for (const [index, number] of numbers.entries()) {
    signal.throwIfAborted();
    const page = await pdf.getPage(number);
    const { model, missingImages, replacedScans, hiddenGlyphs } = await readPage(page, {
      maxGlyphs: limits.glyphsPerPage,
      isLayerVisible: (group) => layers.isVisible(group),
      file,
      signal,
    });
    page.cleanup();
    dropped.vectors += model.vectorCount;
    dropped.images += missingImages;
    dropped.scans += replacedScans;
    dropped.hidden += hiddenGlyphs;
    pages.push(segmentPage(model));
    progress((READING_SHARE * (index + 1)) / numbers.length);
  }
  if (dropped.vectors > 0) {
    warn({
      code: 'feature_dropped',
      message: 'Drawings made of lines and curves are not taken over.',
      lost: ['vector'],
      details: { paths: dropped.vectors },
    });
  }
  if (dropped.images > 0) {
    warn({
      code: 'picture_dropped',
      message: 'Some pictures could not be decoded or exceed the limit of pixels; they are left out.',
      details: { pictures: dropped.images },
    });
  }
  if (dropped.scans > 0) {
    warn({
      code: 'picture_dropped',
      message: 'Scanned pictures of text are replaced by their text layer.',
      details: { pictures: dropped.scans },
    });
  }
  if (dropped.hidden > 0) {
    warn({
      code: 'text_dropped',
      message: 'Text that cannot be seen in the PDF is left out.',
      details: { characters: dropped.hidden },
    });
  }
  return pages;
}

function chosenPages(pages: string | undefined, count: number): number[] {
  const numbers = pageNumbers(pages === undefined ? [{ first: 1, last: count }] : parsePages(pages), count);
  if (numbers.length > 0) return numbers;
  throw new ConversionError({
    code: 'invalid_options',
    message: `Expected pages from 1 to ${count} for pages, but received ${pages}.`,
    details: { option: 'pages', found: count },
  });
}

function flowParagraphs({ sections }: DocumentLayout): Paragraph[] {
  return sections.flatMap(({ blocks }) =>
    blocks.map(({ block }) => block).filter((block) => block.kind === 'paragraph'),
  );
}

async function documentInfo(pdf: PDFDocumentProxy): Promise<DocumentInfo> {
  const { info } = await pdf.getMetadata();
  const entries = info as Readonly<Record<string, unknown>>;
  const text = (key: string): string | undefined => {
    const value = entries[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  return {
    title: text('Title'),
    author: text('Author'),
    subject: text('Subject'),
    keywords: text('Keywords'),
    language: text('Language'),
  };
}
