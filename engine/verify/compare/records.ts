import type { RecordFacts } from '../facts.ts';
import type { Check, Compare } from '../report.ts';

/**
 * Compares the records of tables and data files: the same values at the same places, in whatever types the formats
 * write them. Where they differ, the checks say whether rows, columns or values did.
 */
export const compareRecords: Compare = (source, outputs, promise) => {
  if (!promise.kept.includes('records') || !source.records) return [];
  const [output, ...others] = outputs;
  if (!output?.records || others.length > 0) return [];
  return checkRecords(source.records, output.records);
};

function checkRecords(source: RecordFacts, output: RecordFacts): Check[] {
  const rows = check('rows', source.rows, output.rows);
  if (source.digest === '' || output.digest === '') return [rows, ...checkHeads(source, output)];
  const records = check('records', source.digest, output.digest);
  // Columns without any value are not held by every format: equal digests settle the matter.
  if (records.ok && rows.ok) return [rows, records];
  return [
    rows,
    check('columns', source.columns.length, output.columns.length),
    check('values', source.values, output.values),
    records,
  ];
}

function checkHeads({ head: source }: RecordFacts, { head: output }: RecordFacts): Check[] {
  if (!source || !output || source.rows !== output.rows) return [];
  return [check('first records', source.digest, output.digest)];
}

function check(name: string, expected: string | number, found: string | number): Check {
  return { name, feature: 'records', ok: expected === found, expected, found };
}
