import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import { keyOf } from '../../document/diff/align.ts';
import { rangesOfBlocks, type Matching } from '../../document/diff/match.ts';
import type { Words } from '../../document/diff/words.ts';

type Frame = NonNullable<OutlineBlock['frame']>;

/** A line of a page that is in the result in one piece. */
interface FoundLine {
  readonly block: Pick<OutlineBlock, 'page'>;
  readonly frame: Frame;
  /** Where it begins in the result. */
  readonly place: number;
  readonly words: string;
}

/** Share of the narrower of two lines that must be below the other, and of the lower of two that are side by side. */
const MIN_BELOW = 0.3;
const MIN_BESIDE = 0.5;
/** Words of the result between two words of a line, at most. */
const MAX_BETWEEN = 2;
/** Words from which on a line is known by its beginning. */
const KNOWN_WORDS = 5;
/** Words of a line that say something about their order. */
const MIN_WORDS = 4;

/**
 * The order of what was read from pages. What is below something, or to its right, comes after it, whether it is in
 * columns, in tables or in running text.
 */
export function* diffReadOrder(matching: Matching): Generator<Difference> {
  const pages = Map.groupBy(foundLines(matching), ({ block }) => block.page);
  for (const [page, lines] of pages) {
    const place = page === undefined ? {} : { page };
    for (const line of lines) {
      const above = nearestBefore(line, lines, 'y', MIN_BELOW);
      const beside = nearestBefore(line, lines, 'x', MIN_BESIDE);
      const before = [above, beside].find((one) => one && one.place > line.place);
      if (before) yield difference('text_order', place, { expected: line.words, severity: 'tell' });
    }
  }
  yield* diffInLines(matching);
}

/** Lines that are in one piece in the result, and that are one of a kind on either side. */
function foundLines(matching: Matching): FoundLine[] {
  const { source, result } = matching;
  const inSource = countRuns(source.ids);
  const inResult = countRuns(result.ids);
  const linesBySource = rangesByText(source);
  const blocksByText = rangesByText(result);
  const lines: FoundLine[] = [];
  for (const [text, ranges] of linesBySource) {
    const [start, end] = ranges[0]!;
    const { frame, ...block } = source.blocks[source.blockOf[start]!]!;
    if (!frame || ranges.length > 1) continue;
    const key = keyOf(source.ids, start, Math.min(end - start, KNOWN_WORDS));
    const isOnce = inSource(key, end - start) === 1 && inResult(key, end - start) <= 1;
    const whole = blocksByText.get(text);
    const place = whole?.length === 1 ? whole[0]![0] : isOnce ? wholePlace(matching, start, end) : -1;
    if (place < 0 || result.blocks[result.blockOf[place]!]!.place !== 'body') continue;
    lines.push({ block, frame, place, words: text });
  }
  return lines;
}

/** Where the words of each block begin and end, by these words. */
function rangesByText(words: Words): Map<string, (readonly [number, number])[]> {
  const { ids, vocabulary } = words;
  return Map.groupBy(rangesOfBlocks(words), ([start, end]) =>
    Array.from(ids.subarray(start, end), (id) => vocabulary.words[id]!).join(' '),
  );
}

/** Where a line begins whose words are there, one after the other; -1 for others. */
function wholePlace({ places }: Matching, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const far = places[at]! - places[start]!;
    if (places[at]! < 0 || far < at - start || far > at - start + MAX_BETWEEN) return -1;
  }
  return places[start]!;
}

/** How often the beginnings of lines, up to so many words, come in a text. */
function countRuns(ids: Int32Array): (key: number, words: number) => number {
  const counts = Array.from({ length: KNOWN_WORDS + 1 }, () => new Map<number, number>());
  for (let at = 0; at < ids.length; at++) {
    for (let size = 1; size <= Math.min(KNOWN_WORDS, ids.length - at); size++) {
      const key = keyOf(ids, at, size);
      counts[size]!.set(key, (counts[size]!.get(key) ?? 0) + 1);
    }
  }
  return (key, words) => counts[Math.min(words, KNOWN_WORDS)]!.get(key) ?? 0;
}

/** The nearest line that ends before one along an axis, and shares so much of the narrower of both across it. */
function nearestBefore(
  { frame }: FoundLine,
  lines: readonly FoundLine[],
  along: 'x' | 'y',
  minShared: number,
): FoundLine | undefined {
  const across = along === 'x' ? 'y' : 'x';
  const [length, breadth] = [LENGTH[along], LENGTH[across]];
  let nearest: FoundLine | undefined;
  let nearestEnd = -Infinity;
  for (const other of lines) {
    const { [along]: start, [across]: edge, [length]: long, [breadth]: broad } = other.frame;
    const shared = Math.min(edge + broad, frame[across] + frame[breadth]) - Math.max(edge, frame[across]);
    const isBefore = start + long / 2 < frame[along] && shared >= minShared * Math.min(broad, frame[breadth]);
    if (!isBefore || start + long <= nearestEnd) continue;
    nearest = other;
    nearestEnd = start + long;
  }
  return nearest;
}

const LENGTH = { x: 'width', y: 'height' } as const;

/** Lines whose words run the other way. */
function* diffInLines({ source, places }: Matching): Generator<Difference> {
  const { words } = source.vocabulary;
  for (const [start, end] of rangesOfBlocks(source)) {
    const found = Array.from({ length: end - start }, (_, index) => start + index).filter((at) => places[at]! >= 0);
    const falling = found.filter((at, index) => index > 0 && places[at]! < places[found[index - 1]!]!).length;
    if (found.length < MIN_WORDS || falling * 2 < found.length) continue;
    const { page } = source.blocks[source.blockOf[start]!]!;
    const expected = Array.from(source.ids.subarray(start, end), (id) => words[id]!).join(' ');
    yield difference('text_order', page === undefined ? {} : { page }, { expected, severity: 'tell' });
  }
}
