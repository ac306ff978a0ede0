import type { TextDocument } from '../opendocument/document.ts';
import { readChunks } from './chunks.ts';
import { openWorks } from './document.ts';
import { readPages } from './pages.ts';

/** Reads a text of Microsoft Works, of any version. Throws `input_corrupt`. */
export function readWorks(file: Uint8Array): TextDocument {
  const { layout, bytes } = openWorks(file);
  return layout === 'chunks' ? readChunks(bytes) : readPages(bytes);
}
