import type { PDFPageProxy } from 'pdfjs-dist';
import type { PdfJsFont } from './fonts.ts';
import type { PdfJsImage } from '../../../models/pdfjs/pdfjs.ts';

/** How long to wait for one font or picture that the operator list announced. */
const OBJECT_TIMEOUT_MS = 10_000;

interface ObjectStore {
  has(id: string): boolean;
  get(id: string, callback?: (value: unknown) => void): unknown;
}

/** Fonts and pictures of one page. They arrive after the operator list: `waitFor` them before interpreting. */
export class PageObjects {
  readonly #page: PDFPageProxy;

  constructor(page: PDFPageProxy) {
    this.#page = page;
  }

  async waitFor(ids: Iterable<string>, signal: AbortSignal): Promise<void> {
    for (const id of ids) {
      signal.throwIfAborted();
      const store = this.#storeOf(id);
      if (store.has(id)) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, OBJECT_TIMEOUT_MS);
        store.get(id, () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  font(id: string): PdfJsFont | undefined {
    return this.#find(id) as PdfJsFont | undefined;
  }

  image(id: string): PdfJsImage | undefined {
    return (this.#find(id) ?? undefined) as PdfJsImage | undefined;
  }

  #find(id: string): unknown {
    const store = this.#storeOf(id);
    return store.has(id) ? store.get(id) : undefined;
  }

  /** Ids that begin with g_ are shared by all pages. */
  #storeOf(id: string): ObjectStore {
    return (id.startsWith('g_') ? this.#page.commonObjs : this.#page.objs) as unknown as ObjectStore;
  }
}
