import type { Check } from '../../../contract/report.ts';

/** Words of one anchor: a sequence that is exactly once in the source and once in the output. */
const ANCHOR_WORDS = 3;
/** Fewer anchors than this say nothing about order. */
const MIN_ANCHORS = 4;
/** Anchors of a page below which its place is not judged: a title page or a page with an image. */
const MIN_ANCHORS_A_BLOCK = 3;
/** Of this many sequences in a text in reading order, at least this share comes back: else its words are shuffled. */
const MIN_CANDIDATES = 20;
const MIN_FOUND_SHARE = 0.3;
/** Share of anchors that may be elsewhere in formats that hold their text in reading order. */
const MAX_DISPLACED_SHARE = 0.01;
/** Anchors that may be displaced in any case: numbers of lists happen to match. */
const MAX_DISPLACED = 2;
/** Share of anchors in order below which a text is shuffled: columns and tables may be read across or downwards. */
const MIN_ORDER_IN_PAGES = 0.15;

interface Anchor {
  readonly page: number;
  readonly outputPosition: number;
}

/** For formats that hold their text in reading order: nothing may change its place. */
export function compareFlowOrder(pages: readonly (readonly string[])[], output: readonly string[]): Check[] {
  const { anchors, candidates } = findAnchors(pages, output);
  if (candidates >= MIN_CANDIDATES && anchors.length < candidates * MIN_FOUND_SHARE) {
    return [orderCheck('text order', false, candidates, anchors.length)];
  }
  if (anchors.length < MIN_ANCHORS) return [];
  const inOrder = longestIncreasing(anchors.map(({ outputPosition }) => outputPosition));
  const required = anchors.length - Math.max(MAX_DISPLACED, Math.floor(anchors.length * MAX_DISPLACED_SHARE));
  return [orderCheck('text order', inOrder >= required, anchors.length, inOrder)];
}

/** For formats with pages, whose text is in the order in which it was drawn: pages must keep their order. */
export function compareBlockOrder(pages: readonly (readonly string[])[], output: readonly string[]): Check[] {
  const { anchors } = findAnchors(pages, output);
  if (anchors.length < MIN_ANCHORS) return [];
  const places = medianPlaces(anchors);
  const pagesInOrder = longestIncreasing(places);
  const inOrder = longestIncreasing(anchors.map(({ outputPosition }) => outputPosition));
  return [
    orderCheck('page order', pagesInOrder === places.length, places.length, pagesInOrder),
    orderCheck('text order', inOrder >= anchors.length * MIN_ORDER_IN_PAGES, anchors.length, inOrder),
  ];
}

function orderCheck(name: string, ok: boolean, expected: number, found: number): Check {
  return { name, feature: 'text', ok, expected, found };
}

/** Where the pages are in the output: the median of their anchors' positions, for pages that have enough of them. */
function medianPlaces(anchors: readonly Anchor[]): number[] {
  const positions = new Map<number, number[]>();
  for (const { page, outputPosition } of anchors) {
    const list = positions.get(page);
    if (list) list.push(outputPosition);
    else positions.set(page, [outputPosition]);
  }
  return [...positions.values()]
    .filter((list) => list.length >= MIN_ANCHORS_A_BLOCK)
    .map((list) => list.toSorted((a, b) => a - b)[list.length >> 1]!);
}

interface Anchors {
  readonly anchors: readonly Anchor[];
  /** Sequences that are once in the source, found in the output or not. */
  readonly candidates: number;
}

function findAnchors(pages: readonly (readonly string[])[], output: readonly string[]): Anchors {
  const ids = new Map<string, number>();
  const source = pages.flat();
  const inSource = uniqueSequences(source, ids);
  const inOutput = uniqueSequences(output, ids);
  const pageOf = pageOfPositions(pages);
  const anchors: Anchor[] = [];
  let candidates = 0;
  for (const [key, position] of inSource) {
    const outputPosition = inOutput.get(key) ?? -1;
    if (position >= 0) candidates++;
    if (position >= 0 && outputPosition >= 0) anchors.push({ page: pageOf[position]!, outputPosition });
  }
  return { anchors, candidates };
}

/** Position by key of every sequence of words in order of first appearance; -1 for those that come back. */
function uniqueSequences(words: readonly string[], ids: Map<string, number>): Map<number, number> {
  const sequences = new Map<number, number>();
  const numbers = words.map((word) => {
    const id = ids.get(word) ?? ids.size;
    if (id === ids.size) ids.set(word, id);
    return id;
  });
  for (let position = 0; position + ANCHOR_WORDS <= numbers.length; position++) {
    const key = keyOf(numbers, position);
    sequences.set(key, sequences.has(key) ? -1 : position);
  }
  return sequences;
}

/** A hash of the sequence below 2^53: two sequences that share one are taken for a repetition and left out. */
function keyOf(numbers: readonly number[], position: number): number {
  let high = 0;
  let low = 0;
  for (let index = position; index < position + ANCHOR_WORDS; index++) {
    high = (Math.imul(high, 0x01000193) + numbers[index]!) >>> 0;
    low = (Math.imul(low ^ numbers[index]!, 0x85ebca6b) + 0x9e3779b9) >>> 0;
  }
  return (high >>> 11) * 2 ** 32 + low;
}

function pageOfPositions(pages: readonly (readonly string[])[]): Int32Array {
  const pageOf = new Int32Array(pages.reduce((sum, page) => sum + page.length, 0));
  let position = 0;
  for (const [index, { length }] of pages.entries()) {
    pageOf.fill(index, position, position + length);
    position += length;
  }
  return pageOf;
}

/** Length of the longest increasing subsequence (patience sorting, O(n log n)). */
export function longestIncreasing(values: readonly number[]): number {
  const tails: number[] = [];
  for (const value of values) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tails[middle]! < value) low = middle + 1;
      else high = middle;
    }
    tails[low] = value;
  }
  return tails.length;
}
