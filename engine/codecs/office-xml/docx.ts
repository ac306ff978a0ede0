import type { InspectRequest, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { Feature } from '../../formats/features.ts';
import {
  findWordPart,
  isEncryptedOffice,
  openOfficePackage,
  readCoreProperties,
  type OfficePackage,
  type Relationship,
} from '../../models/office-package.ts';
import { readHeadingStyles } from '../../models/word-styles.ts';
import type { Facts } from '../../verify/facts.ts';
import { joinText } from '../../verify/observe/text.ts';

import { createStory, scanStory, type Story } from './story.ts';

/** Parts whose text belongs to the document but has no fixed place in it. */
const ASIDE_TYPES = ['header', 'footnotes', 'endnotes', 'footer'];

/**
 * Reads the facts of a DOCX: text of the body in order, headers, footers, notes and text boxes as asides. Deleted and
 * hidden text does not count. Throws `input_corrupt`, `input_truncated`, `input_too_complex`.
 */
export function inspectDocx(bytes: Uint8Array, request: InspectRequest, context: RunContext): Facts {
  const basics = { format: 'docx', sizeBytes: bytes.byteLength, reader: 'office-xml' } as const;
  if (isEncryptedOffice(bytes)) return { ...basics, depth: 'structure', features: [], encrypted: true };
  const { limits } = context;
  const parts = openOfficePackage(bytes, limits);
  const main = findWordPart(parts);
  if (request.effort === 'probe') return { ...basics, depth: 'structure', features: probeFeatures(parts) };

  const relationships = parts.relationshipsOf(main);
  const headingStyles = new Set(readHeadingStyles(parts, relationships, limits.nesting).map(({ id }) => id));
  const story = createStory(limits.verifiedTextChars, headingStyles);
  scanStory(requireXml(parts, main), story, { maxDepth: limits.nesting, relationships });
  for (const part of asideParts(relationships)) {
    context.signal.throwIfAborted();
    const source = parts.readXml(part);
    if (source === undefined) continue;
    scanStory(source, story, { maxDepth: limits.nesting, relationships: parts.relationshipsOf(part), place: 'aside' });
  }
  return {
    ...basics,
    depth: 'content',
    features: featuresOf(story, Object.keys(readCoreProperties(parts, limits.nesting)).length > 0),
    document: {
      text: joinText({ pages: [story.body.join('')], asides: distinctParagraphs(story) }, limits.verifiedTextChars),
      ...(story.isFull ? { excerpt: true } : {}),
      figures: story.figures,
      links: story.links,
      tables: story.tables,
      headings: story.headings,
    },
  };
}

function requireXml(parts: OfficePackage, name: string): string {
  const source = parts.readXml(name)!;
  if (/<(?:\w+:)?document[\s>]/.test(source.slice(0, 4096))) return source;
  throw new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not a Word document: its main part holds something else.',
  });
}

function asideParts(relationships: readonly Relationship[]): string[] {
  return ASIDE_TYPES.flatMap((wanted) =>
    relationships.filter(({ type, external }) => type === wanted && !external).map(({ target }) => target),
  );
}

/** Sections repeat their headers: each distinct paragraph counts once. */
function distinctParagraphs({ asides }: Story): string {
  return [...new Set(asides.join('').split('\n'))].join('\n');
}

function probeFeatures(parts: OfficePackage): Feature[] {
  const hasMedia = parts.zip.entries.some(({ name }) => /\/media\/[^/]+$/.test(name));
  return ['text', 'structure', 'look', 'pages', ...(hasMedia ? (['figures'] as const) : [])];
}

function featuresOf(story: Story, metadata: boolean): Feature[] {
  const hasText = /[\p{L}\p{N}]/u.test(story.body.join('') + story.asides.join(''));
  // Where pages begin is known only after layout: a Word document counts as having several.
  const features: Feature[] = ['look', 'pages'];
  if (hasText) features.push('text', 'structure');
  if (story.figures > 0) features.push('figures');
  if (story.shapes > 0) features.push('vector');
  if (metadata) features.push('metadata');
  return features;
}
