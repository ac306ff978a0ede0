import { difference, type Difference } from '../../../contract/differences.ts';
import type { DocumentFacts, Facts, TextFormats } from '../../../contract/facts.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import type { Expectation } from '../../../contract/report.ts';
import { diffEncoding } from '../../document/diff/additions.ts';
import { diffLinks } from '../../document/diff/links.ts';
import { IN_PLACE, matchWords, MISSING, rangesOfBlocks, type Matching } from '../../document/diff/match.ts';
import { blocksOf, Vocabulary, type Words } from '../../document/diff/words.ts';
import { shareOfLetterPairs } from '../../document/compare/word-presence.ts';
import { joinText, normaliseText, splitText, wordsOf } from '../../document/inspect-text.ts';
import { selectedPages } from '../page-selection.ts';

/** Words that are missing one after the other: more than a slip between two readers. */
const MISSING_RUN = 6;
/** Share of the words of a page that may be missing. */
const MAX_MISSING = 0.08;
/** Of these, so many in any case. */
const MISSING_LEAST = 5;
/** Letters of a word, and from where on one says as much. */
const MIN_LETTERS = 3;
const FIRST_CJK = '\u2e80';
/** Share of the pairs of letters of missing words that says that they are there in other pieces. */
const MIN_PAIRS = 0.7;
/** Words that a result may have for each of the pages, and beside these: headers and labels are written again. */
const MAX_GROWTH = 1.2;
const MANY_WORDS = 30;
/** Letters of the words of a text in which they are glued together, on average. */
const GLUED_LETTERS = 9;
/** Share of the links that may be missing: an area over nothing that is text. */
const MAX_MISSING_LINKS = 0.1;
/** Numbers with another one in their place. */
const MAX_CHANGED_NUMBERS = 1;
/** Characters that say something about the size of all, and how it and the share of white ones may differ. */
const MIN_GLYPHS = 40;
const MAX_SIZE_RATIO = 1.4;
const MAX_WHITE = 0.1;
/** How much larger than the rest headings are, their least number of glyphs, and their largest share. */
const LARGE = 1.25;
const MIN_LARGE = 20;
const MAX_LARGE = 0.15;
/** Titles of an outline from which on it is compared with the headings of a result, and their share that must be some. */
const MIN_TITLES = 3;
const SURE_TITLES = 6;
const MIN_HEADINGS = 0.5;
/** Sides in points of images that are looked for, and the share of them that must be there. */
const MIN_SIDE = 40;
const MIN_IMAGES = 0.5;
/** Words that a difference names. */
const NAMED_WORDS = 12;

const HAS_DIGIT = /\p{Nd}/u;

/**
 * Compares a document with the pages that it was read from. Where the words of a page follow each other is up to who
 * reads it; that they are there, and numbers as they are, is not.
 */
export function* diffReading(source: Facts, outputs: readonly Facts[], expectation: Expectation): Iterable<Difference> {
  const found = outputs.flatMap(({ document }) => document ?? []);
  const { kept } = expectation;
  if (!source.document || found.length < outputs.length || !kept.includes('text')) return;
  if ([source.document, ...found].some(({ excerpt }) => excerpt)) return;
  const vocabulary = new Vocabulary();
  const expected = blocksOf(selected(source.document, expectation), true);
  const blocks = found.flatMap(withLabels);
  const matching = matchWords(vocabulary.wordsOf(expected), vocabulary.wordsOf(blocks));
  const changed = changedNumbers(matching);
  yield* diffPageWords(matching, new Set(changed.map(({ at }) => at)));
  const severity = changed.length > MAX_CHANGED_NUMBERS ? 'refuse' : 'tell';
  for (const { page, expected: before, found: after } of changed) {
    const place = page === undefined ? {} : { page };
    yield difference('number_changed', place, { expected: before, found: after, severity });
  }
  yield* diffEncoding(matching);
  // Text that nobody sees on a page may be text for a reader.
  const { text, unseen = '' } = selected(source.document, expectation);
  const all = wordsOf(normaliseText(`${text}\n${unseen}`)).length;
  const written = matching.result.ids.length;
  if (written > all * MAX_GROWTH + MANY_WORDS)
    yield difference('text_added', {}, { expected: all, found: written, severity: 'refuse' });
  if (meanLength(matching.result) > Math.max(GLUED_LETTERS, 2 * meanLength(matching.source)))
    yield difference('text_changed', {}, { found: 'words without spaces between them' });
  const isWhole = expectation.options.pages === undefined && expectation.takes !== 'first';
  if (!isWhole || !kept.includes('structure') || !found.every((document) => document.blocks)) return;
  if (found[0]!.textFormats) yield* diffTextFormats(source, found[0]!.textFormats);
  yield* diffHeadings(source, blocks);
  const { headings } = found[0]!;
  if (headings === 0 && hasLargeLines(source)) yield difference('heading_plain', {}, { severity: 'tell' });
  yield* diffPageLinks(source, blocks);
  if (kept.includes('figures')) yield* diffImages(source, blocks);
}

