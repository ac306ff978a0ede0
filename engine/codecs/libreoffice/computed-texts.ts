import type { Limits } from '../../contract/limits.ts';
import { repairParts } from '../../content/document/ooxml/repair-parts.ts';
import { utf8Bytes, utf8Of } from '../../io/bytes.ts';

/** The sheets of Office Open XML, and the content of OpenDocument. */
const SHEET = /^(?:xl\/worksheets\/[^/]+|content)\.xml$/;
/** A cell whose formula gave a text (ECMA-376 18.3.1.4), with the formula. */
const TEXT_OF_FORMULA =
  /<c\b([^<>]*?) t="str"([^<>]*)>(\s*<f\b[^<>]*(?:\/>|>[^<>]*<\/f>))\s*<v\b[^<>]*>[^<>]*<\/v>\s*<\/c>/g;

/** The start of a cell of OpenDocument with a formula and a text (ODF 1.3, part 3, 9.1.4), which stand in any order. */
const START_OF_TEXT =
  /<table:(?:covered-)?table-cell\b(?=[^<>]*\stable:formula=")(?=[^<>]*\soffice:value-type="string")[^<>]*>/g;
const RESULT = /\s(?:(?:office|calcext):value-type|office:string-value)="[^"<>]*"/g;

/**
 * A workbook whose formulas have no texts as results, so that LibreOffice computes them: texts that it has read from
 * Office Open XML or OpenDocument, and not computed itself, it writes into old workbooks as zeros.
 */
export function withoutComputedTexts(workbook: Uint8Array, limits: Limits): Uint8Array {
  return repairParts(workbook, limits, SHEET, withoutTexts);
}

/** The same of a workbook that is one file of XML. */
export function withoutFlatComputedTexts(workbook: Uint8Array): Uint8Array {
  const source = utf8Of(workbook);
  const whole = withoutTexts(source);
  return whole === source ? workbook : utf8Bytes(whole);
}

/** What a cell of OpenDocument shows is no result without its type. */
function withoutTexts(source: string): string {
  return source.replace(TEXT_OF_FORMULA, '<c$1$2>$3</c>').replace(START_OF_TEXT, (start) => start.replace(RESULT, ''));
}
