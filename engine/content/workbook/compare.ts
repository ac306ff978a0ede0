import { formatOf } from '../../formats/index.ts';
import type { Facts, SheetFacts } from '../../contract/facts.ts';
import type { Check, Compare, Expectation } from '../../contract/report.ts';
import { selectedPages } from '../pages/page-selection.ts';
import { isSameTable } from '../records/compare.ts';

/** Share of the formulas that must be found: a few functions of one program are values in another. */
const MIN_FORMULAS = 0.9;
const MIN_NAMES = 0.5;

/**
 * Compares the sheets of workbooks: the same sheets with the same values at the same places. Values that are computed
 * may be computed anew, so only their number is compared. Of tables in text files, each holds one sheet.
 */
export const compareSheets: Compare = (source, outputs, expectation) => {
  if (!expectation.kept.includes('records') || !source.sheets) return [];
  const [output] = outputs;
  const isWorkbook = output !== undefined && formatOf(output.format).many === 'sheets';
  if (outputs.length === 1 && isWorkbook && output.sheets)
    return checkWorkbook(source.sheets, output.sheets, expectation);
  // All tables are in the one file, and were compared as a whole.
  if (source.records && expectation.gives === 'one' && outputs.length === 1) return [];
  return checkTables(source.sheets, outputs, expectation);
};

function checkWorkbook(source: readonly SheetFacts[], output: readonly SheetFacts[], { kept }: Expectation): Check[] {
  const [expected, found] = [source.filter(isFilled), output.filter(isFilled)];
  const checks = [check('sheets', expected.length, found.length)];
  if (expected.length !== found.length) return checks;
  checks.push(check('cells', expected.length, expected.filter((sheet, index) => isSame(sheet, found[index]!)).length));
  if (kept.includes('structure')) checks.push(...checkNames(expected, found));
  if (kept.includes('formulas')) checks.push(...checkFormulas(expected, found));
  return checks;
}

/** Where only the beginning of a sheet was read, the beginnings are compared. Pivot tables are laid out anew. */
function isSame(expected: SheetFacts, found: SheetFacts): boolean {
  if (expected.pivots || found.pivots) return true;
  if (expected.constants !== undefined && found.constants !== undefined) {
    if (expected.constants === found.constants) return true;
    // Where formulas became their values, all values are compared.
    return isWhole(expected) && isWhole(found) && isSameTable(expected, found);
  }
  if (expected.headConstants !== undefined && found.headConstants !== undefined)
    return expected.headConstants === found.headConstants;
  return expected.formulas !== 0 || isSameTable(expected, found);
}

function isWhole({ records }: SheetFacts): boolean {
  return records !== undefined && records.digest !== '';
}

/** Formats allow different characters in names, so that half of several must be as they were. */
function checkNames(expected: readonly SheetFacts[], found: readonly SheetFacts[]): Check[] {
  if (expected.length < 2 || found.some(({ name }) => name === undefined)) return [];
  const names = new Set(found.map(({ name = '' }) => name.trim()));
  const same = expected.filter(({ name = '' }) => names.has(name.trim())).length;
  const ok = same >= Math.ceil(expected.length * MIN_NAMES);
  return [{ name: 'sheet names', feature: 'structure', ok, expected: expected.length, found: same }];
}

function checkFormulas(expected: readonly SheetFacts[], found: readonly SheetFacts[]): Check[] {
  if ([...expected, ...found].some(({ formulas }) => formulas === undefined)) return [];
  const sum = (sheets: readonly SheetFacts[]): number =>
    sheets.reduce((total, { formulas = 0 }) => total + formulas, 0);
  const [before, after] = [sum(expected), sum(found)];
  const ok = after >= Math.max(Math.floor(before * MIN_FORMULAS), Math.min(before, 1));
  return [{ name: 'formulas', feature: 'formulas', ok, expected: before, found: after }];
}

function checkTables(
  sheets: readonly SheetFacts[],
  outputs: readonly Facts[],
  { options, takes }: Expectation,
): Check[] {
  if (outputs.some(({ records }) => records === undefined)) return [];
  const chosen =
    takes === 'first' ? sheets.slice(0, 1) : selectedPages(options.pages, sheets.length).map((page) => sheets[page]!);
  const expected = chosen.filter(isFilled);
  const isSameCount = expected.length === outputs.length;
  const same = isSameCount ? expected.filter((sheet, index) => isSameTable(sheet, outputs[index]!)) : [];
  const checks = [check('sheets', expected.length, outputs.length)];
  return isSameCount ? [...checks, check('tables', expected.length, same.length)] : checks;
}

function isFilled({ values }: SheetFacts): boolean {
  return values > 0;
}

function check(name: string, expected: string | number, found: string | number): Check {
  return { name, feature: 'records', ok: expected === found, expected, found };
}
