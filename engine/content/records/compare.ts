import { formatOf } from '../../formats/index.ts';
import type { Facts, RecordFacts } from '../../contract/facts.ts';
import type { Check, Compare } from '../../contract/report.ts';

/**
 * Compares the records of tables and data files: the same values at the same places, in whatever types the formats
 * write them. Where they differ, the checks say whether rows, columns or values did.
 */
export const compareRecords: Compare = (source, outputs, expectation) => {
  if (!expectation.kept.includes('records') || !source.records) return [];
  const [output, ...others] = outputs;
  if (!output?.records || others.length > 0) return [];
  if (hasShortNames(output)) {
    const [expected, found] = [source.records.values, output.records.values];
    return [{ name: 'records', feature: 'records', ok: isSameTable(source, output), expected, found }];
  }
  // A contact has a name to show, and an event its number and time, where the data have none: they add to it.
  if (output.format === 'vcf' || output.format === 'ics') {
    const [expected, found] = [source.records.values, output.records.values];
    const rows = check('rows', source.records.rows, output.records.rows);
    return [rows, { name: 'values', feature: 'records', ok: found >= expected, expected, found }];
  }
  // Of workbooks, every sheet is compared: what is computed may be computed anew.
  if (source.sheets && output.sheets && formatOf(output.format).many === 'sheets') return [];
  const isSheet = formatOf(output.format).family === 'sheet';
  return checkRecords(isSheet ? withoutBlankRows(source.records) : source.records, output.records);
};

type Table = Pick<Facts, 'records'> & Partial<Pick<Facts, 'format'>>;

/** Whether two tables are the same; where only the beginning of one was read, whether the beginnings are. */
export function isSameTable({ records: expected }: Table, output: Table): boolean {
  const { records: found } = output;
  if (!expected || !found) return true;
  if (isSameContent(expected, found, output)) return true;
  if (hasShortNames(output) && expected.columns.join('\n') !== found.columns.join('\n')) {
    if (expected.excerpt || found.excerpt) return true;
    const { rows } = withoutBlankRows(expected);
    return rows === found.rows && countColumns(expected) === countColumns(found) && expected.values === found.values;
  }
  if (expected.digest !== '' && found.digest !== '') return false;
  const [before, after] = [expected.head, found.head];
  return !before || !after || before.rows !== after.rows || before.digest === after.digest;
}

function isSameContent(expected: RecordFacts, found: RecordFacts, output: Table): boolean {
  if (expected.digest === '' || found.digest === '') return false;
  const isSame = ({ digest, rows }: RecordFacts): boolean => digest === found.digest && rows === found.rows;
  const isPadded = isFilledUp(output) && expected.trimmed !== undefined;
  if (isPadded) return isSame({ ...expected, digest: expected.trimmed });
  return isSame(expected) || isSame(withoutBlankRows(expected));
}

/** An object that stands in a cell as JSON has columns of its own: beside them that of the cell does not count. */
function countColumns({ columns }: RecordFacts): number {
  const isOuter = (name: string): boolean => columns.some((other) => other.startsWith(`${name}.`));
  return columns.filter((name) => !isOuter(name)).length;
}

/** The names of columns are part of what is compared, but a dBase table holds only ten characters of each. */
function hasShortNames({ format }: Table): boolean {
  return format === 'dbf';
}

/** The texts of a dBase table are filled up with blanks, of which nobody knows who wrote them. */
function isFilledUp({ format }: Table): boolean {
  return format === 'dbf';
}

/** Rows without a value are nothing in a sheet. */
function withoutBlankRows({ filled, ...records }: RecordFacts): RecordFacts {
  return { ...records, ...filled };
}

function checkRecords(source: RecordFacts, output: RecordFacts): Check[] {
  if (source.excerpt || output.excerpt) return checkHeads(source, output);
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
