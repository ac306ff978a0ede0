import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import { IN_PLACE, MISSING, MOVED, rangesOfBlocks, type Matching } from './match.ts';
import { placeOf } from './places.ts';
import type { Vocabulary } from './words.ts';

/** Words that one after the other are missing: more than a reader's slip. */
const MISSING_RUN = 4;
/** Share of the words of a block from which on it is another text. */
const MISSING_SHARE = 0.25;
const MISSING_LEAST = 2;
/** Share of the words of a block from which on it is missing as a whole. */
const WHOLE_SHARE = 0.75;
/** Words that a difference names. */
const NAMED_WORDS = 12;

const HAS_DIGIT = /\p{Nd}/u;

export interface TextRule {
  /** Whether a block must be in the result. */
  readonly isExpected: (block: OutlineBlock) => boolean;
  /** Whether the order of what stands in the body must be kept. */
  readonly isOrdered: boolean;
}

/** The differences of the text: words and numbers, block by block of the source. */
export function* diffText(matching: Matching, vocabulary: Vocabulary, rule: TextRule): Generator<Difference> {
  const { source, states } = matching;
  for (const range of rangesOfBlocks(source)) {
    const index = source.blockOf[range[0]]!;
    const block = source.blocks[index]!;
    if (!rule.isExpected(block)) continue;
    const about: BlockAbout = { block, index, range, vocabulary };
    const missing = countStates(states, range, MISSING);
    if (missing > 0) yield* diffMissing(matching, about, missing);
    if (rule.isOrdered && block.place === 'body') yield* diffOrder(matching, about);
  }
}

interface BlockAbout {
  readonly block: OutlineBlock;
  readonly index: number;
  readonly range: readonly [start: number, end: number];
  readonly vocabulary: Vocabulary;
}

function countStates(states: Uint8Array, [start, end]: readonly [number, number], wanted: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (states[at] === wanted) count++;
  return count;
}

function* diffMissing(matching: Matching, about: BlockAbout, missing: number): Generator<Difference> {
  const { source, states } = matching;
  const { block, index, range, vocabulary } = about;
  const [start, end] = range;
  const place = placeOf(source.blocks, index);
  const wordsAt = (from: number, to: number): string[] =>
    Array.from(source.ids.subarray(from, to), (id) => vocabulary.words[id]!);
  if (missing >= (end - start) * WHOLE_SHARE) {
    const expected = wordsAt(start, Math.min(end, start + NAMED_WORDS)).join(' ');
    const found = replacementOf(matching, start, end, vocabulary);
    const kind = found === '' ? missingKind(block) : HAS_DIGIT.test(expected) && HAS_DIGIT.test(found) && end - start === 1 ? 'number_changed' : changedKind(block);
    yield difference(kind, place, { expected, found: found === '' ? undefined : found });
    return;
  }
  for (let at = start; at < end; at++) {
    if (states[at] !== MISSING) continue;
    let last = at + 1;
    while (last < end && states[last] === MISSING) last++;
    const words = wordsAt(at, last);
    const expected = words.slice(0, NAMED_WORDS).join(' ');
    const found = replacementOf(matching, at, last, vocabulary);
    const isNumber = words.some((word) => HAS_DIGIT.test(word));
    const isLong = last - at >= MISSING_RUN || (last - at >= MISSING_LEAST && missing >= (end - start) * MISSING_SHARE);
    const kind = isNumber ? (found === '' ? 'number_missing' : 'number_changed') : found === '' ? 'text_missing' : 'text_changed';
    yield difference(kind, place, { expected, found: found === '' ? undefined : found, severity: isNumber || isLong ? 'refuse' : 'tell' });
    at = last;
  }
}

function missingKind({ cell, note, place }: OutlineBlock): string {
  if (cell) return 'cell_missing';
  if (note !== undefined) return 'note_missing';
  return place === 'margin' ? 'margin_missing' : 'paragraph_missing';
}

function changedKind({ cell }: OutlineBlock): string {
  return cell ? 'cell_changed' : 'text_changed';
}

/** What stands in the result between the neighbours of some words, and for nothing in the source. */
function replacementOf({ source, result, states, places, used }: Matching, from: number, to: number, { words }: Vocabulary): string {
  let before = from - 1;
  while (before >= 0 && states[before] !== IN_PLACE) before--;
  let after = to;
  while (after < source.ids.length && states[after] !== IN_PLACE) after++;
  const start = before < 0 ? 0 : places[before]! + 1;
  const end = after < source.ids.length ? places[after]! : result.ids.length;
  const found: string[] = [];
  for (let at = start; at < end && found.length < NAMED_WORDS; at++) if (!used[at]) found.push(words[result.ids[at]!]!);
  return found.join(' ');
}

/** A block of the body whose words stand elsewhere. */
function* diffOrder(matching: Matching, { block, index, range, vocabulary }: BlockAbout): Generator<Difference> {
  const { source, states } = matching;
  const [start, end] = range;
  const moved = countStates(states, range, MOVED);
  if (moved === 0) return;
  const isWhole = moved >= (end - start) / 2;
  const words = Array.from({ length: end - start }, (_, at) => start + at)
    .filter((at) => states[at] === MOVED)
    .slice(0, NAMED_WORDS)
    .map((at) => vocabulary.words[source.ids[at]!]!);
  yield difference(block.cell ? 'cell_moved' : 'order_changed', placeOf(source.blocks, index), {
    expected: words.join(' '),
    severity: isWhole || moved >= MISSING_RUN ? 'refuse' : 'tell',
  });
}
