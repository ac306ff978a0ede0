import { difference, type Difference, type DifferencePlace } from '../../../contract/differences.ts';
import { hasRightToLeft } from '../../document/diff/directions.ts';
import { IN_PLACE, MISSING, MOVED, rangesOfBlocks, type Matching } from '../../document/diff/match.ts';
import { normaliseText, wordsOf } from '../../document/inspect-text.ts';
import { shareOfLetterPairs } from '../../document/compare/word-presence.ts';

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
/** Letters that are known in pieces. */
const MIN_PIECES = 4;
/** Words of a line from which on it is not there if all that is found of them is scattered. */
const MIN_SCATTERED = 3;
const MAX_SCATTERED = 0.5;
/** Words between the neighbours of a number, at most, where these agree on its place. */
const MAX_BETWEEN = 3;
/** Numbers with another one in their place. */
const MAX_CHANGED_NUMBERS = 1;
/** Words that a difference names. */
const NAMED_WORDS = 12;

const HAS_DIGIT = /\p{Nd}/u;
/** Marks of items and numbers of headings at the beginning of a line. */
const LABEL = /^\s*[([]?(?:\p{Nd}{1,3}|[ivxlc]{1,5}|\p{L})(?:[.:]\p{Nd}{1,3})*[.:)\]]*\s/iu;

/**
 * The words and numbers of pages in a document that was read from them. Where the words of a page follow each other is
 * up to who reads it; that they are there, and numbers between their neighbours, is not.
 */
export function* diffReadWords(matching: Matching): Generator<Difference> {
  dropScattered(matching);
  const changed = changedNumbers(matching);
  const told = new Set(changed.map(({ at }) => at));
  yield* diffPageWords(matching, told);
  const other = changed.filter(({ found, isLabel }) => found !== '' && !isLabel);
  for (const { at, expected, found, isSure, isLabel } of changed) {
    const about = { expected, ...(found !== '' && { found }) };
    const kind = found === '' ? 'number_missing' : 'number_changed';
    const isRefused = found !== '' && !isLabel && (isSure || other.length > MAX_CHANGED_NUMBERS);
    yield difference(kind, pageOf(matching, at), { ...about, severity: isRefused ? 'refuse' : 'tell' });
  }
}

function pageOf({ source }: Matching, at: number): DifferencePlace {
  const { page } = source.blocks[source.blockOf[at]!]!;
  return page === undefined ? {} : { page };
}

/** A line whose words are found one by one, each somewhere else, is not there: the words are those of others. */
function dropScattered(matching: Matching): void {
  const { source, states } = matching;
  for (const [start, end] of rangesOfBlocks(source)) {
    const isScattered = (at: number): boolean => isAlone(matching, at, start, end);
    const places = Array.from({ length: end - start }, (_, index) => start + index);
    const scattered = places.filter(isScattered).length;
    const isThere = places.some((at) => states[at] === IN_PLACE);
    if (end - start < MIN_SCATTERED || isThere || scattered < (end - start) * MAX_SCATTERED) continue;
    for (const at of places) if (states[at] === MOVED && isScattered(at)) free(matching, at);
  }
}

/** Whether a word is elsewhere than both of its neighbours in its line. */
function isAlone({ states, places }: Matching, at: number, start: number, end: number): boolean {
  if (states[at] !== MOVED) return false;
  const isBeside = (other: number, step: number): boolean =>
    other >= start && other < end && states[other] !== MISSING && places[other] === places[at]! + step;
  return !isBeside(at - 1, -1) && !isBeside(at + 1, 1);
}

function free({ states, places, used }: Matching, at: number): void {
  if (places[at]! >= 0) used[places[at]!] = 0;
  states[at] = MISSING;
  places[at] = -1;
}

