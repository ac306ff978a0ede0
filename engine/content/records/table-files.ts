import type { Facts, SheetFacts } from '../../contract/facts.ts';
import type { Expectation } from '../../contract/report.ts';
import { formatOf } from '../../formats/index.ts';
import { selectedPages } from '../pages/page-selection.ts';

/**
 * The tables of which each becomes a file: those that were asked for and have values, or the first where none of them has
 * any.
 */
export function tablesOfFiles(
  tables: readonly SheetFacts[],
  { options, takes }: Pick<Expectation, 'options' | 'takes'>,
): readonly SheetFacts[] {
  const chosen =
    takes === 'first' ? tables.slice(0, 1) : selectedPages(options.pages, tables.length).map((page) => tables[page]!);
  const filled = chosen.filter(({ values }) => values > 0);
  return filled.length > 0 ? filled : chosen.slice(0, 1);
}

/** The arrays of a file of NumPy: an only one may be without a name. */
export function arraysOf({ sheets, records }: Facts): readonly SheetFacts[] {
  return sheets ?? (records ? [{ values: records.values, records }] : []);
}

/**
 * Whether the tables of a file of data became arrays in one file: a list of lists may be a table there, an object an
 * array of records, and they are compared one by one.
 */
export function areArrays(source: Facts, output: Facts): boolean {
  return output.format === 'npz' && source.sheets !== undefined && formatOf(source.format).family === 'data';
}
