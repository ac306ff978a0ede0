import { decodeHTML } from 'entities/decode';
import { latin1Bytes, latin1Of } from '../../../io/bytes.ts';
import type { RunContext } from '../../../contract/codec.ts';
import type { Book } from '../book/book.ts';
import { BookBuilder, type PlacedEntry } from '../book/book-builder.ts';
import { readContentsIndex, treeOfContents } from './contents.ts';
import type { MobiFile } from './header.ts';
import { nameOfPosition, withAnchors } from './places.ts';

const PAGE_BREAK = /<\s*mbp:pagebreak[^>]*>(?:\s*<\/\s*mbp:pagebreak\s*>)?/gi;
const LINK = /\bfilepos\s*=\s*["']?(\d{1,10})["']?/gi;
const CONTENTS_REFERENCE = /<reference\b(?=[^>]*\btype\s*=\s*["']?toc\b)[^>]*\bfilepos\s*=\s*["']?(\d{1,10})/i;
const IMAGE = /\b(?:hi|low|)recindex\s*=\s*["']?0*(\d{1,6})["']?/gi;
/** All pages are one file of which positions are counted. */
const NAME = 'text';

/** A Mobipocket book of the versions before 8: one text, whose links are positions in it. */
export function readKf7(file: MobiFile, context: RunContext): Book {
  const markup = latin1Of(file.text(context.signal));
  const index = readContentsIndex(file, () => undefined);
  const contentsPage = Number(CONTENTS_REFERENCE.exec(markup)?.[1] ?? -1);
  const links = [...markup.matchAll(LINK)].map(([, position]) => Number(position));
  const anchored = withAnchors(markup, [...links, ...index.map(({ position }) => position)]);
  const builder = new BookBuilder((name) => file.resource(Number(name)), context.limits);
  const decoder = new TextDecoder(file.encoding);
  const pages = anchored.split(PAGE_BREAK);
  const listed = index.length > 0 ? [] : linkedContents(pages, contentsPage, decoder);
  const contents = index.length > 0 ? treeOfContents(index, placeOf) : listed;
  for (const page of pages) {
    context.signal.throwIfAborted();
    const isContents = pages.length > 1 && isAt(page, contentsPage) && isListOfLinks(page, countOf(contents));
    if (isContents || isBlank(page)) continue;
    const html = decoder
      .decode(latin1Bytes(page))
      .replace(LINK, (_, position: string) => `href="#${nameOfPosition(Number(position))}"`)
      .replace(IMAGE, 'src="$1"');
    builder.addChapter({ name: NAME, html, resolve: (address) => address });
  }
  const cover = file.cover === undefined ? undefined : builder.imageNamed(String(file.cover));
  const book = builder.finish(file.metadata, contents, cover);
  builder.losses.report(context, book.images.size);
  return book;
}

function placeOf(position: number): string {
  return `${NAME}#${nameOfPosition(position)}`;
}

function isAt(page: string, position: number): boolean {
  return position >= 0 && page.includes(`<a id="${nameOfPosition(position)}">`);
}

function isBlank(page: string): boolean {
  return !/<img\b/i.test(page) && page.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';
}

function countOf(contents: readonly PlacedEntry[]): number {
  return contents.reduce((sum, { children }) => sum + 1 + countOf(children), 0);
}

const LINK_TO_POSITION = /<a\b[^>]*\bfilepos\b[^>]*>[\s\S]*?<\/a>/gi;

/**
 * What this and other programs write for readers without an index: a title, and links alone. One that lists more than
 * the `known` entries of the contents says something that nothing else in the book does.
 */
function isListOfLinks(page: string, known: number): boolean {
  const links = page.match(LINK_TO_POSITION)?.length ?? 0;
  const besides = page.replace(LINK_TO_POSITION, '').replace(/<[^>]*>/g, '');
  return links > 0 && links <= known && besides.trim().length < 80;
}

/** The links of the page that the book calls its contents. */
function linkedContents(pages: readonly string[], position: number, decoder: TextDecoder): PlacedEntry[] {
  const page = pages.find((candidate) => isAt(candidate, position));
  if (page === undefined) return [];
  const links = page.matchAll(/<a\b[^>]*\bfilepos\s*=\s*["']?(\d{1,10})[^>]*>([\s\S]*?)<\/a>/gi);
  return [...links].map(([, target, label = '']) => ({
    title: decodeHTML(decoder.decode(latin1Bytes(label.replace(/<[^>]*>/g, '')))),
    place: placeOf(Number(target)),
    children: [],
  }));
}
