import { difference, type Difference } from '../../../contract/differences.ts';
import type { DocumentFacts, Facts, PageFacts, ShownBox, TextFormats } from '../../../contract/facts.ts';
import { COMPUTED, type OutlineBlock } from '../../../contract/outline.ts';
import type { Expectation } from '../../../contract/report.ts';
import { isRightToLeft } from '../../document/diff/directions.ts';
import { diffCopiesOfLines, diffEncoding } from '../../document/diff/additions.ts';
import { diffLinks } from '../../document/diff/links.ts';
import { matchWords, type Matching } from '../../document/diff/match.ts';
import { diffSigns } from '../../document/diff/signs.ts';
import { blocksOf, Vocabulary, type Words } from '../../document/diff/words.ts';
import { normaliseText, wordsOf } from '../../document/inspect-text.ts';
import { selectedPages } from '../page-selection.ts';
import { hasPageNumbers, linesOfPages } from './page-lines.ts';
import { diffReadImages } from './reading-images.ts';
import { diffReadOrder } from './reading-order.ts';
import { diffReadWords } from './reading-words.ts';

/** Words that a result may have for each of the pages, and beside these: headers and labels are written again. */
const MAX_GROWTH = 1.2;
const MANY_WORDS = 30;
/** Letters of the words of a text in which they are glued together, on average. */
const GLUED_LETTERS = 9;
/** Share of the words that may be glued to others, of so many at least: readers do not agree on every gap. */
const MAX_GLUED = 0.2;
const MIN_FOUND = 10;
/** Share of the links that may be missing: an area over nothing that is text. */
const MAX_MISSING_LINKS = 0.1;
/** Characters that say something about the size of all, and how it and the share of white ones may differ. */
const MIN_GLYPHS = 40;
const MAX_SIZE_RATIO = 1.4;
const MAX_WHITE = 0.1;
/** How much larger than the rest headings are, their least number of glyphs, and their largest share. */
const LARGE = 1.25;
const MIN_LARGE = 20;
const MAX_LARGE = 0.15;
/** Titles of an outline from which on each of them must be a heading, and from which on it is sure that one must be. */
const MIN_TITLES = 3;
const SURE_TITLES = 6;

/**
 * Compares a document with the pages that it was read from. Where the words of a page follow each other is up to who
 * reads it; that they are there, and numbers as they are, is not.
 */
export function* diffReading(source: Facts, outputs: readonly Facts[], expectation: Expectation): Iterable<Difference> {
  const documents = outputs.flatMap(({ document }) => document ?? []);
  const { kept } = expectation;
  if (!source.document || documents.length < outputs.length || !kept.includes('text')) return;
  if ([source.document, ...documents].some(({ excerpt }) => excerpt)) return;
  const vocabulary = new Vocabulary();
  const blocks = documents.flatMap(withFormulas);
  const taken = pagesTaken(source.document, expectation);
  const expected = linesOfPages(source.pdf!.pages, taken);
  const matching = matchWords(vocabulary.wordsOf(expected), vocabulary.wordsOf([...blocks, ...descriptionsOf(blocks)]));
  yield* diffReadWords(matching);
  yield* diffSigns(matching, { isTold: true });
  if (!isRightToLeft(source.document.text)) yield* diffReadOrder(matching);
  const shown = taken.flatMap((index) => source.pdf!.pages[index]?.lines?.map(({ text }) => text) ?? []);
  // Text that nobody sees on a page may be text for a reader.
  const written = [...shown, source.document.unseen ?? ''];
  const lines = written.map((text): OutlineBlock => ({ kind: 'paragraph', place: 'body', text }));
  yield* diffEncoding({ ...matching, source: { ...matching.source, blocks: lines } });
  yield* diffCopiesOfLines(matching);
  const all = wordsOf(normaliseText(written.join('\n'))).length + countUnmapped(written);
  const found = matching.result.ids.length;
  if (found > all * MAX_GROWTH + MANY_WORDS)
    yield difference('text_added', {}, { expected: all, found, severity: 'refuse' });
  if (meanLength(matching.result) > Math.max(GLUED_LETTERS, 2 * meanLength(matching.source)))
    yield difference('text_changed', {}, { found: 'words without spaces between them' });
  else if (gluedShare(matching) > MAX_GLUED)
    yield difference('text_changed', {}, { severity: 'tell', found: 'words without spaces between them' });
  const isWhole = expectation.options.pages === undefined && expectation.takes !== 'first';
  if (documents.every(({ addresses }) => addresses)) yield* diffAddresses(source, taken, documents);
  if (!isWhole || !kept.includes('structure') || !documents.every((document) => document.blocks)) return;
  if (documents[0]!.textFormats) yield* diffTextFormats(source, documents[0]!.textFormats);
  yield* diffHeadings(source, blocks);
  const { headings } = documents[0]!;
  if (headings === 0 && hasLargeLines(source)) yield difference('heading_plain', {}, { severity: 'tell' });
  yield* diffPageLinks(source, blocks);
  // whether a section has a page of each of its headers and footers is up to who counts pages
  const isMargin = ({ place }: OutlineBlock): boolean => place === 'margin' || place === 'unshown';
  const isNumbered = blocks.some((block) => isMargin(block) && block.text.includes(COMPUTED));
  if (outputs[0]!.format === 'docx' && !isNumbered && hasPageNumbers(source.pdf!.pages))
    yield difference('header_missing', {}, { severity: 'tell', expected: 'page numbers' });
  if (kept.includes('look')) yield* diffJumps(source, blocks);
  if (kept.includes('figures')) yield* diffReadImages(source, blocks, expectation);
}

