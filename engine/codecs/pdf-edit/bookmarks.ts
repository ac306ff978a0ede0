import { PDFDict, PDFName, PDFRef, type PDFContext } from '@cantoo/pdf-lib';

/** An entry of the table of contents that viewers show beside a document (ISO 32000-1, section 12.3.3). */
export interface Bookmark {
  readonly reference: PDFRef;
  readonly dict: PDFDict;
  readonly children: readonly Bookmark[];
}

/** Bookmarks in a PDF; more are no table of contents. */
const MAX_BOOKMARKS = 100_000;

/** Bookmarks within each other. */
const MAX_DEPTH = 64;

/** The bookmarks under a node; those that were seen before end their list. */
export function readBookmarks(parent: PDFDict, context: PDFContext, seen = new Set<PDFRef>(), depth = 0): Bookmark[] {
  const bookmarks: Bookmark[] = [];
  let next = parent.get(PDFName.of('First'));
  while (next instanceof PDFRef && !seen.has(next) && seen.size < MAX_BOOKMARKS) {
    seen.add(next);
    const dict: unknown = context.lookup(next);
    if (!(dict instanceof PDFDict)) break;
    bookmarks.push({
      reference: next,
      dict,
      children: depth < MAX_DEPTH ? readBookmarks(dict, context, seen, depth + 1) : [],
    });
    next = dict.get(PDFName.of('Next'));
  }
  return bookmarks;
}

/** Writes bookmarks under a node, in this order. */
export function chainBookmarks(
  parent: PDFDict,
  parentReference: PDFRef,
  bookmarks: readonly Bookmark[],
  context: PDFContext,
): void {
  for (const key of ['First', 'Last', 'Count']) parent.delete(PDFName.of(key));
  if (bookmarks.length === 0) return;
  parent.set(PDFName.of('First'), bookmarks[0]!.reference);
  parent.set(PDFName.of('Last'), bookmarks.at(-1)!.reference);
  parent.set(PDFName.of('Count'), context.obj(bookmarks.length));
  for (const [index, { dict, reference, children }] of bookmarks.entries()) {
    dict.set(PDFName.of('Parent'), parentReference);
    link(dict, 'Prev', bookmarks[index - 1]?.reference);
    link(dict, 'Next', bookmarks[index + 1]?.reference);
    chainBookmarks(dict, reference, children, context);
  }
}

function link(dict: PDFDict, key: string, to: PDFRef | undefined): void {
  if (to) dict.set(PDFName.of(key), to);
  else dict.delete(PDFName.of(key));
}
