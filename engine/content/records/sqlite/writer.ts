import type { DatabaseSync, SQLInputValue, StatementSync } from '../../../io/sqlite.ts';
import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import {
  ExactNumber,
  isScalar,
  NonFiniteNumber,
  scalarText,
  type DataSource,
  type DataValue,
  type NamedTable,
} from '../model.ts';
import { columnText, inferColumns, createRowReader, type Columns, type ColumnType } from '../columns.ts';
import { flattened } from '../flatten.ts';
import { Losses } from '../losses.ts';
import { fitsBits, fitsDouble, isInteger } from '../plain-values.ts';
import { isOfSqlTypes, sqlRowsOfTable } from './cells.ts';
import { Database, quoted } from './reader.ts';
import { tablesOf } from '../tree-rows.ts';

/** Columns of one table that SQLite accepts as it is built. */
const MAX_COLUMNS = 2000;
const ROWS_BETWEEN_SIGNALS = 4096;
/** Values that one statement inserts, unless a row has more. */
const VALUES_AT_ONCE = 192;

/** A database with a table for every table of the source; nested objects become columns with dots in their names. */
export function* writeSqlite(
  source: DataSource,
  { context, name }: { readonly context: RunContext; readonly name: string },
): Generator<Uint8Array> {
  const losses = new Losses();
  using database = new Database(':memory:');
  database.exec('PRAGMA journal_mode = OFF; BEGIN');
  const tables = tablesOf(source, tableName(name));
  requireNames(
    tables.map((table) => table.name),
    'tables',
  );
  for (const table of tables) writeTable(database, table, { losses, context });
  database.exec('COMMIT');
  losses.report(context, 'SQLite');
  yield database.serialize();
}

function tableName(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '');
  return stem === '' || stem.startsWith('sqlite_') ? 'data' : stem;
}

function writeTable(
  database: DatabaseSync,
  { name, source }: NamedTable,
  { losses, context }: { readonly losses: Losses; readonly context: RunContext },
): void {
  const flat = flattened(source, losses);
  const table = flat.byColumns?.();
  const columns = table ?? inferColumns(flat, context);
  const { names, types } = columns;
  if (names.length > MAX_COLUMNS) throw tooManyColumns(names.length);
  requireNames(names, 'columns');
  const declared =
    names.length === 0 ? ['"value" TEXT'] : names.map((column, index) => `${quoted(column)} ${sqlType(types[index]!)}`);
  database.exec(`CREATE TABLE ${quoted(name)} (${declared.join(', ')})`);
  if (names.length === 0) return;
  const rows = table && isOfSqlTypes(table) ? sqlRowsOfTable(table, context.signal) : sqlRows(flat, columns, context);
  insertRows(database, { name, columns: names.length }, rows);
}

/** Several rows at once: calling SQLite costs as much as what it does with a row. */
function insertRows(
  database: DatabaseSync,
  { name, columns }: { readonly name: string; readonly columns: number },
  rows: Iterable<readonly SQLInputValue[]>,
): void {
  const place = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  const prepare = (count: number): StatementSync =>
    database.prepare(`INSERT INTO ${quoted(name)} VALUES ${Array.from({ length: count }, () => place).join(', ')}`);
  const valuesAtOnce = columns * Math.max(1, Math.floor(VALUES_AT_ONCE / columns));
  const insertMany = prepare(valuesAtOnce / columns);
  let values: SQLInputValue[] = [];
  for (const row of rows) {
    for (const value of row) values.push(value);
    if (values.length < valuesAtOnce) continue;
    insertMany.run(...values);
    values = [];
  }
  if (values.length > 0) prepare(values.length / columns).run(...values);
}

function* sqlRows(source: DataSource, columns: Columns, { signal }: RunContext): Generator<SQLInputValue[]> {
  const { types } = columns;
  const readRow = createRowReader(columns);
  let rows = 0;
  for (const row of source.rows()) {
    if (++rows % ROWS_BETWEEN_SIGNALS === 0) signal.throwIfAborted();
    const valueAt = readRow(row);
    yield types.map((type, index) => sqlValue(valueAt(index), type));
  }
}

/** A column of several types has none, and keeps each value as it is. */
function sqlType({ kind }: ColumnType): string {
  if (kind === 'boolean') return 'BOOLEAN';
  if (kind === 'integer' || kind === 'long') return 'INTEGER';
  if (kind === 'number') return 'REAL';
  if (kind === 'bytes') return 'BLOB';
  return kind === 'mixed' ? '' : 'TEXT';
}

function sqlValue(value: DataValue, { kind }: ColumnType): SQLInputValue {
  if (value === null) return null;
  if (!isScalar(value)) return columnText(value);
  if (typeof value === 'boolean') return kind === 'boolean' ? Number(value) : String(value);
  if (value instanceof ExactNumber) return numberOf(value, kind);
  if (value instanceof NonFiniteNumber) return Number(value.text);
  return value instanceof Uint8Array ? value : scalarText(value);
}

function numberOf(number: ExactNumber, kind: ColumnType['kind']): SQLInputValue {
  if (kind === 'text') return number.text;
  if (!isInteger(number)) return fitsDouble(number) ? Number(number.text) : number.text;
  const integer = BigInt(number.text);
  return fitsBits(integer, 64) ? integer : number.text;
}

/** SQLite compares names without regard to the case of ASCII letters. */
function requireNames(names: readonly string[], what: 'tables' | 'columns'): void {
  const known = new Map<string, string>();
  for (const name of names) {
    if (name.includes('\0')) throw unspeakable(what);
    const folded = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const other = known.get(folded);
    if (other !== undefined) throw sameName(other, name, what);
    known.set(folded, name);
  }
}

function sameName(first: string, second: string, what: string): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message: `The names of two ${what}, ${JSON.stringify(first)} and ${JSON.stringify(second)}, differ only in case, which SQLite does not tell apart. Rename one, or convert to Parquet or JSON.`,
    details: { names: [first, second] },
  });
}

function unspeakable(what: string): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message: `The name of one of the ${what} holds the character NUL, which SQLite cannot write. Convert to CBOR or JSON.`,
  });
}

function tooManyColumns(found: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `As a table the data would have ${found} columns; SQLite has at most ${MAX_COLUMNS}.`,
    details: { limit: 'columns', allowed: MAX_COLUMNS, found },
  });
}
