import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';

/** Formulas one by one, where both sides have as many: how each format writes them, and in which order, is its own. */
export function* diffFormulas(
  source: readonly OutlineBlock[],
  result: readonly OutlineBlock[],
  isKept: boolean,
): Generator<Difference> {
  const expected = formulasOf(source);
  const found = formulasOf(result);
  if (found.length === 0 && expected.length > 0 && isKept)
    yield difference('text_missing', {}, { severity: 'tell', expected: expected[0]!, feature: 'formulas' });
  if (expected.length !== found.length) return;
  for (const [index, text] of expected.entries()) {
    const [before, after] = [digitsOf(text), digitsOf(found[index]!)];
    if (before === after) continue;
    // A notation may have numbers of its own, or none for what it draws.
    const severity = before.length === after.length ? 'refuse' : 'tell';
    yield difference('number_changed', {}, { severity, expected: text, found: found[index]!, feature: 'formulas' });
  }
}

function formulasOf(blocks: readonly OutlineBlock[]): string[] {
  return blocks.flatMap(({ kind, text }) => (kind === 'formula' ? text : []));
}

function digitsOf(text: string): string {
  return (text.normalize('NFKC').match(/\p{Nd}/gu) ?? []).toSorted().join('');
}
