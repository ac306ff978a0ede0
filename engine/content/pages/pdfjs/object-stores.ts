import type { PDFPageProxy } from 'pdfjs-dist';

/** How long to wait for one of the objects that a page announced. */
const OBJECT_TIMEOUT_MS = 10_000;

/** Where pdf.js keeps fonts, images and shadings once they have arrived. */
export interface ObjectStore {
  has(id: string): boolean;
  get(id: string, callback?: (value: unknown) => void): unknown;
}

/** Ids that begin with g_ are shared by all pages. */
function storeOf(page: PDFPageProxy, id: string): ObjectStore {
  return (id.startsWith('g_') ? page.commonObjs : page.objs) as unknown as ObjectStore;
}

/** Waits for objects of a page: they arrive after its operators. One that does not come in time is left out. */
export async function waitForObjects(page: PDFPageProxy, ids: Iterable<string>, signal: AbortSignal): Promise<void> {
  for (const id of ids) {
    signal.throwIfAborted();
    const store = storeOf(page, id);
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
