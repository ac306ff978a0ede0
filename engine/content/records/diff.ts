import { difference, type Difference, type DifferencePlace } from '../../contract/differences.ts';
import type { Diff } from '../../contract/report.ts';
import type { Facts, RecordFacts, SheetFacts, ValueType } from '../../contract/facts.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { alignRows, type AlignableRows } from './align-rows.ts';
import { sampleOfRow } from './samples.ts';
import { areArrays, arraysOf } from './table-files.ts';

/** Differences of one table that are listed: what has more of them is wrong in any case. */
const MAX_DIFFERENCES = 200;
/** Formats in which a value says itself what it is. */
const TYPED: ReadonlySet<FormatId> = new Set<FormatId>([
  ...(['json', 'ndjson', 'json5', 'yaml', 'toml', 'plist', 'msgpack', 'cbor', 'bson', 'avro'] as const),
  ...(['parquet', 'arrow', 'sqlite', 'npy', 'npz', 'hdf5'] as const),
]);
/** A contact has a name to show, and an event its number and time, where the data have none: they add to it. */
const ADDING: ReadonlySet<FormatId> = new Set<FormatId>(['vcf', 'ics']);

/** Aligns the rows of data files; workbooks and their tables are aligned by their cells. */
export const diffRecords: Diff = function* (source, outputs, { kept, from, to, gives }) {
  const [output, ...others] = outputs;
  if (!kept.includes('records') || !source.records || others.length > 0) return;
  if (output?.sheets && source.records.values > 0 && output.sheets.every(({ values }) => values === 0))
    yield difference('result_blank');
  if (!output?.records || output.listing) return;
  if ((source.sheets && !isData(source)) || isComparedByCells(source, output) || gives === 'many') return;
  if (areArrays(source, output)) {
    yield* diffArrays(source.sheets!, arraysOf(output), { from, to });
    return;
  }
  yield* diffRecordFacts(source.records, output.records, {
    place: {},
    from,
    to,
    hasStructure: kept.includes('structure'),
  });
};

function isData({ format }: Facts): boolean {
  return formatOf(format).family === 'data';
}

/** Sheets and delimited text are compared by the places of their cells, unless a format names its columns. */
export function isComparedByCells(source: Facts, output: Facts): boolean {
  if (source.format === 'dbf' || output.format === 'dbf') return false;
  if (source.sheets && output.sheets && formatOf(output.format).many === 'sheets') return true;
  return hasGrid(source) && hasGrid(output);
}

function hasGrid({ grid, sheets }: Facts): boolean {
  return grid !== undefined || sheets?.[0]?.grid !== undefined;
}

function* diffArrays(
  tables: readonly SheetFacts[],
  arrays: readonly SheetFacts[],
  formats: Pick<About, 'from' | 'to'>,
): Generator<Difference> {
  if (tables.length !== arrays.length) {
    yield difference('result_incomplete', {}, { expected: tables.length, found: arrays.length });
    return;
  }
  for (const [index, { name, records }] of tables.entries()) {
    const place = { sheet: name ?? index + 1 };
    const array = arrays[index]!;
    if (name !== undefined && array.name !== undefined && array.name !== name)
      yield difference('sheet_renamed', place, { expected: name, found: array.name });
    yield* diffRecordFacts(records, array.records, { place, ...formats });
  }
}

interface About {
  readonly place: DifferencePlace;
  readonly from: FormatId;
  readonly to: FormatId;
  readonly hasStructure?: boolean;
}

/** Differences of two tables. */
export function* diffRecordFacts(
  expected: RecordFacts | undefined,
  found: RecordFacts | undefined,
  about: About,
): Generator<Difference> {
  if (!expected || !found || ADDING.has(about.to)) return;
  let count = 0;
  for (const one of differencesOf(expected, found, about)) {
    yield one;
    if (++count === MAX_DIFFERENCES) return;
  }
}

function* differencesOf(expected: RecordFacts, found: RecordFacts, about: About): Generator<Difference> {
  if (!isSame(expected, found, about.to)) yield* diffContent(expected, found, about);
  if (isTyped(about.from) && isTyped(about.to)) yield* diffTypes(expected, found, about);
  if (about.hasStructure) yield* diffNesting(expected, found, about.place);
  if (hasColumns(about.to)) yield* diffFieldOrder(expected, found, about.place);
}

/** Objects and lists inside of records, of which formats may hold some alone. */
function* diffNesting(expected: RecordFacts, found: RecordFacts, place: DifferencePlace): Generator<Difference> {
  const { containers: before = 0 } = expected;
  const { containers: after = before } = found;
  const isWhole = expected.digest !== '' && found.digest !== '';
  if (after < before && (after === 0 || isWhole))
    yield difference('nesting_lost', place, after > 0 ? { severity: 'tell', expected: before, found: after } : {});
}

