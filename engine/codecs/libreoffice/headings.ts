import type { Limits } from '../../contract/limits.ts';
import { findWordPart, openOfficePackage, replacePart } from '../../content/document/ooxml/package.ts';

const STYLE = /<w:style\b[^>]*\bw:type="paragraph"[^>]*>(?:(?!<\/w:style>).)*<\/w:style>/gs;
const HEADING_NAME = /<w:name w:val="heading ([1-9])"\s*\/>/i;

/**
 * A Word document whose styles of headings all say their outline level. Word knows these styles by their names, and
 * some programs write nothing but the name: LibreOffice would take such headings for paragraphs.
 */
export function withOutlineLevels(document: Uint8Array, limits: Limits): Uint8Array {
  const parts = openOfficePackage(document, limits);
  const part = parts.relationshipsOf(findWordPart(parts)).find(({ type }) => type === 'styles')?.target;
  const styles = part === undefined ? undefined : parts.readXml(part);
  if (part === undefined || styles === undefined) return document;
  const levelled = styles.replace(STYLE, withLevel);
  return levelled === styles ? document : replacePart(parts, part, levelled);
}

function withLevel(style: string): string {
  const level = HEADING_NAME.exec(style)?.[1];
  if (level === undefined || style.includes('<w:outlineLvl ')) return style;
  const outline = `<w:outlineLvl w:val="${Number(level) - 1}"/>`;
  if (style.includes('</w:pPr>')) return style.replace('</w:pPr>', () => `${outline}</w:pPr>`);
  // The properties of paragraphs come before those of their text (ECMA-376 17.7.4.17).
  return style.replace(/<w:rPr\b|<\/w:style>/, (next) => `<w:pPr>${outline}</w:pPr>${next}`);
}
