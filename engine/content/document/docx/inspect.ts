import type { TextFormats } from '../../../contract/facts.ts';
import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { addBlocks } from '../document-facts.ts';
import type { FactsOf } from '../facts-of.ts';
import { hasCoreProperties, inspectPackage } from '../ooxml/package-facts.ts';
import { findWordPart, type OfficePackage } from '../ooxml/package.ts';
import { Content } from '../text-content.ts';
import { readTextFormats } from './text-formats.ts';
import { readDocx } from './reader.ts';

/**
 * Reads the facts of a Word document: text of the body in order, headers, footers, notes and text boxes as asides.
 * Deleted and hidden text does not count. Throws `input_corrupt`, `input_truncated`, `input_too_complex`.
 */
export function inspectDocx(bytes: Uint8Array, request: InspectRequest, context: RunContext): FactsOf {
  return inspectPackage(bytes, request, context, { media: /^word\/media\//i, read: readFacts });
}

function readFacts(parts: OfficePackage, context: RunContext): FactsOf {
  const content = new Content(context.limits.verifiedTextChars);
  const { properties, blocks } = readDocx(parts, context);
  addBlocks(content, blocks);
  content.title = properties.title;
  content.hasMetadata = hasCoreProperties(parts, context.limits);
  // Where pages begin is known only after layout: a Word document counts as having several.
  const document = content.document({ hasPages: false });
  return {
    depth: 'content',
    features: content.features(),
    document: { ...document, textFormats: textFormatsOf(parts, context) },
  };
}

function textFormatsOf(parts: OfficePackage, { limits }: RunContext): TextFormats {
  const main = findWordPart(parts);
  const styles = parts.relationshipsOf(main).find(({ type, external }) => type === 'styles' && !external);
  return readTextFormats(parts.readXml(main)!, styles && parts.readXml(styles.target), limits.nesting);
}
