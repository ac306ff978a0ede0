import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import type { Pair } from './match.ts';

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

/** Numbers of notes in the order of their marks: each is one more than the last new one, or begins again. */
export function* diffNoteNumbers(
  source: readonly OutlineBlock[],
  result: readonly OutlineBlock[],
): Generator<Difference> {
  const found = numbersOf(result);
  if (!found || found.join() === numbersOf(source)?.join()) return;
  let last = 0;
  const seen = new Set<number>();
  for (const [index, number] of found.entries()) {
    if (number === last + 1 || number === 1) {
      if (number === 1) seen.clear();
      seen.add(number);
      last = number;
    } else if (!seen.has(number)) {
      yield difference('note_mark', { note: index + 1 }, { expected: last + 1, found: number });
      return;
    }
  }
}

/** What the marks of notes show, where all of them show a number. */
function numbersOf(blocks: readonly OutlineBlock[]): number[] | undefined {
  const labels = blocks.flatMap(({ place, markLabels = [] }) => (place === 'body' ? markLabels : []));
  const numbers = labels.map((label) => Number(/^\P{L}*?(\d+)\P{N}*$/u.exec(label)?.[1] ?? Number.NaN));
  return numbers.length > 0 && !numbers.some(Number.isNaN) ? numbers : undefined;
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
