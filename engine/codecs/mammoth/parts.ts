import { ConversionError } from '../../contract/errors.ts';
import { scanXml } from '../../io/xml.ts';
import type { OfficePackage, Relationship } from '../../content/document/ooxml/package.ts';
import type { Limits } from '../../contract/limits.ts';
import { noFindings, rewriteStory, type StoryFindings } from '../../content/document/ooxml/story-rewriter.ts';
import { linearFormula } from './formulas.ts';

/** The archive as mammoth reads it (its zipfile.js), and what was found on the way. */
export interface MammothFile {
  exists(name: string): boolean;
  read(name: string, encoding?: string): Promise<string | Uint8Array>;
  readonly findings: StoryFindings;
  /** mammoth's own words about what it left out. */
  readonly messages: string[];
}

/** Parts that hold paragraphs: they are rewritten before mammoth sees them. */
const STORY_TYPES = new Set(['header', 'footer', 'footnotes', 'endnotes']);
const XML_PART = /\.(?:xml|rels)$/i;
/** Opens the package for mammoth: bounded, checked, without document types, and rewritten where mammoth drops text. */
export function openParts(parts: OfficePackage, main: string, limits: Limits): MammothFile {
  const stories = storyParts(parts.relationshipsOf(main), main);
  const findings = noFindings();
  return {
    findings,
    messages: [],
    exists: (name) => parts.zip.find(name) !== undefined,
    async read(name, encoding) {
      if (XML_PART.test(name)) {
        const source = readCheckedXml(parts, name, limits);
        return stories.has(name.toLowerCase()) ? rewritten(source, findings, limits) : source;
      }
      const bytes = readEntry(parts, name);
      if (encoding === 'base64')
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
      return encoding === undefined ? bytes : new TextDecoder(encoding).decode(bytes);
    },
  };
}

/** A story without what mammoth does not know. */
export function rewritten(source: string, findings: StoryFindings, { nesting }: Limits): string {
  return rewriteStory(source, findings, { maxDepth: nesting, formulaAsText: linearFormula });
}

function storyParts(relationships: readonly Relationship[], main: string): ReadonlySet<string> {
  const related = relationships.filter(({ type, external }) => STORY_TYPES.has(type) && !external);
  return new Set([main, ...related.map(({ target }) => target)].map((name) => name.toLowerCase()));
}

export function readCheckedXml(parts: OfficePackage, name: string, limits: Limits): string {
  const source = parts.readXml(name) ?? '';
  if (source.length > limits.xmlChars) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `A part of the document has ${source.length} characters of XML; at most ${limits.xmlChars} are allowed.`,
      details: { limit: 'xmlChars', allowed: limits.xmlChars, found: source.length },
    });
  }
  // Throws for document types, damaged XML and deep nesting before mammoth's recursive reader meets them.
  scanXml(source, { open() {}, close() {}, text() {} }, limits.nesting);
  return source.replace(/^\ufeff?<\?xml[^>]*\?>/, '');
}

function readEntry(parts: OfficePackage, name: string): Uint8Array {
  const entry = parts.zip.find(name);
  if (entry) return parts.zip.read(entry);
  throw new ConversionError({ code: 'input_corrupt', message: 'The document refers to an image that is not in it.' });
}
