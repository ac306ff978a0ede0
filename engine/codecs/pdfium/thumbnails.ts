import type { InspectRequest } from '../../contract/codec.ts';
import type { PageFacts, RasterFacts, Thumbnail } from '../../contract/facts.ts';
import { isUniform } from '../../content/raster/compare/blank.ts';
import { BoxShrink } from '../../content/raster/inspect/box-shrink.ts';
import { preShrinkOf, sampledFrames, thumbnailOf } from '../../content/raster/inspect/raster.ts';
import type { Pdfium } from './bindings.ts';
import { withBitmap } from './bitmap.ts';
import { pageSize, type PageSize } from './document.ts';
import { loadPage, type DrawableDocument } from './forms.ts';

/** Pixels of a drawing for each point: 96 to the inch, what a browser takes for a pixel. */
const PIXELS_PER_POINT = 4 / 3;
/** Pages are drawn at most so large for a thumbnail: text is legible, and a poster costs no more than a letter. */
const MAX_DRAWN_SIDE = 1024;
/**
 * Pages that would be drawn smaller than this are drawn in the pixels of their finest image, up to this size: four pixels
 * for each cell of a thumbnail. A stamp of 64 pixels at 300 dpi would lose its edges otherwise.
 */
const LEAST_DRAWN_SIDE = 256;

/** Milliseconds after which the drawing of a page is given up: a photo of 12 megapixels takes 200. */
const PAGE_MS = 1000;
/** Beyond the first page, pages with more than this are not drawn in a quick inspection. */
const MAX_PIXELS = 2_000_000;
const MAX_OBJECTS = 20_000;

interface ThumbnailRequest extends Pick<InspectRequest, 'effort' | 'anyPreview'> {
  /** Those that were read. */
  readonly pages: readonly PageFacts[];
  readonly signal: AbortSignal;
}

/**
 * What the pages look like; nothing when the first one is too damaged to have a size. Pages have no pixels: their sizes
 * are in points (1/72 inch), with fractions. Which of them are drawn is decided by what they hold, so that a report does
 * not depend on the time that is left. Those that cannot be drawn have no thumbnail.
 */
export function thumbnailsOf(
  pdfium: Pdfium,
  drawable: DrawableDocument,
  pages: number,
  request: ThumbnailRequest,
): RasterFacts | undefined {
  const size = pageSize(pdfium, drawable.document, 0);
  if (!size) return undefined;
  const thumbnails: Thumbnail[] = [];
  for (const index of sampledFrames(pages, request.effort)) {
    request.signal.throwIfAborted();
    if (index > 0 && request.effort !== 'full' && !isDrawnSoon(request.pages[index])) continue;
    const deadline = request.effort === 'full' ? Infinity : performance.now() + PAGE_MS;
    const facts = request.pages[index];
    const thumbnail = thumbnailOfPage(pdfium, drawable, index, { facts, signal: request.signal, deadline });
    if (thumbnail) thumbnails.push(thumbnail);
    if (request.anyPreview && thumbnail && !isUniform(thumbnail)) break;
  }
  const raster = { ...size, frames: pages, sequence: 'pages', alpha: false, bitsPerChannel: 8 } as const;
  return thumbnails.length > 0 ? { ...raster, thumbnails } : raster;
}

function isDrawnSoon(page: PageFacts | undefined): boolean {
  if (!page) return false;
  const pixels = page.images.reduce((sum, { width = 0, height = 0 }) => sum + width * height, 0);
  return pixels <= MAX_PIXELS && page.glyphs + page.paths <= MAX_OBJECTS;
}

interface PageRequest {
  /** Of the page, where it was read. */
  readonly facts: PageFacts | undefined;
  readonly signal: AbortSignal;
  /** By `performance.now()`. */
  readonly deadline: number;
}

function thumbnailOfPage(
  pdfium: Pdfium,
  drawable: DrawableDocument,
  index: number,
  { facts, signal, deadline }: PageRequest,
): Thumbnail | undefined {
  const size = pageSize(pdfium, drawable.document, index);
  using page = size && loadPage(pdfium, drawable, index);
  if (!page) return undefined;
  const scale = scaleOf(size, facts);
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const shrink = pageShrink(width, height);
  const place = { left: 0, top: 0, width, height };
  const mayContinue = (): boolean => !signal.aborted && performance.now() <= deadline;
  const isDrawn = withBitmap(pdfium, page, { width, height, format: 'rgbx', page: place, mayContinue }, (pixels) => {
    shrink.add(pixels);
    return true;
  });
  return isDrawn ? pageThumbnail(shrink, index, size) : undefined;
}

/** Pixels of the drawing for each point of the page. */
function scaleOf({ width, height }: PageSize, facts: PageFacts | undefined): number {
  const side = Math.max(width, height);
  // An image may stand turned on its page.
  const sides = (facts?.images ?? []).map((image) => Math.max(image.width ?? 0, image.height ?? 0));
  const finest = Math.max(0, ...sides) / side;
  const wanted = Math.max(PIXELS_PER_POINT, Math.min(finest, LEAST_DRAWN_SIDE / side));
  return Math.min(wanted, MAX_DRAWN_SIDE / side);
}

/** Takes the rows of a page that is drawn in these pixels, 4 bytes each. */
export function pageShrink(width: number, height: number): BoxShrink {
  return new BoxShrink({
    width,
    height,
    factorX: preShrinkOf(width),
    factorY: preShrinkOf(height),
    hasAlpha: false,
  });
}

/** The thumbnail of a page whose rows are all in; its size is in points. */
export function pageThumbnail(shrink: BoxShrink, index: number, { width, height }: PageSize): Thumbnail {
  return thumbnailOf(opaque(shrink.finish()), { frame: index, imageWidth: width, imageHeight: height });
}

/** The fourth byte of a pixel is unused by the library. */
function opaque<T extends { readonly data: Uint8Array }>(image: T): T {
  for (let at = 3; at < image.data.byteLength; at += 4) image.data[at] = 255;
  return image;
}
