import type { SheetFacts } from '../../contract/facts.ts';
import type { Expectation } from '../../contract/report.ts';
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
