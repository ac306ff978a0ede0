import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { sqliteConstants, DatabaseSync, type DatabaseSyncOptions, type StatementSync } from '../../../io/sqlite.ts';
import { ConversionError } from '../../../contract/errors.ts';
import {
  DataObject,
  ExactNumber,
  sourceOfTables,
  type DataScalar,
  type DataSource,
  type NamedTable,
} from '../model.ts';
import { corrupt, createValueBudget, truncated } from '../errors.ts';
import { numberValue } from '../plain-values.ts';
import type { ReadRequest } from '../read.ts';

/** The seal of a worker takes the module away: what is here was taken before. */
export const Database = DatabaseSync;

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
/** Bytes 18 and 19 of the header: 2 where changes go to a second file, which a database in memory cannot have. */
const VERSION_AT = 18;
const ROLLBACK = 1;
const ROWS_BETWEEN_SIGNALS = 4096;

/** The tables of an SQLite database in memory: nothing but reading tables is allowed, and no file is opened. */
export function readSqlite(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  checkHeader(bytes);
  const tables = guarded(() => {
    using database = open(bytes);
    return tableNames(database).map((name) => ({ name, columns: columnsOf(database, name).names }));
  });
  if (tables.length === 0) throw new ConversionError({ code: 'empty_file', message: 'The database has no tables.' });
  return sourceOfTables(
    tables.map(({ name, columns }): NamedTable => ({ name, source: tableSource(bytes, { name, columns }, context) })),
  );
}

/** A database of which nothing but rows of tables can be read. Throws what is wrong with its header or its pages. */
export function openDatabase(bytes: Uint8Array): DatabaseSync {
  checkHeader(bytes);
  return guarded(() => open(bytes));
}

function checkHeader(bytes: Uint8Array): void {
  const view = viewOf(bytes);
  if (bytes.byteLength < HEADER_BYTES || latin1Of(bytes.subarray(0, 16)) !== MAGIC)
    throw corrupt('it has no header of an SQLite database');
  const declared = view.getUint16(16);
  const pageBytes = declared === 1 ? 65_536 : declared;
  const pages = view.getUint32(28);
  // The number of pages counts only if the same program wrote it that changed the file last.
  const isCounted = view.getUint32(24) === view.getUint32(92);
  if (isCounted && pages * pageBytes > bytes.byteLength) throw truncated('pages of the database are missing');
}

/** Options of SQLite that its type declarations do not know yet. */
interface Options extends DatabaseSyncOptions {
  readonly limits: { readonly length: number };
}

/** Bytes of a value that is allowed in any case. */
const LEAST_VALUE_BYTES = 1024 * 1024;

/** A database of which nothing but rows can be read. */
function open(bytes: Uint8Array): DatabaseSync {
  const database = openUnguarded(bytes);
  database.setAuthorizer((action) =>
    action === sqliteConstants.SQLITE_SELECT || action === sqliteConstants.SQLITE_READ
      ? sqliteConstants.SQLITE_OK
      : sqliteConstants.SQLITE_DENY,
  );
  return database;
}

function openUnguarded(bytes: Uint8Array): DatabaseSync {
  const options: Options = {
    allowExtension: false,
    defensive: true,
    enableForeignKeyConstraints: false,
    // Only what is computed can be longer than the file.
    limits: { length: Math.max(bytes.byteLength, LEAST_VALUE_BYTES) },
  };
  const database = new Database(':memory:', options);
  try {
    const copy = new Uint8Array(bytes);
    copy.fill(ROLLBACK, VERSION_AT, VERSION_AT + 2);
    database.deserialize(copy);
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Tables that hold rows of their own: no views, no virtual tables, nothing of SQLite's own. */
export function tableNames(database: DatabaseSync): string[] {
  const rows = database
    .prepare("SELECT name, type, rootpage FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    .all();
  return rows.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'));
}

function selectAll(database: DatabaseSync, table: string): StatementSync {
  return database.prepare(`SELECT * FROM ${quoted(table)}`);
}

export function columnsOf(
  database: DatabaseSync,
  table: string,
): { names: readonly string[]; types: readonly string[] } {
  const columns = selectAll(database, table).columns();
  return { names: columns.map(({ name }) => name), types: columns.map(({ type }) => type ?? '') };
}

function tableSource(
  bytes: Uint8Array,
  { name: table, columns }: { readonly name: string; readonly columns: readonly string[] },
  { limits, signal }: ReadRequest['context'],
): DataSource {
  return {
    columns,
    isList: true,
    isTable: true,
    countRows: () => countIntact(bytes, table),
    *rows() {
      const budget = createValueBudget(limits);
      using database = guarded(() => open(bytes));
      const { names, types } = guarded(() => columnsOf(database, table));
      const isBoolean = types.map((type) => /^bool/i.test(type));
      const statement = guarded(() => selectAll(database, table));
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      const rows = statement.iterate()[Symbol.iterator]() as Iterator<unknown>;
      let count = 0;
      for (let next = guarded(() => rows.next()); !next.done; next = guarded(() => rows.next())) {
        if (++count % ROWS_BETWEEN_SIGNALS === 0) signal.throwIfAborted();
        budget.take(names.length);
        yield new DataObject(
          names,
          (next.value as Cell[]).map((cell, index) => valueOf(cell, isBoolean[index]!)),
        );
      }
    },
  };
}

/** How many rows a table has whose every record can be read. */
function countIntact(bytes: Uint8Array, table: string): number {
  return guarded(() => {
    using database = openUnguarded(bytes);
    const [complaint] = database.prepare(`PRAGMA quick_check(${quoted(table)})`).all();
    if (complaint?.['quick_check'] !== 'ok') throw corrupt('the records of its database are broken');
    return Number(database.prepare(`SELECT count(*) AS rows FROM ${quoted(table)}`).get()?.['rows']);
  });
}

type Cell = null | bigint | number | string | Uint8Array;

function valueOf(cell: Cell, isBoolean: boolean): DataScalar {
  if (typeof cell === 'bigint')
    return isBoolean && (cell === 0n || cell === 1n) ? cell === 1n : new ExactNumber(String(cell));
  return typeof cell === 'number' ? numberValue(cell) : cell;
}

/** An identifier of SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Runs what reads from a database: what SQLite complains of is damage of the file. */
export function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    // What goes wrong between two rows arrives as a complaint about the iterator.
    const isOfSqlite = error instanceof Error && ('errcode' in error || error instanceof TypeError);
    if (!isOfSqlite) throw error;
    throw corrupt('its database cannot be read', {}, error);
  }
}
