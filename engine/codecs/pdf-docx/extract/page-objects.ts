import type { PDFPageProxy } from 'pdfjs-dist';
import type { PdfJsFont } from './fonts.ts';
import { storeOf, waitForObjects } from '../../../models/pdfjs/object-stores.ts';
import type { PdfJsImage } from '../../../models/pdfjs/pdfjs.ts';

/** Fonts and pictures of one page. They arrive after the operator list: `waitFor` them before interpreting. */
export class PageObjects {
  readonly #page: PDFPageProxy;

  constructor(page: PDFPageProxy) {
    this.#page = page;
  }

  waitFor(ids: Iterable<string>, signal: AbortSignal): Promise<void> {
    return waitForObjects(this.#page, ids, signal);
  }

  font(id: string): PdfJsFont | undefined {
    return this.#find(id) as PdfJsFont | undefined;
  }

  image(id: string): PdfJsImage | undefined {
    return (this.#find(id) ?? undefined) as PdfJsImage | undefined;
  }

  /** pdf.js's description of a shading. */
  shading(id: string): readonly unknown[] | undefined {
    const shading = this.#find(id);
    return Array.isArray(shading) ? shading : undefined;
  }

  #find(id: string): unknown {
    const store = storeOf(this.#page, id);
    return store.has(id) ? store.get(id) : undefined;
  }
}
