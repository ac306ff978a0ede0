import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { factsOfDocument } from '../document-facts.ts';
import type { FactsOf } from '../facts-of.ts';
import { documentOf } from '../opendocument/as-document.ts';
import { readWorks } from './read.ts';

/** Reads the facts of a document of Microsoft Works. */
export function inspectWorks(bytes: Uint8Array, _request: InspectRequest, { limits }: RunContext): FactsOf {
  return factsOfDocument(documentOf(readWorks(bytes)), limits, { hasPages: false });
}
