import type { OutlineBlock } from '../../../contract/outline.ts';
import { align, keyOf, longestRising } from './align.ts';
import { hasRightToLeft } from './directions.ts';
import type { Words } from './words.ts';

/** How a word of the source was found. */
export const MISSING = 0;
export const IN_PLACE = 1;
/** Elsewhere in the result than its neighbours. */
export const MOVED = 2;

/** What became of the words of the source. */
export interface Matching {
  readonly source: Words;
  readonly result: Words;
  /** By word of the source. */
  readonly states: Uint8Array;
  /** Where each word of the source is in the result; -1 if it does not. */
  readonly places: Int32Array;
  /** By word of the result, whether it stands for one of the source. */
  readonly used: Uint8Array;
}

/** Share of the words of a block below which scattered matches are chance: articles, prepositions. */
const MIN_CHANCE_SHARE = 0.4;
const MIN_CHANCE_RUN = 3;
/** Letters of a gap that are compared as one string. */
const MAX_GAP_CHARS = 4000;
/** Words that moved together, from the longest on. */
const MOVED_RUNS = [6, 3, 2, 1] as const;
/** Places at which a run is looked for. */
const MAX_CANDIDATES = 24;

/** Finds the words of the source in the result: whole blocks, then words in their order between these, then elsewhere. */
export function matchWords(source: Words, result: Words): Matching {
  const states = new Uint8Array(source.ids.length);
  const places = new Int32Array(source.ids.length).fill(-1);
  const used = new Uint8Array(result.ids.length);
  const matching = { source, result, states, places, used };
  matchBlocks(matching);
  const ordered = orderedWords(source);
  alignBetween(matching, ordered);
  dropChance(matching);
  joinGaps(matching, ordered);
  dropChance(matching);
  for (const size of MOVED_RUNS) findMoved(matching, size);
  findGlued(matching);
  findTouching(matching);
  findBesideFields(matching);
  findTurned(matching);
  findLetters(matching);
  findBroken(matching);
  findJoined(matching);
  return matching;
}

/** Words from which on a block is known by itself. */
const KNOWN_WORDS = 5;

/** Blocks that are once in the source and once in the result: those that keep their order, and those that moved. */
function matchBlocks(matching: Matching): void {
  const { source, result } = matching;
  const isBody = ([start]: readonly [number, number]): boolean =>
    source.blocks[source.blockOf[start]!]!.place === 'body';
  const ranges = rangesOfBlocks(source).filter((range) => isBody(range) && range[1] - range[0] >= KNOWN_WORDS);
  const counts = new Map<number, number>();
  const starts = new Map<number, number[]>();
  for (const [start, end] of ranges) {
    increment(counts, keyOf(source.ids, start, end - start));
    starts.set(keyOf(source.ids, start, KNOWN_WORDS), []);
  }
  for (let at = 0; at + KNOWN_WORDS <= result.ids.length; at++) {
    const list = starts.get(keyOf(result.ids, at, KNOWN_WORDS));
    if (list && list.length < MAX_CANDIDATES) list.push(at);
  }
  const pairs: (readonly [number, number])[] = [];
  const lengths = new Map<number, number>();
  for (const [start, end] of ranges) {
    if (counts.get(keyOf(source.ids, start, end - start)) !== 1) continue;
    const candidates = starts.get(keyOf(source.ids, start, KNOWN_WORDS))!;
    const places = candidates.filter((at) => isEqualRun(source.ids, start, result.ids, at, end - start));
    if (places.length !== 1 || candidates.length === MAX_CANDIDATES) continue;
    pairs.push([start, places[0]!]);
    lengths.set(start, end - start);
  }
  const inOrder = new Set(longestRising(pairs).map(([start]) => start));
  for (const [start, place] of pairs) {
    take(matching, start, place, lengths.get(start)!, inOrder.has(start) ? IN_PLACE : MOVED);
  }
}

