import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { coverNameOf, decodeAddress, listsOfContents, readPackageMetadata } from './package-document.ts';
import type { PlacedEntry } from './book-builder.ts';
import { resolvePart } from '../ooxml/package.ts';
import { openBook, type Book } from './epub-parts.ts';
import type { BookFacts } from '../../../contract/facts.ts';
import { aboutBy, imageDigest } from './inspect.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { addBlocks } from '../document-facts.ts';
import { readHtml } from '../html/reader.ts';
import type { Block } from '../model.ts';
import { placesOf, type ChapterPlaces } from './chapter-places.ts';

const IMAGE = /^image\/(?!svg)/;

/** Reads the facts of an EPUB: its chapters in the order of the spine. Throws `input_corrupt` where there are none. */
export function inspectEpub(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  const { limits } = context;
  const book = openBook(bytes, limits);
  if (book.isEncrypted) return { depth: 'structure', features: [], encrypted: true };
  const always = ['text', 'structure', 'look', ...(book.hasMetadata ? (['metadata'] as const) : [])] as const;
  if (effort === 'probe') {
    return { depth: 'structure', features: [...always, ...(hasImages(book) ? (['figures'] as const) : [])] };
  }
  const content = new Content(limits.verifiedTextChars);
  const places = new Map<string, ChapterPlaces>();
  addBlocks(content, chaptersOf(book, places, context));
  const features = content.features().filter((feature) => feature !== 'pages');
  if (content.formulas > 0) features.push('formulas');
  return {
    depth: 'content',
    features: [...features, ...(book.hasMetadata ? (['metadata'] as const) : [])],
    document: content.document({ hasPages: false }),
    book: factsOfBook(book, places, context),
  };
}

function* chaptersOf(book: Book, places: Map<string, ChapterPlaces>, { signal }: RunContext): Generator<Block> {
  let index = 0;
  for (const chapter of book.chapters()) {
    signal.throwIfAborted();
    const name = book.spine[index++]!;
    const read = (address: string): Uint8Array | undefined => {
      const entry = book.zip.find(partAt(address, name));
      return entry && book.zip.read(entry);
    };
    const blocks = [...readHtml(chapter, { isXhtml: true, read }).blocks];
    places.set(name, placesOf(blocks));
    yield* blocks;
  }
}

function hasImages({ manifest }: Book): boolean {
  return manifest.some(({ type }) => IMAGE.test(type));
}

function factsOfBook(book: Book, places: ReadonlyMap<string, ChapterPlaces>, { limits }: RunContext): BookFacts {
  const cover = coverNameOf(book);
  const digestOf = (name: string): string | undefined => {
    const entry = book.zip.find(name);
    return entry && imageDigest(book.zip.read(entry));
  };
  const contents = listsOfContents(book, limits);
  const shown = [...places].flatMap(([name, { images }]) => images.map((address) => partAt(address, name)));
  return {
    ...aboutBy(readPackageMetadata(book.packageSource, limits)),
    contents: contents.length === 0 ? 0 : Math.min(...contents.map((listed) => countEntries(listed, places))),
    hasCover: cover !== undefined && digestOf(cover) !== undefined,
    brokenLinks: [...places].reduce(
      (sum, [name, { links }]) => sum + links.filter((link) => !leads(link, name, places)).length,
      0,
    ),
    images: [...new Set(cover === undefined ? shown : [...shown, cover])].flatMap((name) => digestOf(name) ?? []),
  };
}

function partAt(address: string, name: string): string {
  const path = decodeAddress(address.replace(/[?#].*$/s, ''));
  return path === '' ? name : resolvePart(path, name);
}

/** A link leads somewhere when its chapter is there, and has the place. */
function leads(address: string, name: string, places: ReadonlyMap<string, ChapterPlaces>): boolean {
  const chapter = places.get(partAt(address, name));
  const fragment = decodeAddress(/#(.*)$/s.exec(address)?.[1] ?? '');
  return chapter !== undefined && (fragment === '' || chapter.ids.has(fragment));
}

function countEntries(entries: readonly PlacedEntry[], places: ReadonlyMap<string, ChapterPlaces>): number {
  return entries.reduce((sum, { title, place, children }) => {
    const isListed = title.trim() !== '' && place !== undefined && places.has(place.replace(/#.*$/s, ''));
    return sum + Number(isListed) + countEntries(children, places);
  }, 0);
}
