import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { addBlocks } from '../document-facts.ts';
import type { FactsOf } from '../facts-of.ts';
import { hasCoreProperties, inspectPackage } from '../ooxml/package-facts.ts';
import type { OfficePackage } from '../ooxml/package.ts';
import { Content } from '../text-content.ts';
import { readPptx } from './reader.ts';

/**
 * Reads the facts of a presentation: what its visible slides say, one page each. Notes and hidden slides are beside
 * them, since they are in the file but not on its pages.
 */
export function inspectPptx(bytes: Uint8Array, request: InspectRequest, context: RunContext): FactsOf {
  return inspectPackage(bytes, request, context, { media: /^ppt\/media\//i, read: readFacts });
}

function readFacts(parts: OfficePackage, context: RunContext): FactsOf {
  const content = new Content(context.limits.verifiedTextChars);
  addBlocks(content, readPptx(parts, context).blocks);
  content.hasMetadata = hasCoreProperties(parts, context.limits);
  return { depth: 'content', features: content.features(), document: content.document({ hasPages: true }) };
}
