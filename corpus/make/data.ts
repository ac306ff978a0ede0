import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encode as encodeMsgpack } from '@msgpack/msgpack';
import {
  Bool,
  DateDay,
  Decimal,
  Dictionary,
  Float32,
  Int32,
  Int64,
  List,
  Field,
  Struct,
  Table,
  tableToIPC,
  Uint64,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import avsc from 'avsc';
import { Binary, Decimal128, Long, ObjectId, serialize, Timestamp } from 'bson';
import { encode as encodeCbor, Tag } from 'cbor2';
import { File, FS, ready } from 'h5wasm';
import { compileBinary } from '../../engine/pool/modules.ts';
import { Compression, initSync, Table as ParquetTable, writeParquet, WriterPropertiesBuilder } from 'parquet-wasm/esm';

/**
 * Makes data files by the libraries of their formats, none of them by our own writers.
 * Usage: node corpus/make/data.ts corpus/sources
 */
const out = process.argv[2];
if (!out) throw new Error('Expected the target directory.');

function write(format: string, name: string, bytes: Uint8Array): void {
  const file = join(out!, format, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

const MOMENT = new Date('2024-02-29T08:30:00.125Z');

const tree = {
  name: 'Ofen Nº 1',
  long: 9007199254740993n,
  negative: -5,
  ratio: 0.1,
  made: MOMENT,
  raw: Uint8Array.of(0, 1, 254, 255),
  list: [1, 'two', null, [true, { deep: 'x' }]],
  empty: {},
};
write('msgpack', 'times-bytes-long-integers.msgpack', encodeMsgpack(tree, { useBigInt64: true }));
write(
  'msgpack',
  'rows-one-after-the-other.msgpack',
  Buffer.concat([{ id: 1, at: 'a' }, { id: 2 }].map((row) => encodeMsgpack(row))),
);
write(
  'cbor',
  'tags-bignum-bytes-floats.cbor',
  encodeCbor(
    {
      ...tree,
      huge: 2n ** 80n,
      when: new Tag(1, 1709195400),
      day: new Tag(1004, '2024-02-29'),
      half: 1.5,
      infinite: Infinity,
      odd: new Tag(4711, 'content of a tag that nobody knows'),
    },
    { dateTag: 0 },
  ),
);
write(
  'bson',
  'two-documents-identifiers-decimals.bson',
  Buffer.concat([
    serialize({
      _id: new ObjectId('65e03c5a0000000000000001'),
      long: Long.fromString('9007199254740993'),
      price: Decimal128.fromString('12345678901234567890.12345'),
      made: MOMENT,
      raw: new Binary(Uint8Array.of(0, 1, 254)),
      inner: { list: [1, 2.5, 'x', null] },
      pattern: /a+b/i,
      stamp: new Timestamp({ t: 5, i: 1 }),
    }),
    serialize({ _id: new ObjectId('65e03c5a0000000000000002'), long: 1, price: null }),
  ]),
);

/** The library's own writer of files, on a stream. */
async function avroFile(schema: avsc.Schema, rows: readonly unknown[], codec: 'null' | 'deflate'): Promise<Uint8Array> {
  const encoder = new avsc.streams.BlockEncoder(schema, { codec });
  const chunks: Buffer[] = [];
  encoder.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const ended = new Promise((resolve) => encoder.once('end', resolve));
  for (const row of rows) encoder.write(row);
  encoder.end();
  await ended;
  return Buffer.concat(chunks);
}

write(
  'avro',
  'unions-enum-map-logical-times-deflate.avro',
  await avroFile(
    {
      type: 'record',
      name: 'Melt',
      fields: [
        { name: 'metal', type: { type: 'enum', name: 'Metal', symbols: ['TIN', 'LEAD'] } },
        { name: 'degrees', type: ['null', 'double'] },
        { name: 'day', type: { type: 'int', logicalType: 'date' } },
        { name: 'at', type: { type: 'long', logicalType: 'timestamp-millis' } },
        { name: 'tags', type: { type: 'map', values: 'string' } },
        { name: 'steps', type: { type: 'array', items: 'int' } },
        { name: 'mark', type: { type: 'fixed', name: 'Mark', size: 3 } },
      ],
    } as avsc.Schema,
    [
      {
        metal: 'TIN',
        degrees: 231.93,
        day: 19782,
        at: MOMENT.getTime(),
        tags: { by: 'Ann' },
        steps: [1, 2, 3],
        mark: Buffer.from([0, 1, 2]),
      },
      { metal: 'LEAD', degrees: null, day: 0, at: 0, tags: {}, steps: [], mark: Buffer.from('abc') },
    ],
    'deflate',
  ),
);

const columns = new Table({
  id: vectorFromArray([1n, 9007199254740993n, null], new Int64()),
  huge: vectorFromArray([2n ** 64n - 1n, 0n, 5n], new Uint64()),
  small: vectorFromArray([0.1, -2.5, null], new Float32()),
  city: vectorFromArray(['Köln', 'Paris', 'Köln'], new Dictionary(new Utf8(), new Int32())),
  day: vectorFromArray([new Date('2024-02-29'), null, new Date('1969-12-31')], new DateDay()),
  ok: vectorFromArray([true, false, null], new Bool()),
  tags: vectorFromArray([['a', 'b'], [], null], new List(new Field('item', new Utf8(), true))),
  at: vectorFromArray(
    [{ x: 1, y: 'north' }, { x: 2, y: null }, null],
    new Struct([new Field('x', new Int32(), true), new Field('y', new Utf8(), true)]),
  ),
});
write('arrow', 'dictionary-nested-nulls-unsigned.arrow', tableToIPC(columns, 'file'));
write(
  'arrow',
  'stream-decimals.arrow',
  tableToIPC(
    new Table({ price: vectorFromArray([Uint32Array.of(12345, 0, 0, 0), null], new Decimal(2, 10, 128)) }),
    'stream',
  ),
);

initSync({ module: await compileBinary({ file: 'parquet-wasm/esm/parquet_wasm_bg.wasm', maxPages: 16_384 }) });
const properties = new WriterPropertiesBuilder().setCompression(Compression.ZSTD).build();
write(
  'parquet',
  'nested-nulls-unsigned-zstd.parquet',
  writeParquet(ParquetTable.fromIPCStream(tableToIPC(columns, 'stream')), properties),
);

await ready;
const file = new File('/made.h5', 'w');
file.create_dataset({ name: 'vector', data: new Float64Array([1.5, 2.5, NaN]) });
const group = file.create_group('melts');
group.create_dataset({ name: 'matrix', data: new Int32Array([1, 2, 3, 4, 5, 6]), shape: [2, 3] });
group.create_dataset({ name: 'names', data: ['tin', 'lead', 'Öl'] });
group.create_dataset({
  name: 'packed',
  data: new BigInt64Array([9007199254740993n, -1n]),
  chunks: [2],
  compression: 4,
  shape: [2],
});
file.close();
write('hdf5', 'groups-matrix-texts-deflate.h5', FS!.readFile('/made.h5') as Uint8Array);