/** Words that are missing on a page. */
function* diffPageWords(matching: Matching, changed: ReadonlySet<number>): Generator<Difference> {
  const left = wordsLeft(matching, (word) => word);
  // readers that do not know accents which are drawn over letters leave them out
  const bare = wordsLeft(matching, withoutAccents);
  const ranges = rangesOfBlocks(matching.source);
  const pages = Map.groupBy(ranges, ([start]) => pageOf(matching, start).page ?? 0);
  for (const [page, lines] of pages) {
    const place = page > 0 ? { page } : {};
    const all = lines.reduce((sum, [start, end]) => sum + end - start, 0);
    const runs = missingRuns(matching, lines, changed);
    const missing = runs.flat();
    // Words that are there in other pieces have the same letters.
    const isThere = (list: readonly string[]): boolean => shareOfLetterPairs(list.join(''), left.letters) >= MIN_PAIRS;
    const isMuch = missing.length >= Math.max(MISSING_LEAST, all * MAX_MISSING) && !isThere(missing);
    for (const run of runs) {
      if (isInPieces(run.join(''), left) || isInPieces(run.join(''), bare)) continue;
      const isLong = run.length >= MISSING_RUN && !isThere(run);
      const expected = run.slice(0, NAMED_WORDS).join(' ');
      yield difference('text_missing', place, { expected, severity: isMuch || isLong ? 'refuse' : 'tell' });
    }
  }
}

/** Whether words are there with other gaps between them, or, of those that run from right to left, in another order. */
function isInPieces(letters: string, left: WordsLeft): boolean {
  if (letters.length >= MIN_PIECES && hasPieces(letters, left)) return true;
  if (!hasRightToLeft(letters)) return false;
  return shareOfLetterPairs([...letters].toReversed().join(''), left.letters) >= MIN_PAIRS;
}

/** Whether words, one after the other, have these letters: from the beginning of one to the end of another. */
function hasPieces(wanted: string, { letters, ends }: WordsLeft): boolean {
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    if (ends.has(at) && ends.has(at + wanted.length)) return true;
  }
  return false;
}

/** Words of lines that follow each other, and none of which is there. */
function missingRuns(
  { source, result, states }: Matching,
  lines: readonly (readonly [number, number])[],
  changed: ReadonlySet<number>,
): string[][] {
  const { words } = source.vocabulary;
  // What a result has in its margins is on each of its pages.
  const margins = new Set(result.ids.filter((_, at) => result.blocks[result.blockOf[at]!]!.place === 'margin'));
  const runs: number[][] = [];
  let run: number[] = [];
  const close = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const [start, end] of lines) {
    for (let at = start; at < end; at++) {
      if (states[at] !== MISSING) close();
      else if (margins.has(source.ids[at]!) || changed.has(at)) continue;
      else if (isWorthTelling(words[source.ids[at]!]!) && !isOverprinted(source.ids, states, { at, start, end }))
        run.push(at);
    }
  }
  close();
  const first = lines[0]![0];
  const isHeader = (list: readonly number[]): boolean => list[0] === first && isRepeated(source.ids, states, list);
  return runs.filter((list) => !isHeader(list)).map((list) => list.map((at) => words[source.ids[at]!]!));
}

/** The first rows of a table come again where it goes on on the next page. */
function isRepeated(ids: Int32Array, states: Uint8Array, run: readonly number[]): boolean {
  for (let start = run[0]! - 1; start >= 0; start--) {
    if (run.every((at, index) => ids[start + index] === ids[at] && states[start + index] !== MISSING)) return true;
  }
  return false;
}

/** Bold letters are drawn twice by some programs: the same words stand in the line once more. */
function isOverprinted(
  ids: Int32Array,
  states: Uint8Array,
  { at, start, end }: { readonly at: number; readonly start: number; readonly end: number },
): boolean {
  for (let other = start; other < end; other++) {
    if (other === at || ids[other] !== ids[at] || states[other] === MISSING) continue;
    const [before, after] = [
      at > start && ids[other - 1] === ids[at - 1],
      at + 1 < end && ids[other + 1] === ids[at + 1],
    ];
    if (before || after) return true;
  }
  return false;
}

/** Pieces of words are where a reader took the gaps between letters for spaces. */
function isWorthTelling(word: string): boolean {
  return word.length >= MIN_LETTERS || word >= FIRST_CJK || HAS_DIGIT.test(word);
}

/** The words of the result that stand for nothing in the source, one after the other. */
interface WordsLeft {
  readonly letters: string;
  /** Where words begin and end in them. */
  readonly ends: ReadonlySet<number>;
}

