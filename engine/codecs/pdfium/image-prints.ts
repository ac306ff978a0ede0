import type { ImageFacts } from '../../contract/facts.ts';
import { readFour, type Pdfium, type Pointer } from './bindings.ts';

/** Fields along each side of an image, of which the mean colour is taken, and points along each side of a field. */
const FIELDS = 4;
const POINTS = 6;
/** Bytes of a pixel by the format of FPDFBitmap_GetFormat: grey, BGR, BGRx, BGRA (fpdfview.h). */
const PIXEL_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 4, 4: 4 };
/** Pixels of one document that are decoded, in the order of its pages: of the images beyond them the size is known. */
const MAX_PIXELS = 3_000_000;

/** What the images of one document look like, roughly: enough to tell one from another, however it is encoded. */
export class ImagePrints {
  readonly #pdfium: Pdfium;
  #pixels = 0;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  of(image: Pointer): Omit<ImageFacts, 'box'> {
    const size = readFour(this.#pdfium, (width, height) =>
      this.#pdfium.api.FPDFImageObj_GetImagePixelSize(image, width, height),
    );
    if (!size) return {};
    const [width, height] = [size.getUint32(0, true), size.getUint32(4, true)];
    const pixels = width * height;
    if (pixels === 0 || this.#pixels + pixels > MAX_PIXELS) return { width, height };
    this.#pixels += pixels;
    const print = this.#printOf(image);
    return { width, height, ...(print && { print }) };
  }

  #printOf(image: Pointer): number[] | undefined {
    const { api } = this.#pdfium;
    const bitmap = api.FPDFImageObj_GetBitmap(image);
    if (bitmap === 0) return undefined;
    try {
      const pixelBytes = PIXEL_BYTES[api.FPDFBitmap_GetFormat(bitmap)];
      if (pixelBytes === undefined) return undefined;
      const [width, height] = [api.FPDFBitmap_GetWidth(bitmap), api.FPDFBitmap_GetHeight(bitmap)];
      const [stride, start] = [api.FPDFBitmap_GetStride(bitmap), api.FPDFBitmap_GetBuffer(bitmap)];
      const bytes = this.#pdfium.HEAPU8;
      const at = (x: number, y: number): number =>
        start + Math.floor(y * height) * stride + Math.floor(x * width) * pixelBytes;
      return meansOf(at, bytes, pixelBytes);
    } finally {
      api.FPDFBitmap_Destroy(bitmap);
    }
  }
}

function meansOf(at: (x: number, y: number) => number, bytes: Uint8Array, pixelBytes: number): number[] {
  const means: number[] = [];
  const steps = FIELDS * POINTS;
  for (let field = 0; field < FIELDS * FIELDS; field++) {
    const sums = [0, 0, 0];
    for (let point = 0; point < POINTS * POINTS; point++) {
      const x = ((field % FIELDS) * POINTS + (point % POINTS) + 0.5) / steps;
      const y = (Math.floor(field / FIELDS) * POINTS + Math.floor(point / POINTS) + 0.5) / steps;
      const pixel = at(x, y);
      for (let channel = 0; channel < 3; channel++)
        sums[channel]! += bytes[pixel + (pixelBytes === 1 ? 0 : 2 - channel)]!;
    }
    means.push(...sums.map((sum) => Math.round(sum / POINTS ** 2)));
  }
  return means;
}
