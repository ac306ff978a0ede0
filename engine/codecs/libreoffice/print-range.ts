import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { parseRanges } from '../../content/workbook/cell-names.ts';
import { openOfficePackage } from '../../content/document/ooxml/package.ts';

const PRINT_AREA = /<definedName\b[^>]*_xlnm\.Print_Area[^>]*>([^<]*)</g;

/**
 * Refuses a workbook that says it prints on more pages than anybody wants: laying them out would take until the deadline.
 * Print ranges of other formats than Excel's packages are left to the deadline.
 */
export function checkPrintRanges(workbook: Uint8Array, limits: Limits): void {
  const text = openOfficePackage(workbook, limits).readXml('xl/workbook.xml') ?? '';
  const found = [...text.matchAll(PRINT_AREA)].reduce((sum, [, area]) => sum + cellsOf(area!), 0);
  if (found <= limits.printedCells) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The print ranges of the workbook hold ${found} cells, and at most ${limits.printedCells} are printed. Choose a smaller range.`,
    details: { limit: 'printedCells', allowed: limits.printedCells, found },
  });
}

function cellsOf(area: string): number {
  return parseRanges(area).reduce(
    (sum, { firstRow, lastRow, firstColumn, lastColumn }) =>
      sum + (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1),
    0,
  );
}
