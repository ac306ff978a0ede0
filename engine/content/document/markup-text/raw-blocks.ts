import { plainOf } from '../light/html.ts';
import { texPage } from '../tex/reader.ts';

/** A block in another language as HTML, where a person reads it through; others are left out. */
export function rawHtml(language: string, source: string): string {
  if (/^html[45]?$/i.test(language)) return source;
  return /^(?:la)?tex$/i.test(language) ? texPage(source).html : '';
}

/** Elements of HTML that nobody reads, with what is in them. */
const UNREAD = /<(script|style|template|head)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;

/** What a block in another language says. */
function readRaw(language: string, source: string): string {
  return plainOf(rawHtml(language, source).replace(UNREAD, ' ').replaceAll('</p>', '\n'));
}

const LITERAL = /<literal style="([\w-]+)">([\s\S]*?)<\/literal>/g;

/** A text in Muse whose literal parts are what they say. */
export function withReadLiterals(source: string): string {
  return source.replace(LITERAL, (_, language: string, literal: string) => readRaw(language, literal));
}

const FENCED = /^( {0,3})(`{3,}|~{3,}) *(?:=([\w-]+)|\{=([\w-]+)\}) *\n([\s\S]*?)^ {0,3}\2[`~]* *$/gm;

/** A text in Markdown whose raw blocks are paragraphs of what they say. */
export function withReadFences(source: string): string {
  return source.replace(
    FENCED,
    (_, margin: string, _fence, djot: string | undefined, pandoc: string | undefined, block: string) =>
      `${margin}${readRaw(djot ?? pandoc ?? '', block)
        .replace(/\s+/g, ' ')
        .replace(/[\\`*_{}[\]<>&|$]/g, '\\$&')}\n`,
  );
}
