import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { selectedPages } from '../../content/pages/page-selection.ts';
import { openPdf } from '../../content/pages/pdfjs/pdf-document.ts';
import { Losses } from '../../content/pages/painter/losses.ts';
import { metadataOf } from './metadata.ts';
import { drawPage, type PageRequest } from './page.ts';

const createRunner: CreateRunner = () => ({
  convert: ([input], step, context) => drawPages(input!, step, context),
});

export default createRunner;

async function drawPages(input: Artifact, { options }: Step, context: RunContext): Promise<Artifact[]> {
  const file = context.bytes(input);
  const pdf = await openPdf(file, { password: options.password, maxImagePixels: context.limits.pixels });
  try {
    const pages = selectedPages(options.pages, pdf.numPages);
    requireFewPages(pages.length, context);
    const layers = await pdf.getOptionalContentConfig();
    const losses = new Losses();
    const metadata = await metadataOf(pdf);
    const isLayerVisible = (group: unknown): boolean => layers.isVisible(group);
    const artifacts: Artifact[] = [];
    for (const [done, index] of pages.entries()) {
      context.signal.throwIfAborted();
      const svg = await drawnPage(pdf, index + 1, { file, isLayerVisible, losses, metadata }, context);
      const name = outputNameOf(input.name, 'svg', pages.length > 1 ? done + 1 : undefined);
      const output = context.create(name, 'svg');
      output.write(new TextEncoder().encode(svg), 0);
      artifacts.push(output.finish());
      context.progress((done + 1) / pages.length);
    }
    for (const warning of losses.warnings()) context.warn(warning);
    return artifacts;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

function requireFewPages(found: number, { limits }: RunContext): void {
  if (found <= limits.pages) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The PDF has ${found} pages; at most ${limits.pages} are converted at once. Name some with the option pages.`,
    details: { limit: 'pages', allowed: limits.pages, found },
  });
}

async function drawnPage(
  pdf: PDFDocumentProxy,
  number: number,
  request: PageRequest,
  context: RunContext,
): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const svg = await drawPage(page, request, context);
    page.cleanup();
    return svg;
  } catch (error) {
    if (error instanceof ConversionError || context.signal.aborted) throw error;
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
