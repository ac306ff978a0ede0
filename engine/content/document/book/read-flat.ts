import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import type { RunContext } from '../../../contract/codec.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import type { FormatId } from '../../../formats/index.ts';
import type { Book } from './book.ts';
import { BookBuilder } from './book-builder.ts';
import { sniffHtmlEncoding } from '../html/encoding.ts';
import { htmlOfMarkdown } from '../markdown/html.ts';
import { splitPage } from './read-page.ts';
import { paragraphsAsHtml } from './read-plain.ts';

/** A book made of one page of HTML, Markdown or plain text. */
export function readFlat(
  bytes: Uint8Array,
  from: FormatId,
  companions: ReadonlyMap<string, Uint8Array>,
  context: RunContext,
): Book {
  const { text } = decodeText(bytes, from === 'html' ? sniffHtmlEncoding(bytes) : undefined);
  const html =
    from === 'html' ? text : from === 'md' ? withNotes(htmlOfMarkdown(text, { isBook: true })) : paragraphsAsHtml(text);
  const builder = new BookBuilder((name) => companions.get(name), context.limits);
  const contents = splitPage(html, builder, {
    name: 'page',
    resolve: (address) => (companions.has(address) ? address : decodeAddress(address)),
  });
  const title = decodeHTML(/<title\b[^>]*>([^<]*)<\/title/i.exec(html)?.[1]?.trim() ?? '');
  const language = /<html\b[^>]*\slang\s*=\s*["']([\w-]+)/i.exec(html)?.[1];
  const authors = metaOf(html, 'author');
  const [description] = metaOf(html, 'description');
  const metadata = {
    ...(title === '' ? {} : { title }),
    ...(language === undefined ? {} : { language }),
    ...(description === undefined ? {} : { description }),
    authors,
    subjects: metaOf(html, 'keywords').flatMap((text) => text.split(/\s*,\s*/)),
  };
  const book = builder.finish(metadata, contents, undefined);
  builder.losses.report(context, book.images.size);
  return book;
}

/** The name of a file that an address means: it may hold bytes in two digits. */
function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return address;
  }
}

/** Notes of Markdown are where they are referred to. */
function withNotes(html: string): string {
  return html.replaceAll('<athanor-footnote>', ' (').replaceAll('</athanor-footnote>', ')');
}

function metaOf(html: string, name: string): string[] {
  const pattern = new RegExp(
    `<meta\\b(?=[^>]*\\bname\\s*=\\s*["']?${name}\\b)[^>]*\\bcontent\\s*=\\s*(?:"([^"]*)"|'([^']*)')`,
    'gi',
  );
  return [...html.matchAll(pattern)]
    .map(([, double, single]) => decodeHTMLAttribute(double ?? single ?? '').trim())
    .filter((text) => text !== '');
}
