import { difference, type Difference } from '../../../contract/differences.ts';
import { COMPUTED, type OutlineBlock } from '../../../contract/outline.ts';
import { normaliseText, wordsOf } from '../inspect-text.ts';
import { rangesOfBlocks, type Matching, type Pair } from './match.ts';
import { placeOf } from './places.ts';

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
    // The mark may be in a block of its own, beside the one with most of the words.
    if (Math.abs(place - expected) <= 1 && !isMarkOfOther(source, pairs, place, note)) continue;
    yield difference('note_mark', { note: told.size }, { expected: block.text });
  }
  yield* diffMarksOfBlocks(pairs, source);
}

/** Marks in one block are in the order of the source; of notes that say the same it cannot be known which is which. */
function* diffMarksOfBlocks(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  const texts = Map.groupBy(blocks, ({ note, text }) => (note === undefined ? undefined : text.trim()));
  const counterparts = new Map<string, string>();
  for (const { source, result } of pairs) {
    if (source.note === undefined || result.note === undefined || texts.get(source.text.trim())!.length > 1) continue;
    if (!counterparts.has(source.note)) counterparts.set(source.note, result.note);
  }
  const known = new Set(counterparts.values());
  for (const { source, sourceIndex, result } of pairs) {
    const { marks = [] } = source;
    if (marks.length < 2 || result.marks?.length !== marks.length) continue;
    for (const [index, found] of result.marks.entries()) {
      const expected = counterparts.get(marks[index]!);
      if (expected === undefined || expected === found || !known.has(found)) continue;
      yield difference('note_mark', placeOf(blocks, sourceIndex), {
        expected: blocks.find(({ note }) => note === marks[index])!.text,
      });
    }
  }
}

/**
 * The numbers of notes in the order of their marks: each is one more than the last new one, or begins again, and is
 * before the text of its note. On pages raised numbers are in lines of their own.
 */
export function* diffNoteNumbers(matching: Matching, isOnPages: boolean): Generator<Difference> {
  const { source, result } = matching;
  const known = labelsOf(source.blocks);
  const empty = labelsOf(result.blocks).findIndex((label, index) => isEmpty(label) && !isEmpty(known[index]));
  if (empty >= 0) yield difference('note_mark', { note: empty + 1 }, { expected: empty + 1, found: '' });
  const marks = isOnPages ? [] : marksInText(matching);
  yield* diffMissingMarks(marks);
  yield* diffLabels(matching, marks);
  const inText = marks.length > 0 && marks.every(({ number }) => number !== undefined && number !== '');
  const found = numbersOf(result.blocks) ?? (inText ? marks.map(({ number }) => Number(number)) : undefined);
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

/** What is as text where the source has the mark of a note. */
interface MarkInText {
  readonly note: string;
  /** '' where nothing is; undefined for what is no number. */
  readonly number: string | undefined;
}

/** The marks of a result that has them as text; none where its notes are within the text. */
function marksInText({ source, result, places, used }: Matching): MarkInText[] {
  const { words } = source.vocabulary;
  const found: MarkInText[] = [];
  const notes = new Set<number>();
  for (const [at, place] of places.entries()) {
    if (place >= 0 && source.blocks[source.blockOf[at]!]!.place === 'note') notes.add(place);
  }
  for (const [start, end] of rangesOfBlocks(source)) {
    const { place, text, marks = [] } = source.blocks[source.blockOf[start]!]!;
    if (place !== 'body' || marks.length === 0) continue;
    const pieces = text.split(COMPUTED).slice(0, -1);
    if (pieces.length !== marks.length) return []; // there are fields too
    let count = 0;
    for (const [index, piece] of pieces.entries()) {
      count += wordsOf(normaliseText(piece)).length;
      const at = Math.min(start + count, end) - 1;
      const before = count === 0 ? -1 : places[at]!;
      if (before < 0) continue;
      if (notes.has(before + 1) || result.blocks[result.blockOf[before]!]!.marks) return [];
      const [word, standing] = [words[source.ids[at]!]!, words[result.ids[before]!]!];
      const isGlued = standing !== word && standing.startsWith(word);
      const isNext = !used[before + 1] && result.blockOf[before + 1] === result.blockOf[before];
      const next = isNext ? words[result.ids[before + 1]!]! : '';
      const token = isGlued ? standing.slice(word.length) : next;
      found.push({ note: marks[index]!, number: token === '' || /^\d+$/.test(token) ? token : undefined });
    }
  }
  return found;
}

/** Some programs leave out all marks. */
function* diffMissingMarks(marks: readonly MarkInText[]): Generator<Difference> {
  const severity = marks.some(({ number }) => number !== '') ? 'refuse' : 'tell';
  for (const [index, { number }] of marks.entries()) {
    if (number === '') yield difference('note_mark', { note: index + 1 }, { severity, expected: index + 1, found: '' });
  }
}

/** A number before the text of a note is that of its mark. */
function* diffLabels({ source, result, places, used }: Matching, marks: readonly MarkInText[]): Generator<Difference> {
  const numbers = new Map(marks.map(({ note, number }) => [note, number]));
  for (const [start] of rangesOfBlocks(source)) {
    const { note } = source.blocks[source.blockOf[start]!]!;
    const expected = note === undefined ? undefined : numbers.get(note);
    if (!expected) continue;
    numbers.delete(note!); // its first block has the number
    const before = places[start]! - 1;
    if (before < 0 || used[before] || result.blockOf[before] !== result.blockOf[before + 1]) continue;
    const found = source.vocabulary.words[result.ids[before]!]!;
    if (/^\d+$/.test(found) && found !== expected)
      yield difference('note_mark', { note: Number(expected) }, { expected, found });
  }
}

/** What the marks of notes show, where all of them show a number. */
function numbersOf(blocks: readonly OutlineBlock[]): number[] | undefined {
  const numbers = labelsOf(blocks).map((label = '') => Number(/^\P{L}*?(\d+)\P{N}*$/u.exec(label)?.[1] ?? Number.NaN));
  return numbers.length > 0 && !numbers.some(Number.isNaN) ? numbers : undefined;
}

/** Nothing, or brackets around nothing. */
function isEmpty(label: string | undefined): boolean {
  return label !== undefined && /^[\s[\](){}]*$/.test(label);
}

function labelsOf(blocks: readonly OutlineBlock[]): (string | undefined)[] {
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
