import { type Document, Packer } from 'docx';
import './lean-attributes.ts';
import type { PictureStore } from './picture-store.ts';
import { writeZip } from '../../../io/zip.ts';

/** Pictures that are compressed already: packing them again takes longer than writing the rest of a document. */
const COMPRESSED = /\.(?:png|jpg)$/;

interface Compiler {
  compile(document: Document): ReadonlyMap<string, string | Uint8Array>;
}

/** The bytes of a Word document. The library would pack pictures as well, and the text harder than pays. */
export function packWord(document: Document, pictures: PictureStore): Uint8Array {
  // docx says nothing of its compiler outside, and its packer takes no compression.
  const { compiler } = Packer as unknown as { readonly compiler: Compiler };
  return writeZip(
    Array.from(compiler.compile(document), ([name, data]) => ({
      name,
      bytes: typeof data === 'string' ? Buffer.from(data) : (pictures.pictureOf(data) ?? data),
      stored: COMPRESSED.test(name),
    })),
  );
}
