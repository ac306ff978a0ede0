import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { languagesOf } from './recognition-data.ts';
import { hocrDocument } from './hocr.ts';
import { drawPages } from './pages.ts';
import { addTextLayer } from './searchable.ts';
import { type PageImage, type RecognisedPage, Tesseract } from './tesseract.ts';
import { tiffPages } from './tiff-pages.ts';
import { instantiatorOf } from '../../io/emscripten.ts';

const DEFAULT_LANGUAGE = 'eng';
/** Below this mean confidence the text is more guessed than read. */
const MIN_CONFIDENCE = 60;
const MAX_NAMED_PAGES = 50;

const createRunner: CreateRunner = async ({ modules }) => {
  const tesseract = await Tesseract.start(modules['tesseract']!);
  const pdfium = await PDFiumLibrary.init({
    // The typing of the package names the wrong argument: Emscripten hands the instance on.
    instantiateWasm: instantiatorOf(modules['pdfium']!) as never,
  });
  return {
    async convert([input], step, context) {
      const source = { input: input!, bytes: context.bytes(input!), step };
      return [await convert({ tesseract, pdfium }, source, context)];
    },
    dispose: () => pdfium.destroy(),
  };
};

export default createRunner;

interface Engines {
  readonly tesseract: Tesseract;
  readonly pdfium: PDFiumLibrary;
}

interface Source {
  readonly input: Artifact;
  readonly bytes: Uint8Array;
  readonly step: Step;
}

async function convert(engines: Engines, source: Source, context: RunContext): Promise<Artifact> {
  const { input, step } = source;
  const name = outputNameOf(input.name, step.to);
  const bytes =
    step.edge === 'make-searchable'
      ? await makeSearchable(engines, source, context)
      : hocrDocument(await recognise(engines, source, context), input.name);
  context.progress(1);
  return { name, format: step.to, bytes };
}

async function recognise(
  { tesseract, pdfium }: Engines,
  { bytes, step }: Source,
  context: RunContext,
): Promise<string[]> {
  const { options, from } = step;
  const languages = languagesOf(options.ocrLanguage ?? DEFAULT_LANGUAGE);
  const images = from === 'pdf' ? drawPages(pdfium, bytes, options, context) : imagesOf(bytes, context);
  const pages: RecognisedPage[] = [];
  for await (const page of tesseract.recognise(
    images,
    languages,
    progressOf(context, () => pages.length),
  )) {
    context.signal.throwIfAborted();
    pages.push(page);
  }
  judge(pages, context);
  return pages.map(({ hocr }) => hocr);
}

/** Of how many pages is known only once they are drawn: progress nears its end without reaching it. */
function progressOf({ progress }: RunContext, done: () => number): (fraction: number) => void {
  return (fraction) => progress(1 - 1 / (1 + done() + fraction));
}

/** One after the other, so that only one page is in memory. */
async function* imagesOf(bytes: Uint8Array, { limits }: RunContext): AsyncGenerator<PageImage> {
  for (const file of tiffPages(bytes, limits.frames)) yield { file };
}

/** Pages that have text of their own keep it; the others get what is recognised in them. */
async function makeSearchable(
  { tesseract, pdfium }: Engines,
  { bytes, step: { options } }: Source,
  context: RunContext,
): Promise<Uint8Array> {
  const languages = languagesOf(options.ocrLanguage ?? DEFAULT_LANGUAGE);
  const withoutText = async function* () {
    for await (const page of drawPages(pdfium, bytes, options, context)) if (page.text.trim() === '') yield page;
  };
  const pages: (RecognisedPage & { readonly index: number })[] = [];
  const onProgress = progressOf(context, () => pages.length);
  for await (const { image, hocr, confidence } of tesseract.recognise(withoutText(), languages, onProgress)) {
    context.signal.throwIfAborted();
    pages.push({ index: image.index, hocr, confidence });
  }
  judge(pages, context);
  return addTextLayer(bytes, pages, options.password);
}

function judge(pages: readonly RecognisedPage[], { warn }: RunContext): void {
  const read = pages.filter(({ hocr }) => hocr.includes('ocrx_word'));
  if (read.length === 0) {
    throw new ConversionError({
      code: 'unsupported_conversion',
      message:
        'No text was recognised in the file. Choose its language with the option ocrLanguage, or send a sharper scan.',
    });
  }
  const confidence = Math.round(read.reduce((sum, page) => sum + page.confidence, 0) / read.length);
  const words = read.map(({ hocr }) => hocr.split('ocrx_word').length - 1);
  warn({
    code: 'text_recognised',
    message: `The text of ${pages.length === 1 ? 'one page' : `${pages.length} pages`} was recognised in ${pages.length === 1 ? 'its image' : 'their images'}, with a confidence of ${confidence} of 100.`,
    details: {
      pages: pages.flatMap((page, index) => (read.includes(page) ? index + 1 : [])).slice(0, MAX_NAMED_PAGES),
      confidence,
      pagesWithoutText: pages.length - read.length,
      fewestWords: Math.min(...words),
    },
  });
  const doubtful = read.filter(({ confidence }) => confidence < MIN_CONFIDENCE);
  if (doubtful.length === 0) return;
  warn({
    code: 'text_dropped',
    message: `The text of ${doubtful.length} of ${pages.length} pages was hard to recognise and may be wrong.`,
    details: { pages: doubtful.length, leastConfidence: Math.min(...doubtful.map(({ confidence }) => confidence)) },
  });
}
