import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { OptionValues } from '../../formats/options.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { layOutDocument, type SegmentedPage, segmentPage } from './layout/document-layout.ts';
import type { PagedLayout } from './markup/document-blocks.ts';
import { writeMarkup } from './markup/write-markup.ts';
import { exactSections } from './modes/exact.ts';
import { textSections } from './modes/text.ts';
import { OpenDocument } from './open-document.ts';
import type { Segment } from './layout/segment.ts';
import { mergePages, packPages, type ReadPages, unpackPages } from './packed-pages.ts';
import { divisionOf, numbersOf } from './page-ranges.ts';
import { chosenPages, readPages, tellLosses } from './read-document.ts';
import { pagesOfHocr } from './recognised/page-of-hocr.ts';
import { writeTables } from './tables/write-tables.ts';
import { findLostText, type LostText } from './text-recall.ts';
import { type DocumentInfo, packDocument, writeDocument } from './write/document.ts';
import { DocumentFonts } from './write/document-fonts.ts';
import type { EmbeddedFont } from './write/embedded-fonts.ts';
import { Numbering } from './write/numbering.ts';
import { ImageStore } from './write/image-store.ts';
import { buildStyleSheet } from './write/style-sheet.ts';
import type { WriterContext } from './write/writer-context.ts';
import { readHocr } from '../../content/pages/hocr.ts';
import { isUnreadable } from '../../content/pages/reading/font-text.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { startResvg } from '../../content/drawing/resvg.ts';

/** Of the whole work, for progress. */
const READING_SHARE = 0.8;
/** What was read of a part is for nobody but this codec: it goes under the name of the source. */
const PART_FORMAT = 'pdf';
/** A result that lacks more of the text than this is none; any loss is told. */
const MAX_LOSS = 0.1;

const EXACT_LOSS = 'Every line is placed in a frame of its own: paragraphs, lists and tables are not built.';
const TEXT_LOSS = 'Only the text was taken over, without its layout and its images.';

const createRunner: CreateRunner = async ({ modules }) => {
  await startResvg(modules['resvg']!);
  return {
    async convert([input, ...parts], step, context) {
      if (!input)
        throw new ConversionError({ code: 'internal', message: 'The conversion was started without a file.' });
      return step.from === 'hocr'
        ? writeRecognised(input, step, context)
        : readAndWrite([input, ...parts], step, context);
    },
  };
};

export default createRunner;

/** A document, the pages of one part of it, or the document when its parts have been read. */
async function readAndWrite(
  [input, ...parts]: readonly [Artifact, ...Artifact[]],
  step: Step,
  context: RunContext,
): Promise<Artifact[]> {
  const file = context.bytes(input);
  const options = { password: step.options.password, maxImagePixels: context.limits.pixels };
  await using document = await OpenDocument.open(file, options);
  const numbers = chosenPages(document.pdf.numPages, step.options.pages, context.limits);
  if (step.partition) {
    const read = await readPages(document, numbersOf(step.partition, numbers), step, context);
    return [{ name: input.name, format: PART_FORMAT, bytes: packPages(read) }];
  }
  const divided = context.partitioning && divisionOf(numbers.length, context.partitioning.maxPartitions);
  if (divided) {
    context.partitioning!.propose(divided, READING_SHARE);
    return [];
  }
  const read = step.partitions
    ? mergePages(parts.map((part) => unpackPages(context.bytes(part))))
    : await readPages(document, numbers, step, whileReading(context));
  const embedded = await embeddedFonts(read, () => readRights(file, step.options.password));
  await tellLosses(document, read, embedded, step, context);
  const artifacts = await writePages({ ...read, embedded }, document, { input, step }, context);
  context.progress(1);
  return artifacts;
}

function whileReading(context: RunContext): RunContext {
  return { ...context, progress: (fraction) => context.progress(READING_SHARE * fraction) };
}

/** Fonts for the Word document. What draws and writes them is loaded where there are some. */
async function embeddedFonts(
  { pages, losses, programs }: ReadPages,
  readRights: () => Promise<ReadonlyMap<string, boolean>>,
): Promise<readonly EmbeddedFont[]> {
  // of fonts that did not say which characters their glyphs are, some may stand for others
  const uses = [...losses.fontUses.values()];
  const doubtful = new Set(uses.filter((use) => use.recognised > 0 || isUnreadable(use)).map(({ name }) => name));
  const clear = programs.filter(({ face }) => !doubtful.has(face.name));
  const rights = clear.some(({ asksRights }) => asksRights) ? await readRights() : undefined;
  const allowed = clear.filter(({ face, asksRights }) => !asksRights || rights?.get(face.name) === true);
  if (allowed.length === 0) return [];
  const { makeEmbeddedFonts } = await import('./write/embedded-fonts.ts');
  return makeEmbeddedFonts(allowed, segmentsOf(pages));
}

async function readRights(file: Uint8Array, password: string | undefined): Promise<Map<string, boolean>> {
  const { readFontRights } = await import('../../content/pages/reading/font-rights.ts');
  return readFontRights(file, password);
}

