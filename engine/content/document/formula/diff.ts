import { difference, type Difference } from '../../../contract/differences.ts';
import type { DocumentFacts, Facts, FormulaFacts } from '../../../contract/facts.ts';
import type { Comparison } from '../../../contract/report.ts';
import { formatOf } from '../../../formats/index.ts';

/** A formula has the same characters in the same order, and as many elements around them. */
export const compareFormula: Comparison = function* (source, outputs) {
  const [before, after] = [source.formula, outputs[0]?.formula];
  if (before && outputs[0]?.document && !isDrawn(outputs[0])) yield* diffShown(before, outputs[0].document);
  if (!before || !after) return;
  const elements = { feature: 'formulas', expected: before.elements, found: after.elements } as const;
  const ok = before.elements === after.elements;
  yield { name: 'elements', ...elements, ok };
  if (before.text !== after.text)
    yield difference('text_changed', {}, { expected: before.text, found: after.text, feature: 'formulas' });
  else if (!ok) yield difference('result_incomplete', {}, elements);
};

/** Its signs are outlines or an image, and no text. */
function isDrawn({ format, features, document }: Facts): boolean {
  const hasImages = features.some((feature) => feature === 'vector' || feature === 'figures');
  return !formatOf(format).carries.includes('text') || (document?.text.trim() === '' && hasImages);
}

/** A page need not spell a formula as it stands; but one that has none of its characters does not show it. */
function* diffShown({ text }: FormulaFacts, { text: shown, formulas = '' }: DocumentFacts): Generator<Difference> {
  const tokens = text.split(' ').filter((token) => /[\p{L}\p{N}]/u.test(token));
  const page = `${shown} ${formulas}`;
  if (tokens.length > 0 && !tokens.some((token) => page.includes(token)))
    yield difference('result_blank', {}, { feature: 'formulas' });
}
