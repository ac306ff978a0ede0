import { readHtml } from '../html/reader.ts';
import { contentOfDocument } from './content.ts';
import { readTex } from '../tex/reader.ts';

/** Languages of texts within a text that a person reads through; others are left out with their block. */
const READERS: Readonly<Record<string, (source: string) => string>> = {
  html: (source) => contentOfDocument(readHtml(source)).text,
  html5: (source) => contentOfDocument(readHtml(source)).text,
  tex: (source) => contentOfDocument(readTex(source)).text,
  latex: (source) => contentOfDocument(readTex(source)).text,
};

/** What a block in another language says. */
export function readRaw(language: string, source: string): string {
  return READERS[language.toLowerCase()]?.(source) ?? '';
}

const LITERAL = /<literal style="([\w-]+)">([\s\S]*?)<\/literal>/g;

/** A text in Muse whose literal parts are what they say. */
export function withReadLiterals(source: string): string {
  return source.replace(LITERAL, (_, language: string, literal: string) => readRaw(language, literal));
}

const FENCED = /^( {0,3})(`{3,}|~{3,}) *(?:=([\w-]+)|\{=([\w-]+)\}) *\n([\s\S]*?)^ {0,3}\2[`~]* *$/gm;

/** A text in Markdown or Djot whose raw blocks are paragraphs of what they say. */
export function withReadFences(source: string): string {
  return source.replace(
    FENCED,
    (_, margin: string, _fence, djot: string | undefined, pandoc: string | undefined, block: string) =>
      `${margin}${readRaw(djot ?? pandoc ?? '', block)
        .replace(/\s+/g, ' ')
        .replace(/[\\`*_{}[\]<>&|$]/g, '\\$&')}\n`,
  );
}
