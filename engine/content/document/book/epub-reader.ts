import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { Book } from './book.ts';
import { BookBuilder } from './book-builder.ts';
import { coverNameOf, decodeAddress, readEpubContents, readPackageMetadata } from './package-document.ts';
import { resolvePart } from '../ooxml/package.ts';
import { openBook } from './epub-parts.ts';

const STYLE_LINK = /<link\b(?=[^>]*\bstylesheet\b)[^>]*\bhref\s*=\s*["']([^"']+)["']/gi;

/** An EPUB of version 2 or 3. Throws `input_corrupt`, and `input_encrypted` where its chapters are encrypted. */
export function readEpub(bytes: Uint8Array, context: RunContext): Book {
  const parts = openBook(bytes, context.limits);
  if (parts.isEncrypted) throw encryptedBook();
  const readPart = (name: string): Uint8Array | undefined => {
    const entry = parts.zip.find(name);
    return entry && parts.zip.read(entry);
  };
  const builder = new BookBuilder(readPart, context.limits);
  const sheets = new Map<string, string>();
  const sheetNamed = (name: string): string => {
    const known = sheets.get(name) ?? parts.readXml(name) ?? '';
    sheets.set(name, known);
    return known;
  };
  for (const name of parts.spine) {
    context.signal.throwIfAborted();
    const html = parts.readXml(name)!;
    const resolve = (address: string): string => resolvePart(decodeAddress(address.replace(/[?#].*$/s, '')), name);
    const styleSheets = [...html.matchAll(STYLE_LINK)].map(([, address]) => sheetNamed(resolve(address!)));
    builder.addChapter({ name, html: pageOf(html), resolve, styleSheets });
  }
  const coverName = coverNameOf(parts);
  const cover = coverName === undefined ? undefined : builder.imageNamed(coverName);
  const metadata = readPackageMetadata(parts.packageSource, context.limits);
  const book = builder.finish(metadata, readEpubContents(parts, context.limits), cover);
  builder.losses.report(context, book.images.size);
  return book;
}

/** A drawing may be a page by itself. */
function pageOf(source: string): string {
  return /^\s*(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\]\s*)?>\s*)*<svg[\s>]/i.test(source)
    ? `<body>${source.slice(source.indexOf('<svg'))}</body>`
    : source;
}

export function encryptedBook(): ConversionError {
  return new ConversionError({
    code: 'input_encrypted',
    message: 'The book is protected against copying (DRM). Send one without protection.',
  });
}
