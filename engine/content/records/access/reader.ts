import { ConversionError } from '../../../contract/errors.ts';
import { createValueBudget } from '../errors.ts';
import {
  DataObject,
  ExactNumber,
  sourceOfTables,
  type DataScalar,
  type DataSource,
  type NamedTable,
} from '../model.ts';
import type { ReadRequest } from '../read.ts';
import { uniqueColumnNames } from '../table-columns.ts';
import { longValue } from './long-values.ts';
import { openPages, type Pages } from './pages.ts';
import { resultTypes } from './properties.ts';
import { createRowCutter, type Cell } from './rows.ts';
import { readTable, type AccessColumn, type AccessTable } from './table-definition.ts';
import { calculatedBytes, calculatedDecimal, dayOf, isMidnight, TYPE, valueOf } from './values.ts';

/** The table of all objects of a database is always here. */
const CATALOGUE_PAGE = 2;
const OBJECT = { table: 1, odbcLink: 4, query: 5, link: 6 } as const;
/** Of the tables that Access keeps for itself, hidden or not. */
const SYSTEM = 0x8000_0002;
const PAGE_BITS = 0x00ff_ffff;
const ROWS_BETWEEN_SIGNALS = 4096;

/** The tables of an Access database (Jet 3, Jet 4 and ACE), without those of the system. Nothing of it is run. */
export function readAccess(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const pages = openPages(bytes);
  const objects = readCatalogue(pages, context);
  const tables = objects.filter(isOwnTable);
  const sources = tables.map(({ name, page, properties }): NamedTable & { readonly complex: number } => {
    const table = withResultTypes(readTable(pages, page), properties, pages);
    const complex = table.columns.filter(({ type }) => type === TYPE.complex).length;
    return { name, complex, source: tableSource(table, pages, context) };
  });
  tellDropped(
    {
      'linked tables': objects.filter(({ type }) => type === OBJECT.odbcLink || type === OBJECT.link).length,
      // Names that begin so are those of the sources of forms and reports.
      queries: objects.filter(({ type, name }) => type === OBJECT.query && !name.startsWith('~')).length,
      'columns of attachments or several values': sources.reduce((sum, { complex }) => sum + complex, 0),
    },
    context,
  );
  if (sources.length === 0) throw new ConversionError({ code: 'empty_file', message: 'The database has no tables.' });
  return sourceOfTables(sources);
}

/** Access keeps notes of what it did to a database in tables that it does not mark as its own. */
function isOwnTable({ type, flags, name }: CatalogueEntry): boolean {
  return type === OBJECT.table && (flags & SYSTEM) === 0 && !name.startsWith('MSys');
}

function withResultTypes(table: AccessTable, properties: Uint8Array | undefined, { decode }: Pages): AccessTable {
  if (!properties || !table.columns.some(({ isCalculated }) => isCalculated)) return table;
  const types = resultTypes(properties, decode);
  const columns = table.columns.map((column) =>
    column.isCalculated ? { ...column, type: types.get(column.name) ?? column.type } : column,
  );
  return { ...table, columns };
}

interface CatalogueEntry {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly page: number;
  readonly properties: Uint8Array | undefined;
}

function readCatalogue(pages: Pages, context: ReadRequest['context']): CatalogueEntry[] {
  const wanted: readonly string[] = ['Id', 'Name', 'Type', 'Flags', 'LvProp'];
  const table = readTable(pages, CATALOGUE_PAGE);
  const columns = table.columns.filter(({ name }) => wanted.includes(name));
  const source = tableSource({ ...table, columns }, pages, context);
  return [...source.rows()].map((row): CatalogueEntry => {
    const { names, values } = row as DataObject;
    const valueNamed = (name: string): DataScalar => (values[names.indexOf(name)] ?? null) as DataScalar;
    const numberNamed = (name: string): number => {
      const value = valueNamed(name);
      return value instanceof ExactNumber ? Number(value.text) : 0;
    };
    const [name, properties] = [valueNamed('Name'), valueNamed('LvProp')];
    return {
      name: typeof name === 'string' ? name : '',
      type: numberNamed('Type'),
      flags: numberNamed('Flags'),
      page: numberNamed('Id') & PAGE_BITS,
      properties: properties instanceof Uint8Array ? properties : undefined,
    };
  });
}

