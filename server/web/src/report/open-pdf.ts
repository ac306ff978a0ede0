import type { getDocument } from 'pdfjs-dist';

/** Width of a drawn page in pixels of the screen. */
const PAGE_WIDTH = 900;

export interface OpenPdf {
  readonly pages: number;
  draw(page: number, canvas: HTMLCanvasElement): Promise<void>;
  close(): void;
}

/**
 * Opens a PDF with pdf.js, which is loaded only now. It works in the page itself: the pages' policy allows no worker from
 * a text.
 */
export async function openPdf(url: string): Promise<OpenPdf> {
  const [pdfjs, worker] = await Promise.all([
    import('pdfjs-dist') as Promise<{ readonly getDocument: typeof getDocument }>,
    import('pdfjs-dist/build/pdf.worker.min.mjs' as string),
  ]);
  (globalThis as { pdfjsWorker?: unknown }).pdfjsWorker = worker;
  const data = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const loading = pdfjs.getDocument({ data, useWasm: false, enableXfa: false });
  const document = await loading.promise;
  return {
    pages: document.numPages,
    async draw(number, canvas) {
      const page = await document.getPage(number);
      const scale = PAGE_WIDTH / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale });
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      await page.render({ canvas, viewport }).promise;
    },
    close: () => void loading.destroy(),
  };
}
