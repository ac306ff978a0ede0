import { DatabaseSync } from 'node:sqlite';
import { tableFromIPC, type Table } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunContext } from '../../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { encodeArrow } from '../../../../../engine/content/records/arrow/writer.ts';
import { CellScanner } from '../../../../../engine/content/records/csv/scanner.ts';
import { readTypedCsv, readTypedTsv } from '../../../../../engine/content/records/csv/typed-source.ts';
import { numberAt } from '../../../../../engine/content/records/number-bytes.ts';
import { writeSqlite } from '../../../../../engine/content/records/sqlite/writer.ts';
import type { DataSource } from '../../../../../engine/content/records/model.ts';
import { assertProperty } from '../../../../support/property.ts';

const warnings: string[] = [];
const context = {
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  warn: ({ message }: { readonly message: string }) => void warnings.push(message),
} as unknown as RunContext;

/** The table as Arrow, with its types and what was warned of. */
function encoded(source: DataSource): unknown {
  warnings.length = 0;
  const table = tableFromIPC(encodeArrow(source, context, 'file'));
  const types = table.schema.fields.map(({ name, type }) => `${name}: ${type}`);
  return { types, rows: rowsOf(table), warnings: [...warnings] };
}

function rowsOf(table: Table): unknown[] {
  const columns = table.schema.fields.map((_, index) => table.getChildAt(index)!);
  return Array.from({ length: table.numRows }, (_, row) => columns.map((column) => column.get(row) as unknown));
}

/** The values of the table in SQLite, with the type of each. */
function stored(source: DataSource): unknown {
  const [bytes] = [...writeSqlite(source, { context, name: 't.csv' })];
  using database = new DatabaseSync(':memory:');
  (database as unknown as { deserialize(bytes: Uint8Array): void }).deserialize(new Uint8Array(bytes!));
  const names = database
    .prepare('SELECT * FROM t')
    .columns()
    .map(({ name }) => `"${name}"`);
  const types = names.map((name) => `typeof(${name})`).join(', ');
  const statement = database.prepare(`SELECT ${types}, * FROM t`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  return { columns: statement.columns().map(({ type }) => type), rows: statement.all() };
}

function withoutColumns({ byColumns, ...source }: DataSource): DataSource {
  expect(byColumns).toBeDefined();
  return source;
}

const integers = fc.oneof(fc.integer().map(String), fc.constantFrom('0', '9007199254740993', '-9223372036854775808'));
const decimals = fc.oneof(
  fc.integer().map((cents) => (cents / 100).toFixed(2)),
  fc.double().map(String),
);
const times = fc.constantFrom('2024-02-29', '2024-02-30', '2024-02-29T08:30:00', '2024-02-29T08:30:00Z', '2024-1-1');
const texts = fc.constantFrom(
  'x',
  'größe €😀',
  '"a,b"',
  '"x""y"',
  '""',
  '"7"',
  '5" x 3"',
  'tree',
  'fals',
  '007',
  '-',
  '-0',
);
const others = fc.constantFrom('', 'true', 'false', '1.10', '1e5', '123456789012345678901', '0.0000001', '-0.5');
/** A column is of one kind, now and then with something else in it. */
const column = fc.constantFrom(integers, decimals, times, texts, others).chain((kind) =>
  fc.array(fc.oneof({ arbitrary: kind, weight: 8 }, { arbitrary: fc.constant(''), weight: 1 }, others), {
    minLength: 12,
    maxLength: 12,
  }),
);
const csv = fc
  .tuple(
    fc.array(column, { minLength: 1, maxLength: 4 }),
    fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 12, maxLength: 12 }),
  )
  .map(([columns, lengths]) => {
    const header = columns.map((_, index) => `c${index}`);
    const rows = lengths.map((length, row) =>
      Array.from({ length }, (_, index) => columns[index]?.[row] ?? `more${row}`),
    );
    return [header, ...rows].map((cells) => cells.join(',')).join('\n');
  });

describe('a table of text by columns', () => {
  it('is what its rows make', () => {
    let compared = 0;
    assertProperty(
      fc.property(csv, (text) => {
        const source = readTypedCsv(Buffer.from(text), context);
        fc.pre(isTable(text));
        compared++;
        expect(encoded(source)).toEqual(encoded(withoutColumns(source)));
        expect(stored(source)).toEqual(stored(withoutColumns(source)));
      }),
      { numRuns: 1000 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it('goes on over many batches, with a column that begins late', () => {
    const line = (row: number): string => `${row},${row % 7 === 0 ? '' : `t${row}`}${row > 70_000 ? ',1.5' : ''}`;
    const text = `id\ttext\n${Array.from({ length: 140_000 }, (_, row) => line(row).replaceAll(',', '\t')).join('\n')}`;
    const source = readTypedTsv(Buffer.from(text), context);
    expect(encoded(source)).toEqual(encoded(withoutColumns(source)));
    expect(stored(source)).toEqual(stored(withoutColumns(source)));
  });

  it('is the same in another encoding, and behind a mark', () => {
    const text = 'sep=;\nname;größe\nZoë;1\n';
    const expected = encoded(readTypedCsv(Buffer.from(text), context));
    expect(expected).toMatchObject({ types: ['name: Utf8', 'größe: Int64'], rows: [['Zoë', 1n]] });
    expect(encoded(readTypedCsv(Buffer.from(`\ufeff${text}`), context))).toEqual(expected);
    expect(encoded(readTypedCsv(Buffer.from(`\ufeff${text}`, 'utf16le'), context))).toEqual(expected);
  });

  it('has rows where the delimiter is no single byte', () => {
    const source = readTypedCsv(Buffer.from('sep=§\na§b\n1§x\n'), context);
    expect(source.byColumns).toBeUndefined();
    expect(encoded(source)).toMatchObject({ types: ['a: Int64', 'b: Utf8'], rows: [[1n, 'x']] });
  });

  it('refuses more values than are allowed, and a quote that is never closed', () => {
    const few = { ...context, limits: { ...DEFAULT_LIMITS, values: 3 } };
    expect(() => readTypedCsv(Buffer.from('a,b\n1,2\n3,4\n'), few).byColumns!()).toThrow(/more than 3 values/);
    const open = `a,b\n${'1,2\n'.repeat(2000)}3,"4\n`;
    expect(() => readTypedCsv(Buffer.from(open), context).byColumns!()).toThrow(/row 2002 is not closed/);
  });
});

describe('a number that is read from its digits', () => {
  it('is exactly what JavaScript reads', () => {
    assertProperty(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.integer({ min: 0, max: 16 }),
        (digits, places) => {
          const magnitude = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
          const whole = magnitude.slice(0, magnitude.length - places);
          const text = `${digits < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${magnitude.slice(-places)}`}`;
          expect(numberAt(Buffer.from(text), 0, text.length)).toBe(Number(text));
        },
      ),
      { numRuns: 3000 },
    );
  });
});

function isTable(text: string): boolean {
  const scanner = new CellScanner(text, ',');
  try {
    while (scanner.startsRow()) scanner.row();
    return true;
  } catch {
    return false;
  }
}
