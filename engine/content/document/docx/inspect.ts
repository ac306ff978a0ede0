import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { findWordPart, type OfficePackage, type Relationship } from '../ooxml/package.ts';
import { readHeadingStyles } from '../ooxml/word-styles.ts';
import type { FactsOf } from '../facts-of.ts';
import { Content, type Place } from '../text-content.ts';
import { hasCoreProperties, inspectPackage } from '../ooxml/package-facts.ts';
import { findUncertainMargins } from './margins.ts';
import { scanStory } from './story.ts';

/** Parts whose text belongs to the document but has no fixed place in it. */
const ASIDE_TYPES = { header: 'margin', footnotes: 'aside', endnotes: 'aside', footer: 'margin' } as const;

/**
 * Reads the facts of a Word document: text of the body in order, headers, footers, notes and text boxes as asides.
 * Deleted and hidden text does not count. Throws `input_corrupt`, `input_truncated`, `input_too_complex`.
 */
export function inspectDocx(bytes: Uint8Array, request: InspectRequest, context: RunContext): FactsOf {
  return inspectPackage(bytes, request, context, { media: /^word\/media\//i, read: readDocument });
}

function readDocument(parts: OfficePackage, context: RunContext): FactsOf {
  const { limits } = context;
  const main = findWordPart(parts);
  const relationships = parts.relationshipsOf(main);
  const headings = readHeadingStyles(parts, relationships, limits.nesting);
  const headingStyles = new Map(headings.map((style) => [style.id, style]));
  const content = new Content(limits.verifiedTextChars);
  const scan = { maxDepth: limits.nesting, headingStyles };
  const body = requireXml(parts, main);
  scanStory(body, content, { ...scan, relationships });
  for (const { part, place } of asideParts(relationships, findUncertainMargins(body))) {
    context.signal.throwIfAborted();
    const source = parts.readXml(part);
    if (source === undefined) continue;
    scanStory(source, content, { ...scan, relationships: parts.relationshipsOf(part), place });
  }
  content.hasMetadata = hasCoreProperties(parts, limits);
  // Where pages begin is known only after layout: a Word document counts as having several.
  return { depth: 'content', features: content.features(), document: content.document({ hasPages: false }) };
}

function requireXml(parts: OfficePackage, name: string): string {
  const source = parts.readXml(name)!;
  if (/<(?:\w+:)?document[\s>]/.test(source.slice(0, 4096))) return source;
  throw new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not a Word document: its main part holds something else.',
  });
}

function asideParts(
  relationships: readonly Relationship[],
  uncertain: ReadonlySet<string>,
): { part: string; place: Place }[] {
  return Object.entries(ASIDE_TYPES).flatMap(([wanted, place]) =>
    relationships
      .filter(({ type, external }) => type === wanted && !external)
      .map(({ id, target }) => ({ part: target, place: uncertain.has(id) ? 'unshown' : place })),
  );
}
