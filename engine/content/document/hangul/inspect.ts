import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import type { FormatId } from '../../../formats/index.ts';
import { factsOfDocument } from '../document-facts.ts';
import type { FactsOf } from '../facts-of.ts';
import { documentOf } from '../opendocument/as-document.ts';
import { HangulLosses } from './losses.ts';
import { readHangul } from './read.ts';

/** Reads the facts of a document of Hangul. */
export function inspectHangul(
  bytes: Uint8Array,
  _request: InspectRequest,
  { limits }: RunContext,
  format: FormatId,
): FactsOf {
  const document = readHangul(bytes, format, limits, new HangulLosses());
  return factsOfDocument(documentOf(document), limits, { hasPages: false });
}
