import { decodeHTML } from 'entities/decode';
import { HiddenElements } from './hidden.ts';
import { startCounting, withoutMarks, type Counts, type MarkupContent } from './content.ts';

/** Elements whose content is no markup: it runs until their own end tag (HTML standard, 13.1.2). */
const RAW = new Set('script style template textarea iframe noembed noframes xmp title math'.split(' '));
/** Raw elements whose content a person sees; references in `xmp` are text. */
const SHOWN_RAW = new Set(['textarea', 'xmp']);
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;
/** Links between notes and their places, for which other formats have notes, and links that nobody sees. */
const NOTE_LINK = /\brole\s*=\s*["']?doc-(?:noteref|backlink)|\baria-hidden\s*=\s*["']?true/i;
const TAG_NAME = /^[a-z][^\s/>]*/i;

interface Page extends Counts {
  readonly pieces: string[];
  inHead: boolean;
}

interface Reading {
  readonly page: Page;
  /** Where a tag ends whose name ends here. */
  readonly endOfTag: (from: number) => number;
  readonly hidden: HiddenElements;
}

/** The visible text of an HTML page with block elements on lines of their own; scripts and styles are left out. */
export function readHtml(source: string): MarkupContent {
  const notes = endnotesOf(source);
  if (notes) {
    const { before, inside, after } = notes;
    const page = readHtml(before + after);
    return { ...page, notes: [...page.notes, readHtml(inside).text] };
  }
  const page: Page = { ...startCounting(), pieces: [], inHead: false };
  const endOfTag = tagEndFinder(source);
  const hidden = new HiddenElements(source);
  let position = 0;
  while (position < source.length) {
    const start = source.indexOf('<', position);
    if (start < 0) break;
    addText(page, source.slice(position, start));
    position = readMarkup(source, start, { page, endOfTag, hidden });
  }
  addText(page, source.slice(position));
  const { pieces, inHead: _, ...counts } = page;
  const text = withoutMarks(pieces.join(''))
    .replace(/[ \n]*\n[ \n]*/g, '\n')
    .trim();
  return { ...counts, text };
}

const ENDNOTES = /<(section|aside)\b[^>]*\b(?:role="doc-endnotes"|class="footnotes)[^>]*>/;

function endnotesOf(source: string): { before: string; inside: string; after: string } | undefined {
  const opening = ENDNOTES.exec(source);
  const end = opening ? source.indexOf(`</${opening[1]}>`, opening.index) : -1;
  if (!opening || end < 0) return undefined;
  const inside = opening.index + opening[0].length;
  return { before: source.slice(0, opening.index), inside: source.slice(inside, end), after: source.slice(end) };
}

/** Reads what begins with `<` at `start`; returns the position behind it. */
function readMarkup(source: string, start: number, { page, endOfTag, hidden }: Reading): number {
  const next = source[start + 1] ?? '';
  if (next === '!' || next === '?') {
    return source.startsWith('<!--', start) ? behind(source, '-->', start + 4) : behind(source, '>', start);
  }
  const isEnd = next === '/';
  const nameStart = start + (isEnd ? 2 : 1);
  const name = TAG_NAME.exec(source.slice(nameStart, nameStart + 64))?.[0].toLowerCase();
  if (name === undefined) {
    addText(page, '<');
    return start + 1;
  }
  const end = endOfTag(nameStart + name.length);
  if (!INLINE.has(name)) page.pieces.push('\n');
  if (name === 'head') page.inHead = !isEnd;
  if (name === 'body') page.inHead = false;
  if (isEnd) return end;
  const attributes = source.slice(nameStart + name.length, end);
  const hiddenEnd = hidden.endOf(name, attributes, source, end);
  if (hiddenEnd !== undefined) return hiddenEnd;
  countElement(page, name, attributes);
  return RAW.has(name) ? readRaw(source, end, name, page) : end;
}

function readRaw(source: string, start: number, name: string, page: Page): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = start;
  const end = closing.exec(source)?.index ?? source.length;
  const content = source.slice(start, end);
  if (SHOWN_RAW.has(name)) addText(page, name === 'xmp' ? content.replaceAll('&', '&amp;') : content);
  if (name === 'title' && page.inHead && source.slice(start, end).trim() !== '') page.hasMetadata = true;
  return end;
}

function addText(page: Page, raw: string): void {
  if (raw !== '' && !page.inHead) page.pieces.push(decodeHTML(raw).replace(/\s+/g, ' '));
}

function countElement(page: Page, name: string, attributes: string): void {
  if (name === 'img' && /\bsrc\s*=/i.test(attributes)) page.figures++;
  if (name === 'svg') page.vectors++;
  if (name === 'a' && /\bhref\s*=/i.test(attributes) && !NOTE_LINK.test(attributes)) page.links++;
  if (name === 'table') page.tables++;
  if (name === 'math') page.formulas++;
  if (HEADING.test(name)) page.headings++;
  if (name === 'meta' && /\bname\s*=\s*["']?(?:author|description|keywords)/i.test(attributes)) page.hasMetadata = true;
}

/**
 * Finds the end of a tag, behind its `>`; one inside a quoted value does not count unless the quote is never closed.
 * Remembers which quote has no further closing one, so that hostile input cannot make it search to the end each time.
 */
export function tagEndFinder(source: string): (from: number) => number {
  const unclosedFrom: Record<string, number> = { '"': Infinity, "'": Infinity };
  return (from) => {
    for (let position = from; position < source.length; position++) {
      const character = source[position]!;
      if (character === '>') return position + 1;
      if (character !== '"' && character !== "'") continue;
      if (position >= unclosedFrom[character]!) continue;
      const closing = source.indexOf(character, position + 1);
      if (closing < 0) unclosedFrom[character] = position;
      else position = closing;
    }
    return source.length;
  };
}

export function behind(source: string, text: string, from: number): number {
  const index = source.indexOf(text, from);
  return index < 0 ? source.length : index + text.length;
}
