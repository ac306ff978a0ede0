import { PDFiumLibrary } from '@hyzyla/pdfium';
import { ConversionError } from '../../contract/errors.ts';
import type { RunContext } from '../../contract/codec.ts';
import { selectedPages } from '../../content/pages/page-selection.ts';
import type { OptionValues } from '../../formats/options.ts';
import type { PageImage } from './tesseract.ts';

/** What scans are made with and recognition is trained for. */
const DPI = 300;
/** A larger page is drawn coarser: its letters are large as well. */
const MAX_PIXELS = 30_000_000;
const POINTS_PER_INCH = 72;

/** A page of a PDF, drawn. */
interface DrawnPage extends PageImage {
  /** From 0. */
  readonly index: number;
  readonly dpi: number;
  /** Text that the page has already. */
  readonly text: string;
}

type PdfDocument = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>;

/** Draws the chosen pages of a PDF in shades of grey, one at a time. */
export async function* drawPages(
  library: PDFiumLibrary,
  pdf: Uint8Array,
  { pages, password }: OptionValues,
  { limits, signal }: RunContext,
): AsyncGenerator<DrawnPage & { readonly count: number }> {
  const document = await open(library, pdf, password);
  try {
    const indexes = selectedPages(pages, document.getPageCount());
    if (indexes.length > limits.pages) throw tooManyPages(indexes.length, limits.pages);
    for (const index of indexes) {
      signal.throwIfAborted();
      yield { ...(await drawPage(document, index)), count: indexes.length };
    }
  } finally {
    document.destroy();
  }
}

async function open(library: PDFiumLibrary, pdf: Uint8Array, password: string | undefined): Promise<PdfDocument> {
  try {
    return await library.loadDocument(pdf, password);
  } catch (error) {
    throw new ConversionError(
      {
        code: 'input_corrupt',
        message: 'The PDF cannot be opened. Send an intact file, or its password as an option.',
      },
      { cause: error },
    );
  }
}

async function drawPage(document: PdfDocument, index: number): Promise<DrawnPage> {
  const page = document.getPage(index);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  // Drawing closes the page.
  const text = page.getText();
  const area = (originalWidth * originalHeight) / POINTS_PER_INCH ** 2;
  const dpi = Math.min(DPI, Math.sqrt(MAX_PIXELS / area));
  const scale = dpi / POINTS_PER_INCH;
  const { data, width, height } = await page.render({
    scale,
    render: 'bitmap',
    colorSpace: 'Gray',
    renderFormFields: true,
  });
  return { index, dpi, text, file: greyImage(data, width, height) };
}

/** A portable greymap: the pixels behind a line that says how many. */
function greyImage(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.byteLength + width * height);
  file.set(head);
  const stride = pixels.byteLength / height;
  for (let y = 0; y < height; y++)
    file.set(pixels.subarray(y * stride, y * stride + width), head.byteLength + y * width);
  return file;
}

function tooManyPages(found: number, limit: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The PDF has ${found} pages, more than the limit of ${limit}. Convert a part of them with the option pages.`,
    details: { limit, found },
  });
}
