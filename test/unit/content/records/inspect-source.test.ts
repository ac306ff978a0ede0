import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import columnar from '../../../../engine/codecs/columnar/codec.ts';
import type { RunContext } from '../../../../engine/contract/codec.ts';
import type { FormatId } from '../../../../engine/formats/index.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import { readTypedCsv } from '../../../../engine/content/records/csv/typed-source.ts';
import { writeParquet } from '../../../../engine/content/records/parquet.ts';
import { readData } from '../../../../engine/content/records/read.ts';
import { compileBinary } from '../../../../engine/pool/modules.ts';
import type { Facts } from '../../../../engine/contract/facts.ts';
import { diffRecords } from '../../../../engine/content/records/diff.ts';
import { factsOfData } from '../../../../engine/content/records/inspect-source.ts';
import { isKnownByHead } from '../../../../engine/content/records/inspect.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';

const ROWS = 30_000;
const context = {
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  warn: () => undefined,
} as unknown as RunContext;
const EXPECTATION = {
  from: 'csv',
  to: 'parquet',
  kept: ['records'],
  lost: [],
  gone: [],
  operations: [],
  takes: 'one',
  gives: 'one',
  options: {},
};

let modules: Readonly<Record<string, WebAssembly.Module>>;
beforeAll(async () => {
  modules = { parquet: await compileBinary(columnar.wasm!['parquet']!) };
});

async function observeOptions(bytes: Uint8Array, format: FormatId, onlyHead: boolean): Promise<Facts> {
  const basics = { format, sizeBytes: bytes.byteLength, reader: 'test' };
  const request = { effort: 'full', onlyHead } as const;
  return factsOfData(basics, request, context, () => readData(bytes, format, { context, modules }));
}

const textOfRow = (row: number): string => `text ${row} of a table`;

function parquet(textOf = textOfRow, rows = ROWS): Uint8Array {
  const csv = `id,text\n${Array.from({ length: rows }, (_, row) => `${row},${textOf(row)}\n`).join('')}`;
  return Buffer.concat([...writeParquet(readTypedCsv(Buffer.from(csv), context), { context, modules })]);
}

function database(textOf = textOfRow, rows = ROWS): Uint8Array {
  using made = new DatabaseSync(':memory:');
  made.exec('CREATE TABLE t (id INTEGER, text TEXT); BEGIN');
  const insert = made.prepare('INSERT INTO t VALUES (?, ?)');
  for (let row = 0; row < rows; row++) insert.run(row, textOf(row));
  made.exec('COMMIT');
  return (made as unknown as { serialize(): Uint8Array }).serialize();
}

const MAKERS = [
  ['parquet', parquet],
  ['sqlite', database],
] as const;

/** A source of which only the first rows were read. */
async function headOfSource(): Promise<Facts> {
  const facts = await observeOptions(database(), 'sqlite', false);
  return { ...facts, format: 'csv', records: { ...facts.records!, digest: '' } };
}

describe.each(MAKERS)('a table of which only the first rows are compared (%s)', (format, make) => {
  it('is known by them, and by how many rows there are', async () => {
    const [head, whole] = [await observeOptions(make(), format, true), await observeOptions(make(), format, false)];
    expect(head.records).toMatchObject({ rows: ROWS, head: whole.records!.head, digest: '' });
    expect(isKnownByHead(head)).toBe(true);
    expect(isKnownByHead(whole)).toBe(false);
  });

  it('is whole where it has no more rows than these', async () => {
    const small = make(textOfRow, 900);
    expect((await observeOptions(small, format, true)).records).toEqual(
      (await observeOptions(small, format, false)).records,
    );
  });

  it.each([
    ['a value of them is another', (row: number) => (row === 700 ? 'spoilt' : textOfRow(row)), ROWS, 'value_changed'],
    ['a row at the end is missing', textOfRow, ROWS - 1, 'result_incomplete'],
  ] as const)('is wrong where %s', async (_, textOf, rows, name) => {
    const output = await observeOptions(make(textOf, rows), format, true);
    const differences = diffRecords(await headOfSource(), [output], EXPECTATION as unknown as Expectation);
    expect([...differences].map(({ kind }) => kind)).toEqual([name]);
  });

  it('is damaged where a page far behind them is', async () => {
    const bytes = Buffer.from(make());
    const at = Math.floor(bytes.byteLength * 0.8);
    bytes.fill(0xff, at, at + 8192);
    await expect(observeOptions(bytes, format, true)).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});
