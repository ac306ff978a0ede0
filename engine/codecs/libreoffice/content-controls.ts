import type { Limits } from '../../contract/limits.ts';
import { findWordPart, openOfficePackage, replaceEntries } from '../../content/document/ooxml/package.ts';

/** The tags of a content control and what it says of itself (ECMA-376 17.5.2), all but what it holds. */
const WRAPPING =
  /<w:sdt(?:End)?Pr\b[^>]*\/>|<w:sdtPr\b[^>]*>.*?<\/w:sdtPr>|<w:sdtEndPr\b[^>]*>.*?<\/w:sdtEndPr>|<\/?w:sdt(?:Content)?(?:\s[^>]*)?>/gs;
const STORIES: ReadonlySet<string> = new Set(['header', 'footer', 'footnotes', 'endnotes']);

/**
 * A Word document in whose place of each content control is what it holds: old documents have no controls, and
 * LibreOffice leaves out the text of some when it writes one.
 */
export function withoutContentControls(document: Uint8Array, limits: Limits): Uint8Array {
  const parts = openOfficePackage(document, limits);
  const main = findWordPart(parts);
  const stories = parts.relationshipsOf(main).filter(({ type, external }) => STORIES.has(type) && !external);
  const replacements = new Map<string, Uint8Array>();
  for (const name of [main, ...stories.map(({ target }) => target)]) {
    const source = parts.readXml(name);
    const plain = source?.replace(WRAPPING, '');
    if (plain !== undefined && plain !== source) replacements.set(name, new TextEncoder().encode(plain));
  }
  return replacements.size === 0 ? document : replaceEntries(parts.zip, replacements);
}
