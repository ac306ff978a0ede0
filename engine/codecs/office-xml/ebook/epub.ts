import type { InspectRequest, RunContext } from '../../../codec.ts';
import { openBook, type Book } from '../../../models/office/epub-parts.ts';
import { Content } from '../content.ts';
import type { FactsOf } from '../facts-of.ts';
import { scanChapter } from './chapter.ts';

const PICTURE = /^image\/(?!svg)/;

/** Reads the facts of an EPUB: its chapters in the order of the spine. Throws `input_corrupt` where there are none. */
export function inspectEpub(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  const { limits } = context;
  const book = openBook(bytes, limits);
  if (book.isEncrypted) return { depth: 'structure', features: [], encrypted: true };
  const always = ['text', 'structure', 'look', ...(book.hasMetadata ? (['metadata'] as const) : [])] as const;
  if (effort === 'probe') {
    return { depth: 'structure', features: [...always, ...(hasPictures(book) ? (['figures'] as const) : [])] };
  }
  const content = new Content(limits.verifiedTextChars);
  for (const chapter of book.chapters()) {
    context.signal.throwIfAborted();
    scanChapter(chapter, content, limits.nesting);
  }
  const features = content.features().filter((feature) => feature !== 'pages');
  return {
    depth: 'content',
    features: [...features, ...(book.hasMetadata ? (['metadata'] as const) : [])],
    document: content.document({ hasPages: false }),
  };
}

function hasPictures({ manifest }: Book): boolean {
  return manifest.some(({ type }) => PICTURE.test(type));
}
