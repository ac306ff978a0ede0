import type { Limits } from '../../contract/limits.ts';
import { escapeXmlAttribute } from '../../io/xml.ts';
import { relationshipsName, type OfficePackage, type Relationship } from '../../content/document/ooxml/package.ts';
import { readCheckedXml, rewritten, type MammothFile } from './parts.ts';

/** A header or footer part of a document. */
interface Marginal {
  readonly type: 'header' | 'footer';
  readonly part: string;
}

const RELATIONSHIP_TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';
/** What a header needs of the main part's own relationships. */
const SHARED_TYPES = new Set(['styles', 'numbering']);
const PAGE_FIELD = /\b(?:PAGE|NUMPAGES)\b/;
const ROOT = /^([\s\S]*?)<(\w+:)?(?:hdr|ftr)\b([^>]*[^/>])>([\s\S]*)<\/\2?(?:hdr|ftr)>\s*$/;

export function findMarginalia(relationships: readonly Relationship[]): Marginal[] {
  return relationships.flatMap(({ type, target, external }) =>
    (type === 'header' || type === 'footer') && !external ? [{ type, part: target }] : [],
  );
}

/**
 * mammoth reads only the main part of a document: this shows it a document whose main part is the header or footer.
 * Undefined when the part is missing or empty.
 */
export function openMarginal(
  file: MammothFile,
  parts: OfficePackage,
  { main, part, limits }: { main: string; part: string; limits: Limits },
): MammothFile | undefined {
  if (!parts.zip.find(part)) return undefined;
  const match = ROOT.exec(readCheckedXml(parts, part, limits));
  if (!match || isPageNumberOnly(match[4]!)) return undefined;
  const [, , prefix = '', attributes, content] = match;
  const document = `<${prefix}document${attributes}><${prefix}body>${content}</${prefix}body></${prefix}document>`;
  const replaced = new Map([
    [main, rewritten(document, file.findings, limits)],
    [relationshipsName(main), writeRelationships(parts, main, part)],
  ]);
  const isNotes = (name: string): boolean => /(?:footnotes|endnotes|comments)\.xml$/i.test(name);
  return {
    ...file,
    exists: (name) => !isNotes(name) && (replaced.has(name) || file.exists(name)),
    read: async (name, encoding) => replaced.get(name) ?? file.read(name, encoding),
  };
}

/** A page number means nothing where there are no pages; neither does an empty header. */
function isPageNumberOnly(content: string): boolean {
  if (/<(?:\w+:)?(?:blip|imagedata)\b/.test(content)) return false;
  const text = content.replace(/<(?:\w+:)?instrText\b[\s\S]*?<\/(?:\w+:)?instrText>/g, '').replace(/<[^>]*>/g, '');
  return PAGE_FIELD.test(content) ? !/\p{L}/u.test(text) : !/[\p{L}\p{N}]/u.test(text);
}

function writeRelationships(parts: OfficePackage, main: string, part: string): string {
  const own = parts.relationshipsOf(part);
  const shared = parts
    .relationshipsOf(main)
    .filter(({ type }) => SHARED_TYPES.has(type))
    .map((relationship, index) => ({ ...relationship, id: `shared-${index}` }));
  const rows = [...own, ...shared].map(({ id, type, target, external }) => {
    const mode = external ? ' TargetMode="External"' : '';
    const address = external ? target : `/${target}`;
    return `<Relationship Id="${escapeXmlAttribute(id)}" Type="${RELATIONSHIP_TYPES}${escapeXmlAttribute(type)}" Target="${escapeXmlAttribute(address)}"${mode}/>`;
  });
  return `<Relationships xmlns="${RELATIONSHIPS_NAMESPACE}">${rows.join('')}</Relationships>`;
}