function wordsLeft({ result, used }: Matching, formOf: (word: string) => string): WordsLeft {
  const ends = new Set([0]);
  let letters = '';
  for (const [at, id] of result.ids.entries()) {
    if (used[at]) continue;
    letters += formOf(result.vocabulary.words[id]!);
    ends.add(letters.length);
  }
  return { letters, ends };
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}

interface ChangedNumber {
  /** Among the words of the source. */
  readonly at: number;
  readonly expected: string;
  /** '' for nothing. */
  readonly found: string;
  /** Both of its neighbours are where they should. */
  readonly isSure: boolean;
  /** It is the number of a heading or of an item. */
  readonly isLabel: boolean;
}

/** Numbers of the pages that have another one, or nothing, in their place. */
function changedNumbers(matching: Matching): ChangedNumber[] {
  const { source, states } = matching;
  const { words } = source.vocabulary;
  const changed: ChangedNumber[] = [];
  for (const range of rangesOfBlocks(source)) {
    const [start, end] = range;
    for (let at = start; at < end; at++) {
      const expected = words[source.ids[at]!]!;
      if (states[at] === IN_PLACE || !HAS_DIGIT.test(expected)) continue;
      if (states[at] === MOVED && !isAlone(matching, at, start, end)) continue;
      const gap = gapOf(matching, at, range);
      if (gap && isComputed(matching, gap)) states[at] = IN_PLACE;
      const found = gap && states[at] !== IN_PLACE ? numberIn(matching, at, gap) : undefined;
      if (found === undefined || !isOther(found, expected, gap!, states[at] === MISSING)) continue;
      free(matching, at);
      const isLabel = at - start < wordsInLabel(source.blocks[source.blockOf[at]!]!.text);
      changed.push({ at, expected, found, isLabel, isSure: gap!.isSure });
    }
  }
  return changed;
}

/** Whether what is in a gap is another number, and no piece of the same one; beside one neighbour alone, less is sure. */
function isOther(found: string, expected: string, { isSure }: Gap, isMissing: boolean): boolean {
  if (found === '') return isSure;
  if (found.includes(expected) || expected.includes(found)) return false;
  return isSure || (isMissing && found.length === expected.length);
}

function wordsInLabel(text: string): number {
  return wordsOf(normaliseText(LABEL.exec(text)?.[0] ?? '')).length;
}

interface Gap {
  readonly from: number;
  readonly to: number;
  /** It lies between both neighbours. */
  readonly isSure: boolean;
}

/** The words of the result between which a number should be; nothing where its neighbours do not agree on it. */
function gapOf({ states, places }: Matching, at: number, [start, end]: readonly [number, number]): Gap | undefined {
  const before = at > start && states[at - 1] === IN_PLACE ? places[at - 1]! : -1;
  const after = at + 1 < end && states[at + 1] === IN_PLACE ? places[at + 1]! : -1;
  if (before >= 0 && after >= 0) {
    const isClose = after > before && after - before - 1 <= MAX_BETWEEN;
    return isClose ? { from: before + 1, to: after, isSure: true } : undefined;
  }
  if (before >= 0) return { from: before + 1, to: before + 2, isSure: false };
  return after > 0 ? { from: after - 1, to: after, isSure: false } : undefined;
}

/** Whether a program computes what is in a gap, such as the mark of a note. */
function isComputed({ result }: Matching, { from, to, isSure }: Gap): boolean {
  for (let place = from; place <= (isSure ? to : to - 1); place++) if (result.computed.has(place)) return true;
  return false;
}

/** Another number in a gap; '' where nothing is there, and undefined where what is there may stand for it. */
function numberIn(
  { source, result, used, states, places }: Matching,
  at: number,
  { from, to }: Gap,
): string | undefined {
  const { words } = source.vocabulary;
  if (states[at] === MOVED && result.blocks[result.blockOf[places[at]!]!]!.place === 'formula') return undefined;
  let found = '';
  for (let place = from; place < Math.min(to, result.ids.length); place++) {
    if (result.ids[place] === source.ids[at]) return undefined;
    const word = words[result.ids[place]!]!;
    if (!used[place] && HAS_DIGIT.test(word)) found ||= word;
  }
  return found;
}