/** Words of which the pages do not say the characters: a reader may know them by their shapes. */
function countUnmapped(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + (line.match(/\ufffd/g)?.length ?? 0), 0);
}

/** Share of the words that are in one word with the one before them. */
function gluedShare({ places }: Matching): number {
  const found = places.filter((place) => place >= 0).length;
  const glued = places.filter((place, at) => place >= 0 && at > 0 && places[at - 1] === place).length;
  return glued / Math.max(found, MIN_FOUND);
}

/** Letters of a word, on average, of those all of whose characters are known. */
function meanLength({ ids, vocabulary }: Words): number {
  const known = Array.from(ids, (id) => vocabulary.words[id]!).filter((word) => !word.includes('\ufffd'));
  return known.reduce((sum, word) => sum + word.length, 0) / Math.max(1, known.length);
}

/** The pages that were asked for, from 0. */
function pagesTaken({ pages = 0 }: DocumentFacts, { takes, options }: Expectation): readonly number[] {
  return takes === 'first' ? [0] : selectedPages(options.pages, pages);
}

/** Formulas are in the text of pages. */
function withFormulas(document: DocumentFacts): readonly OutlineBlock[] {
  const blocks = blocksOf(document, false);
  const formulas = document.blocks ? '' : (document.formulas ?? '');
  return formulas === '' ? blocks : [...blocks, { kind: 'formula', place: 'formula', text: formulas }];
}

/**
 * What is written in drawings of a page may be in the descriptions of their images: these, without the text of the boxes
 * that stand beside an image, which are its labels.
 */
function descriptionsOf(blocks: readonly OutlineBlock[]): OutlineBlock[] {
  return drawingsIn(blocks).flatMap(withoutLabels);
}

function withoutLabels(drawing: readonly OutlineBlock[]): OutlineBlock[] {
  const written = new Map<string, number>();
  const boxes = drawing.filter(({ place }) => place === 'box');
  for (const word of boxes.flatMap(({ text }) => wordsOf(normaliseText(text))))
    written.set(word, (written.get(word) ?? 0) + 1);
  const isMore = (word: string): boolean => {
    const count = written.get(word) ?? 0;
    written.set(word, count - 1);
    return count <= 0;
  };
  const isLabel = (text: string): boolean => wordsOf(normaliseText(text)).filter(isMore).length === 0;
  return drawing.flatMap(({ image }): OutlineBlock[] => {
    const others = image?.alternative.split(/\s+/).filter((text) => !isLabel(text)) ?? [];
    return others.length > 0 ? [{ kind: 'image', place: 'box', text: others.join(' ') }] : [];
  });
}

/** Images and boxes that follow each other without any other text between them. */
function drawingsIn(blocks: readonly OutlineBlock[]): OutlineBlock[][] {
  const drawings: OutlineBlock[][] = [[]];
  for (const block of blocks) {
    if (block.image || block.place === 'box') drawings.at(-1)!.push(block);
    else if (drawings.at(-1)!.length > 0) drawings.push([]);
  }
  return drawings;
}

/** Text is about as large as on the pages, and no more of it is white. */
function* diffTextFormats({ pdf }: Facts, { sizes, white }: TextFormats): Iterable<Difference> {
  const pages = pdf!.pages;
  const before = middleOf(pages.flatMap((page) => page.sizes ?? []));
  const after = middleOf(sizes);
  if (before.count < MIN_GLYPHS || after.count < MIN_GLYPHS) return;
  const isTurned = pages.some(({ turned }) => turned);
  if (!isTurned && Math.abs(Math.log(after.points / before.points)) > Math.log(MAX_SIZE_RATIO))
    yield difference('text_size', {}, { expected: before.points, found: after.points });
  const known = pages.reduce((sum, page) => sum + (page.white ?? 0) + (page.unseen?.white ?? 0), 0);
  if (white / after.count > known / before.count + MAX_WHITE)
    yield difference('text_not_visible', {}, { found: 'white text' });
}