/** Letters of a word, on average. */
function meanLength({ ids, vocabulary }: Words): number {
  return ids.reduce((sum, id) => sum + vocabulary.words[id]!.length, 0) / Math.max(1, ids.length);
}

/** The pages that were asked for. */
function selected(document: DocumentFacts, { takes, options }: Expectation): DocumentFacts {
  if (document.pages === undefined || (takes !== 'first' && options.pages === undefined)) return document;
  const { pages, asides } = splitText(document.text);
  const wanted = takes === 'first' ? [0] : selectedPages(options.pages, document.pages);
  const text = joinText({ pages: wanted.map((index) => pages[index] ?? ''), asides }, Infinity);
  return { ...document, text };
}

/** Labels of list items are in the text of pages. */
function withLabels(document: DocumentFacts): OutlineBlock[] {
  const blocks = blocksOf(document, false);
  const formulas = document.blocks ? '' : (document.formulas ?? '');
  const all = formulas === '' ? blocks : [...blocks, { kind: 'formula', place: 'formula', text: formulas } as const];
  return all.map((block) => (block.item?.label ? { ...block, text: `${block.item.label} ${block.text}` } : block));
}

/** Words that are missing on a page: many, or several in a row. */
function* diffPageWords(matching: Matching, changed: ReadonlySet<number>): Iterable<Difference> {
  const { source, states } = matching;
  const { words } = source.vocabulary;
  const left = lettersLeft(matching);
  // What a result has in its margins is on each of its pages.
  const margins = wordsInMargins(matching);
  const pages = new Map<number, { words: number; missing: string[]; longest: string[] }>();
  let run: string[] = [];
  for (const [start, end] of rangesOfBlocks(source)) {
    const { page = 0 } = source.blocks[source.blockOf[start]!]!;
    let about = pages.get(page);
    if (!about) {
      pages.set(page, (about = { words: 0, missing: [], longest: [] }));
      run = [];
    }
    about.words += end - start;
    for (let at = start; at < end; at++) {
      if (states[at] !== MISSING) {
        run = [];
        continue;
      }
      const word = words[source.ids[at]!]!;
      if (margins.has(source.ids[at]!) || changed.has(at)) continue;
      // Pieces of words are where a reader took the gaps between letters for spaces.
      if (word.length < MIN_LETTERS && word < FIRST_CJK) {
        if (HAS_DIGIT.test(word)) about.missing.push(word);
        continue;
      }
      about.missing.push(word);
      run.push(word);
      if (run.length > about.longest.length) about.longest = [...run];
    }
  }
  for (const [page, { words: all, missing, longest }] of pages) {
    const place = page > 0 ? { page } : {};
    // Words that are there in other pieces have the same letters.
    const isThere = (list: readonly string[]): boolean => shareOfLetterPairs(list.join(''), left) >= MIN_PAIRS;
    const isMuch = missing.length >= Math.max(MISSING_LEAST, all * MAX_MISSING);
    const isLong = longest.length >= MISSING_RUN && !isThere(longest);
    if (isLong || (isMuch && !isThere(missing))) {
      const expected = (isLong ? longest : missing).slice(0, NAMED_WORDS).join(' ');
      yield difference('text_missing', place, { expected });
      continue;
    }
    const lost = missing.filter((word) => !left.includes(word));
    if (lost.length > 0)
      yield difference('text_missing', place, { expected: lost.slice(0, NAMED_WORDS).join(' '), severity: 'tell' });
  }
}

