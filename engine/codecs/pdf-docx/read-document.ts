import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { OptionValues } from '../../formats/options.ts';
import { Destinations, readOutline } from '../../content/pages/reading/destinations.ts';
import { countOversizedImages } from '../../content/pages/reading/oversized-images.ts';
import { type ReadPage, readPage, type ReadPageOptions } from '../../content/pages/reading/read-page.ts';
import type { DrawArea } from '../../content/pages/reading/vector-drawings.ts';
import { FontPrograms } from '../../content/pages/reading/font-programs.ts';
import { isXfaNotice } from '../../content/pages/reading/xfa-form.ts';
import { selectedPages } from '../../content/pages/page-selection.ts';
import { type SegmentedPage, segmentPage } from './layout/document-layout.ts';
import type { Limits } from '../../contract/limits.ts';
import { Losses } from './losses.ts';
import { compactPage, type ReadPages } from './packed-pages.ts';
import type { OpenDocument, PageSource } from './open-document.ts';
import { type PageModel, UNKNOWN_GLYPH } from '../../content/pages/model.ts';
import { separateEquations } from './equations/find.ts';
import { joinInlineFormulas } from './equations/inline.ts';
import { setLargeSymbols } from './equations/large-symbols.ts';
import { joinAccents } from './layout/accents.ts';
import { joinCircledNumbers } from './layout/circled-numbers.ts';
import { readDrawnUnderscores } from './layout/drawn-underscores.ts';
import { describeFigure, labelFigure } from './layout/diagram-labels.ts';
import { fieldsIn } from './layout/filled-fields.ts';
import { showUnmapped } from './layout/unmapped-glyphs.ts';
import { isRtlPage } from './layout/bidi.ts';
import type { EmbeddedFont } from './write/embedded-fonts.ts';
import { typefaceOf } from './write/typefaces.ts';

/** Glyphs that are held as they were read, in some 15 MB; more are packed, which takes longer than so few are worth. */
const MAX_UNPACKED_GLYPHS = 60_000;

/** Reads pages one after the other, so that only few glyphs are held as they were read. */
export async function readPages(
  document: OpenDocument,
  numbers: readonly number[],
  step: Step,
  { limits, signal, progress }: RunContext,
): Promise<ReadPages> {
  const { pdf, file } = document;
  const layers = await pdf.getOptionalContentConfig();
  const destinations = new Destinations(pdf);
  const options = {
    destinations,
    outline: await readOutline(pdf, destinations),
    maxGlyphs: limits.glyphsPerPage,
    isLayerVisible: (group: unknown) => layers.isVisible(group),
    file,
    actualTextsOf: document.actualTextsOf,
    refine: separateFormulas,
    // Only Word has text above its drawings.
    describeFigure: step.to === 'docx' ? labelFigure : describeFigure,
    withoutImages: !showsImages(step),
    marksFields: step.to === 'docx' && step.options.mode !== 'text',
    unmapped: document.unmapped,
    programs: embedsFonts(step) ? new FontPrograms((face) => typefaceOf(face).substitute) : undefined,
    signal,
  };
  const losses = new Losses();
  const { programs } = options;
  const pages: SegmentedPage[] = [];
  let glyphs = 0;
  for (const [index, number] of numbers.entries()) {
    signal.throwIfAborted();
    const read = await readNumberedPage(document, number, options);
    if (read) {
      losses.addPage(read);
      glyphs += read.model.glyphs.length;
      const page = segmentPage(read.model);
      const controls = options.marksFields ? fieldsIn(page.segments, page.page.fields).length : 0;
      losses.addFields(read.shownFields - controls);
      pages.push(glyphs > MAX_UNPACKED_GLYPHS ? compactPage(page) : page);
    } else losses.addMissingPage(number);
    progress((index + 1) / numbers.length);
  }
  return { pages, losses: losses.ofPages, programs: [...(programs?.faces.values() ?? [])] };
}

