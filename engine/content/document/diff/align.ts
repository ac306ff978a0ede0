/** Cells of tables of common subsequences that are filled at most, all together: about a quarter of a second. */
const MAX_CELLS = 40_000_000;
/** A gap with more cells than this is split by anchors first. */
const MAX_CELLS_OF_GAP = 1_000_000;
/** Words of an anchor, from the longest on. */
const ANCHORS = [6, 3, 1] as const;

interface Range {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/**
 * Aligns two sequences: for each place of `a` the place in `b` that it is at, or -1; places rise. Sequences that are
 * unique on both sides are found first (patience), what lies between them by the longest common subsequence. Bounded:
 * what is too much for both stays unaligned.
 */
export function align(a: Int32Array, b: Int32Array): Int32Array {
  const matches = new Int32Array(a.length).fill(-1);
  const open: Range[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }];
  let cellsLeft = MAX_CELLS;
  for (let range = open.pop(); range; range = open.pop()) {
    const inner = trim(a, b, range, matches);
    const cells = (inner.a1 - inner.a0) * (inner.b1 - inner.b0);
    if (cells === 0) continue;
    const ranges = cells > MAX_CELLS_OF_GAP ? splitByAnchors(a, b, inner, matches) : undefined;
    if (ranges) open.push(...ranges);
    else if (cells <= Math.min(cellsLeft, 4 * MAX_CELLS_OF_GAP)) {
      cellsLeft -= cells;
      alignWhole(a, b, inner, matches);
    }
  }
  closeUp(a, b, matches);
  return matches;
}

/** Of several places where a word may be, the one beside the word after it. */
function closeUp(a: Int32Array, b: Int32Array, matches: Int32Array): void {
  for (let at = a.length - 2; at >= 0; at--) {
    const next = matches[at + 1]!;
    const place = matches[at]!;
    if (place >= 0 && next > place + 1 && b[next - 1] === a[at]) matches[at] = next - 1;
  }
}

/** Matches equal beginnings and ends, and returns what is left between them. */
function trim(a: Int32Array, b: Int32Array, { a0, a1, b0, b1 }: Range, matches: Int32Array): Range {
  while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) matches[a0++] = b0++;
  while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) matches[--a1] = --b1;
  return { a0, a1, b0, b1 };
}

function splitByAnchors(a: Int32Array, b: Int32Array, range: Range, matches: Int32Array): Range[] | undefined {
  for (const size of ANCHORS) {
    const anchors = anchorsOf(a, b, range, size);
    if (anchors.length === 0) continue;
    const ranges: Range[] = [];
    let { a0, b0 } = range;
    for (const [atA, atB] of anchors) {
      if (atA < a0 || atB < b0) continue; // overlaps the anchor before
      ranges.push({ a0, a1: atA, b0, b1: atB });
      for (let index = 0; index < size; index++) matches[atA + index] = atB + index;
      a0 = atA + size;
      b0 = atB + size;
    }
    ranges.push({ a0, a1: range.a1, b0, b1: range.b1 });
    return ranges;
  }
  return undefined;
}

/** Sequences that are once on each side, as many as keep their order. */
function anchorsOf(a: Int32Array, b: Int32Array, range: Range, size: number): (readonly [number, number])[] {
  const inA = uniqueSequences(a, range.a0, range.a1, size);
  const inB = uniqueSequences(b, range.b0, range.b1, size);
  const pairs: (readonly [number, number])[] = [];
  for (const [key, atA] of inA) {
    const atB = inB.get(key) ?? -1;
    if (atA >= 0 && atB >= 0 && isEqual(a, atA, b, atB, size)) pairs.push([atA, atB]);
  }
  return longestRising(pairs);
}

function isEqual(a: Int32Array, atA: number, b: Int32Array, atB: number, size: number): boolean {
  for (let index = 0; index < size; index++) if (a[atA + index] !== b[atB + index]) return false;
  return true;
}

/** Place by key of every sequence; -1 for those that come back. */
function uniqueSequences(words: Int32Array, from: number, to: number, size: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at + size <= to; at++) {
    const key = keyOf(words, at, size);
    places.set(key, places.has(key) ? -1 : at);
  }
  return places;
}

/** A hash of some words below 2^53. */
export function keyOf(words: Int32Array, at: number, size: number): number {
  let high = 0;
  let low = 0;
  for (let index = at; index < at + size; index++) {
    high = (Math.imul(high, 0x01000193) + words[index]!) >>> 0;
    low = (Math.imul(low ^ words[index]!, 0x85ebca6b) + 0x9e3779b9) >>> 0;
  }
  return (high >>> 11) * 2 ** 32 + low;
}

/** The longest part of the pairs, in the order of their first numbers, whose second numbers rise (O(n log n)). */
export function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, value]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = index;
  }
  const rising: (readonly [number, number])[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index]!) rising.push(pairs[index]!);
  return rising.reverse();
}

/** The longest common subsequence of a small range; of equal ones that with the longest runs. */
function alignWhole(a: Int32Array, b: Int32Array, { a0, a1, b0, b1 }: Range, matches: Int32Array): void {
  const width = b1 - b0 + 1;
  const lengths = new Uint16Array((a1 - a0 + 1) * width);
  for (let i = a1 - a0 - 1; i >= 0; i--) {
    const word = a[a0 + i];
    const row = i * width;
    for (let j = width - 2; j >= 0; j--) {
      const below = lengths[row + width + j]!;
      const right = lengths[row + j + 1]!;
      lengths[row + j] = b[b0 + j] === word ? lengths[row + width + j + 1]! + 1 : Math.max(below, right);
    }
  }
  for (let i = 0, j = 0; i < a1 - a0 && j < width - 1;) {
    if (a[a0 + i] === b[b0 + j]) matches[a0 + i++] = b0 + j++;
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
}
