import type { Limits } from '../../contract/limits.ts';
import { findWordPart, openOfficePackage, replaceEntries, replacePart } from '../../content/document/ooxml/package.ts';
import { openZip } from '../../io/zip.ts';

const DELETION = /<w:(?:del|moveFrom)\b/;
const REVISION_VIEW = /<w:revisionView\b[^>]*\/>/;
/** Shows the text with the changes accepted (ECMA-376 17.15.1.69). */
const WITHOUT_DELETIONS = '<w:revisionView w:insDel="0"/>';

/** A Word document whose tracked deletions are not shown: LibreOffice would print them between the text, struck out. */
export function withoutWordDeletions(document: Uint8Array, limits: Limits): Uint8Array {
  const parts = openOfficePackage(document, limits);
  const main = findWordPart(parts);
  const part = parts.relationshipsOf(main).find(({ type }) => type === 'settings')?.target;
  const settings = part === undefined ? undefined : parts.readXml(part);
  if (settings === undefined || !DELETION.test(parts.readXml(main) ?? '')) return document;
  const plain = settings.replace(REVISION_VIEW, '');
  const hiding = plain.replace(/<w:settings\b[^>]*(?<!\/)>/, (start) => start + WITHOUT_DELETIONS);
  return replacePart(parts, part!, hiding);
}

const SHOWN = /(?<=config:name="ShowRedlineChanges"[^>]*>)\s*true\s*(?=<)/;

/** The same of a text of OpenDocument, whose settings say whether changes are shown (ODF 1.3, part 3, 3.10.2). */
export function withoutTextDeletions(document: Uint8Array, limits: Limits): Uint8Array {
  const zip = openZip(document, limits);
  const entry = zip.find('settings.xml');
  const settings = entry && new TextDecoder().decode(zip.read(entry));
  if (settings === undefined || !SHOWN.test(settings)) return document;
  return replaceEntries(zip, new Map([['settings.xml', new TextEncoder().encode(settings.replace(SHOWN, 'false'))]]));
}
