import { formatOf } from '../../formats/index.ts';
import type { SheetFacts } from '../../contract/facts.ts';
import type { Check, Compare, Expectation } from '../../contract/report.ts';

/** Share of the formulas that must be found: a few functions of one program are values in another. */
const MIN_FORMULAS = 0.9;

/** Counts the sheets and formulas of workbooks; what differs in their cells the diff says (`workbook/diff.ts`). */
export const compareSheets: Compare = (source, outputs, { kept }: Expectation) => {
  const [output] = outputs;
  if (!kept.includes('records') || !source.sheets || !output?.sheets || outputs.length > 1) return [];
  if (formatOf(output.format).many !== 'sheets') return [];
  const [expected, found] = [source.sheets.filter(isFilled), output.sheets.filter(isFilled)];
  const sheets: Check = {
    name: 'sheets',
    feature: 'records',
    ok: expected.length === found.length,
    expected: expected.length,
    found: found.length,
  };
  return kept.includes('formulas') ? [sheets, ...checkFormulas(expected, found)] : [sheets];
};

function checkFormulas(expected: readonly SheetFacts[], found: readonly SheetFacts[]): Check[] {
  if ([...expected, ...found].some(({ formulas }) => formulas === undefined)) return [];
  const sum = (sheets: readonly SheetFacts[]): number =>
    sheets.reduce((total, { formulas = 0 }) => total + formulas, 0);
  const [before, after] = [sum(expected), sum(found)];
  const ok = after >= Math.max(Math.floor(before * MIN_FORMULAS), Math.min(before, 1));
  return [{ name: 'formulas', feature: 'formulas', ok, expected: before, found: after }];
}

function isFilled({ values }: SheetFacts): boolean {
  return values > 0;
}
