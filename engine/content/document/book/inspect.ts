import { hashHex } from '../../../io/hash.ts';
import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import type { BookFacts } from '../../../contract/facts.ts';
import type { Feature } from '../../../formats/features.ts';
import { addBlocks } from '../document-facts.ts';
import type { FactsOf } from '../facts-of.ts';
import { readHtml } from '../html/reader.ts';
import type { Block } from '../model.ts';
import { Content } from '../text-content.ts';
import { chapterAnchor, flatContents, type Book, type BookMetadata } from './book.ts';
import { placesOf } from './chapter-places.ts';
import { imageTypeOf } from './image-type.ts';

/** Types whose bytes every format of books holds as they are. */
const HELD = /^image\/(?:jpeg|png|gif)$/;

/** The digest of an image that is compared byte by byte; nothing for types that some formats do not hold. */
export function imageDigest(bytes: Uint8Array): string | undefined {
  if (!HELD.test(imageTypeOf(bytes) ?? '')) return undefined;
  return hashHex('sha256', bytes);
}

/** What a book in our own model is. */
export function factsOfBook(book: Book, { effort }: InspectRequest, { limits, signal }: RunContext): FactsOf {
  const metadata = metadataOf(book);
  if (effort === 'probe') {
    const figures: Feature[] = book.images.size > 0 ? ['figures'] : [];
    return { depth: 'structure', features: ['text', 'structure', 'look', ...figures, ...metadata] };
  }
  const content = new Content(limits.verifiedTextChars);
  const blocks: Block[] = [];
  for (const { body } of book.chapters) {
    signal.throwIfAborted();
    blocks.push(...readHtml(body, { isXhtml: true, read: (address) => book.images.get(address)?.bytes }).blocks);
  }
  addBlocks(content, blocks);
  content.title = book.metadata.title;
  const features = content.features().filter((feature) => feature !== 'pages');
  return {
    depth: 'content',
    features: [...features, ...metadata],
    document: content.document({ hasPages: false }),
    book: aboutBook(book, blocks),
  };
}

function metadataOf({ metadata: { title, authors } }: Book): Feature[] {
  return title !== undefined || authors.length > 0 ? ['metadata'] : [];
}

function aboutBook(book: Book, blocks: readonly Block[]): BookFacts {
  const { ids, links } = placesOf(blocks);
  const places = new Set([...ids, ...book.chapters.map((_, index) => chapterAnchor(index + 1))]);
  return {
    ...aboutBy(book.metadata),
    contents: [...flatContents(book.contents)].length,
    hasCover: book.cover !== undefined,
    brokenLinks: links.filter((link) => !places.has(link.slice(1))).length,
    images: [...book.images.values()].map(({ bytes }) => imageDigest(bytes)).filter((digest) => digest !== undefined),
  };
}

/** What a book says of itself, as facts. */
export function aboutBy({ title, authors = [], date, language }: Partial<BookMetadata>): BookFacts {
  return {
    ...(title === undefined ? {} : { title }),
    authors,
    ...(date === undefined ? {} : { date }),
    ...(language === undefined ? {} : { language }),
  };
}
