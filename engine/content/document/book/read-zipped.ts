import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { decodeXml } from '../../../io/xml.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import { openZip, type ZipArchive } from '../../../io/zip.ts';
import type { Book, BookMetadata } from './book.ts';
import { BookBuilder } from './book-builder.ts';
import { decodeAddress, readPackageMetadata } from './package-document.ts';
import { resolvePart } from '../ooxml/package.ts';
import { sniffHtmlEncoding } from '../html/encoding.ts';
import { splitPage } from './read-page.ts';
import { paragraphsAsHtml } from './read-plain.ts';

const EMPTY: BookMetadata = { authors: [], subjects: [] };
const COVER = /<(?:\w+:)?reference\b(?=[^>]*\btype\s*=\s*["']cover["'])[^>]*\bhref\s*=\s*["']([^"']+)["']/;

/** A page of HTML in a ZIP with its images and what it says of itself, as Calibre writes it. */
export function readHtmlz(bytes: Uint8Array, context: RunContext): Book {
  const zip = openZip(bytes, context.limits);
  const page = zip.find('index.html') ?? zip.entries.find(({ name }) => /\.x?html?$/i.test(name));
  if (!page) throw noText();
  const source = zip.read(page);
  const { text } = decodeText(source, sniffHtmlEncoding(source));
  const builder = builderOf(zip, context);
  const sheets = zip.entries.filter(({ name }) => name.endsWith('.css')).map((entry) => decodeXml(zip.read(entry)));
  const resolve = (address: string): string => resolvePart(decodeAddress(address), page.name);
  const contents = splitPage(text, builder, { name: page.name, resolve, styleSheets: sheets });
  return finish(builder, zip, contents, context);
}

/** A text in a ZIP with what it says of itself, as Calibre writes it. */
export function readTxtz(bytes: Uint8Array, context: RunContext): Book {
  const zip = openZip(bytes, context.limits);
  const entry = zip.find('index.txt') ?? zip.entries.find(({ name }) => /\.(?:txt|md|markdown|textile)$/i.test(name));
  if (!entry) throw noText();
  const builder = builderOf(zip, context);
  const html = paragraphsAsHtml(decodeText(zip.read(entry)).text);
  const contents = splitPage(html, builder, { name: entry.name, resolve: (address) => address });
  return finish(builder, zip, contents, context);
}

function builderOf(zip: ZipArchive, { limits }: RunContext): BookBuilder {
  const read = (name: string): Uint8Array | undefined => {
    const entry = zip.find(name);
    return entry && zip.read(entry);
  };
  return new BookBuilder(read, limits);
}

function finish(
  builder: BookBuilder,
  zip: ZipArchive,
  contents: Parameters<BookBuilder['finish']>[1],
  context: RunContext,
): Book {
  const entry = zip.find('metadata.opf');
  const source = entry && decodeXml(zip.read(entry));
  const coverName = source === undefined ? undefined : COVER.exec(source)?.[1];
  const cover = coverName === undefined ? undefined : builder.imageNamed(decodeAddress(coverName));
  const metadata = source === undefined ? EMPTY : readPackageMetadata(source, context.limits);
  const book = builder.finish(metadata, contents, cover);
  builder.losses.report(context, book.images.size);
  return book;
}

function noText(): ConversionError {
  return new ConversionError({ code: 'input_corrupt', message: 'The book is damaged: its text is missing.' });
}
