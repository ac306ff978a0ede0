import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib';

/** Every object that an object refers to directly. */
function* referencesOf(object: PDFObject): Generator<PDFRef> {
  const open: PDFObject[] = [object];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next instanceof PDFRef) yield next;
    else if (next instanceof PDFArray) open.push(...next.asArray());
    else if (next instanceof PDFStream) open.push(...next.dict.values());
    else if (next instanceof PDFDict) open.push(...next.values());
  }
}

/** Deletes what cannot be reached from the document's roots; returns how many objects went. */
export function sweep(context: PDFContext): number {
  const { Root, Info, Encrypt, ID } = context.trailerInfo;
  const reached = new Set<PDFRef>();
  const open: PDFRef[] = [];
  const visit = (object: PDFObject): void => {
    for (const reference of referencesOf(object)) {
      if (reached.has(reference)) continue;
      reached.add(reference);
      open.push(reference);
    }
  };
  for (const root of [Root, Info, Encrypt, ID]) if (root) visit(root);
  for (let reference = open.pop(); reference; reference = open.pop()) {
    const object = context.lookup(reference);
    if (object) visit(object);
  }
  let deleted = 0;
  for (const [reference] of context.enumerateIndirectObjects()) {
    if (reached.has(reference)) continue;
    context.delete(reference);
    deleted++;
  }
  return deleted;
}

/** The value of a key, looked up, if it is of this type. */
export function dictAt(dict: PDFDict, key: string): PDFDict | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFDict ? value : undefined;
}

export function arrayAt(dict: PDFDict, key: string): PDFArray | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFArray ? value : undefined;
}

export function nameAt(dict: PDFDict, key: string): string | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : undefined;
}

export function streamsOf(context: PDFContext): [PDFRef, PDFRawStream][] {
  return context
    .enumerateIndirectObjects()
    .filter((entry): entry is [PDFRef, PDFRawStream] => entry[1] instanceof PDFRawStream);
}
