import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock, OutlinePlace } from '../../../contract/outline.ts';
import { normaliseText, wordsOf } from '../inspect-text.ts';
import { keyOf } from './align.ts';
import type { Matching } from './match.ts';
import type { Words } from './words.ts';
import { placeOf } from './places.ts';

/** Words that come a second time: fewer may be a caption, a heading in a list of contents, a header of a page. */
const REPEATED_WORDS = 8;

/** Text of the source that the result has more often. What is on every page, and headings, may be. */
export function* diffRepeated({ source, result, used }: Matching): Generator<Difference> {
  const additional = unusedRuns(result.ids, used);
  if (additional.length === 0) return;
  const known = blocksByWords(source, new Set(additional.map(({ key }) => key)));
  const told = new Set<number>();
  let from = 0;
  for (const { at, key } of additional) {
    const index = at < from ? undefined : known.get(key);
    if (index === undefined || told.has(index)) continue;
    told.add(index);
    const { text, place } = source.blocks[index]!;
    // A note that is referred to twice is there twice in formats that have notes as text.
    const about = { found: text, ...(place === 'note' && { severity: 'tell' as const }) };
    yield difference('paragraph_repeated', placeOf(source.blocks, index), about);
    from = at + REPEATED_WORDS + 1;
  }
}

/** Where so many words stand for nothing in the source, each with the hash of them. */
function unusedRuns(ids: Int32Array, used: Uint8Array): { readonly at: number; readonly key: number }[] {
  const runs: { readonly at: number; readonly key: number }[] = [];
  let length = 0;
  for (let end = 0; end < ids.length; end++) {
    length = used[end] ? 0 : length + 1;
    const at = end - REPEATED_WORDS + 1;
    if (length >= REPEATED_WORDS) runs.push({ at, key: keyOf(ids, at, REPEATED_WORDS) });
  }
  return runs;
}

/** The last block that has some words, by their hash. */
function blocksByWords({ blocks, blockOf, ids }: Words, wanted: ReadonlySet<number>): Map<number, number> {
  const known = new Map<number, number>();
  for (let at = 0; at + REPEATED_WORDS <= ids.length; at++) {
    const block = blockOf[at]!;
    if (blockOf[at + REPEATED_WORDS - 1] !== block || !isOnce(blocks[block]!)) continue;
    const key = keyOf(ids, at, REPEATED_WORDS);
    if (wanted.has(key)) known.set(key, block);
  }
  return known;
}

function isOnce({ kind, place, cell }: OutlineBlock): boolean {
  // The first rows of a table come again on each of its pages.
  return kind !== 'heading' && (place === 'body' || place === 'note') && (cell === undefined || cell[1] > 1);
}

/** Words of a paragraph and of a row that are known by themselves: names and values come more than once. */
const KNOWN_WORDS = 3;
const KNOWN_CELLS = 2;

/** A paragraph, or the cells of a row. */
interface Unit {
  readonly text: string;
  readonly block: number;
  /** How many of its words stand for nothing in the source. */
  unused: number;
}

/** Paragraphs and rows that the result has more often than the source, where both know what these are. */
export function* diffCopies({ source, result, used }: Matching): Generator<Difference> {
  const known = Map.groupBy(unitsOf(source, undefined), ({ text }) => text);
  const computed = new Set(
    source.blocks.flatMap((block) =>
      block.computed === undefined ? [] : wordsOf(normaliseText(block.computed)).join(' '),
    ),
  );
  for (const [text, units] of Map.groupBy(unitsOf(result, used), (unit) => unit.text)) {
    const count = known.get(text)?.length ?? Infinity;
    const unused = units.filter((unit) => unit.unused === unit.text.split(' ').length);
    // Of a header with the date of a document it cannot be known whether it says it again.
    if (units.length <= count || computed.has(text)) continue;
    for (const { block } of unused.slice(0, units.length - count)) {
      const { cell, text: found, page } = result.blocks[block]!;
      const isKnown = text.split(' ').length >= (cell ? KNOWN_CELLS : KNOWN_WORDS);
      // On slides that stay slides nothing is written a second time.
      if (!isKnown && (page === undefined || source.blocks[0]?.page === undefined)) continue;
      const kind = cell ? 'table_row_repeated' : 'paragraph_repeated';
      yield difference(kind, placeOf(result.blocks, block), { found, ...(!isKnown && { severity: 'tell' }) });
    }
  }
}