function segmentsOf(pages: readonly SegmentedPage[]): Segment[] {
  return pages.flatMap(({ segments, turned }) => [...segments, ...turned.map(({ segment }) => segment)]);
}

interface WrittenPages {
  readonly pages: readonly SegmentedPage[];
  readonly embedded: readonly EmbeddedFont[];
}

async function writePages(
  { pages, embedded }: WrittenPages,
  { pdf }: OpenDocument,
  target: Target,
  context: RunContext,
): Promise<Artifact[]> {
  const layout = layOutDocument(pages);
  context.signal.throwIfAborted();
  const info = await documentInfo(pdf);
  const pageNumbers = pages.map(({ page }) => page.number!);
  return writeTarget({ pages, embedded, layout, info, pageNumbers }, target, context);
}

/** Pages of recognised words instead of drawn ones. */
function writeRecognised(input: Artifact, step: Step, context: RunContext): Promise<Artifact[]> {
  const pages = pagesOfHocr(readHocr(context.bytes(input))).map(segmentPage);
  if (pages.length === 0) throw new ConversionError({ code: 'input_corrupt', message: 'The hOCR file has no pages.' });
  const pageNumbers = pages.map((_, index) => index + 1);
  const read = { pages, embedded: [], layout: layOutDocument(pages), info: {}, pageNumbers };
  return writeTarget(read, { input, step }, context);
}

interface ReadDocument extends PagedLayout, WrittenPages {
  readonly info: DocumentInfo;
}

interface Target {
  readonly input: Artifact;
  readonly step: Step;
}

async function writeTarget(read: ReadDocument, { input, step }: Target, context: RunContext): Promise<Artifact[]> {
  const { to, edge } = step;
  const { pages, layout } = read;
  if (edge === 'tables' || edge === 'table-files') return writeTables(read, input.name, step, context);
  const name = outputNameOf(input.name, to);
  if (to !== 'docx') return [{ name, format: to, bytes: await writeMarkup({ ...read, name }, step, context) }];
  const docx = write(read, step.options.mode, context);
  checkText(findLostText(pages, layout, docx), context);
  return [{ name, format: to, bytes: docx }];
}

/** In the mode that was asked for: as a flow, every line at its place, or the text alone. */
function write(read: ReadDocument, mode: OptionValues['mode'], context: RunContext): Uint8Array {
  const { layout, pages, info } = read;
  const writer = writerContext(read);
  if (mode === 'exact') {
    context.warn({ code: 'feature_dropped', message: EXACT_LOSS, lost: ['structure'] });
    return packDocument(exactSections(pages, writer), info, { evenAndOdd: false }, writer);
  }
  if (mode === 'text') {
    context.warn({ code: 'feature_dropped', message: TEXT_LOSS, lost: ['look', 'pages', 'figures'] });
    return packDocument(textSections(read), info, { evenAndOdd: false }, writer);
  }
  const { sections, layouts, extents, titled, body, evenAndOdd } = layout;
  return writeDocument(
    sections,
    info,
    {
      layouts,
      extentOf: (pageIndex) => extents[pageIndex]!,
      pageNumbering: titled.numbering,
      hasTitles: titled.pages.some((page) => page.header.length + page.footer.length + page.images.length > 0),
      evenAndOdd,
      bodySize: body.size,
      notes: layout.footnotes,
    },
    writer,
  );
}

function writerContext({ layout, pages, embedded }: ReadDocument): WriterContext {
  const { layouts, headings, lists, anchors, body, isMirrored } = layout;
  const fonts = new DocumentFonts(embedded, segmentsOf(pages));
  return {
    pages: layouts.map(({ page }, index) => ({ ...page, links: [...page.links, ...anchors.links[index]!] })),
    bookmarks: anchors.bookmarks,
    headings,
    lists,
    fonts,
    styles: buildStyleSheet(body, headings, fonts),
    numbering: new Numbering(fonts.choose),
    images: new ImageStore(),
    isMirrored,
  };
}

function checkText({ share, words }: LostText, { warn }: RunContext): void {
  if (share > MAX_LOSS) {
    throw new ConversionError({
      code: 'output_not_verified',
      message: 'The Word document lacks a part of the text, so it is not given out. Convert to another format.',
      details: { lostShare: share },
    });
  }
  if (share > 0) {
    const named = words.map(({ text, page }) => `"${text}" (page ${page})`).join(', ');
    warn({
      code: 'text_dropped',
      message: `Letters or digits of the pages could not be placed: ${named}.`,
      details: {
        lostShare: share,
        words: words.map(({ text }) => text),
        pages: [...new Set(words.map(({ page }) => page))],
      },
    });
  }
}

/** Properties of the document that Word has too. */
async function documentInfo(pdf: PDFDocumentProxy): Promise<DocumentInfo> {
  const { info } = await pdf.getMetadata();
  const entries = info as Readonly<Record<string, unknown>>;
  const text = (key: string): string | undefined => {
    const value = entries[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  return { title: text('Title'), author: text('Author'), subject: text('Subject'), keywords: text('Keywords') };
}
