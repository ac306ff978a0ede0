import { type Document, Packer } from 'docx';
import './lean-attributes.ts';
import type { ImageStore } from './image-store.ts';
import { writeZip } from '../../../io/zip.ts';

/** Images that are compressed already: packing them again takes longer than writing the rest of a document. */
const COMPRESSED = /\.(?:png|jpg)$/;

interface Compiler {
  compile(document: Document): ReadonlyMap<string, string | Uint8Array>;
}

/** The bytes of a Word document. The library would pack images as well, and the text harder
 * than pays; `revise` sets right what it cannot write. */
export function packWord(
  document: Document,
  images: ImageStore,
  revise: (name: string, xml: string) => string,
): Uint8Array {
  // docx says nothing of its compiler outside, and its packer takes no compression.
  const { compiler } = Packer as unknown as { readonly compiler: Compiler };
  return writeZip(
    Array.from(compiler.compile(document), ([name, data]) => ({
      name,
      bytes: typeof data === 'string' ? Buffer.from(revise(name, data)) : (images.imageOf(data) ?? data),
      stored: COMPRESSED.test(name),
    })),
  );
}
