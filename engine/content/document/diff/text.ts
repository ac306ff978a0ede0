import { difference, type Difference, type DifferenceKind } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import { normaliseText } from '../inspect-text.ts';
import { longestRising } from './align.ts';
import { IN_PLACE, MISSING, MOVED, rangesOfBlocks, type Matching } from './match.ts';
import { placeOf } from './places.ts';

/** Words that one after the other are missing: more than a reader's slip. */
const MISSING_RUN = 4;
/** Share of the words of a block from which on it is another text. */
const MISSING_SHARE = 0.25;
const MISSING_LEAST = 2;
/** Share of the words of a block from which on it is missing as a whole. */
const WHOLE_SHARE = 0.75;
/** The same where a side is read by the marks of its language alone: a few words may be marks, or are elsewhere. */
const APPROXIMATE_RUN = 8;
const APPROXIMATE_MOVE = 24;
/** Words that a difference names. */
const NAMED_WORDS = 12;

const HAS_DIGIT = /\p{Nd}/u;

export interface TextRule {
  /** Whether a block must be in the result. */
  readonly isExpected: (block: OutlineBlock) => boolean;
  /** Words of the source from this place on are beyond what was read of the result. */
  readonly end: number;
  /** The result is pages: what does not fit into its box or cell is clipped there. */
  readonly isOnPages: boolean;
  /** The result has no pages, nor slides. */
  readonly isFlow: boolean;
  /** Words that are on these pages where nobody sees them. */
  readonly unseen: readonly string[];
  /** Between presentations, not every program keeps the notes of a speaker. */
  readonly mayLackSpeaker: boolean;
  /** Whether the order of the body is known on both sides. */
  readonly isOrdered: boolean;
  /** What the source says beside its text that it is called. */
  readonly title?: string;
  /** One of the sides is read by the marks of its language alone. */
  readonly isApproximate: boolean;
}

