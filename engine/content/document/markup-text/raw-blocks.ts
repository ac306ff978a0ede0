import { readHtml } from '../html/reader.ts';
import { contentOfDocument } from './content.ts';
import { readTex } from './tex.ts';

/** Languages of texts within a text that a person reads through; others are left out with their block. */
const READERS: Readonly<Record<string, (source: string) => string>> = {
  html: (source) => contentOfDocument(readHtml(source)).text,
  html5: (source) => contentOfDocument(readHtml(source)).text,
  tex: (source) => readTex(source).text,
  latex: (source) => readTex(source).text,
};

/** What a block in another language says. */
function readRaw(language: string, source: string): string {
  return READERS[language.toLowerCase()]?.(source) ?? '';
}

const DIRECTIVE = /^([ \t]*)\.\. raw:: *([\w-]+)[^\n]*$/;

/** A text in reStructuredText whose raw blocks are paragraphs of what they say. */
export function withReadDirectives(source: string): string {
  if (!source.includes('.. raw::')) return source;
  const lines = source.split(/\r?\n/);
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const [, margin, language] = DIRECTIVE.exec(lines[index]!) ?? [];
    if (margin === undefined || language === undefined) {
      kept.push(lines[index]!);
      continue;
    }
    const isInside = (line: string | undefined): boolean =>
      line !== undefined && (line.trim() === '' || /^[ \t]*/.exec(line)![0].length > margin.length);
    const block: string[] = [];
    while (isInside(lines[index + 1])) block.push(lines[++index]!);
    kept.push(`${margin}${readRaw(language, block.join('\n')).replaceAll('\n', ' ')}`, '');
  }
  return kept.join('\n');
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

const EXAMPLE = /^([ \t]*#\+begin_(?:src|example)\b.*\n)([\s\S]*?)(?=^[ \t]*#\+end_(?:src|example))/gim;

/** Org mode: what begins like a comment or a setting within a listing is one of its lines. */
export function withReadListings(source: string): string {
  return source.replace(EXAMPLE, (_, start: string, listing: string) => start + listing.replace(/^([ \t]*)#/gm, '$1 '));
}