/** Names that JavaScript puts in front of all others, in the order of their numbers. */
const INTEGER = /^(?:0|[1-9]\d*)$/;

/** The first field that stands before one that it stood behind; fields of an object stand where it does. */
function* diffFieldOrder(expected: RecordFacts, found: RecordFacts, place: DifferencePlace): Generator<Difference> {
  const places = new Map(outerNames(found).map((name, index) => [name, index]));
  const known = outerNames(expected).filter((name) => places.has(name) && !INTEGER.test(name));
  const field = known.find((name, index) => index > 0 && places.get(name)! < places.get(known[index - 1]!)!);
  if (field !== undefined) yield difference('field_order', { ...place, field });
}

function outerNames({ columns }: RecordFacts): string[] {
  return [...new Set(columns.map((name) => name.replace(/(?<=[^.])\..*/s, '')))];
}

function isTyped(format: FormatId): boolean {
  return TYPED.has(format) || formatOf(format).many === 'sheets';
}

/** Of what has columns their order is seen; elsewhere a field is found by its name. */
function hasColumns(format: FormatId): boolean {
  return format === 'csv' || format === 'tsv' || formatOf(format).many === 'sheets';
}

/** Rows without a value are nothing in a sheet; the texts of dBase are filled up with blanks. */
function isSame(expected: RecordFacts, found: RecordFacts, to: FormatId): boolean {
  if (expected.digest === '' || found.digest === '') return false;
  const digest = to === 'dbf' ? (expected.trimmed ?? expected.digest) : expected.digest;
  return digest === found.digest || expected.filled?.digest === found.digest;
}

function* diffContent(expected: RecordFacts, found: RecordFacts, about: About): Generator<Difference> {
  const { place, to } = about;
  // A table of dBase holds ten characters of a name: it is compared by its counts.
  const isRenamed = to === 'dbf' && expected.columns.join('\n') !== found.columns.join('\n');
  if (isRenamed) {
    const { rows } = { ...expected, ...expected.filled };
    const isKnown = !expected.excerpt && !found.excerpt;
    if (isKnown && (rows !== found.rows || expected.values !== found.values))
      yield difference('result_incomplete', place, { expected: expected.values, found: found.values });
    return;
  }
  const fields = [...diffFields(expected, found, place)];
  yield* fields;
  if (fields.length > 0) return;
  yield* diffRows(expected, found, about);
}

function* diffFields(expected: RecordFacts, found: RecordFacts, place: DifferencePlace): Generator<Difference> {
  const [before, after] = [new Set(expected.columns), new Set(found.columns)];
  // Of a table whose first rows were read, only the fields of these are known.
  const missing = found.digest === '' ? [] : filledColumns(expected).filter((field) => !after.has(field));
  const added = expected.digest === '' ? [] : filledColumns(found).filter((field) => !before.has(field));
  for (const field of missing) yield difference('field_missing', { ...place, field });
  for (const field of added) yield difference('field_added', { ...place, field });
}

/** Columns without any value are not held by every format. */
function filledColumns({ columns, types }: RecordFacts): readonly string[] {
  if (!types) return columns;
  return columns.filter((_, index) => Object.keys(types[index] ?? { text: 1 }).some((type) => type !== 'null'));
}

function* diffRows(expected: RecordFacts, found: RecordFacts, about: About): Generator<Difference> {
  const { place } = about;
  const [before, after] = [rowsOf(expected, found), rowsOf(found, expected)];
  const isWhole = expected.digest !== '' && found.digest !== '';
  if (!isWhole && !expected.excerpt && !found.excerpt && expected.rows !== found.rows)
    yield difference('result_incomplete', place, { expected: expected.rows, found: found.rows });
  const length = isWhole ? Infinity : Math.min(before.length, after.length);
  let isFound = false;
  for (const { expected: row, found: other } of alignRows(before, after)) {
    if ((row ?? 0) >= length || (other ?? 0) >= length) break;
    if (row !== undefined && other !== undefined && before.hashOf(row) === after.hashOf(other)) continue;
    isFound = true;
    if (other === undefined) yield difference('record_missing', { ...place, record: before.indexOf(row) + 1 });
    else if (row === undefined) yield difference('record_added', { ...place, record: after.indexOf(other) + 1 });
    else yield* diffRow(expected, found, { ...about, row: before.indexOf(row), other: after.indexOf(other) });
  }
  // Of more rows than have a hash of their own only the digest tells.
  if (isWhole && !isFound) yield difference('record_changed', place);
}

