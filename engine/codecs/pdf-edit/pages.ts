import { degrees, PDFArray, PDFDict, PDFName, PDFRef, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';
import type { RunContext } from '../../contract/codec.ts';
import { chainBookmarks, readBookmarks, type Bookmark } from './bookmarks.ts';
import { arrayAt, dictAt, nameAt } from './objects.ts';

/** Turns pages clockwise, on top of what they are turned already. */
export function rotatePages(document: PDFDocument, by: number): void {
  for (const page of document.getPages()) {
    page.setRotation(degrees((((page.getRotation().angle + by) % 360) + 360) % 360));
  }
}

/** Leaves these pages, in this order; what pointed to others goes with them. */
export function selectPages(
  document: PDFDocument,
  selection: readonly number[],
  { warn }: Pick<RunContext, 'warn'>,
): void {
  const pages = document.getPages();
  if (selection.length === pages.length && selection.every((page, index) => page === index)) return;
  const { context } = document;
  const wanted = new Set(selection);
  const removed = new Set(pages.filter((_, index) => !wanted.has(index)).map(({ ref }) => ref));
  const used = new Set<number>();
  const left = selection.map((index) => {
    const { node, ref } = pages[index]!;
    // A page that is twice shares everything but itself.
    const reference = used.has(index) ? context.register(node.clone(context)) : ref;
    used.add(index);
    return reference;
  });
  plantTree(document, left);
  const links = left.reduce((count, page) => count + removeLinks(context.lookup(page, PDFDict), removed), 0);
  const bookmarks = removeBookmarks(document, removed);
  for (const reference of removed) context.delete(reference);
  const gone = [links > 0 ? `${links} links` : '', bookmarks > 0 ? `${bookmarks} bookmarks` : ''];
  if (links + bookmarks === 0) return;
  warn({
    code: 'link_dropped',
    message: `${gone.filter((part) => part !== '').join(' and ')} led to pages that are not in the result, and are gone with them.`,
    details: { links, bookmarks },
  });
}

/** Attributes that pages have from the nodes above them (ISO 32000-1, table 30). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((key) => PDFName.of(key));

/** One node that holds these pages: the trees of some programs count wrongly. */
export function plantTree(document: PDFDocument, pages: readonly PDFRef[]): void {
  const { context, catalog } = document;
  const root = context.nextRef();
  for (const reference of pages) {
    const page = context.lookup(reference, PDFDict);
    for (const key of INHERITED) {
      const value = inherited(page, key);
      if (value) page.set(key, value);
    }
    page.set(PDFName.of('Parent'), root);
  }
  context.assign(root, context.obj({ Type: 'Pages', Kids: [...pages], Count: pages.length }));
  catalog.set(PDFName.of('Pages'), root);
}

function inherited(page: PDFDict, key: PDFName): PDFObject | undefined {
  const seen = new Set<PDFDict>();
  for (let node: PDFDict | undefined = page; node && !seen.has(node); node = dictAt(node, 'Parent')) {
    const value = node.get(key);
    if (value) return value;
    seen.add(node);
  }
  return undefined;
}

function removeLinks(page: PDFDict, removed: ReadonlySet<PDFRef>): number {
  const annotations = arrayAt(page, 'Annots');
  let count = 0;
  for (let index = (annotations?.size() ?? 0) - 1; index >= 0; index--) {
    const annotation = annotations!.lookup(index);
    if (!(annotation instanceof PDFDict) || !leadsTo(annotation, removed)) continue;
    annotations!.remove(index);
    count++;
  }
  return count;
}

/** Whether a link or a bookmark leads to one of these pages. Destinations by name are left: they lead nowhere then. */
function leadsTo(dict: PDFDict, pages: ReadonlySet<PDFRef>): boolean {
  const action = dictAt(dict, 'A');
  const destination =
    arrayAt(dict, 'Dest') ?? (action && nameAt(action, 'S') === 'GoTo' ? arrayAt(action, 'D') : undefined);
  const page = destination instanceof PDFArray && destination.size() > 0 ? destination.get(0) : undefined;
  return page instanceof PDFRef && pages.has(page);
}

function removeBookmarks(document: PDFDocument, removed: ReadonlySet<PDFRef>): number {
  const { catalog, context } = document;
  const outlines = dictAt(catalog, 'Outlines');
  const root = catalog.get(PDFName.of('Outlines'));
  if (!outlines || !(root instanceof PDFRef)) return 0;
  let count = 0;
  const kept = (bookmarks: readonly Bookmark[]): Bookmark[] =>
    bookmarks.flatMap((bookmark) => {
      const children = kept(bookmark.children);
      if (!leadsTo(bookmark.dict, removed)) return [{ ...bookmark, children }];
      // A heading over others that are left stays, but leads nowhere.
      count++;
      if (children.length === 0) return [];
      bookmark.dict.delete(PDFName.of('Dest'));
      bookmark.dict.delete(PDFName.of('A'));
      return [{ ...bookmark, children }];
    });
  const left = kept(readBookmarks(outlines, context));
  if (count === 0) return 0;
  if (left.length === 0) catalog.delete(PDFName.of('Outlines'));
  else chainBookmarks(outlines, root, left, context);
  return count;
}