/** Tells what is lost of the pages and of the document. Throws where nothing is left of it. */
export async function tellLosses(
  { pdf, file }: OpenDocument,
  { pages, losses: ofPages }: Pick<ReadPages, 'pages' | 'losses'>,
  embedded: readonly EmbeddedFont[],
  { to }: Step,
  { limits, warn }: RunContext,
): Promise<void> {
  if (pages.length === 0) throw damagedPage(ofPages.missingPages[0]!);
  const losses = new Losses();
  const names = new Set(embedded.map(({ face }) => face.name));
  losses.addPages({ ...ofPages, fonts: ofPages.fonts.difference(names) });
  losses.addImages(countOversizedImages(file, limits.pixels));
  if (losses.hasLostImages && pages.every(isEmpty)) throw unreadableImages();
  if (await isXfaNotice(pdf, pages.map(textOf))) losses.addXfaForm();
  for (const warning of losses.warnings()) {
    // Only a Word document has fonts of its own.
    if (warning.code !== 'font_substituted' || to === 'docx') warn(warning);
  }
}

/** Only Word documents have fonts of their own. */
function embedsFonts({ to, options }: Step): boolean {
  return to === 'docx' && options.mode !== 'text' && options.embedFonts !== 'never';
}

/** Text and tables alone need to know only where the images are. */
function showsImages({ to, options }: Step): boolean {
  return (to === 'docx' && options.mode !== 'text') || to === 'html' || to === 'md';
}

/** Nothing for a page that the page tree names and that is not there: other readers show the rest as well. */
async function openPage(pdf: PDFDocumentProxy, number: number): Promise<PDFPageProxy | undefined> {
  try {
    return await pdf.getPage(number);
  } catch {
    return undefined;
  }
}

/** Nothing for a page that is not there. A page that shows a part of a photograph is read with the pixels of all. */
async function readNumberedPage(
  document: OpenDocument,
  number: number,
  options: Omit<ReadPageOptions, 'jpegs'>,
): Promise<ReadPage | undefined> {
  const read = await readPageOf(document.source, number, options);
  if (!read?.needsWhole) return read;
  return readPageOf(await document.readWhole(), number, options);
}

async function readPageOf(
  { pdf, jpegs }: PageSource,
  number: number,
  options: ReadPageOptions,
): Promise<ReadPage | undefined> {
  const page = await openPage(pdf, number);
  if (!page) return undefined;
  try {
    const read = await readPage(page, { ...options, ...(jpegs && { jpegs }) });
    page.cleanup();
    return read;
  } catch (error) {
    if (error instanceof ConversionError || options.signal.aborted) throw error;
    throw damagedPage(number, error);
  }
}

function damagedPage(number: number, cause?: unknown): ConversionError {
  return new ConversionError(
    {
      code: 'input_corrupt',
      message: `Page ${number} of the PDF is damaged. Send an intact file, or convert the other pages with the option pages.`,
      details: { page: number },
    },
    { cause },
  );
}

function isEmpty({ page, segments, turned }: SegmentedPage): boolean {
  return segments.length + turned.length + page.images.length === 0;
}

function unreadableImages(): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message:
      'The PDF shows nothing but images, and these cannot be decoded or have more pixels than are allowed. Make them smaller, or convert the PDF to images.',
    details: { limit: 'pixels' },
  });
}

function textOf({ segments, turned }: SegmentedPage): string {
  return [...segments, ...turned.map(({ segment }) => segment)].map(({ text }) => text).join('\n');
}

/** Numbers of the pages that are asked for, from 1. */
export function chosenPages(count: number, pages: OptionValues['pages'], limits: Limits): number[] {
  if (count === 0)
    throw new ConversionError({ code: 'input_corrupt', message: 'The PDF has no pages. Send an intact file.' });
  const numbers = selectedPages(pages, count).map((index) => index + 1);
  if (numbers.length <= limits.pages) return numbers;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The PDF has ${numbers.length} pages, more than the limit of ${limits.pages}. Convert a part of them with the option pages.`,
    details: { limit: limits.pages, found: numbers.length },
  });
}

/** Joins letters and their accents, and numbers and their circles, reads drawn underscores, takes displayed equations out and joins those in lines with their brackets, which right-to-left pages keep; shows unmapped glyphs as images. */
function separateFormulas(model: PageModel, draw: DrawArea | undefined): PageModel {
  const whole = readDrawnUnderscores({ ...model, glyphs: joinCircledNumbers(joinAccents(model.glyphs)) });
  const read = isRtlPage(model.glyphs) ? whole : setLargeSymbols(joinInlineFormulas(separateEquations(whole, draw)));
  return showUnmapped({ ...read, glyphs: read.glyphs.filter(({ text }) => text !== UNKNOWN_GLYPH) }, draw);
}
