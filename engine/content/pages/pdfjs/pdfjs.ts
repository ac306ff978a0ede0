// The "fake worker" of Node: importing it here pays its start-up once and keeps pdf.js from looking for the file.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/**
 * pdf.js, loaded without its complaints on standard error: when it starts it looks for a canvas, which only drawing
 * would need, and warns before any setting of its own could keep it quiet.
 */
const { warn } = console;
console.warn = () => {};
export const { getDocument, OPS, PasswordException } = await import('pdfjs-dist/legacy/build/pdf.mjs');
console.warn = warn;

/**
 * Stands for what a browser loads fonts with. Where pdf.js finds it, it leaves letters to the browser; where it does not,
 * it makes and sends an outline of every letter of a page.
 */
class LoadedFontFace {
  readonly loaded = Promise.resolve(this);
}
Object.assign(globalThis, { FontFace: LoadedFontFace });

/** A decoded image as pdf.js hands it over. */
export interface PdfJsImage {
  readonly width: number;
  readonly height: number;
  /** 1 = one bit a pixel (set is white), 2 = RGB, 3 = RGBA. */
  readonly kind?: number;
  readonly data?: Uint8Array | Uint8ClampedArray | null;
  /** Whether the file asks for colours between the pixels of an enlarged image. */
  readonly interpolate?: boolean;
  /** Object reference in the file, e.g. `17R`. */
  readonly ref?: string;
}
