import { type PDFDocument, PDFDict, PDFName, PDFStream } from '@cantoo/pdf-lib';
import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { OptionValues } from '../../formats/options.ts';
import type { Artifact, BytesArtifact } from '../../contract/artifact.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { selectedPages } from '../../content/pages/page-selection.ts';
import { requireSize } from '../../content/raster/quality-search.ts';
import { mergePdfs } from './merge.ts';
import { sweep } from './objects.ts';
import { damaged, limitPages, openPdf } from './open.ts';
import { rotatePages, selectPages } from './pages.ts';
import { recompressImages, type ImageSettings } from './images.ts';
import { savePdf } from './save.ts';
import { packStreams, shareStreams } from './streams.ts';

/** What programs tell of themselves and of the author, everywhere in a document. */
const TELLING_KEYS = ['Metadata', 'PieceInfo', 'LastModified'].map((key) => PDFName.of(key));

/** Removes title, author, dates and programs, and the private data of programs. */
function stripMetadata(document: PDFDocument): void {
  const { context } = document;
  delete context.trailerInfo.Info;
  for (const [, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFDict) for (const key of TELLING_KEYS) dict.delete(key);
  }
}

const createRunner: CreateRunner = () => ({
  convert(inputs, step, context) {
    if (step.edge === 'merge') return saved(() => mergePdfs(inputs, step, context));
    return step.edge === 'split' ? split(inputs[0]!, step, context) : rewrite(inputs[0]!, step, context);
  },
});

export default createRunner;

async function rewrite(input: Artifact, { options }: Step, context: RunContext): Promise<BytesArtifact[]> {
  const source = context.bytes(input);
  for (const [attempt, settings] of attemptsFor(options).entries()) {
    const document = await openPdf(source, options.password);
    change(document, options, context, attempt === 0);
    if (settings) recompressImages(document, settings, context);
    context.progress(0.6);
    const written = await saved(() => savePdf(document, options, context));
    const bytes = isChanged(options) ? written : smaller(written, source);
    if (fits(bytes, options) || attempt === attemptsFor(options).length - 1)
      return [{ name: outputNameOf(input.name, 'pdf'), format: 'pdf', bytes: requireSize(bytes, options.targetSize) }];
  }
  throw new Error('There is always a last attempt.');
}

/** Everything but the images. */
function change(document: PDFDocument, options: OptionValues, context: RunContext, isFirst: boolean): void {
  // Warnings are told once, however many attempts it takes.
  const warn = isFirst ? context.warn : () => undefined;
  const pages = selectedPages(options.pages, document.getPageCount());
  limitPages(pages.length, context.limits);
  if (options.rotate !== undefined) rotatePages(document, Number(options.rotate));
  selectPages(document, pages, { warn });
  if (options.strip) stripMetadata(document);
  sweep(document.context);
  shareStreams(document.context);
  packStreams(document.context, context);
}

const USUAL_QUALITY = 75;
/** Towards a size: the first that is small enough is taken. */
const ATTEMPTS: readonly ImageSettings[] = [
  { quality: 85 },
  { quality: 75, dpi: 200 },
  { quality: 60, dpi: 150 },
  { quality: 45, dpi: 120 },
  { quality: 30, dpi: 96 },
  { quality: 20, dpi: 72 },
  { quality: 10, dpi: 48 },
];

/** What is done with images, one after the other until the result is small enough; nothing without being asked. */
function attemptsFor({ quality, dpi, targetSize }: OptionValues): (ImageSettings | undefined)[] {
  const isAsked = quality !== undefined || dpi !== undefined;
  const asked = isAsked ? { quality: quality ?? USUAL_QUALITY, ...(dpi !== undefined && { dpi }) } : undefined;
  if (targetSize === undefined) return [asked];
  const further = ATTEMPTS.filter((each) => each.quality < (quality ?? 101)).map((each) => ({
    ...each,
    ...(dpi !== undefined && { dpi: Math.min(dpi, each.dpi ?? dpi) }),
  }));
  return [asked, ...further];
}

function fits(bytes: Uint8Array, { targetSize }: OptionValues): boolean {
  return targetSize === undefined || bytes.byteLength <= targetSize * 1000;
}

/** A file that only could have become smaller, and did not, stays as it is. */
function smaller(bytes: Uint8Array, source: Uint8Array): Uint8Array {
  return bytes.byteLength < source.byteLength ? bytes : source;
}

function isChanged({ pages, rotate, strip, encrypt, ownerPassword, password }: OptionValues): boolean {
  return [pages, rotate, strip, encrypt, ownerPassword, password].some((option) => option !== undefined);
}

/** One PDF for each range of the option, or for each page. */
async function split(input: Artifact, { options }: Step, context: RunContext): Promise<BytesArtifact[]> {
  const source = context.bytes(input);
  const count = (await openPdf(source, options.password)).getPageCount();
  const selections = partsOf(options.split ?? EACH_PAGE, count); // all are checked before any is written
  limitPages(selections.flat().length, context.limits);
  const parts: BytesArtifact[] = [];
  for (const [index, selection] of selections.entries()) {
    context.signal.throwIfAborted();
    const document = await openPdf(source, options.password);
    // What leads out of a part is told by nobody: that is what splitting means.
    selectPages(document, selection, { warn: () => undefined });
    if (options.strip) stripMetadata(document);
    const bytes = await saved(() => savePdf(document, options, context));
    parts.push({ name: outputNameOf(input.name, 'pdf', index + 1), format: 'pdf', bytes });
    context.progress((index + 1) / selections.length);
  }
  return parts;
}

const EACH_PAGE = 'each';

function partsOf(split: string, pages: number): number[][] {
  if (split === EACH_PAGE) return selectedPages(undefined, pages).map((page) => [page]);
  const ranges = split.split(',').map((range) => range.trim());
  if (ranges.every((range) => /^\d+(?:-\d+)?$/.test(range))) return ranges.map((range) => selectedPages(range, pages));
  throw new ConversionError({
    code: 'invalid_options',
    message: `Expected ranges of pages such as 1-3,4,5-9, or each, for split, but received ${split.slice(0, 32)}.`,
    details: { option: 'split', pages },
  });
}

async function saved<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    throw damaged(error);
  }
}
