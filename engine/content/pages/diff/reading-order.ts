import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import { keyOf } from '../../document/diff/align.ts';
import { rangesOfBlocks, type Matching } from '../../document/diff/match.ts';
import type { Words } from '../../document/diff/words.ts';

type Frame = NonNullable<OutlineBlock['frame']>;
type Range = readonly [start: number, end: number];

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
  const blocksByText = rangesByText(result);
  const once = [...rangesByText(source)].flatMap(([words, ranges]) => {
    const [start, end] = ranges[0]!;
    const { frame, ...block } = source.blocks[source.blockOf[start]!]!;
    return frame && ranges.length === 1 ? [{ words, block, frame, start, end }] : [];
  });
  const wholeBlock = (words: string): number => {
    const ranges = blocksByText.get(words);
    return ranges?.length === 1 ? ranges[0]![0] : -1;
  };
  const beginnings = once.flatMap(({ words, start, end }): Range[] => (wholeBlock(words) < 0 ? [[start, end]] : []));
  const inSource = countBeginnings(source.ids, beginnings, source.ids);
  const inResult = countBeginnings(source.ids, beginnings, result.ids);
  return once.flatMap(({ words, start, end, ...line }): FoundLine[] => {
    const whole = wholeBlock(words);
    const isOnce = inSource(start, end) === 1 && inResult(start, end) <= 1;
    const place = whole >= 0 ? whole : isOnce ? wholePlace(matching, start, end) : -1;
    const isFound = place >= 0 && result.blocks[result.blockOf[place]!]!.place === 'body';
    return isFound ? [{ ...line, words, place }] : [];
  });
}

/** Where the words of each block begin and end, by these words. */
function rangesByText(words: Words): Map<string, Range[]> {
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

/** How often the beginnings of lines come in a text, of at most `KNOWN_WORDS` words. */
function countBeginnings(
  ids: Int32Array,
  lines: readonly Range[],
  text: Int32Array,
): (start: number, end: number) => number {
  const lengthOf = ([start, end]: Range): number => Math.min(end - start, KNOWN_WORDS);
  const counts = new Map(lines.map((line) => [keyOf(ids, line[0], lengthOf(line)), 0]));
  const lengths = Map.groupBy(lines, ([start]) => ids[start]!);
  const lengthsByFirst = new Map(lengths.entries().map(([id, own]) => [id, new Set(own.map(lengthOf))]));
  for (let at = 0; at < text.length; at++) {
    for (const length of lengthsByFirst.get(text[at]!) ?? []) {
      if (at + length > text.length) continue;
      const key = keyOf(text, at, length);
      const count = counts.get(key);
      if (count !== undefined) counts.set(key, count + 1);
    }
  }
  return (start, end) => counts.get(keyOf(ids, start, lengthOf([start, end]))) ?? 0;
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
