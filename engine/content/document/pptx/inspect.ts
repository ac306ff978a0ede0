import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { openPresentation, type SlidePart } from '../ooxml/presentation-parts.ts';
import type { OfficePackage } from '../ooxml/package.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { hasCoreProperties, inspectPackage } from '../ooxml/package-facts.ts';
import { scanSlide } from './slide-text.ts';

/**
 * Reads the facts of a presentation: what its visible slides say, one page each. Notes and hidden slides stand beside
 * them, since they are in the file but not on its pages.
 */
export function inspectPptx(bytes: Uint8Array, request: InspectRequest, context: RunContext): FactsOf {
  return inspectPackage(bytes, request, context, { media: /^ppt\/media\//i, read: readPresentation });
}

function readPresentation(parts: OfficePackage, context: RunContext): FactsOf {
  const { limits } = context;
  const content = new Content(limits.verifiedTextChars);
  let hiddenPages = 0;
  for (const slide of openPresentation(parts, limits)) {
    context.signal.throwIfAborted();
    if (slide.isHidden) hiddenPages++;
    else content.startPage();
    readSlide(parts, slide, content, limits.nesting);
  }
  content.hasMetadata = hasCoreProperties(parts, limits);
  const document = { ...content.document({ hasPages: true }), ...(hiddenPages > 0 ? { hiddenPages } : {}) };
  return { depth: 'content', features: content.features(), document };
}

function readSlide(parts: OfficePackage, slide: SlidePart, content: Content, maxDepth: number): void {
  const place = slide.isHidden ? 'unshown' : 'body';
  scanSlide(slide.source, content, { maxDepth, relationships: slide.relationships, place });
  for (const diagram of slide.diagrams) {
    const source = parts.readXml(diagram);
    const placeOf = slide.areDiagramsDrawn ? place : 'unshown';
    if (source !== undefined) scanSlide(source, content, { maxDepth, relationships: [], place: placeOf });
  }
  const notes = slide.notes === undefined ? undefined : parts.readXml(slide.notes);
  if (notes !== undefined) scanSlide(notes, content, { maxDepth, relationships: [], place: 'unshown', isNotes: true });
}
