import { difference, type Difference } from '../../../contract/differences.ts';
import type { DocumentFacts, Facts, FormulaFacts } from '../../../contract/facts.ts';
import type { Check, Comparison } from '../../../contract/report.ts';
import { formatOf } from '../../../formats/index.ts';

/** A formula has the same characters in the same order, and as many elements around them. */
export const compareFormula: Comparison = function* (source, outputs) {
  const [before, after] = [source.formula, outputs[0]?.formula];
  if (before && outputs[0]?.document && !isDrawn(outputs[0]) && !isCounted(outputs[0]))
    yield* diffShown(before, outputs[0].document);
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

/** Its reader has found formulas, and does not tell their letters. */
function isCounted({ features, document }: Facts): boolean {
  return features.includes('formulas') && document?.formulas === undefined;
}

/** Share of the letters and digits of a formula that a page must show: it need not spell it as it stands. */
const MIN_SHARE = 0.7;

/** Letters and digits that a page of a formula has at most: it may name the file, and give the formula in other forms. */
const MOST_SHOWN = { times: 4, besides: 200 } as const;

function* diffShown(
  { text }: FormulaFacts,
  { text: shown, formulas = '' }: DocumentFacts,
): Generator<Check | Difference> {
  const signs = signsOf(text);
  const all = signsOf(`${shown} ${formulas}`);
  const left = Map.groupBy(all, (sign) => sign);
  const found = signs.filter((sign) => left.get(sign)?.pop() !== undefined).length;
  if (signs.length > 0 && found === 0) yield difference('result_blank', {}, { feature: 'formulas' });
  else if (found < signs.length * MIN_SHARE)
    yield difference('text_missing', {}, { expected: text, feature: 'formulas' });
  else if (all.length > MOST_SHOWN.times * signs.length + MOST_SHOWN.besides)
    yield difference('text_changed', {}, { expected: text, found: `${all.length} letters`, feature: 'formulas' });
  else yield { name: 'letters', feature: 'formulas', ok: true, expected: signs.length, found };
}

function signsOf(text: string): string[] {
  return text.normalize('NFKC').match(/[\p{L}\p{N}]/gu) ?? [];
}
