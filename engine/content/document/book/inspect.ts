import { hashHex } from '../../../io/hash.ts';
import type { InspectRequest } from '../../../contract/codec.ts';
import type { Feature } from '../../../formats/features.ts';
import type { Limits } from '../../../contract/limits.ts';
import { flatContents, type Book } from './book.ts';
import { imageTypeOf } from './image-type.ts';
import type { BookFacts, DocumentFacts, Facts } from '../../../contract/facts.ts';
import { joinText } from '../inspect-text.ts';

/** Types whose bytes every format of books holds as they are. */
const HELD = /^image\/(?:jpeg|png|gif)$/;

/** The digest of an image that is compared byte by byte; nothing for types that some formats do not hold. */
export function imageDigest(bytes: Uint8Array): string | undefined {
  if (!HELD.test(imageTypeOf(bytes) ?? '')) return undefined;
  return hashHex('sha256', bytes);
}

/** What a book in our own model is; `texts` are the words of its chapters. */
export function bookFacts(
  book: Book,
  texts: readonly string[],
  limits: Pick<Limits, 'verifiedTextChars'>,
  effort: InspectRequest['effort'],
): Pick<Facts, 'depth' | 'features' | 'document' | 'book'> {
  const text = texts.join('\n');
  return {
    depth: effort === 'probe' ? 'structure' : 'content',
    features: featuresOf(book, text),
    document: documentOf(book, text, limits),
    book: {
      ...metadataOf(book),
      contents: [...flatContents(book.contents)].length,
      hasCover: book.cover !== undefined,
      images: [...book.images.values()].map(({ bytes }) => imageDigest(bytes)).filter((digest) => digest !== undefined),
    },
  };
}

function featuresOf(book: Book, text: string): Feature[] {
  const hasWords = /[\p{L}\p{N}]/u.test(text);
  const { title, authors } = book.metadata;
  return [
    ...(hasWords ? (['text', 'structure'] as const) : []),
    'look',
    ...(book.images.size > 0 ? (['figures'] as const) : []),
    ...(title !== undefined || authors.length > 0 ? (['metadata'] as const) : []),
  ];
}

function documentOf(book: Book, text: string, { verifiedTextChars }: Pick<Limits, 'verifiedTextChars'>): DocumentFacts {
  const markup = book.chapters.map(({ body }) => body).join('');
  const count = (pattern: RegExp): number => markup.match(pattern)?.length ?? 0;
  return {
    text: joinText({ pages: [text], asides: '' }, verifiedTextChars),
    ...(text.length > verifiedTextChars ? { excerpt: true } : {}),
    figures: count(/<img /g),
    links: count(/<a(?![^>]* role=)[^>]* href="/g),
    tables: count(/<table[\s>]/g),
    headings: count(/<h[1-6][\s>]/g),
  };
}

function metadataOf({
  metadata: { title, authors, language },
}: Book): Pick<BookFacts, 'title' | 'authors' | 'language'> {
  return { ...(title === undefined ? {} : { title }), authors, ...(language === undefined ? {} : { language }) };
}
