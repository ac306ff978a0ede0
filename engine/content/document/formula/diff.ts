import { difference, type Diff } from '../../../contract/differences.ts';
import type { Compare } from '../../../contract/report.ts';

/** A formula has the same characters in the same order, and as many elements around them. */
export const diffFormula: Diff = function* (source, outputs) {
  const [before, after] = [source.formula, outputs[0]?.formula];
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
