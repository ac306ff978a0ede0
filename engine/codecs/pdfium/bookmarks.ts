import type { BookmarkFacts } from '../../contract/facts.ts';
import { pageOfDestination, readString } from './annotations.ts';
import type { Pdfium, Pointer } from './bindings.ts';

const MAX_BOOKMARKS = 5000;
const MAX_LEVEL = 16;

/** The outline of a document, parents before children. */
export function readBookmarks(pdfium: Pdfium, document: Pointer): BookmarkFacts[] {
  const found: BookmarkFacts[] = [];
  const known = new Set<Pointer>();
  const visit = (parent: Pointer, level: number): void => {
    let bookmark = pdfium.api.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && !known.has(bookmark) && found.length < MAX_BOOKMARKS) {
      known.add(bookmark);
      found.push(bookmarkOf(pdfium, document, bookmark, level));
      if (level < MAX_LEVEL) visit(bookmark, level + 1);
      bookmark = pdfium.api.FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  visit(0, 1);
  return found;
}

function bookmarkOf(pdfium: Pdfium, document: Pointer, bookmark: Pointer, level: number): BookmarkFacts {
  const { api } = pdfium;
  const title = readString(pdfium, (buffer, bytes) => api.FPDFBookmark_GetTitle(bookmark, buffer, bytes));
  const leads = {
    destination: api.FPDFBookmark_GetDest(document, bookmark),
    action: api.FPDFBookmark_GetAction(bookmark),
  };
  const page = pageOfDestination(pdfium, document, leads);
  return { title, level, ...(page !== undefined && { page }) };
}