function wordsInMargins({ result: { blocks, blockOf, ids } }: Matching): Set<number> {
  return new Set(ids.filter((_, at) => blocks[blockOf[at]!]!.place === 'margin'));
}

/** The letters of what stands for nothing in the source. */
function lettersLeft({ result, used }: Matching): string {
  const left: string[] = [];
  for (const [at, id] of result.ids.entries()) if (!used[at]) left.push(result.vocabulary.words[id]!);
  return left.join('');
}

interface ChangedNumber {
  /** Among the words of the source. */
  readonly at: number;
  readonly page?: number;
  readonly expected: string;
  readonly found: string;
}

/** Numbers of the pages that have another one in their place. */
function changedNumbers({ source, result, states, places, used }: Matching): ChangedNumber[] {
  const { words } = source.vocabulary;
  const changed: ChangedNumber[] = [];
  let last = -1;
  for (const [at, id] of source.ids.entries()) {
    if (states[at] === IN_PLACE) last = places[at]!;
    const expected = words[id]!;
    if (states[at] !== MISSING || !HAS_DIGIT.test(expected) || last < 0) continue;
    for (let place = last + 1; place < Math.min(result.ids.length, last + 4) && !used[place]; place++) {
      const found = words[result.ids[place]!]!;
      if (!HAS_DIGIT.test(found) || found.length !== expected.length) continue;
      const { page } = source.blocks[source.blockOf[at]!]!;
      changed.push({ at, expected, found, ...(page !== undefined && { page }) });
      last = place;
      break;
    }
  }
  return changed;
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
  if (keys.size < MIN_TITLES || headings.size >= keys.size * MIN_HEADINGS) return;
  const plain = standing.find(({ text }) => !headings.has(keyOf(text)));
  const severity = keys.size < SURE_TITLES || headings.size > 0 ? 'tell' : 'refuse';
  yield difference('heading_plain', {}, { expected: plain!.text, found: headings.size, severity });
}

function keyOf(text: string): string {
  return normaliseText(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

function* diffPageLinks({ pdf }: Facts, blocks: readonly OutlineBlock[]): Iterable<Difference> {
  const hrefs = pdf!.pages.flatMap(({ links }) => links.flatMap(({ url, isBlank }) => (isBlank ? [] : (url ?? []))));
  const links = hrefs.map((href) => ({ text: '', href }));
  const missing = [...diffLinks([{ kind: 'paragraph', place: 'body', text: '', links }], blocks)];
  const isFew = missing.length <= new Set(hrefs).size * MAX_MISSING_LINKS;
  for (const one of missing) yield isFew ? { ...one, severity: 'tell' } : one;
}

/** Images that a person would call so are there, by their proportions on the page or in pixels. */
function* diffImages({ pdf }: Facts, blocks: readonly OutlineBlock[]): Iterable<Difference> {
  const images = blocks.flatMap(({ image }) => image ?? []);
  const broken = images.findIndex(({ isMissing }) => isMissing);
  if (broken >= 0) yield difference('image_missing', { image: broken + 1 });
  const prints = new Set<string>();
  const expected = pdf!.pages.flatMap((page) =>
    page.images.filter(({ box: [, , width, height], print = [] }) => {
      const isBackground = page.glyphs > 0 && width * height > page.width * page.height * 0.6;
      const key = `${print.join()} ${width} ${height}`;
      const isNew = !prints.has(key);
      prints.add(key);
      return isNew && !isBackground && Math.min(width, height) >= MIN_SIDE && new Set(print).size !== 1;
    }),
  );
  const left = images.filter(({ isMissing }) => !isMissing);
  // One image may be drawn in many pieces, or with others as one drawing.
  const required = Math.ceil(Math.min(expected.length, 4) * MIN_IMAGES);
  if (left.length < required) yield difference('image_missing', {}, { expected: expected.length, found: left.length });
  else if (
    left.length > 0 &&
    expected.length > 0 &&
    left.every(({ size }) => size && Math.min(size.width, size.height) < 8)
  )
    yield difference('image_changed', { image: 1 });
}