/** Paragraphs and rows that the result has more often than pages, which know no more than their lines. */
export function* diffCopiesOfLines({ source, result, used }: Matching): Generator<Difference> {
  const starts = Map.groupBy(source.ids.keys(), (at) => source.ids[at]!);
  // What is in the margin of pages is on several of them.
  const margins = source.blocks.flatMap(({ place, text }) =>
    place === 'margin' ? wordsOf(normaliseText(text)).join(' ') : [],
  );
  for (const [text, units] of Map.groupBy(unitsOf(result, used), (unit) => unit.text)) {
    const words = text.split(' ').map((word) => source.vocabulary.idOf(word));
    const { cell, text: found } = result.blocks[units[0]!.block]!;
    const isUnused = units.some((unit) => unit.unused * 2 > words.length);
    if (!isUnused || words.length < (cell ? KNOWN_CELLS : KNOWN_WORDS)) continue;
    const isThere = (at: number): boolean => words.every((id, index) => source.ids[at + index] === id);
    const count = (starts.get(words[0]!) ?? []).filter(isThere).length;
    if (count === 0 || units.length <= count || margins.some((margin) => margin.includes(text))) continue;
    yield difference(cell ? 'table_row_repeated' : 'paragraph_repeated', {}, { found, severity: 'tell' });
  }
}

/** Headings that the result has more often; lists of contents have them as text. */
export function* diffHeadingCopies({ source, result }: Pick<Matching, 'source' | 'result'>): Generator<Difference> {
  const known = Map.groupBy(source.blocks, ({ text }) => text.trim());
  const headings = result.blocks.filter(({ kind, level }) => kind === 'heading' && level !== 0);
  for (const [text, blocks] of Map.groupBy(headings, (block) => block.text.trim())) {
    const expected = known.get(text)?.length ?? 0;
    if (expected > 0 && blocks.length > expected)
      yield difference('paragraph_repeated', {}, { severity: 'tell', found: text });
  }
}

/** What a format may write into the text: the notes of a speaker among it. */
const COUNTED: ReadonlySet<OutlinePlace> = new Set(['body', 'speaker']);

function unitsOf({ blocks, blockOf, ids, vocabulary }: Words, used: Uint8Array | undefined): Unit[] {
  const units = new Map<string, { words: string[]; block: number; unused: number }>();
  for (const [at, index] of blockOf.entries()) {
    const { kind, place, cell, page } = blocks[index]!;
    // Headings are in lists of contents too.
    if (!COUNTED.has(place) || (kind === 'heading' && page === undefined)) continue;
    const key = cell ? `${cell[0]} ${cell[1]}` : String(index);
    const unit = units.get(key) ?? { words: [], block: index, unused: 0 };
    units.set(key, unit);
    unit.words.push(vocabulary.words[ids[at]!]!);
    if (!used?.[at]) unit.unused++;
  }
  return Array.from(units.values(), ({ words, ...unit }) => ({ ...unit, text: words.join(' ') }));
}