/** Rows with their places; those without a value are left out where the other side has none of them. */
function rowsOf(records: RecordFacts, other: RecordFacts): AlignableRows {
  const hashes = records.rowHashes ?? new Uint32Array();
  const isFilled = records.filled !== undefined && other.filled === undefined;
  const places = isFilled ? Array.from(hashes.keys()).filter((row) => hashes[row] !== 0) : undefined;
  return {
    length: places?.length ?? hashes.length,
    indexOf: (row) => places?.[row] ?? row,
    hashOf: (row) => hashes[places?.[row] ?? row] ?? 0,
  };
}

function* diffRow(
  expected: RecordFacts,
  found: RecordFacts,
  { place, row, other }: About & { readonly row: number; readonly other: number },
): Generator<Difference> {
  const before = sampleOfRow(expected.samples, row, expected.columns);
  const after = sampleOfRow(found.samples, other, found.columns);
  const ofRow = { ...place, record: row + 1 };
  const differences = before && after ? [...diffCells(before, after, ofRow)] : [];
  yield* differences.length > 0 ? differences : [difference('record_changed', ofRow)];
}

type Cells = ReadonlyMap<string, string>;

function* diffCells(before: Cells, after: Cells, place: DifferencePlace): Generator<Difference> {
  for (const [field, expected] of before) {
    const found = after.get(field);
    if (found === undefined) yield difference('value_missing', { ...place, field }, { expected });
    else if (found !== expected) yield difference('value_changed', { ...place, field }, { expected, found });
  }
  for (const [field, found] of after) {
    if (!before.has(field)) yield difference('value_added', { ...place, field }, { found });
  }
}

type Counts = Readonly<Partial<Record<ValueType, number>>>;

/** Formats whose columns have no place for a value that is missing, but NaN among numbers. */
const WITHOUT_NULL: ReadonlySet<FormatId> = new Set<FormatId>(['npy', 'npz']);

function* diffTypes(expected: RecordFacts, found: RecordFacts, { place, to }: About): Generator<Difference> {
  if (!expected.types || !found.types || expected.rows !== found.rows || expected.digest === '' || found.digest === '')
    return;
  const position = new Map(found.columns.map((name, index) => [name, index]));
  for (const [index, before] of expected.types.entries()) {
    const field = expected.columns[index]!;
    const after = found.types[position.get(field) ?? -1];
    const hasGaps = WITHOUT_NULL.has(to) && countValues(before) < expected.rows;
    if (after) yield* diffTypesOfColumn(before, after, { place: { ...place, field }, hasGaps });
  }
}

function countValues(types: Counts): number {
  return Object.entries(types).reduce((sum, [type, count]) => (type === 'null' ? sum : sum + count), 0);
}

interface AboutColumn {
  readonly place: DifferencePlace;
  /** Values of it are missing, for which the target has no place. */
  readonly hasGaps: boolean;
}

function* diffTypesOfColumn(before: Counts, after: Counts, { place, hasGaps }: AboutColumn): Generator<Difference> {
  const { number = 0, text = 0, boolean = 0, nan = 0 } = before;
  const { number: numbers = 0, text: texts = 0, boolean: booleans = 0, nan: nans = 0, long = 0 } = after;
  // Values of several types become text where a column has one.
  const isMixed = [number, text, boolean, before.date ?? 0, before.list ?? 0].filter((count) => count > 0).length > 1;
  // A column of integers that are too long for any number of the target is one of text.
  const tooLong = (before.long ?? 0) > 0 ? ({ severity: 'tell' } as const) : {};
  if (!isMixed && number > 0 && numbers + long < number && texts > text)
    yield difference('field_type', place, { expected: 'number', found: 'text', ...tooLong });
  if (!isMixed && text > 0 && texts < text && numbers > number)
    yield difference('field_type', place, { expected: 'text', found: 'number' });
  if (!isMixed && boolean > 0 && booleans < boolean && texts + numbers > text + number)
    yield difference('field_type', place, {
      ...{ expected: 'boolean', found: texts > text ? 'text' : 'number' },
      // Only texts can be empty.
      ...(hasGaps && texts > text ? { severity: 'tell' } : {}),
    });
  if (nans < nan) yield difference('nan_lost', place, { expected: nan, found: nans });
  const { null: nulls = 0 } = before;
  if (nulls > 0 && (after.null ?? 0) < nulls && texts > text && number + boolean === numbers + booleans && !isMixed)
    yield difference('null_changed', place, { expected: nulls, found: after.null ?? 0 });
}
