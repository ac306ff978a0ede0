import { PDFArray, PDFDict, PDFHexString, PDFName, PDFString, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';
import { arrayAt, dictAt } from './objects.ts';

/** Nodes of the tree of names; more are damage. */
const MAX_NODES = 100_000;

/** Writes the places that links and bookmarks know by a name into them: names end at the edge of a document. */
export function resolveDestinations(document: PDFDocument): void {
  const places = namedPlaces(document);
  if (places.size === 0) return;
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    resolveIn(object, 'Dest', places);
    const action = dictAt(object, 'A');
    if (action) resolveIn(action, 'D', places);
  }
  for (const page of document.getPages()) {
    for (const annotation of arrayAt(page.node, 'Annots')?.asArray() ?? [])
      if (annotation instanceof PDFDict) resolveIn(annotation, 'Dest', places);
  }
}

function resolveIn(dict: PDFDict, key: string, places: ReadonlyMap<string, PDFObject>): void {
  const name = nameOf(dict.lookup(PDFName.of(key)));
  const place = name === undefined ? undefined : places.get(name);
  if (place) dict.set(PDFName.of(key), place);
}

function nameOf(value: PDFObject | undefined): string | undefined {
  if (value instanceof PDFName || value instanceof PDFString || value instanceof PDFHexString)
    return value.decodeText();
  return undefined;
}

function namedPlaces({ catalog }: PDFDocument): ReadonlyMap<string, PDFObject> {
  const places = new Map<string, PDFObject>();
  const add = (name: string | undefined, value: PDFObject | undefined): void => {
    const place = value instanceof PDFDict ? value.lookup(PDFName.of('D')) : value;
    if (name !== undefined && place instanceof PDFArray) places.set(name, place);
  };
  const old = dictAt(catalog, 'Dests');
  for (const [name] of old?.entries() ?? []) add(name.decodeText(), old!.lookup(name));
  const names = dictAt(catalog, 'Names');
  const root = names && dictAt(names, 'Dests');
  const open = root ? [root] : [];
  const seen = new Set<PDFDict>();
  for (let node = open.pop(); node && seen.size < MAX_NODES; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const pairs = arrayAt(node, 'Names');
    for (let index = 0; index + 1 < (pairs?.size() ?? 0); index += 2)
      add(nameOf(pairs!.lookup(index)), pairs!.lookup(index + 1));
    const kids = arrayAt(node, 'Kids');
    for (let index = 0; index < (kids?.size() ?? 0); index++) {
      const kid = kids!.lookup(index);
      if (kid instanceof PDFDict) open.push(kid);
    }
  }
  return places;
}