interface Block {
  readonly block: OutlineBlock;
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** The differences of the text: words and numbers, block by block of the source. */
export function* diffText(matching: Matching, rule: TextRule): Generator<Difference> {
  const { isExpected, end: last } = rule;
  const { source } = matching;
  const isSamePage = pageOrder(matching);
  const clipped = rule.isOnPages ? boxesIn(matching) : new Set<number | undefined>();
  const unseen = countsOf(rule.unseen);
  const front = endOfFront(matching.result);
  for (const [start, end] of rangesOfBlocks(source)) {
    const index = source.blockOf[start]!;
    const about = { block: source.blocks[index]!, index, start, end };
    if (!isExpected(about.block) || start >= last) continue;
    const missing = count(matching.states, about, MISSING);
    const mayLack = clipped.has(about.block.box) || (rule.mayLackSpeaker && about.block.place === 'speaker');
    const isUnseen = missing > 0 && takeAll(unseen, missingIn(matching, about));
    const found = isUnseen ? [notVisible(matching, about)] : [...wordsOfBlock(matching, about, missing, mayLack)];
    // Cells that span several are drawn in many orders.
    const isOrdered = rule.isOrdered && !(rule.isOnPages && about.block.isSpanned);
    if (isOrdered && about.block.place === 'body')
      found.push(...diffOrder(matching, about, { isSamePage, isFlow: rule.isFlow }));
    if (rule.isFlow && found.length === 0) found.push(...diffFront(matching, about, front, rule.title));
    const isCertain = !rule.isApproximate || hasLongRun(matching.states, about);
    for (const each of found) yield isCertain || isOtherNumber(each) ? each : { ...each, severity: 'tell' };
  }
}

/** How much of a page nobody sees is looked at elsewhere: the source may hide what little it is. */
function notVisible(matching: Matching, { index, start, end }: Block): Difference {
  const place = placeOf(matching.source.blocks, index);
  return difference('text_not_visible', place, { expected: quote(matching, start, end), severity: 'tell' });
}

function missingIn({ source, states }: Matching, { start, end }: Block): string[] {
  const words = Array.from(source.ids.subarray(start, end), (id) => source.vocabulary.words[id]!);
  return words.filter((_, at) => states[start + at] === MISSING);
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Takes words away, where all of them are there. */
function takeAll(counts: Map<string, number>, words: readonly string[]): boolean {
  const wanted = countsOf(words);
  if (![...wanted].every(([word, count]) => (counts.get(word) ?? 0) >= count)) return false;
  for (const [word, count] of wanted) counts.set(word, counts.get(word)! - count);
  return true;
}

function* wordsOfBlock(matching: Matching, about: Block, missing: number, mayLack: boolean): Generator<Difference> {
  const { index, start, end } = about;
  if (missing > 0 && mayLack) {
    yield difference('text_missing', placeOf(matching.source.blocks, index), {
      expected: quote(matching, start, end),
      severity: 'tell',
    });
  } else if (missing >= (end - start) * WHOLE_SHARE) yield wholeBlock(matching, about);
  else if (missing > 0) yield* missingWords(matching, about, missing);
}

/** Whether a word of the block is in a long run of words that are missing, or that are elsewhere. */
function hasLongRun(states: Uint8Array, { start, end }: Block): boolean {
  for (let at = start; at < end; at++) {
    const state = states[at];
    if (state !== MISSING && state !== MOVED) continue;
    const long = state === MISSING ? APPROXIMATE_RUN : APPROXIMATE_MOVE;
    let first = at;
    let last = at;
    while (first > 0 && states[first - 1] === state && last - first < long) first--;
    while (states[last + 1] === state && last - first < long) last++;
    if (last + 1 - first >= long) return true;
  }
  return false;
}

function isOtherNumber({ kind, expected, found }: Difference): boolean {
  const isNumber = (value: unknown): boolean => /^\S*\p{Nd}\S*$/u.test(String(value ?? ''));
  return kind === 'number_changed' && isNumber(expected) && isNumber(found);
}

/** The boxes of which something is there. */
function boxesIn({ source, states }: Matching): Set<number | undefined> {
  const boxes = new Set<number | undefined>();
  for (const [at, state] of states.entries()) {
    const { box } = source.blocks[source.blockOf[at]!]!;
    if (state !== MISSING && box !== undefined) boxes.add(box);
  }
  return boxes;
}

function count(states: Uint8Array, { start, end }: Block, wanted: number): number {
  let counted = 0;
  for (let at = start; at < end; at++) if (states[at] === wanted) counted++;
  return counted;
}

/** A block that is missing, or another one in its place. */
function wholeBlock(matching: Matching, about: Block): Difference {
  const { block, index, start, end } = about;
  const expected = quote(matching, start, end);
  const replacement = replacementOf(matching, start, end);
  // A label or two that are left over are no other text.
  const found = replacement.split(' ').length * 4 < end - start ? '' : replacement;
  const isNumber = end - start === 1 && HAS_DIGIT.test(expected) && HAS_DIGIT.test(found);
  const kind = found === '' ? missingKind(block) : isNumber ? 'number_changed' : changedKind(block);
  return difference(kind, placeOf(matching.source.blocks, index), { expected, ...(found !== '' && { found }) });
}

function missingKind({ cell, note, place }: OutlineBlock): DifferenceKind {
  if (cell) return 'table_cell_missing';
  if (note !== undefined) return 'note_missing';
  return place === 'margin' ? 'header_missing' : 'paragraph_missing';
}

function changedKind({ cell }: OutlineBlock): DifferenceKind {
  return cell ? 'table_cell_changed' : 'text_changed';
}

function* missingWords(matching: Matching, { index, start, end }: Block, missing: number): Generator<Difference> {
  const { source, states } = matching;
  const isMuch = missing >= (end - start) * MISSING_SHARE;
  for (let at = start; at < end; at++) {
    if (states[at] !== MISSING) continue;
    let last = at + 1;
    while (last < end && states[last] === MISSING) last++;
    const expected = quote(matching, at, last);
    const found = replacementOf(matching, at, last);
    const isNumber = HAS_DIGIT.test(expected);
    const isRefused = isNumber || last - at >= MISSING_RUN || (isMuch && last - at >= MISSING_LEAST);
    const kind = `${isNumber ? 'number' : 'text'}_${found === '' ? 'missing' : 'changed'}` as const;
    yield difference(kind, placeOf(source.blocks, index), {
      expected,
      ...(found !== '' && { found }),
      severity: isRefused ? 'refuse' : 'tell',
    });
    at = last;
  }
}

/** What is in the result between the neighbours of some words, and for nothing in the source. */
function replacementOf({ source, result, states, places, used }: Matching, from: number, to: number): string {
  // What is beside the text has no neighbours that stay.
  if (source.blocks[source.blockOf[from]!]!.place !== 'body') return '';
  let before = from - 1;
  while (before >= 0 && states[before] !== IN_PLACE) before--;
  let after = to;
  while (after < source.ids.length && states[after] !== IN_PLACE) after++;
  const start = before < 0 ? 0 : places[before]! + 1;
  const end = after < source.ids.length ? places[after]! : result.ids.length;
  const found: string[] = [];
  for (let at = start; at < end && found.length < Math.min(NAMED_WORDS, 2 * (to - from)); at++) {
    if (!used[at]) found.push(result.vocabulary.words[result.ids[at]!]!);
  }
  return found.join(' ');
}

function quote({ source }: Matching, from: number, to: number): string {
  const ids = source.ids.subarray(from, Math.min(to, from + NAMED_WORDS));
  return Array.from(ids, (id) => source.vocabulary.words[id]!).join(' ');
}

/** Where what a text says of itself before it begins ends: its front matter. */
function endOfFront({ blocks, blockOf }: Matching['result']): number {
  const end = blockOf.findIndex((block) => blocks[block]!.place !== 'box');
  return end < 0 ? 0 : end;
}

/** A block of the body that is in the front matter alone, which may say it of its own. */
function* diffFront(
  { source, result, places, used }: Matching,
  { block, index, start, end }: Block,
  front: number,
  title: string | undefined,
): Generator<Difference> {
  const isInFront = places.subarray(start, end).every((place) => place >= 0 && place < front);
  if (!isInFront || block.place !== 'body' || block.level === 0) return;
  const words = source.ids.subarray(start, end);
  // Both may be there: then the first of them was found.
  for (let at = front; at + words.length <= result.ids.length; at++)
    if (words.every((id, index) => !used[at + index] && result.ids[at + index] === id)) return;
  const isTitle = title !== undefined && normaliseText(title).trim() === normaliseText(block.text).trim();
  const kind = isTitle && block.kind !== 'heading' ? 'paragraph_missing' : 'paragraph_order';
  yield difference(kind, placeOf(source.blocks, index), {
    expected: block.text,
    ...(kind === 'paragraph_order' && { severity: 'tell' }),
  });
}

/** A block of the body whose words are elsewhere. */
function* diffOrder(
  matching: Matching,
  about: Block,
  { isSamePage, isFlow }: { readonly isSamePage: ReturnType<typeof pageOrder>; readonly isFlow: boolean },
): Generator<Difference> {
  const { source, states, places } = matching;
  const { block, index, start, end } = about;
  // The title of a document is where each format has its titles.
  if (block.level === 0) return;
  const moved: number[] = [];
  /** Words that are elsewhere on their slide: where it is no slide any more, in another order. */
  const shifted: number[] = [];
  const isWhole = isRising(places.subarray(start, end));
  for (let at = start; at < end; at++) {
    if (states[at] !== MOVED || (isWhole && isBesideTable(matching, about, places[at]!))) continue;
    const isShifted = block.page !== undefined && isSamePage?.(block.page, places[at]!) === true;
    (isShifted ? shifted : moved).push(at);
  }
  const found = moved.length > 0 || !isFlow ? moved : shifted;
  if (found.length === 0) return;
  const isRefused = found === moved && (moved.length >= (end - start) / 2 || moved.length >= MISSING_RUN);
  yield difference(block.cell ? 'table_cell_order' : 'paragraph_order', placeOf(source.blocks, index), {
    expected: found
      .slice(0, NAMED_WORDS)
      .map((at) => source.vocabulary.words[source.ids[at]!]!)
      .join(' '),
    severity: isRefused ? 'refuse' : 'tell',
  });
}

/** Whether words that are there keep their order. */
function isRising(places: Int32Array): boolean {
  const found = places.filter((place) => place >= 0);
  return found.every((place, index) => index === 0 || place > found[index - 1]!);
}

/** The caption of a table comes before it or after it. */
function isBesideTable({ source, states, places }: Matching, { block, start, end }: Block, place: number): boolean {
  const blockAt = (at: number): OutlineBlock | undefined => source.blocks[source.blockOf[at] ?? -1];
  let before = start - 1;
  let after = end;
  while (blockAt(before)?.cell) before--;
  while (blockAt(after)?.cell) after++;
  if (block.cell || (before === start - 1 && after === end)) return false;
  while (before >= 0 && states[before] !== IN_PLACE) before--;
  while (after < states.length && states[after] !== IN_PLACE) after++;
  return (before < 0 || place > places[before]!) && (after >= states.length || place < places[after]!);
}

/** Fewer words, found one by one, say nothing of their order; three say it where they are side by side, all of them. */
const ORDERED_WORDS = 4;
const ORDERED_NAMES = 3;

/** What is together and has an order of its own: a box of a slide, a note, a header, the notes of a speaker. */
export function* diffInside({ source, places }: Matching): Generator<Difference> {
  const groups = Map.groupBy(rangesOfBlocks(source), ([start]) => {
    const index = source.blockOf[start]!;
    const { place, page, box } = source.blocks[index]!;
    if (place === 'unshown' || place === 'formula') return undefined;
    if (place === 'speaker') return 'speaker';
    return page !== undefined && box !== undefined ? `box ${box}` : place === 'body' ? undefined : `block ${index}`;
  });
  groups.delete(undefined);
  for (const ranges of groups.values()) {
    const pairs = ranges.flatMap(([start, end]) =>
      Array.from({ length: end - start }, (_, at) => [start + at, places[start + at]!] as const),
    );
    const found = pairs.filter(([, place]) => place >= 0);
    const rising = new Set(longestRising(found).map(([at]) => at));
    const isCertain = found.length >= ORDERED_WORDS;
    const standing = found.map(([, place]) => place);
    const isTogether = Math.max(...standing) - Math.min(...standing) === pairs.length - 1;
    const isSideBySide = isTogether && found.length === pairs.length && pairs.length >= ORDERED_NAMES;
    if (rising.size === found.length || !(isCertain || isSideBySide)) continue;
    for (const [start, end] of ranges) {
      const moved = found.filter(([at]) => at >= start && at < end && !rising.has(at)).length;
      const isMuch = moved * 2 >= end - start;
      if (moved === 0 || !(isMuch || isSideBySide)) continue;
      const index = source.blockOf[start]!;
      const kind = source.blocks[index]!.cell ? 'table_cell_order' : 'paragraph_order';
      yield difference(kind, placeOf(source.blocks, index), {
        expected: source.blocks[index]!.text,
        ...(!(isCertain && isMuch) && { severity: 'tell' }),
      });
    }
  }
}

/**
 * Whether a place of the result lies within a page of the source: between what comes before that page and what comes
 * after it. Nothing where the source has no pages. On a slide boxes are side by side, in whatever order.
 */
function pageOrder({ source, states, places }: Matching): ((page: number, place: number) => boolean) | undefined {
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  for (const [at, state] of states.entries()) {
    const { page, place } = source.blocks[source.blockOf[at]!]!;
    if (state !== IN_PLACE || page === undefined || place !== 'body') continue;
    if (!first.has(page)) first.set(page, places[at]!);
    last.set(page, places[at]!);
  }
  if (first.size === 0) return undefined;
  const pages = [...first.keys()].sort((a, b) => a - b);
  return (page, place) => {
    const before = pages.findLast((number) => number < page);
    const after = pages.find((number) => number > page);
    return (before === undefined || place > last.get(before)!) && (after === undefined || place < first.get(after)!);
  };
}
