import type { DocumentTable } from './document-tables.ts';
import { decimalSeparatorOf, readNumber, type ShownNumber } from './numbers.ts';

export type CellValue = string | ShownNumber;

/** The cells of a table with its numbers read; all of them show which symbol begins the decimals. */
export function valuesOf({ rows }: DocumentTable): CellValue[][] {
  const decimalSeparator = decimalSeparatorOf(rows.flat());
  return rows.map((texts) => texts.map((text) => readNumber(text, decimalSeparator) ?? text));
}

/** The number of a cell; what has a unit stays the text that it is. */
export function pureNumber(value: CellValue): ShownNumber | undefined {
  return typeof value === 'string' || value.isPercent || value.currency ? undefined : value;
}
