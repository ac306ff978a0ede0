import type { Limits } from '../../contract/limits.ts';
import { findWordPart, openOfficePackage, replacePart } from '../../content/document/ooxml/package.ts';

/** The properties of a section, without those that it had before a tracked change (ECMA-376 17.6.17, 17.13.5.32). */
const SECTION =
  /(<w:sectPr\b(?<!<w:sectPrChange\b[^>]*>\s*<w:sectPr)[^>]*(?<!\/)>)(.*?)(?=<w:sectPrChange\b|<\/w:sectPr>)/gs;
const FIRST_REFERENCE = /<w:(header|footer)Reference\b[^>]*\bw:type="first"[^>]*\/>/g;
const TITLE_PAGE = /<w:titlePg\b(?![^>]*\bw:val="(?:0|false|off)")/;

/**
 * A Word document whose sections with a first page of their own all name its header and footer. A section that names
 * none takes those of the section before it (ECMA-376 17.10.5), even where that one does not show them: then
 * LibreOffice would forget them.
 */
export function withFirstHeaders(document: Uint8Array, limits: Limits): Uint8Array {
  const parts = openOfficePackage(document, limits);
  const main = findWordPart(parts);
  const source = parts.readXml(main);
  if (source === undefined || !TITLE_PAGE.test(source)) return document;
  const inherited = new Map<string, string>();
  const named = source.replace(SECTION, (section, start: string, properties: string) => {
    const own = new Map([...properties.matchAll(FIRST_REFERENCE)].map(([reference, kind]) => [kind!, reference]));
    const missing = [...inherited].filter(([kind]) => !own.has(kind)).map(([, reference]) => reference);
    for (const [kind, reference] of own) inherited.set(kind, reference);
    return TITLE_PAGE.test(properties) && missing.length > 0 ? start + missing.join('') + properties : section;
  });
  return named === source ? document : replacePart(parts, main, named);
}
