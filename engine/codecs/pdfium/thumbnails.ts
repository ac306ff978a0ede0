import type { InspectRequest } from '../../contract/codec.ts';
import type { RasterFacts, Thumbnail } from '../../contract/facts.ts';
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

/** The first page is seen even when little time is left (a photo of 12 megapixels takes 200 ms): without it nothing is. */
const FIRST_PAGE_MS = 1000;

interface Look {
  readonly effort: InspectRequest['effort'];
  /** When a quick look must be over, as `performance.now()` counts. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/**
 * What the pages look like; nothing when the first one is too damaged to have a size. Pages have no pixels: their sizes
 * are in points (1/72 inch), with fractions. Those that cannot be drawn, or not in time, have no thumbnail.
 */
export function lookOf(pdfium: Pdfium, drawable: DrawableDocument, pages: number, look: Look): RasterFacts | undefined {
  const size = pageSize(pdfium, drawable.document, 0);
  if (!size) return undefined;
  const thumbnails: Thumbnail[] = [];
  for (const index of sampledFrames(pages, look.effort)) {
    look.signal.throwIfAborted();
    const now = performance.now();
    if (index > 0 && now > look.deadline) break;
    const deadline = index === 0 ? Math.max(look.deadline, now + FIRST_PAGE_MS) : look.deadline;
    const thumbnail = thumbnailOfPage(pdfium, drawable, index, { ...look, deadline });
    if (thumbnail) thumbnails.push(thumbnail);
  }
  const raster = { ...size, frames: pages, sequence: 'pages', alpha: false, bitsPerChannel: 8 } as const;
  return thumbnails.length > 0 ? { ...raster, thumbnails } : raster;
}

function thumbnailOfPage(
  pdfium: Pdfium,
  drawable: DrawableDocument,
  index: number,
  { signal, deadline }: Look,
): Thumbnail | undefined {
  const size = pageSize(pdfium, drawable.document, index);
  using page = size && loadPage(pdfium, drawable, index);
  if (!page) return undefined;
  const scale = Math.min(PIXELS_PER_POINT, MAX_DRAWN_SIDE / Math.max(size.width, size.height));
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
function opaque<T extends { readonly data: Uint8Array }>(picture: T): T {
  for (let at = 3; at < picture.data.byteLength; at += 4) picture.data[at] = 255;
  return picture;
}
