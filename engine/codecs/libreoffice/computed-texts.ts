import type { Limits } from '../../contract/limits.ts';
import { repairParts } from '../../content/document/ooxml/repair-parts.ts';

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
/** A cell whose formula gave a text (ECMA-376 18.3.1.4), with the formula. */
const TEXT_OF_FORMULA =
  /<c\b([^<>]*?) t="str"([^<>]*)>(\s*<f\b[^<>]*(?:\/>|>[^<>]*<\/f>))\s*<v\b[^<>]*>[^<>]*<\/v>\s*<\/c>/g;

/**
 * A workbook whose formulas have no texts as results, so that LibreOffice computes them: texts that it has read from
 * Office Open XML, and not computed itself, it writes into old workbooks as zeros.
 */
export function withoutComputedTexts(workbook: Uint8Array, limits: Limits): Uint8Array {
  return repairParts(workbook, limits, SHEET, (source) => source.replace(TEXT_OF_FORMULA, '<c$1$2>$3</c>'));
}
