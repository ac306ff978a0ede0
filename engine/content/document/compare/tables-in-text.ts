import { formatOf } from '../../../formats/index.ts';
import type { Facts } from '../../../contract/facts.ts';
import type { Compare } from '../../../contract/report.ts';

/** Share of the values that must be there: some are nothing but blanks, and readers join pieces that are close. */
const MIN_SHARE = 0.8;

/** A list in a cell may be there as JSON: each of its elements is a piece. */
const PIECES = /[^\s,:"[\]{}]+/g;

/** Tables that became a text: there are at least as many pieces of text as the tables have values. */
export const compareTablesInText: Compare = (source, outputs, { options }) => {
  const [output, ...others] = outputs;
  const { document } = output ?? {};
  if (formatOf(source.format).family !== 'data' || options.pages !== undefined) return [];
  if (!document || document.excerpt || others.length > 0 || output?.records || output?.sheets) return [];
  const expected = valuesOf(source);
  if (expected === undefined) return [];
  const found = document.text.match(PIECES)?.length ?? 0;
  return [{ name: 'values in the text', feature: 'records', ok: found >= expected * MIN_SHARE, expected, found }];
};

/** Of a large table only the values of its first rows are known. */
function valuesOf({ records, sheets }: Facts): number | undefined {
  if (sheets) return sheets.reduce((sum, { values }) => sum + values, 0);
  return records?.values;
}
