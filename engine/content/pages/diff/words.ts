import { difference, type Difference, type DifferencePlace } from '../../../contract/differences.ts';
import { countPresentWords, withoutCounterpart } from '../../document/compare/word-presence.ts';
import { longestIncreasing } from '../../document/compare/text-order.ts';

const HAS_DIGIT = /\p{Nd}/u;
/** Numbers of a page that are named one by one. */
const MAX_NAMED = 20;
/** Share of the words of a page that must be in their order. */
const MIN_IN_ORDER = 0.9;
/** Fewer words that are once say nothing about order. */
const MIN_ORDERED = 6;

/** Compares the words of two pages that the same reader read: any number and any word counts. */
export function* diffWords(
  before: readonly string[],
  after: readonly string[],
  { place, inOrder }: { readonly place: DifferencePlace; readonly inOrder: boolean },
): Iterable<Difference> {
  const missing = withoutCounterpart(before, after);
  const added = withoutCounterpart(after, before);
  const numbers = missing.filter((word) => HAS_DIGIT.test(word));
  const others = added.filter((word) => HAS_DIGIT.test(word));
  // What was cut into words differently has the same letters.
  if (countPresentWords(before, after) < before.length || numbers.length > 0) {
    for (const [index, expected] of numbers.slice(0, MAX_NAMED).entries())
      yield difference('number_changed', place, { expected, ...(others[index] && { found: others[index] }) });
    const words = missing.filter((word) => !HAS_DIGIT.test(word));
    const found = added.filter((word) => !HAS_DIGIT.test(word));
    if (words.length > 0) {
      const about = { expected: words.slice(0, MAX_NAMED).join(' '), found: found.slice(0, MAX_NAMED).join(' ') };
      yield difference(found.length > 0 ? 'text_changed' : 'text_missing', place, about);
    }
  }
  if (added.length > 0 && missing.length === 0)
    yield difference('text_added', place, { found: added.slice(0, MAX_NAMED).join(' '), severity: 'refuse' });
  if (inOrder) yield* diffOrder(before, after, place);
}

function* diffOrder(before: readonly string[], after: readonly string[], place: DifferencePlace): Iterable<Difference> {
  const places = positionsOf(after);
  const once = positionsOf(before);
  const common = [...once].flatMap(([word, at]) => (at >= 0 ? (places.get(word) ?? -1) : -1)).filter((at) => at >= 0);
  if (common.length >= MIN_ORDERED && longestIncreasing(common) < common.length * MIN_IN_ORDER)
    yield difference('text_order', place);
}

/** Where each word is; -1 for those that are more than once. */
function positionsOf(words: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const [index, word] of words.entries()) positions.set(word, positions.has(word) ? -1 : index);
  return positions;
}
