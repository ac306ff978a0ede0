import type { PDFDocumentProxy } from 'pdfjs-dist';
import { applyMatrix, IDENTITY, matrixOf } from '../geometry.ts';

/** A place in the document that links and outline entries point to. */
interface Destination {
  /** From 1. */
  readonly pageNumber: number;
  /** Height on the page as it is shown, from its top; absent for the page as a whole. */
  readonly y?: number;
}

/** Where each type of destination has the coordinate of its top (ISO 32000-2, table 149). */
const TOP_ARGUMENT: Readonly<Record<string, number>> = { XYZ: 3, FitH: 2, FitBH: 2, FitR: 5 };
/** Entries of an outline beyond this many are not looked at. */
const MAX_OUTLINE_ENTRIES = 5000;
const MAX_OUTLINE_DEPTH = 12;

/** Finds the places that destinations of one document mean; damaged ones are undefined. */
export class Destinations {
  readonly #pdf: PDFDocumentProxy;
  readonly #known = new Map<string, Destination | undefined>();

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf;
  }

  async find(destination: unknown): Promise<Destination | undefined> {
    const key = JSON.stringify(destination) ?? '';
    if (!this.#known.has(key)) this.#known.set(key, await this.#resolve(destination).catch(() => undefined));
    return this.#known.get(key);
  }

  async #resolve(destination: unknown): Promise<Destination | undefined> {
    const explicit = typeof destination === 'string' ? await this.#pdf.getDestination(destination) : destination;
    if (!Array.isArray(explicit)) return undefined;
    const [target, type] = explicit as unknown as readonly [unknown, { readonly name?: string } | undefined];
    const pageIndex = typeof target === 'number' ? target : await this.#pdf.getPageIndex(target as never);
    if (!(pageIndex >= 0 && pageIndex < this.#pdf.numPages)) return undefined;
    const top: unknown = explicit[TOP_ARGUMENT[type?.name ?? ''] ?? -1];
    if (typeof top !== 'number') return { pageNumber: pageIndex + 1 };
    const page = await this.#pdf.getPage(pageIndex + 1);
    const toPage = matrixOf(page.getViewport({ scale: 1 }).transform) ?? IDENTITY;
    return { pageNumber: pageIndex + 1, y: applyMatrix(toPage, 0, top)[1] };
  }
}

/** An entry of the document's outline (bookmarks), with the place that it names. */
export interface OutlineEntry extends Destination {
  readonly title: string;
  /** Depth from 1. */
  readonly level: number;
}

/** The outline from first to last, as far as its entries point into the document. */
export async function readOutline(pdf: PDFDocumentProxy, destinations: Destinations): Promise<OutlineEntry[]> {
  type Item = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];
  const entries: OutlineEntry[] = [];
  const visit = async (items: readonly Item[], level: number): Promise<void> => {
    for (const { title, dest, items: inner } of items) {
      if (entries.length >= MAX_OUTLINE_ENTRIES) return;
      const place = dest ? await destinations.find(dest) : undefined;
      if (place && title.trim() !== '') entries.push({ title: title.trim(), level, ...place });
      if (level < MAX_OUTLINE_DEPTH) await visit(inner as readonly Item[], level + 1);
    }
  };
  await visit((await pdf.getOutline().catch(() => null)) ?? [], 1);
  return entries;
}
