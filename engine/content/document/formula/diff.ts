import { difference, type Diff, type Difference } from '../../../contract/differences.ts';
import type { DocumentFacts, FormulaFacts } from '../../../contract/facts.ts';
import type { Compare } from '../../../contract/report.ts';

/** A formula has the same characters in the same order, and as many elements around them. */
export const diffFormula: Diff = function* (source, outputs) {
  const [before, after] = [source.formula, outputs[0]?.formula];
  if (before && outputs[0]?.document) yield* diffShown(before, outputs[0].document);
  if (!before || !after) return;
  const about = { feature: 'formulas' } as const;
  if (before.text !== after.text)
    yield difference('text_changed', {}, { expected: before.text, found: after.text, ...about });
  else if (before.elements !== after.elements)
    yield difference('result_incomplete', {}, { expected: before.elements, found: after.elements, ...about });
};

export const checkFormula: Compare = (source, outputs) => {
  const [before, after] = [source.formula, outputs[0]?.formula];
  if (!before || !after) return [];
  const ok = before.elements === after.elements;
  return [{ name: 'elements', feature: 'formulas', ok, expected: before.elements, found: after.elements }];
};

/** A page need not spell a formula as it stands; but one that has none of its characters does not show it. */
function* diffShown({ text }: FormulaFacts, { text: shown, formulas = '' }: DocumentFacts): Generator<Difference> {
  const tokens = text.split(' ').filter((token) => /[\p{L}\p{N}]/u.test(token));
  const page = `${shown} ${formulas}`;
  if (tokens.length > 0 && !tokens.some((token) => page.includes(token)))
    yield difference('result_blank', {}, { feature: 'formulas' });
}
