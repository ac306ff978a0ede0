import { decodeHTML } from 'entities/decode';
import { orderedCues, tidyLines, type Cue, type CueMetadata } from '../model.ts';
import { SECOND_MS } from '../times.ts';
import type { ReadCues } from '../read.ts';
import { readMarkup } from '../markup.ts';

const SYNC = /<sync\b([^<>]*)>/gi;
const PARAGRAPH = /<p\b([^<>]*)>/gi;
const START = /\bstart\s*=\s*["']?(\d+)/i;
const END = /\bend\s*=\s*["']?(\d+)/i;
const CLASS = /\bclass\s*=\s*["']?([\w-]+)/i;

const LAST_CUE_MS = 4 * SECOND_MS;

interface Shown {
  readonly startMs: number;
  readonly endMs: number | undefined;
  readonly language: string;
  readonly source: string;
}

/** SAMI: from each `<SYNC>` on its paragraphs are shown, until one with nothing but a space takes them away. */
export const readSami: ReadCues = (source, notes) => {
  const shown = paragraphsOf(source);
  const language = shown[0]?.language;
  if (shown.some((each) => each.language !== language)) notes.drop('otherLanguages');
  const taken = shown.filter((each) => each.language === language);
  const cues = taken.map(({ startMs, endMs, source: text }, index): Cue => {
    const { lines } = readMarkup(text, notes, { entities: true, collapses: true });
    const end = endMs ?? taken[index + 1]?.startMs;
    const tidy = tidyLines(lines);
    if (end === undefined && tidy.length > 0) notes.drop('assumedEnd');
    return { startMs, endMs: end ?? startMs + LAST_CUE_MS, lines: tidy };
  });
  return { cues: orderedCues(cues), styles: [], metadata: metadataOf(source, language) };
};

function paragraphsOf(source: string): Shown[] {
  const body = withoutComments(source).replace(/<\/body>[\s\S]*$/i, '');
  return piecesOf(body, SYNC).flatMap(({ attributes, content }) => {
    const startMs = Number(START.exec(attributes)?.[1] ?? Number.NaN);
    if (Number.isNaN(startMs)) return [];
    const end = END.exec(attributes)?.[1];
    const endMs = end === undefined ? undefined : Number(end);
    const paragraphs = piecesOf(content, PARAGRAPH);
    const unmarked = paragraphs.length === 0 ? [{ attributes: '', content }] : paragraphs;
    return unmarked.map((each) => ({
      startMs,
      endMs,
      language: CLASS.exec(each.attributes)?.[1]?.toLowerCase() ?? '',
      source: each.content,
    }));
  });
}

function withoutComments(source: string): string {
  const [first = '', ...others] = source.split('<!--');
  const afterComments = others.map((part) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : ''));
  return first + afterComments.join('');
}

/** What follows each opening tag, up to the next one. */
function piecesOf(source: string, tag: RegExp): { readonly attributes: string; readonly content: string }[] {
  const matches = [...source.matchAll(tag)];
  return matches.map((match, index) => ({
    attributes: match[1]!,
    content: source.slice(match.index + match[0].length, matches[index + 1]?.index),
  }));
}

function metadataOf(source: string, className: string | undefined): CueMetadata {
  const title = decodeHTML(/<title>([^<]{0,1000})<\/title>/i.exec(source)?.[1] ?? '').trim();
  const rule = className && new RegExp(String.raw`\.${className}\s*\{[^{}]*\blang\s*:\s*([\w-]+)`, 'i').exec(source);
  return { ...(title && { title }), ...(rule && { language: rule[1]! }) };
}
