import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import type { FormatId } from '../../../formats/index.ts';
import { openIWork } from './package.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { ArchiveText } from './archive-text.ts';
import { scanIWorkXml } from './xml-text.ts';

/** Reads the facts of a document of Pages or Keynote. */
export function inspectIWork(
  bytes: Uint8Array,
  _request: InspectRequest,
  { limits }: RunContext,
  format: FormatId,
): FactsOf {
  const parts = openIWork(bytes, limits);
  const content = new Content(limits.verifiedTextChars);
  if (parts.kind === 'xml') {
    scanIWorkXml(parts.source, content, limits.nesting);
    content.hasMetadata = /<(?:sl|key|sf):(?:title|authors)>\s*<[^>]* sfa:string="[^"]/.test(parts.source);
  } else if (format === 'key') new ArchiveText(parts.archive, content).readSlides();
  else new ArchiveText(parts.archive, content).readPages();
  return {
    depth: 'content',
    features: content.features(),
    document: content.document({ hasPages: format === 'key', unknown: ['headings'] }),
  };
}