function tellDropped(counts: Readonly<Record<string, number>>, { warn }: ReadRequest['context']): void {
  const present = Object.entries(counts).filter(([, count]) => count > 0);
  if (present.length === 0) return;
  const listed = present.map(([what, count]) => `${what} (${count})`).join(', ');
  warn({
    code: 'feature_dropped',
    message: `Of the database only the rows of its own tables are read. Left out: ${listed}.`,
    details: Object.fromEntries(present),
  });
}

function tableSource(table: AccessTable, pages: Pages, { limits, signal }: ReadRequest['context']): DataSource {
  const header = table.columns.map(({ name }) => name);
  const names = uniqueColumnNames(header);
  const cut = createRowCutter(table, pages.isJet3);
  function* rawRows(): Generator<ReturnType<typeof cut>> {
    let count = 0;
    for (const page of table.dataPages)
      for (const row of pages.rowsOf(page)) {
        if (++count % ROWS_BETWEEN_SIGNALS === 0) signal.throwIfAborted();
        yield cut(row);
      }
  }
  let days: ReadonlySet<AccessColumn> | undefined;
  return {
    isList: true,
    isTable: true,
    columns: names,
    header,
    *rows() {
      const budget = createValueBudget(limits);
      days ??= columnsOfDays(table.columns, rawRows);
      let longBytes = 0;
      // Rows of a damaged file may all have the same long value.
      const takeLong = (bytes: number): void => {
        longBytes += bytes;
        if (longBytes > limits.expandedBytes) throw tooLong(limits.expandedBytes);
      };
      for (const cellOf of rawRows()) {
        budget.take(names.length);
        const values = table.columns.map((column) => {
          const value = cellValue(cellOf(column), column, { pages, takeLong });
          return days!.has(column) ? dayOf(value) : value;
        });
        yield new DataObject(names, values);
      }
    },
  };
}

interface CellContext {
  readonly pages: Pages;
  /** Called with the length of every long value. */
  readonly takeLong: (bytes: number) => void;
}

function cellValue({ isSet, bytes: stored }: Cell, column: AccessColumn, { pages, takeLong }: CellContext): DataScalar {
  const { type, isCalculated } = column;
  if (type === TYPE.complex) return null;
  if (type === TYPE.boolean && !isCalculated) return isSet;
  if (!stored) return null;
  const isLong = type === TYPE.memo || type === TYPE.object;
  const whole = isLong ? longValue(stored, pages) : stored;
  if (isLong) takeLong(whole.byteLength);
  const bytes = isCalculated ? calculatedBytes(whole) : whole;
  if (!bytes) return null;
  if (isLong) return type === TYPE.memo ? pages.decode(bytes) : bytes;
  if (type === TYPE.boolean) return bytes[0] !== 0;
  if (type === TYPE.decimal && isCalculated) return calculatedDecimal(bytes);
  return valueOf(bytes, { ...column, decode: pages.decode }) ?? bytes;
}

/** Access has one type for days and for moments: a column whose every value is a midnight has days. */
function columnsOfDays(
  columns: readonly AccessColumn[],
  rows: () => Iterable<(column: AccessColumn) => Cell>,
): ReadonlySet<AccessColumn> {
  const found = new Set(columns.filter(({ type }) => type === TYPE.date || type === TYPE.extendedDate));
  if (found.size === 0) return found;
  const filled = new Set<AccessColumn>();
  for (const cellOf of rows()) {
    for (const column of found) {
      const { bytes: stored } = cellOf(column);
      const bytes = stored && column.isCalculated ? calculatedBytes(stored) : stored;
      if (!bytes) continue;
      filled.add(column);
      if (!isMidnight(valueOf(bytes, { ...column, decode: String }) ?? null)) found.delete(column);
    }
    if (found.size === 0) break;
  }
  return found.intersection(filled);
}

function tooLong(allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The long values of a table take more than ${allowed} bytes. Divide the table first.`,
    details: { limit: 'expandedBytes', allowed },
  });
}
