import type { Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { selectedPages } from '../../content/pages/page-selection.ts';
import { PngEncoder } from '../../content/raster/png/encoder.ts';
import { resizeFor, type Size } from '../../content/raster/size.ts';
import { TiffWriter } from '../../content/raster/tiff/writer.ts';
import type { Thumbnail } from '../../contract/facts.ts';
import type { BoxShrink } from '../../content/raster/inspect/box-shrink.ts';
import { sampledFrames } from '../../content/raster/inspect/raster.ts';
import type { Pdfium, Pointer } from './bindings.ts';
import { withBitmap, type Placement } from './bitmap.ts';
import {
  countPages,
  errorOfLibrary,
  limitPages,
  pageSize,
  unreadablePage,
  withDocument,
  type PageSize,
} from './document.ts';
import { loadPage, withForms, type DrawableDocument, type LoadedPage } from './forms.ts';
import { checkPdfBytes, passwordMissing, PdfPasswordMissing } from './load-errors.ts';
import { pageShrink, pageThumbnail } from './thumbnails.ts';
import { outputNameOf } from '../../formats/output-name.ts';

/** A page of text is sharp on a screen and legible on paper. */
const DEFAULT_DPI = 150;
const POINTS_PER_INCH = 72;
/** Larger pages are drawn in bands, so that the bitmap stays small: 16 MP are 48 MB. */
const BAND_PIXELS = 16_000_000;

/** Draws the pages of a PDF: each as a PNG of its own, or all in one TIFF. */
export async function renderPages(
  pdfium: Pdfium,
  input: Artifact,
  step: Step,
  context: RunContext,
): Promise<Artifact[]> {
  const bytes = context.bytes(input);
  checkPdfBytes(bytes);
  try {
    return await withDocument(pdfium, bytes, step.options.password, (document) => {
      const count = countPages(pdfium, document);
      const images = imagesOf(pdfium, document, count, step, context);
      return withForms(pdfium, document, async (drawable) => {
        const shown = new ShownPages(context.preview ? sampledFrames(count, 'quick') : []);
        const drawing = { pdfium, drawable, context, shown };
        const artifacts =
          step.to === 'tiff'
            ? [writeTiff(drawing, images, outputNameOf(input.name, 'tiff'))]
            : await writePngs(drawing, images, input.name);
        if (shown.thumbnails.length > 0) context.preview?.(shown.thumbnails);
        return artifacts;
      });
    });
  } catch (error) {
    if (error instanceof PdfPasswordMissing) throw passwordMissing();
    throw errorOfLibrary(error);
  }
}

/** A page that is to be drawn: how large the image is, and where in it the page is. */
interface PageImage extends Size {
  readonly index: number;
  /** In points. */
  readonly page: PageSize;
  readonly place: Placement;
  /** Pixels per inch of the page, as drawn. */
  readonly dpi: number;
}

/** Everything is measured before anything is drawn: a page that is too large costs nothing. */
function imagesOf(
  pdfium: Pdfium,
  document: Pointer,
  count: number,
  { options }: Step,
  context: RunContext,
): PageImage[] {
  const { dpi = DEFAULT_DPI } = options;
  const indexes = selectedPages(options.pages, count);
  limitPages(indexes.length, context.limits);
  return indexes.map((index) => {
    const page = pageSize(pdfium, document, index);
    if (!page) throw unreadablePage(index);
    const natural = { width: pixelsOf(page.width, dpi), height: pixelsOf(page.height, dpi) };
    const { scaled, result } = resizeFor(natural, options) ?? { scaled: natural, result: natural };
    requireSize(index, scaled, dpi, context);
    const left = -Math.floor((scaled.width - result.width) / 2);
    const top = -Math.floor((scaled.height - result.height) / 2);
    const drawnDpi = (dpi * scaled.width) / natural.width;
    return { ...result, index, page, place: { left, top, ...scaled }, dpi: drawnDpi };
  });
}

function pixelsOf(points: number, dpi: number): number {
  return Math.max(1, Math.round((points * dpi) / POINTS_PER_INCH));
}

function requireSize(index: number, { width, height }: Size, dpi: number, { limits }: RunContext): void {
  const longest = Math.max(width, height);
  const factor = Math.min(limits.sidePixels / longest, Math.sqrt(limits.pixels / (width * height)));
  if (factor >= 1) return;
  const possible = Math.floor(dpi * factor);
  throw new ConversionError({
    code: 'input_too_complex',
    message:
      `Page ${index + 1} of the PDF would have ${width} × ${height} pixels at ${dpi} dpi, which is more than is ` +
      `allowed. Take at most ${possible} dpi, or give a width.`,
    details: { limit: longest > limits.sidePixels ? 'sidePixels' : 'pixels', page: index + 1, width, height, possible },
  });
}

interface Drawing {
  readonly pdfium: Pdfium;
  readonly drawable: DrawableDocument;
  readonly context: RunContext;
  readonly shown: ShownPages;
}

async function writePngs(drawing: Drawing, images: readonly PageImage[], inputName: string): Promise<Artifact[]> {
  const { context } = drawing;
  const artifacts: Artifact[] = [];
  for (const [done, image] of images.entries()) {
    const name = outputNameOf(inputName, 'png', images.length > 1 ? done + 1 : undefined);
    const output = context.create(name, 'png');
    using bands = drawnBands(drawing, image);
    using encoder = new PngEncoder({ ...image, channels: bands.channels });
    for (const pixels of bands.pixels()) await encoder.add(pixels);
    for (const part of await encoder.finish()) output.write(part, output.size);
    artifacts.push(output.finish());
    context.progress((done + 1) / images.length);
  }
  return artifacts;
}

function writeTiff(drawing: Drawing, images: readonly PageImage[], name: string): Artifact {
  const { context } = drawing;
  const output = context.create(name, 'tiff');
  const writer = new TiffWriter(output);
  for (const [done, image] of images.entries()) {
    using bands = drawnBands(drawing, image);
    const page = writer.page({ ...image, channels: bands.channels });
    for (const pixels of bands.pixels()) page.add(pixels);
    page.end();
    context.progress((done + 1) / images.length);
  }
  return output.finish();
}

interface DrawnBands extends Disposable {
  /** One for a page in shades of grey alone. */
  readonly channels: 1 | 3;
  /** Rows from above to below, some at a time; each band is valid until the next. */
  pixels(): Iterable<Uint8Array>;
}

/** Draws a page; whether it has colour is seen only where it is one band. */
function drawnBands(drawing: Drawing, image: PageImage): DrawnBands {
  const { pdfium, drawable, shown } = drawing;
  const shrink = shown.shrinkOf(image);
  const page = loadPage(pdfium, drawable, image.index);
  if (!page) throw unreadablePage(image.index);
  const close = (): void => page[Symbol.dispose]();
  const rows = Math.max(1, Math.min(image.height, Math.floor(BAND_PIXELS / image.width)));
  if (rows < image.height) {
    const bands = function* (): Generator<Uint8Array> {
      for (let top = 0; top < image.height; top += rows) {
        yield drawBand(drawing, page, image, { top, height: Math.min(rows, image.height - top), shrink });
      }
      shown.add(image, shrink);
    };
    return { channels: 3, pixels: bands, [Symbol.dispose]: close };
  }
  try {
    const band = drawBand(drawing, page, image, { top: 0, height: image.height, shrink });
    shown.add(image, shrink);
    const grey = shadesOfGrey(band);
    return { channels: grey ? 1 : 3, pixels: () => [grey ?? band], [Symbol.dispose]: close };
  } catch (error) {
    close();
    throw error;
  }
}

/** RGB of some rows of the image. */
function drawBand(
  { pdfium, context: { signal } }: Drawing,
  page: LoadedPage,
  { index, width, place }: PageImage,
  { top, height, shrink }: { readonly top: number; readonly height: number; readonly shrink: BoxShrink | undefined },
): Uint8Array {
  const mayContinue = (): boolean => {
    signal.throwIfAborted();
    return true;
  };
  const shifted = { ...place, top: place.top - top };
  const request = { width, height, format: shrink ? 'rgbx' : 'rgb', page: shifted, mayContinue } as const;
  const band = withBitmap(pdfium, page, request, (pixels) => {
    if (!shrink) return pixels.slice();
    shrink.add(pixels);
    return withoutFourth(pixels);
  });
  if (!band) throw unreadablePage(index);
  return band;
}

function withoutFourth(rgbx: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgbx.byteLength / 4) * 3);
  for (let from = 0, to = 0; from < rgbx.byteLength; from += 4, to += 3) {
    rgb[to] = rgbx[from]!;
    rgb[to + 1] = rgbx[from + 1]!;
    rgb[to + 2] = rgbx[from + 2]!;
  }
  return rgb;
}

