import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import type { FormatId } from '../../../formats/index.ts';
import { factsOfDocument } from '../document-facts.ts';
import type { FactsOf } from '../facts-of.ts';
import { documentOf } from '../opendocument/as-document.ts';
import { readIWork } from './read.ts';

/** Reads the facts of a document of Pages or Keynote. */
export function inspectIWork(
  bytes: Uint8Array,
  _request: InspectRequest,
  { limits, signal }: RunContext,
  format: FormatId,
): FactsOf {
  return factsOfDocument(documentOf(readIWork(bytes, { limits, signal })), limits, { hasPages: format === 'key' });
}
