import type { OutlineBlock } from '../../../contract/outline.ts';
import { align, keyOf } from './align.ts';
import type { Vocabulary, Words } from './words.ts';

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
  /** Where each word of the source stands in the result; -1 if it does not. */
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

/** Finds the words of the source in the result: in their order first, then elsewhere. */
export function matchWords(source: Words, result: Words, vocabulary: Vocabulary): Matching {
  const ordered = orderedWords(source);
  const inOrder = align(
    ordered.map((at) => source.ids[at]!),
    result.ids,
  );
  const states = new Uint8Array(source.ids.length);
  const places = new Int32Array(source.ids.length).fill(-1);
  const used = new Uint8Array(result.ids.length);
  for (const [index, place] of inOrder.entries()) {
    if (place < 0) continue;
    states[ordered[index]!] = IN_PLACE;
    places[ordered[index]!] = place;
    used[place] = 1;
  }
  const matching = { source, result, states, places, used };
  dropChance(matching);
  joinGaps(matching, ordered, vocabulary);
  for (const size of MOVED_RUNS) findMoved(matching, size);
  return matching;
}

/** The words that have a place in the reading order. */
function orderedWords({ blocks, blockOf }: Words): Int32Array {
  const places: number[] = [];
  for (const [index, block] of blockOf.entries()) if (blocks[block]!.place === 'body') places.push(index);
  return Int32Array.from(places);
}

/** A block of which only scattered words are found is not there: the words are those of others. */
function dropChance({ source, states, places, used }: Matching): void {
  for (const [start, end] of rangesOfBlocks(source)) {
    let found = 0;
    let longest = 0;
    let run = 0;
    for (let at = start; at < end; at++) {
      const follows = at > start && places[at]! === places[at - 1]! + 1;
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
function joinGaps(matching: Matching, ordered: Int32Array, { words }: Vocabulary): void {
  const { source, result, states, places } = matching;
  for (let index = 0; index < ordered.length; ) {
    if (states[ordered[index]!] !== MISSING) {
      index++;
      continue;
    }
    let end = index + 1;
    while (end < ordered.length && states[ordered[end]!] === MISSING) end++;
    const from = index === 0 ? 0 : places[ordered[index - 1]!]! + 1;
    const to = end === ordered.length ? result.ids.length : places[ordered[end]!]!;
    const gap = ordered.subarray(index, end);
    if (to - from > 0 && to - from < MAX_GAP_CHARS) joinGap(matching, gap, { from, to, words, source: source.ids });
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
function findMoved({ source, result, states, places, used }: Matching, size: number): void {
  const index = new Map<number, number[]>();
  for (let at = 0; at + size <= result.ids.length; at++) {
    if (!isFree(used, at, size)) continue;
    const key = keyOf(result.ids, at, size);
    const list = index.get(key);
    if (!list) index.set(key, [at]);
    else if (list.length < MAX_CANDIDATES) list.push(at);
  }
  if (index.size === 0) return;
  for (let at = 0; at + size <= source.ids.length; ) {
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
      for (let step = 0; step < longest; step++) {
        states[at + step] = MOVED;
        places[at + step] = best + step;
        used[best + step] = 1;
      }
      at += longest;
    }
  }
}

function isFree(marks: Uint8Array, at: number, size: number): boolean {
  for (let index = at; index < at + size; index++) if (marks[index]) return false;
  return true;
}

/** The block of the result in which most words of a block of the source stand. */
export function counterpartOf(
  { places, result }: Matching,
  [start, end]: readonly [number, number],
): { readonly block: OutlineBlock; readonly index: number; readonly words: number } | undefined {
  const counts = new Map<number, number>();
  for (let at = start; at < end; at++) {
    const place = places[at]!;
    if (place >= 0) counts.set(result.blockOf[place]!, (counts.get(result.blockOf[place]!) ?? 0) + 1);
  }
  let best: number | undefined;
  for (const [index, count] of counts) if (best === undefined || count > counts.get(best)!) best = index;
  if (best === undefined) return undefined;
  return { block: result.blocks[best]!, index: best, words: counts.get(best)! };
}
