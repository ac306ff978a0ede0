import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib';
import type { RunContext } from '../../contract/codec.ts';
import { nameAt, streamsOf } from './objects.ts';

/** Bytes; packing less saves nothing. */
const WORTH_PACKING = 64;
const FLATE = PDFName.of('FlateDecode');
const FILTER = PDFName.of('Filter');

/** Packs streams that are not, or not well: only what gets smaller is changed. */
export function packStreams(context: PDFContext, { signal, limits }: Pick<RunContext, 'signal' | 'limits'>): void {
  for (const [reference, stream] of streamsOf(context)) {
    signal.throwIfAborted();
    const { dict, contents } = stream;
    const filter = dict.lookup(FILTER);
    if (contents.byteLength < WORTH_PACKING || nameAt(dict, 'Type') === 'XRef') continue;
    if (filter === undefined) {
      if (nameAt(dict, 'Type') === 'Metadata') continue; // readers without a PDF library look for it as text
      replaceIfSmaller(context, reference, stream, deflateSync(contents, { level: 9 }));
    } else if (isPlainFlate(dict, filter)) {
      const raw = inflated(contents, limits.expandedBytes);
      if (raw) replaceIfSmaller(context, reference, stream, deflateSync(raw, { level: 9 }));
    }
  }
}

function isPlainFlate(dict: PDFDict, filter: PDFObject): boolean {
  const single = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  // Rows with predictors keep their parameters: what is packed stays the same.
  return single === FLATE && !dict.has(PDFName.of('F'));
}

function inflated(contents: Uint8Array, maxOutputLength: number): Uint8Array | undefined {
  try {
    return inflateSync(contents, { maxOutputLength });
  } catch {
    return undefined; // damaged or too large: it stays as it is
  }
}

function replaceIfSmaller(
  context: PDFContext,
  reference: PDFRef,
  { dict, contents }: PDFRawStream,
  packed: Uint8Array,
): void {
  if (packed.byteLength >= contents.byteLength) return;
  dict.set(FILTER, FLATE);
  dict.set(PDFName.of('Length'), PDFNumber.of(packed.byteLength));
  context.assign(reference, PDFRawStream.of(dict, packed));
}

/** Streams that are the same, with the same description, are kept once. Returns how many went. */
export function shareStreams(context: PDFContext): number {
  const first = new Map<string, PDFRef>();
  const replaced = new Map<PDFRef, PDFRef>();
  for (const [reference, { dict, contents }] of streamsOf(context)) {
    const key = createHash('sha256').update(dict.toString()).update('\0').update(contents).digest('base64');
    const known = first.get(key);
    if (known) replaced.set(reference, known);
    else first.set(key, reference);
  }
  if (replaced.size === 0) return 0;
  for (const [reference, object] of context.enumerateIndirectObjects())
    if (replaced.has(reference)) context.delete(reference);
    else redirect(object, replaced);
  return replaced.size;
}

function redirect(object: PDFObject, replaced: ReadonlyMap<PDFRef, PDFRef>): void {
  const open: PDFObject[] = [object];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next instanceof PDFArray) {
      for (const [index, value] of next.asArray().entries()) {
        const to = value instanceof PDFRef ? replaced.get(value) : undefined;
        if (to) next.set(index, to);
        else open.push(value);
      }
    } else if (next instanceof PDFDict || next instanceof PDFStream) {
      const dict = next instanceof PDFStream ? next.dict : next;
      for (const [key, value] of dict.entries()) {
        const to = value instanceof PDFRef ? replaced.get(value) : undefined;
        if (to) dict.set(key, to);
        else open.push(value);
      }
    }
  }
}