/** Collects what the sampled pages look like while they are drawn, so that nobody has to draw them again. */
class ShownPages {
  readonly thumbnails: Thumbnail[] = [];
  readonly #sampled: readonly number[];

  constructor(sampled: readonly number[]) {
    this.#sampled = sampled;
  }

  /** Nothing for a page that is not sampled, or of which a part is cut away. */
  shrinkOf({ index, width, height, place }: PageImage): BoxShrink | undefined {
    const isWhole = place.width === width && place.height === height;
    return this.#sampled.includes(index) && isWhole ? pageShrink(width, height) : undefined;
  }

  add({ index, page }: PageImage, shrink: BoxShrink | undefined): void {
    if (shrink) this.thumbnails.push(pageThumbnail(shrink, index, page));
  }
}

/** One byte a pixel, or nothing if a pixel has a colour. */
function shadesOfGrey(rgb: Uint8Array): Uint8Array | undefined {
  for (let at = 0; at < rgb.byteLength; at += 3)
    if (rgb[at] !== rgb[at + 1] || rgb[at] !== rgb[at + 2]) return undefined;
  const grey = new Uint8Array(rgb.byteLength / 3);
  for (let pixel = 0; pixel < grey.byteLength; pixel++) grey[pixel] = rgb[pixel * 3]!;
  return grey;
}