/** Whether little of the text is larger than the rest: headings, as far as sizes tell. */
function hasLargeLines({ pdf }: Facts): boolean {
  const sizes = pdf!.pages.flatMap((page) => page.sizes ?? []);
  const { points, count } = middleOf(sizes);
  const large = sizes.filter(([size]) => size >= points * LARGE).reduce((sum, [, glyphs]) => sum + glyphs, 0);
  return large >= MIN_LARGE && large < count * MAX_LARGE;
}

/** The size of the middle one of all characters. */
function middleOf(sizes: readonly (readonly [number, number])[]): { readonly points: number; readonly count: number } {
  const sorted = [...sizes].sort(([a], [b]) => a - b);
  const count = sorted.reduce((sum, [, characters]) => sum + characters, 0);
  let left = count / 2;
  const points = sorted.find(([, characters]) => (left -= characters) <= 0)?.[0] ?? 0;
  return { points, count };
}

/** What the outline of a PDF leads to is a heading, where it is a paragraph at all. */
function* diffHeadings({ pdf }: Facts, blocks: readonly OutlineBlock[]): Iterable<Difference> {
  const titles = new Set(pdf!.outline.map(({ title }) => keyOf(title)).filter((key) => key.length > 2));
  const standing = blocks.filter(({ text, cell }) => !cell && titles.has(keyOf(text)));
  const keys = new Set(standing.map(({ text }) => keyOf(text)));
  const headings = new Set(standing.filter(({ kind }) => kind === 'heading').map(({ text }) => keyOf(text)));
  if (keys.size === headings.size || (keys.size < MIN_TITLES && headings.size > 0)) return;
  const plain = standing.find(({ text }) => !headings.has(keyOf(text)));
  const severity = keys.size < SURE_TITLES || headings.size > 0 ? 'tell' : 'refuse';
  yield difference('heading_plain', {}, { expected: plain!.text, found: headings.size, severity });
}

/** The number before a title, which an outline or a document may have beside its text. */
const TITLE_NUMBER = /^\P{L}*\p{N}(?=\P{N}*\p{L})[^\p{L}\p{N}]*/u;

function keyOf(text: string): string {
  return normaliseText(text)
    .replace(TITLE_NUMBER, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Links to other places of the document, where none is left; those that are no wider than high are marks of notes. */
function* diffJumps({ pdf }: Facts, blocks: readonly OutlineBlock[]): Iterable<Difference> {
  const all = pdf!.pages.flatMap(({ links }) => links.filter(({ page, isBlank }) => page !== undefined && !isBlank));
  const isMarked = blocks.some(({ marks = [] }) => marks.length > 0);
  const jumps = isMarked ? all.filter(({ box: [, , width, height] }) => width > height) : all;
  const isLinked = blocks.some(({ links = [] }) => links.some(({ href }) => href.startsWith('#')));
  if (jumps.length > 0 && !isLinked)
    yield difference('link_missing', {}, { severity: 'tell', expected: `page ${jumps[0]!.page}` });
}

/** Links of pages in drawings of them. */
function* diffAddresses(
  { pdf }: Facts,
  taken: readonly number[],
  found: readonly DocumentFacts[],
): Iterable<Difference> {
  const addresses = new Set(found.flatMap(({ addresses: own = [] }) => own));
  for (const index of taken.slice(0, found.length)) {
    for (const { url, isBlank } of pdf!.pages[index]?.links ?? []) {
      if (url !== undefined && !isBlank && !addresses.has(url))
        yield difference('link_missing', { page: index + 1 }, { expected: url });
    }
  }
}

function* diffPageLinks({ pdf }: Facts, blocks: readonly OutlineBlock[]): Iterable<Difference> {
  const hrefs = pdf!.pages.flatMap(({ links }) => links.flatMap(({ url, isBlank }) => (isBlank ? [] : (url ?? []))));
  const links = hrefs.map((href) => ({ text: '', href }));
  const missing = [...diffLinks([{ kind: 'paragraph', place: 'body', text: '', links }], blocks)];
  const isFew = missing.length <= new Set(hrefs).size * MAX_MISSING_LINKS;
  const kept = new Set(pdf!.pages.flatMap(linksOnContent));
  for (const one of missing) yield isFew || !kept.has(String(one.expected)) ? { ...one, severity: 'tell' } : one;
}

/** Addresses of the links that are on text or on an image: what is only drawn has no place in a text. */
function linksOnContent({ links, lines, images }: PageFacts): string[] {
  const isOnContent = ({ box }: PageFacts['links'][number]): boolean =>
    lines === undefined || [...lines, ...images].some((one) => overlaps(one.box, box));
  return links.flatMap((link) => (link.url !== undefined && isOnContent(link) ? [link.url] : []));
}

function overlaps(a: ShownBox, b: ShownBox): boolean {
  return a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];
}
