import type { Limits } from '../../contract/limits.ts';
import { findWordPart, openOfficePackage, replacePart } from '../../content/document/ooxml/package.ts';

const BOOKMARK = /<w:bookmarkStart\b[^>]*\bw:name="([^"]*)"/g;
/** A field that shows what a bookmark names, as one element or as its instruction (ECMA-376 17.16.5). */
const REFERENCE =
  /(<w:fldSimple\b[^>]*\bw:instr="\s*|<w:instrText\b[^>]*>\s*)(?:REF|PAGEREF|NOTEREF)(\s+)"?([^\s"<\\]+)/g;
/** A field that no program knows shows what the file has for it. */
const UNKNOWN = 'UNKNOWNREF';

/**
 * A Word document whose references to bookmarks that are not there show what the file has for them, as in Word:
 * LibreOffice would print an error instead.
 */
export function withLostReferences(document: Uint8Array, limits: Limits): Uint8Array {
  const parts = openOfficePackage(document, limits);
  const main = findWordPart(parts);
  const source = parts.readXml(main);
  if (source === undefined || !/\b(?:PAGE|NOTE)?REF\b/.test(source)) return document;
  const names = new Set(Array.from(source.matchAll(BOOKMARK), ([, name]) => name!.toLowerCase()));
  const readable = source.replace(REFERENCE, (whole, before: string, space: string, name: string) =>
    names.has(name.toLowerCase()) ? whole : `${before}${UNKNOWN}${space}${name}`,
  );
  return readable === source ? document : replacePart(parts, main, readable);
}
