import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import type { FormatId } from '../../../formats/index.ts';
import { factsOfDocument } from '../document-facts.ts';
import type { FactsOf } from '../facts-of.ts';
import { documentOf } from '../opendocument/as-document.ts';
import { readHwp } from './hwp.ts';
import { readHwpx } from './hwpx.ts';
import { HangulLosses } from './losses.ts';

/** Reads the facts of a document of Hangul. */
export function inspectHangul(
  bytes: Uint8Array,
  _request: InspectRequest,
  { limits }: RunContext,
  format: FormatId,
): FactsOf {
  const read = format === 'hwpx' ? readHwpx : readHwp;
  return factsOfDocument(documentOf(read(bytes, limits, new HangulLosses())), limits, { hasPages: false });
}
