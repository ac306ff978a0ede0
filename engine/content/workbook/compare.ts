import { formatOf } from '../../formats/index.ts';
import type { Facts, GridFacts, SheetFacts } from '../../contract/facts.ts';
import type { Check, Compare } from '../../contract/report.ts';
import { isComparedByCells } from '../records/diff.ts';

/** Share of the formulas that must be found: a few functions of one program are values in another. */
const MIN_FORMULAS = 0.9;

/** Counts the sheets, cells and formulas of workbooks; what differs in them the diff says (`workbook/diff.ts`). */
export const compareSheets: Compare = (source, outputs, { kept }) => {
  const [output] = outputs;
  if (!kept.includes('records') || !output || outputs.length > 1) return [];
  if (!source.sheets || !output.sheets || formatOf(output.format).many !== 'sheets') {
    return isComparedByCells(source, output) && !isSeveral(source) ? checkCells(source, output) : [];
  }
  const [expected, found] = [source.sheets.filter(isFilled), output.sheets.filter(isFilled)];
  const ok = expected.length === found.length;
  const sheets: Check = { name: 'sheets', feature: 'records', ok, expected: expected.length, found: found.length };
  return kept.includes('formulas') ? [sheets, ...checkFormulas(expected, found)] : [sheets];
};

function isSeveral({ sheets = [] }: Facts): boolean {
  return sheets.filter(isFilled).length > 1;
}

/** The only sheet with values, or the lines of a text: all of its cells, or its rows where not all of them were read. */
function checkCells(source: Facts, output: Facts): Check[] {
  const grids = [gridOf(source), gridOf(output)];
  const isExcerpt = grids.some((grid) => grid?.excerpt);
  const [expected, found] = grids.map((grid) => (isExcerpt ? rowsOf(grid) : (grid?.columns.length ?? 0)));
  if (expected === undefined || found === undefined) return [];
  return [{ name: isExcerpt ? 'rows' : 'cells', feature: 'records', ok: expected === found, expected, found }];
}

/** Rows with values; nothing where nobody has counted them. */
function rowsOf(grid: GridFacts | undefined): number | undefined {
  return grid?.excerpt ? grid.totalRows : (grid?.rows.length ?? 0);
}

function gridOf({ grid, sheets = [] }: Facts): GridFacts | undefined {
  return grid ?? sheets.find(isFilled)?.grid;
}

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
