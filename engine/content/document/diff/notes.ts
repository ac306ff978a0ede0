import { difference, type Difference } from '../../../contract/differences.ts';
import { COMPUTED, type OutlineBlock } from '../../../contract/outline.ts';
import { normaliseText, wordsOf } from '../inspect-text.ts';
import { rangesOfBlocks, type Matching, type Pair } from './match.ts';

/** Notes whose texts are there: each is referred to from where the source refers to it. */
export function* diffNotes(
  pairs: readonly Pair[],
  source: readonly OutlineBlock[],
  result: readonly OutlineBlock[],
): Generator<Difference> {
  const marksOfSource = marksOf(source);
  const marksOfResult = marksOf(result);
  const counterparts = new Map(pairs.map(({ sourceIndex, resultIndex }) => [sourceIndex, resultIndex]));
  const told = new Set<string>();
  for (const { source: block, result: found } of pairs) {
    const { note } = block;
    if (note === undefined || found.note === undefined || told.has(note)) continue;
    told.add(note);
    const expected = counterparts.get(marksOfSource.get(note) ?? -1);
    const place = marksOfResult.get(found.note);
    if (expected === undefined || place === expected) continue;
    if (place === undefined) {
      yield difference('note_mark', { note: told.size }, { expected: block.text });
      continue;
    }
    // The mark may stand in a block of its own, beside the one with most of the words.
    if (Math.abs(place - expected) <= 1 && !isMarkOfOther(source, pairs, place, note)) continue;
    yield difference('note_mark', { note: told.size }, { expected: block.text });
  }
}

/**
 * The numbers of notes in the order of their marks: each is one more than the last new one, or begins again. On pages
 * raised numbers stand in lines of their own.
 */
export function* diffNoteNumbers(matching: Matching, isOnPages: boolean): Generator<Difference> {
  const { source, result } = matching;
  const empty = labelsOf(result.blocks).findIndex((label) => EMPTY_LABEL.test(label));
  if (empty >= 0) yield difference('note_mark', { note: empty + 1 }, { expected: empty + 1, found: '' });
  const found = numbersOf(result.blocks) ?? (isOnPages ? undefined : numbersInText(matching));
  if (!found || found.join() === numbersOf(source.blocks)?.join()) return;
  let last = 0;
  const seen = new Set<number>();
  for (const [index, number] of found.entries()) {
    if (number === last + 1 || number === 1) {
      if (number === 1) seen.clear();
      seen.add(number);
      last = number;
    } else if (!seen.has(number)) {
      // Documents may begin at another number.
      const severity = index === 0 ? 'tell' : 'refuse';
      yield difference('note_mark', { note: index + 1 }, { severity, expected: last + 1, found: number });
      return;
    }
  }
}

/** The numbers that stand as text where the source has the marks of notes; undefined where not all marks are numbers. */
function numbersInText({ source, result, places, used }: Matching): number[] | undefined {
  const numbers: number[] = [];
  for (const [start, end] of rangesOfBlocks(source)) {
    const { place, text, marks = [] } = source.blocks[source.blockOf[start]!]!;
    if (place !== 'body' || marks.length === 0) continue;
    const pieces = text.split(COMPUTED).slice(0, -1);
    if (pieces.length !== marks.length) return undefined; // there are fields too
    let words = 0;
    for (const piece of pieces) {
      words += wordsOf(normaliseText(piece)).length;
      const before = words === 0 ? -1 : places[Math.min(start + words, end) - 1]!;
      const word = before < 0 || used[before + 1] ? '' : (source.vocabulary.words[result.ids[before + 1]!] ?? '');
      if (!/^\d+$/.test(word)) return undefined;
      numbers.push(Number(word));
    }
  }
  return numbers.length > 0 ? numbers : undefined;
}

/** What the marks of notes show, where all of them show a number. */
function numbersOf(blocks: readonly OutlineBlock[]): number[] | undefined {
  const numbers = labelsOf(blocks).map((label) => Number(/^\P{L}*?(\d+)\P{N}*$/u.exec(label)?.[1] ?? Number.NaN));
  return numbers.length > 0 && !numbers.some(Number.isNaN) ? numbers : undefined;
}

/** Brackets around nothing. */
const EMPTY_LABEL = /^[\s[\](){}]+$/;

function labelsOf(blocks: readonly OutlineBlock[]): string[] {
  return blocks.flatMap(({ place, markLabels = [] }) => (place === 'body' ? markLabels : []));
}

/** The block in which each note is referred to first. */
function marksOf(blocks: readonly OutlineBlock[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, { marks = [] }] of blocks.entries()) {
    for (const mark of marks) if (!places.has(mark)) places.set(mark, index);
  }
  return places;
}

function isMarkOfOther(source: readonly OutlineBlock[], pairs: readonly Pair[], place: number, note: string): boolean {
  const pair = pairs.find(({ resultIndex }) => resultIndex === place);
  const marks = pair ? (source[pair.sourceIndex]!.marks ?? []) : [];
  return marks.length > 0 && !marks.includes(note);
}