/** Letters of UTF-8 that was read as if it were Windows-1252 or Latin-1, and what stands for letters that are lost. */
const WRONG_ENCODING =
  /[\u00c2\u00c3][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|\u00e2\u20ac[^\s]|\ufffd/g;

/** What is written in another way, or not at all. */
const BESIDE: ReadonlySet<OutlinePlace> = new Set(['unshown', 'formula', 'speaker']);

/** More text in a wrong encoding than the source has itself, beside words of the source. */
export function* diffEncoding(
  { source, result, used }: Matching,
  { isApproximate = false } = {},
): Generator<Difference> {
  const stands = new Set<number>();
  for (const [at, block] of result.blockOf.entries()) if (used[at]) stands.add(block);
  const blocks = result.blocks.filter((_, index) => stands.has(index));
  const before = wrongIn(source.blocks);
  const after = wrongIn(blocks);
  const shown = source.blocks.filter(({ place }) => !BESIDE.has(place));
  if (after.count > before.count) {
    // Glyphs of pages need not say which characters they are.
    const isUnknown = result.blocks.some(({ page }) => page !== undefined) && !/[^\ufffd]/.test(after.found);
    yield difference('encoding_changed', {}, { found: after.sample, ...(isUnknown && { severity: 'tell' }) });
  } else yield* diffPunctuation(shown, blocks, isApproximate ? [] : KINDS);
}

const QUOTES = /["'\u2018-\u201f\u00ab\u00bb\u2039\u203a\u300c-\u300f]/gu;
/** What is beyond ASCII and no part of a word, and what it becomes: labels of items, which formats may leave out, and others. */
const SYMBOLS = [
  [/^\s*[^\p{L}\p{M}\p{N}\p{Z}\p{C}\p{ASCII}]/gu, /^\s*\?/gu],
  [/(?<!^\s*)[^\p{L}\p{M}\p{N}\p{Z}\p{C}\p{ASCII}]/gu, /(?<!^\s*)\?/gu],
] as const;
const QUESTION_MARK = /\?/g;
/** Signs that formats write in more than one way: of each kind something must be left. */
const KINDS = [
  ['quotation marks', /[\u2018-\u201f\u00ab\u00bb\u2039\u203a\u300c-\u300f]/gu, QUOTES],
  ['dashes', /[\u2012-\u2015]/gu, /[\p{Pd}\u2212]/gu],
  ['ellipses', /\u2026/gu, /\u2026|\.\.\./gu],
] as const;

/** What is between words: symbols that became question marks, and signs of which none is left. */
function* diffPunctuation(
  all: readonly OutlineBlock[],
  result: readonly OutlineBlock[],
  kinds: typeof KINDS | readonly [],
): Generator<Difference> {
  // A mark that stands alone in its line is within a paragraph of the result, where it need not be a mark.
  const source = all.filter(({ text }) => /\w|\p{L}/u.test(text));
  // Where a line begins, and so which mark stands at the beginning of one, is up to the format.
  const hasMore = countOf(result, QUESTION_MARK) > countOf(all, QUESTION_MARK);
  const isReplaced = SYMBOLS.some(([symbol, mark]) => {
    const lost = countOf(source, symbol) - countOf(result, symbol);
    const asked = countOf(result, mark) - countOf(source, mark);
    return hasMore && asked > 0 && lost >= asked;
  });
  if (isReplaced) yield difference('encoding_changed', {}, { found: '?' });
  for (const [name, pattern, written] of kinds) {
    const count = countOf(source, pattern);
    if (count > 0 && countOf(result, written) === 0)
      yield difference('text_changed', {}, { severity: 'tell', expected: `${count} ${name}`, found: 'none' });
  }
}

function countOf(blocks: readonly OutlineBlock[], pattern: RegExp): number {
  return blocks.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
}

function wrongIn(blocks: readonly OutlineBlock[]): {
  readonly count: number;
  readonly sample: string;
  readonly found: string;
} {
  let count = 0;
  let sample = '';
  let all = '';
  for (const { text } of blocks) {
    const found = text.match(WRONG_ENCODING);
    if (!found) continue;
    if (count === 0) sample = text;
    count += found.length;
    all += found.join('');
  }
  return { count, sample, found: all };
}
