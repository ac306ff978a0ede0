import type { Facts, RecordFacts, SheetFacts } from '../../contract/facts.ts';
import type { Check, Compare } from '../../contract/report.ts';
import { isComparedByCells } from './diff.ts';
import { areArrays, arraysOf, tablesOfFiles } from './table-files.ts';

/** Counts the rows and values of tables and data files; what differs in them the diff says (`records/diff.ts`). */
export const compareRecords: Compare = (source, outputs, expectation) => {
  const { kept, gives } = expectation;
  const [output, ...others] = outputs;
  if (!kept.includes('records') || !source.records || !output?.records) return [];
  if (source.sheets && gives === 'many' && !isComparedByCells(source, output))
    return checkTables(tablesOfFiles(source.sheets, expectation), outputs);
  if (areArrays(source, output)) return checkTables(source.sheets!, arraysOf(output));
  if (others.length > 0) return [];
  // Lists are compared entry by entry.
  if (output.listing) return [];
  const found = output.records;
  // A contact has a name to show, and an event its number and time, where the data have none: they add to it.
  if (output.format === 'vcf' || output.format === 'ics') {
    const values = {
      name: 'values',
      feature: 'records',
      expected: source.records.values,
      found: found.values,
    } as const;
    return [check('rows', source.records.rows, found.rows), { ...values, ok: found.values >= source.records.values }];
  }
  if (isComparedByCells(source, output)) return [];
  const expected = rowsLikeThoseOf(source.records, found);
  if (expected.excerpt || found.excerpt) return [];
  const rows = check('rows', expected.rows, found.rows);
  const isWhole = expected.digest !== '' && found.digest !== '';
  return isWhole ? [rows, check('values', expected.values, found.values)] : [rows];
};

/** Counts the rows of tables that became a file or an array each. */
function checkTables(tables: readonly SheetFacts[], outputs: readonly Pick<Facts, 'records'>[]): Check[] {
  const pairs = tables.map(({ records }, index) => [records, outputs[index]?.records] as const);
  return pairs.flatMap(([expected, found]) =>
    expected && found && !expected.excerpt && !found.excerpt
      ? [check('rows', rowsLikeThoseOf(expected, found).rows, found.rows)]
      : [],
  );
}

/** Rows without a value are nothing in a sheet. */
function rowsLikeThoseOf(expected: RecordFacts, found: RecordFacts): RecordFacts {
  return expected.filled?.rows === found.rows ? { ...expected, ...expected.filled } : expected;
}

function check(name: string, expected: number, found: number): Check {
  return { name, feature: 'records', ok: expected === found, expected, found };
}
