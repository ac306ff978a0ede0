import { libraryCallback, withMemory, withStructure, type Pdfium, type Pointer } from './bindings.ts';
import type { LoadedPage } from './forms.ts';

/** Formats of FPDFBitmap_CreateEx (fpdfview.h); both are drawn with red first. */
const FORMATS = { rgb: 2, rgbx: 3 } as const;
const BYTES_PER_PIXEL = { rgb: 3, rgbx: 4 } as const;
/** Flags of rendering: annotations are drawn, and red comes before blue. */
const ANNOTATIONS = 0x01;
const RED_FIRST = 0x10;
/** States of FPDF_RenderPageBitmap_Start and FPDF_RenderPage_Continue. */
const TO_BE_CONTINUED = 1;
const DONE = 2;
const OPAQUE_WHITE = 0xffff_ffff;

/** Where a page is drawn, in pixels of the whole image; parts of it may lie outside the bitmap. */
export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface BitmapRequest {
  readonly width: number;
  readonly height: number;
  readonly format: keyof typeof FORMATS;
  readonly page: Placement;
  /** Whether the drawing shall stop for good; asked between objects of the page. */
  readonly mayContinue: () => boolean;
}

/**
 * Draws a loaded page on white and calls `use` with its rows without padding, which are valid during the call. Answers
 * `undefined` when it was stopped or the library gave up. Throws a RangeError when there is no memory for the bitmap.
 */
export function withBitmap<T>(
  pdfium: Pdfium,
  page: LoadedPage,
  request: BitmapRequest,
  use: (pixels: Uint8Array) => T,
): T | undefined {
  const { api } = pdfium;
  const { width, height, format } = request;
  const rowBytes = width * BYTES_PER_PIXEL[format];
  const stride = (rowBytes + 3) & ~3;
  return withMemory(pdfium, stride * height, (buffer) => {
    const bitmap = api.FPDFBitmap_CreateEx(width, height, FORMATS[format], buffer, stride);
    if (bitmap === 0) throw new RangeError('PDFium is out of memory');
    try {
      api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, OPAQUE_WHITE);
      if (!draw(pdfium, bitmap, page, request)) return undefined;
      return use(withoutPadding(pdfium.HEAPU8.subarray(buffer, buffer + stride * height), rowBytes, stride));
    } finally {
      api.FPDFBitmap_Destroy(bitmap);
    }
  });
}

function draw(
  pdfium: Pdfium,
  bitmap: Pointer,
  { page, form }: LoadedPage,
  { page: place, mayContinue }: BitmapRequest,
): boolean {
  const { api } = pdfium;
  return withPause(pdfium, (pause) => {
    const flags = ANNOTATIONS | RED_FIRST;
    const { left, top, width, height } = place;
    let state = api.FPDF_RenderPageBitmap_Start(bitmap, page, left, top, width, height, 0, flags, pause);
    try {
      while (state === TO_BE_CONTINUED && mayContinue()) state = api.FPDF_RenderPage_Continue(page, pause);
    } finally {
      api.FPDF_RenderPage_Close(page);
    }
    if (state !== DONE) return false;
    if (form !== 0) api.FPDF_FFLDraw(form, bitmap, page, left, top, width, height, 0, flags);
    return true;
  });
}

/** Milliseconds that the library draws before it is asked whether it may go on. */
const SLICE_MS = 20;

const pauseCallback = libraryCallback(1);

/** Calls `use` with the structure by which the library asks whether to pause (IFSDK_PAUSE). */
function withPause<T>(pdfium: Pdfium, use: (pause: Pointer) => T): T {
  let sliceEnds = performance.now() + SLICE_MS;
  const shallPause = pauseCallback(pdfium, () => {
    const now = performance.now();
    if (now < sliceEnds) return 0;
    sliceEnds = now + SLICE_MS;
    return 1;
  });
  return withStructure(pdfium, [1, shallPause, 0], use);
}

/** Rows follow each other; in place, since every row moves to the front. */
function withoutPadding(bitmap: Uint8Array, rowBytes: number, stride: number): Uint8Array {
  if (rowBytes === stride) return bitmap;
  const rows = bitmap.byteLength / stride;
  for (let row = 1; row < rows; row++) bitmap.copyWithin(row * rowBytes, row * stride, row * stride + rowBytes);
  return bitmap.subarray(0, rows * rowBytes);
}
