import type { TextDocument } from '../opendocument/document.ts';
import { readChunks } from './chunks.ts';
import { openWorks } from './document.ts';
import { readPages } from './pages.ts';
import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { factsOfDocument } from '../document-facts.ts';
import type { FactsOf } from '../facts-of.ts';
import { documentOf } from '../opendocument/as-document.ts';

/** Reads a text of Microsoft Works, of any version. Throws `input_corrupt`. */
export function readWorks(file: Uint8Array): TextDocument {
  const { layout, bytes } = openWorks(file);
  return layout === 'chunks' ? readChunks(bytes) : readPages(bytes);
}

/** Reads the facts of a document of Microsoft Works. */
export function inspectWorks(bytes: Uint8Array, _request: InspectRequest, { limits }: RunContext): FactsOf {
  return factsOfDocument(documentOf(readWorks(bytes)), limits, { hasPages: false });
}