function increment(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function isEqualRun(a: Int32Array, atA: number, b: Int32Array, atB: number, length: number): boolean {
  for (let index = 0; index < length; index++) if (a[atA + index] !== b[atB + index]) return false;
  return true;
}

function take({ states, places, used }: Matching, start: number, place: number, length: number, state: number): void {
  for (let index = 0; index < length; index++) {
    if (used[place + index]) continue; // one block ends as another begins
    states[start + index] = state;
    places[start + index] = place + index;
    used[place + index] = 1;
  }
}

/** The words that have a place in the reading order. */
function orderedWords({ blocks, blockOf }: Words): Int32Array {
  const places = new Int32Array(blockOf.length);
  let count = 0;
  for (let at = 0; at < blockOf.length; at++) if (blocks[blockOf[at]!]!.place === 'body') places[count++] = at;
  return places.subarray(0, count);
}

/** Aligns what lies between words that are in their places already. */
function alignBetween(matching: Matching, ordered: Int32Array): void {
  const { source, result, states, places, used } = matching;
  let from = 0;
  let start = 0;
  for (let index = 0; index <= ordered.length; index++) {
    const isEnd = index === ordered.length;
    if (!isEnd && states[ordered[index]!] !== IN_PLACE) continue;
    const to = isEnd ? result.ids.length : places[ordered[index]!]!;
    if (index > start && to > from) {
      const open = ordered.subarray(start, index).filter((at) => states[at] === MISSING);
      const free: number[] = [];
      for (let at = from; at < to; at++) if (!used[at]) free.push(at);
      const aligned = align(
        open.map((at) => source.ids[at]!),
        Int32Array.from(free, (at) => result.ids[at]!),
      );
      for (const [at, place] of aligned.entries()) if (place >= 0) take(matching, open[at]!, free[place]!, 1, IN_PLACE);
    }
    start = index + 1;
    from = to + 1;
  }
}

/** A block of which only scattered words are found is not there: the words are those of others. */
function dropChance({ source, states, places, used }: Matching): void {
  for (const [start, end] of rangesOfBlocks(source)) {
    let found = 0;
    let longest = 0;
    let run = 0;
    for (let at = start; at < end; at++) {
      const follows = at > start && places[at] === places[at - 1]! + 1;
      run = states[at] === MISSING ? 0 : follows ? run + 1 : 1;
      if (run > 0) found++;
      longest = Math.max(longest, run);
    }
    if (found === 0 || found >= (end - start) * MIN_CHANCE_SHARE || longest >= MIN_CHANCE_RUN) continue;
    for (let at = start; at < end; at++) {
      if (states[at] === MISSING) continue;
      used[places[at]!] = 0;
      states[at] = MISSING;
      places[at] = -1;
    }
  }
}

/** Where the words of each block begin and end, as far as it has any. */
export function rangesOfBlocks({ blockOf }: Words): (readonly [start: number, end: number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (let start = 0; start < blockOf.length;) {
    let end = start + 1;
    while (end < blockOf.length && blockOf[end] === blockOf[start]) end++;
    ranges.push([start, end]);
    start = end;
  }
  return ranges;
}

/** Readers cut words at different places: what lies between the same neighbours is compared letter by letter. */
function joinGaps(matching: Matching, ordered: Int32Array): void {
  const { source, result, states, places } = matching;
  for (let index = 0; index < ordered.length;) {
    if (states[ordered[index]!] !== MISSING) {
      index++;
      continue;
    }
    let end = index + 1;
    while (end < ordered.length && states[ordered[end]!] === MISSING) end++;
    const from = index === 0 ? 0 : places[ordered[index - 1]!]! + 1;
    const to = end === ordered.length ? result.ids.length : places[ordered[end]!]!;
    const gap = ordered.subarray(index, end);
    if (to - from > 0 && to - from < MAX_GAP_CHARS)
      joinGap(matching, gap, { from, to, words: source.vocabulary.words, source: source.ids });
    index = end;
  }
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
  readonly source: Int32Array;
}

/** Finds words in a gap that begin or end within others there: a note's mark or a label stuck to a word, a word cut in two. */
function joinGap({ result, states, places, used }: Matching, gap: Int32Array, { from, to, words, source }: Gap): void {
  let letters = '';
  const wordAt: number[] = [];
  for (let at = from; at < to; at++) {
    if (used[at]) continue;
    const word = words[result.ids[at]!]!;
    for (let index = 0; index < word.length; index++) wordAt.push(at);
    letters += word;
    if (letters.length > MAX_GAP_CHARS) return;
  }
  const taken = new Uint8Array(letters.length);
  const found: (readonly [number, number, number])[] = [];
  let next = 0;
  for (const at of gap) {
    const word = words[source[at]!]!;
    const start = letters.indexOf(word, next);
    if (start < 0) continue;
    taken.fill(1, start, start + word.length);
    found.push([at, start, start + word.length]);
    next = start + word.length;
  }
  for (const [at, start, end] of found) {
    if (!isExplained(letters, taken, wordAt, start, end)) continue;
    states[at] = IN_PLACE;
    places[at] = wordAt[start]!;
    for (let index = start; index < end; index++) used[wordAt[index]!] = 1;
  }
}

/** What a reader may find glued to a word: a number, in digits, roman or a letter. */
const NOTE_MARK = /^(?:\d{1,4}|[ivxlc]{1,5}|[a-z])$/;

/** Beside words of the source, the words that hold a found one may hold a number: that of a note, a label. */
function isExplained(
  letters: string,
  taken: Uint8Array,
  wordAt: readonly number[],
  start: number,
  end: number,
): boolean {
  let first = start;
  while (first > 0 && wordAt[first - 1] === wordAt[start]) first--;
  let last = end;
  while (last < letters.length && wordAt[last] === wordAt[end - 1]) last++;
  const isNumber = /\d/.test(letters.slice(start, end));
  let rest = '';
  for (let index = first; index < last; index++) if (!taken[index]) rest += letters[index]!;
  return rest === '' || (!isNumber && NOTE_MARK.test(rest));
}

/** Looks for words that were not found, in runs of at least so many, among those of the result that nothing stands for. */
function findMoved(matching: Matching, size: number): void {
  const { source, result, states, used } = matching;
  const index = new Map<number, number[]>();
  for (let at = 0; at + size <= result.ids.length; at++) {
    if (!isFree(used, at, size)) continue;
    const key = keyOf(result.ids, at, size);
    const list = index.get(key);
    if (!list) index.set(key, [at]);
    else if (list.length < MAX_CANDIDATES) list.push(at);
  }
  if (index.size === 0) return;
  for (let at = 0; at + size <= source.ids.length;) {
    const candidates = isFree(states, at, size) ? (index.get(keyOf(source.ids, at, size)) ?? []) : [];
    let best = -1;
    let longest = size - 1;
    for (const start of candidates) {
      let length = 0;
      while (
        at + length < source.ids.length &&
        start + length < result.ids.length &&
        source.ids[at + length] === result.ids[start + length] &&
        !used[start + length] &&
        states[at + length] === MISSING
      )
        length++;
      if (length > longest) [best, longest] = [start, length];
    }
    if (best < 0) at++;
    else {
      take(matching, at, best, longest, MOVED);
      at += longest;
    }
  }
}

/** The mark of a note may be glued to the first word of its text, and to the word before it. */
const GLUED_MARK = /^(?:\d{1,3}|[ivxlc]{1,5})(?=\D{2})|(?<=\D{2})\d{1,3}$/g;

function findGlued({ source, result, states, places, used }: Matching): void {
  const { words } = source.vocabulary;
  const free = new Map<string, number>();
  for (const [at, id] of result.ids.entries()) {
    const bare = used[at] ? '' : words[id]!.replace(GLUED_MARK, '');
    if (bare !== '' && bare !== words[id]) free.set(bare, at);
  }
  for (const [at, id] of source.ids.entries()) {
    const place = states[at] === MISSING ? free.get(words[id]!) : undefined;
    if (place === undefined) continue;
    free.delete(words[id]!);
    states[at] = IN_PLACE;
    places[at] = place;
    used[place] = 1;
  }
}

/** Digits that the mark of a note, or a field, adds to a word that it touches. */
const TOUCHING = /^\d{1,3}(?=\p{L})|(?<=\p{L})\d{1,3}$/gu;

/** What is a word and a number beside it for one reader, where the number is computed, or that of a note. */
function findTouching({ source, result, states, places, used }: Matching): void {
  const { words } = source.vocabulary;
  const free = new Map<string, number>();
  for (const [at, id] of result.ids.entries()) {
    const isNote = result.blocks[result.blockOf[at]!]!.place === 'note';
    if (!used[at] && (isNote || result.computed.has(at) || result.computed.has(at + 1))) free.set(words[id]!, at);
  }
  for (const [at, id] of source.ids.entries()) {
    const bare = states[at] === MISSING ? words[id]!.replace(TOUCHING, '') : '';
    const place = bare === words[id] ? undefined : free.get(bare);
    if (place === undefined) continue;
    free.delete(bare);
    states[at] = IN_PLACE;
    places[at] = place;
    used[place] = 1;
  }
}

/** A word that a field touches is the beginning or the end of one, where its value is text: the last word of `12{PAGE}`. */
function findBesideFields({ source, result, states, places, used }: Matching): void {
  const { words } = source.vocabulary;
  for (const [at, id] of source.ids.entries()) {
    const [begins, ends] = [source.computed.has(at + 1), source.computed.has(at)];
    if (states[at] !== MISSING || (!begins && !ends)) continue;
    const before = at > 0 && states[at - 1] === IN_PLACE ? places[at - 1]! : -1;
    const after = at + 1 < states.length && states[at + 1] === IN_PLACE ? places[at + 1]! : -1;
    const place = before >= 0 || at === 0 ? before + 1 : after - 1;
    const found = place >= 0 && !used[place] ? (words[result.ids[place] ?? -1] ?? '') : '';
    if (!(begins && found.startsWith(words[id]!)) && !(ends && found.endsWith(words[id]!))) continue;
    states[at] = IN_PLACE;
    places[at] = place;
    used[place] = 1;
  }
}

/** Letters of the longest word that may come back one by one: `CO2` with its 2 below the line, `1st`. */
const MAX_PIECES = 4;

/** Digits one by one are labels and marks: no number is made of them. */
const NUMBER = /^\p{Nd}+$/u;

/** The places of the words of the result that stand for nothing yet. */
function freeWords({ result, used }: Matching): Map<string, number[]> {
  const { words } = result.vocabulary;
  const free = new Map<string, number[]>();
  for (const [at, id] of result.ids.entries()) {
    if (used[at]) continue;
    const list = free.get(words[id]!);
    if (list) list.push(at);
    else free.set(words[id]!, [at]);
  }
  return free;
}

/** In lines from right to left, the letters and the digits of a word of another script may come in reverse: `2txt`. */
function findTurned(matching: Matching): void {
  const { source, states, places, used } = matching;
  const { words } = source.vocabulary;
  let free: Map<string, number[]> | undefined;
  for (const [at, id] of source.ids.entries()) {
    const pieces = states[at] === MISSING ? (words[id]!.match(/\p{Nd}+|\P{Nd}+/gu) ?? []) : [];
    if (pieces.length < 2 || !hasRightToLeft(source.blocks[source.blockOf[at]!]!.text)) continue;
    free ??= freeWords(matching);
    const place = free.get(pieces.toReversed().join(''))?.pop();
    if (place === undefined) continue;
    states[at] = IN_PLACE;
    places[at] = place;
    used[place] = 1;
  }
}

function findLetters(matching: Matching): void {
  const { source, states, used } = matching;
  const { words } = source.vocabulary;
  const free = freeWords(matching);
  for (const [at, id] of source.ids.entries()) {
    const letters = [...words[id]!];
    if (states[at] !== MISSING || letters.length < 2 || letters.length > MAX_PIECES || NUMBER.test(words[id]!))
      continue;
    if (letters.some((letter) => (free.get(letter) ?? []).length < letters.filter((one) => one === letter).length))
      continue;
    for (const letter of letters) used[free.get(letter)!.pop()!] = 1;
    states[at] = IN_PLACE;
  }
}

/** Letters from which on a word that a narrow column broke is known by its two pieces, side by side or with others between. */
const MIN_BROKEN_LETTERS = 3;
const MIN_PARTED_LETTERS = 6;
/** Words between the pieces: the cells of a row are read line by line. */
const MAX_WORDS_BETWEEN = 60;

/** Words that do not fit into their column are broken, and the end is in the next line of the cell. */
function findBroken(matching: Matching): void {
  const { source, states, places, used } = matching;
  const { words } = source.vocabulary;
  const free = freeWords(matching);
  const piecesOf = (word: string): readonly [number, number] | undefined => {
    for (let cut = word.length - 1; cut > 0; cut--) {
      const ends = free.get(word.slice(cut));
      const starts = ends && free.get(word.slice(0, cut));
      for (const start of starts ?? []) {
        const most = word.length < MIN_PARTED_LETTERS ? 1 : MAX_WORDS_BETWEEN;
        const end = ends!.find((at) => !used[at] && at > start && at - start <= most);
        if (!used[start] && end !== undefined) return [start, end];
      }
    }
    return undefined;
  };
  for (const [at, id] of source.ids.entries()) {
    const word = words[id]!;
    if (states[at] !== MISSING || word.length < MIN_BROKEN_LETTERS || /\d/.test(word)) continue;
    const pieces = piecesOf(word);
    if (!pieces) continue;
    for (const place of pieces) used[place] = 1;
    states[at] = IN_PLACE;
    places[at] = pieces[0];
  }
}

/** Letters from which on a line is known by its letters alone. */
const MIN_JOINED_LETTERS = 8;

/** Lines beside the text whose words a format joined, as it does where it has no tabs. */
function findJoined({ source, result, states, used }: Matching): void {
  const { words } = source.vocabulary;
  const lettersOf = ({ ids }: Words, [start, end]: readonly [number, number]): string =>
    Array.from(ids.subarray(start, end), (id) => words[id]!).join('');
  let lines: string[] | undefined;
  for (const range of rangesOfBlocks(source)) {
    const [start, end] = range;
    if (source.blocks[source.blockOf[start]!]!.place === 'body' || !states.subarray(start, end).includes(MISSING))
      continue;
    lines ??= rangesOfBlocks(result)
      .filter(([from, to]) => used.subarray(from, to).includes(0))
      .map((one) => lettersOf(result, one));
    const letters = lettersOf(source, range);
    if (letters.length < MIN_JOINED_LETTERS || !lines.some((line) => line.includes(letters))) continue;
    for (let at = start; at < end; at++) if (states[at] === MISSING) states[at] = IN_PLACE;
  }
}

function isFree(marks: Uint8Array, at: number, size: number): boolean {
  for (let index = at; index < at + size; index++) if (marks[index]) return false;
  return true;
}

/** A block of the source and the one of the result in which most of its words are, at least half. */
export interface Pair {
  readonly source: OutlineBlock;
  readonly sourceIndex: number;
  readonly result: OutlineBlock;
  readonly resultIndex: number;
}

/** Every block of the source that has a counterpart, in their order. */
export function pairsOf({ source, result, places }: Matching): Pair[] {
  const pairs: Pair[] = [];
  for (const [start, end] of rangesOfBlocks(source)) {
    const counts = new Map<number, number>();
    for (let at = start; at < end; at++) {
      const place = places[at]!;
      if (place >= 0) counts.set(result.blockOf[place]!, (counts.get(result.blockOf[place]!) ?? 0) + 1);
    }
    let resultIndex = -1;
    for (const [index, count] of counts) if (count > (counts.get(resultIndex) ?? 0)) resultIndex = index;
    if (resultIndex < 0 || counts.get(resultIndex)! * 2 < end - start) continue;
    const sourceIndex = source.blockOf[start]!;
    pairs.push({ source: source.blocks[sourceIndex]!, sourceIndex, result: result.blocks[resultIndex]!, resultIndex });
  }
  return pairs;
}
