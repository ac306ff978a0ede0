import { base64Of } from '../../../io/bytes.ts';
import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import { writeZip } from '../../../io/zip.ts';
import { chapterAnchor, flatContents, isCoverShown, withDrawings, type Book, type ContentsEntry } from './book.ts';
import { languageOf, packageMetadata, separateImages, titleOf } from './epub-writer.ts';
import { plainTextOf } from './plain-text.ts';

/** Chapters begin on new pages when they are printed. */
const STYLE = `body { max-width: 42em; margin: 2em auto; padding: 0 1em; line-height: 1.5; }
section.chapter { break-before: page; }
img { max-width: 100%; height: auto; }
table { border-collapse: collapse; }
td, th { border: 1px solid #999; padding: 0.2em 0.4em; vertical-align: top; }
`;
/** A contents list of fewer entries says nothing. */
const LEAST_ENTRIES = 2;

/** A whole book as one page with everything inside. */
export function writeHtmlBook(book: Book): Uint8Array {
  const addresses = new Map(
    [...book.images].map(([name, { bytes, type }]) => [name, `data:${type};base64,${base64Of(bytes)}`]),
  );
  return new TextEncoder().encode(pageOf(book, (name) => addresses.get(name) ?? name, `<style>\n${STYLE}</style>`));
}

/** A page with its images and what the book says of itself in a ZIP, as Calibre reads it; its headings are its contents. */
export function writeHtmlz(book: Book): Uint8Array {
  const style = '<link rel="stylesheet" type="text/css" href="style.css"/>';
  const html = pageOf({ ...book, contents: [] }, (name) => `images/${name}`, style);
  return writeZip([
    { name: 'index.html', bytes: new TextEncoder().encode(html) },
    { name: 'style.css', bytes: new TextEncoder().encode(STYLE) },
    { name: 'metadata.opf', bytes: new TextEncoder().encode(metadataFile(book)) },
    ...imageFiles(book),
  ]);
}

/** The words of a book and what it says of itself in a ZIP, as Calibre reads it. */
export function writeTxtz(book: Book): Uint8Array {
  return writeZip([
    { name: 'index.txt', bytes: new TextEncoder().encode(plainTextOf(book)) },
    { name: 'metadata.opf', bytes: new TextEncoder().encode(metadataFile(book)) },
    ...imageFiles(book).filter(({ name }) => name === `images/${book.cover}`),
  ]);
}

function imageFiles(book: Book) {
  return separateImages(book).map(([name, { bytes, type }]) => ({
    name: `images/${name}`,
    bytes,
    stored: type !== 'image/svg+xml',
  }));
}

function metadataFile(book: Book): string {
  const cover =
    book.cover === undefined
      ? ''
      : `<guide><reference type="cover" title="Cover" href="images/${book.cover}"/></guide>\n`;
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    `<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id">\n${packageMetadata(book)}\n${cover}</package>\n`
  );
}

function pageOf(book: Book, addressOf: (name: string) => string, style: string): string {
  const { authors, description } = book.metadata;
  const meta = [
    ...authors.map((author) => ['author', author]),
    ...(description === undefined ? [] : [['description', description]]),
  ];
  const sections = book.chapters.map(
    ({ body }, index) =>
      `<section class="chapter" id="${chapterAnchor(index + 1)}">\n${withDrawings(body, book).replace(/<img src="([^"]+)"/g, (_, name: string) => `<img src="${addressOf(name)}"`)}\n</section>`,
  );
  const language = languageOf(book);
  return [
    '<!DOCTYPE html>',
    `<html xmlns="http://www.w3.org/1999/xhtml" lang="${language}">`,
    '<head>',
    '<meta charset="utf-8"/>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
    `<title>${escapeXml(titleOf(book))}</title>`,
    ...meta.map(([name, content]) => `<meta name="${name}" content="${escapeXmlAttribute(content!)}"/>`),
    style,
    '</head>',
    '<body>',
    ...coverPage(book, addressOf),
    ...(startsWithCover(book)
      ? [sections[0]!, ...contentsList(book), ...sections.slice(1)]
      : [...contentsList(book), ...sections]),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** The cover, where no page of the book shows it. */
function coverPage(book: Book, addressOf: (name: string) => string): string[] {
  const { cover } = book;
  return cover === undefined || isCoverShown(book) ? [] : [`<div><img src="${addressOf(cover)}" alt=""/></div>`];
}

/** A chapter that shows an image and says nothing. */
function startsWithCover({ chapters }: Book): boolean {
  const body = chapters[0]?.body ?? '';
  return body.includes('<img ') && body.replace(/<[^>]*>/g, '').trim() === '';
}

function contentsList(book: Book): string[] {
  if ([...flatContents(book.contents)].length < LEAST_ENTRIES) return [];
  const items = (entries: readonly ContentsEntry[]): string =>
    `<ul>${entries
      .map(({ title, target, children }) => {
        const label = target === undefined ? escapeXml(title) : `<a href="#${target}">${escapeXml(title)}</a>`;
        return `<li>${label}${children.length === 0 ? '' : items(children)}</li>`;
      })
      .join('\n')}</ul>`;
  return [`<nav role="doc-toc" class="chapter">\n${items(book.contents)}\n</nav>`];
}
