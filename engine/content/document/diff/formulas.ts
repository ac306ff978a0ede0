import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import type { FormatId } from '../../../formats/index.ts';
import { MISSING, rangesOfBlocks, type Matching } from './match.ts';

/** Formats whose readers find every formula, though plans do not speak of these. */
const READ: ReadonlySet<FormatId> = new Set(['docx', 'odt']);

/**
 * Formulas one by one, where both sides have as many: how each format writes them, and in which order, is its own.
 * `isKept`: the plan keeps formulas.
 */
export function* diffFormulas(
  matching: Matching,
  { isKept, to }: { readonly isKept: boolean; readonly to: FormatId },
): Generator<Difference> {
  const expected = formulasOf(matching.source.blocks);
  const found = formulasOf(matching.result.blocks);
  if (found.length === 0) yield* diffAsText(matching);
  // Where no formula is one any more, its characters are text.
  const isLost = found.length === 0 ? isKept || READ.has(to) : found.length < expected.length;
  if (isLost && expected.length > 0) yield missingFormula(expected, found);
  if (expected.length !== found.length) return;
  for (const [index, text] of expected.entries()) {
    const [before, after] = [digitsOf(text), digitsOf(found[index]!)];
    if (before === after) continue;
    // A notation may have numbers of its own, or none for what it draws.
    const severity = before.length === after.length ? 'refuse' : 'tell';
    yield difference('number_changed', {}, { severity, expected: text, found: found[index]!, feature: 'formulas' });
  }
}

/** The first whose digits the result does not have. */
function missingFormula(expected: readonly string[], found: readonly string[]): Difference {
  const left = found.map(digitsOf);
  const missing = expected.find((text) => {
    const at = left.indexOf(digitsOf(text));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return difference('text_missing', {}, { severity: 'tell', expected: missing ?? expected[0]!, feature: 'formulas' });
}

/** Share of the letters of a formula from which on they are in the text of a result. */
const MIN_SHARE_AS_TEXT = 0.5;

/** Formulas that a result has as text: their digits are there, whatever they are written between. */
function* diffAsText({ source, result, states, places, used }: Matching): Generator<Difference> {
  const { words } = source.vocabulary;
  const ranges = rangesOfBlocks(source).filter(([start]) => source.blocks[source.blockOf[start]!]!.kind === 'formula');
  const ofFormulas = new Set(ranges.flatMap(([start, end]) => [...places.subarray(start, end)]));
  let left = '';
  for (const [at, id] of result.ids.entries()) if (!used[at] || ofFormulas.has(at)) left += digitsOf(words[id]!);
  const counts = Map.groupBy(left, (digit) => digit);
  for (const [start, end] of ranges) {
    const { text } = source.blocks[source.blockOf[start]!]!;
    const letters = Array.from({ length: end - start }, (_, at) => start + at).filter(
      (at) => !/\p{Nd}/u.test(words[source.ids[at]!]!),
    );
    const there = letters.filter((at) => states[at] !== MISSING).length;
    if (there === 0 || there < letters.length * MIN_SHARE_AS_TEXT) continue;
    const missing = [...digitsOf(text)].filter((digit) => counts.get(digit)?.pop() === undefined);
    if (missing.length > 0)
      yield difference('number_missing', {}, { severity: 'tell', expected: text, feature: 'formulas' });
  }
}

function formulasOf(blocks: readonly OutlineBlock[]): string[] {
  return blocks.flatMap(({ kind, text }) => (kind === 'formula' ? text : []));
}

function digitsOf(text: string): string {
  return (text.normalize('NFKC').match(/\p{Nd}/gu) ?? []).toSorted().join('');
}
