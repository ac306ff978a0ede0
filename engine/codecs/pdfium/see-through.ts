import type { Pdfium, Pointer } from './bindings.ts';
import type { Box } from './boxes.ts';

/** Images that cover more square points than this are taken for opaque: they would be drawn to be looked at. */
const MAX_AREA = 4_000_000;
const BYTES_PER_PIXEL = 4;
/** Format of FPDFBitmap_GetFormat with an alpha channel, which is the last byte of each pixel (fpdfview.h). */
const WITH_ALPHA = 4;
/** Points along each side of a box at which an image is looked at. */
const SAMPLES = 8;
/** The mean of their alpha, of 255, from which what lies behind cannot be seen. */
const OPAQUE_FROM = 128;

/** How opaque an image is at a point: x and y from its left and lower side, in points of the page; 0 to 255. */
type AlphaAt = (x: number, y: number) => number;

/** An image on a page, and the document that both belong to. */
interface PlacedImage {
  readonly document: Pointer;
  readonly page: Pointer;
  readonly object: Pointer;
  readonly box: Box;
}

/** Tells of images whether text behind them can be seen; each is drawn at most once, when it is first asked for. */
export class ImageAlphas {
  readonly #pdfium: Pdfium;
  readonly #alphas = new Map<Pointer, AlphaAt>();

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  hides(image: PlacedImage, behind: Box): boolean {
    let alphaAt = this.#alphas.get(image.object);
    if (!alphaAt) {
      alphaAt = readAlpha(this.#pdfium, image) ?? (() => 255);
      this.#alphas.set(image.object, alphaAt);
    }
    return meanOf(alphaAt, image.box, behind) >= OPAQUE_FROM;
  }
}

function meanOf(alphaAt: AlphaAt, outer: Box, box: Box): number {
  let sum = 0;
  for (let row = 0; row < SAMPLES; row++) {
    const y = box.bottom + ((row + 0.5) / SAMPLES) * (box.top - box.bottom) - outer.bottom;
    for (let column = 0; column < SAMPLES; column++) {
      const x = box.left + ((column + 0.5) / SAMPLES) * (box.right - box.left) - outer.left;
      sum += alphaAt(x, y);
    }
  }
  return sum / SAMPLES ** 2;
}

/** Draws an image with its mask, a pixel for each point; undefined when the library does not, as for turned ones. */
function readAlpha(pdfium: Pdfium, { document, page, object, box }: PlacedImage): AlphaAt | undefined {
  const { api } = pdfium;
  if ((box.right - box.left) * (box.top - box.bottom) > MAX_AREA) return undefined;
  const bitmap = api.FPDFImageObj_GetRenderedBitmap(document, page, object);
  if (bitmap === 0) return undefined;
  try {
    if (api.FPDFBitmap_GetFormat(bitmap) !== WITH_ALPHA) return undefined;
    const [width, height] = [api.FPDFBitmap_GetWidth(bitmap), api.FPDFBitmap_GetHeight(bitmap)];
    const [stride, start] = [api.FPDFBitmap_GetStride(bitmap), api.FPDFBitmap_GetBuffer(bitmap)];
    const bytes = pdfium.HEAPU8;
    const alpha = new Uint8Array(width * height);
    for (let index = 0; index < alpha.length; index++) {
      const [row, column] = [Math.floor(index / width), index % width];
      alpha[index] = bytes[start + row * stride + column * BYTES_PER_PIXEL + BYTES_PER_PIXEL - 1]!;
    }
    // Rows go downwards. What lies beside the image is not behind it.
    return (x, y) => {
      const [column, row] = [Math.floor(x), height - 1 - Math.floor(y)];
      return column >= 0 && column < width && row >= 0 && row < height ? alpha[row * width + column]! : 0;
    };
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
  }
}
