import { type Document, Packer } from 'docx';
import './lean-attributes.ts';
import type { EmbeddedFont } from './embedded-fonts.ts';
import { fontParts, keepingFonts } from './font-table.ts';
import type { ImageStore } from './image-store.ts';
import { SteadyIds } from './steady-ids.ts';
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
  fonts: readonly EmbeddedFont[],
  revise: (name: string, xml: string) => string,
): Uint8Array {
  // docx says nothing of its compiler outside, and its packer takes no compression.
  const { compiler } = Packer as unknown as { readonly compiler: Compiler };
  const ids = new SteadyIds();
  const revised = (name: string, xml: string): string => {
    const steady = revise(name, ids.steady(xml));
    return name === 'word/settings.xml' && fonts.length > 0 ? keepingFonts(steady) : steady;
  };
  const parts = new Map(
    Array.from(compiler.compile(document), ([name, data]) => [
      name,
      typeof data === 'string' ? Buffer.from(revised(name, data)) : (images.imageOf(data) ?? data),
    ]),
  );
  if (fonts.length > 0) for (const { name, bytes } of fontParts(fonts)) parts.set(name, bytes);
  return writeZip(Array.from(parts, ([name, bytes]) => ({ name, bytes, stored: COMPRESSED.test(name) })));
}
