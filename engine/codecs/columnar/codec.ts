import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const TREES = [
  ...(['json', 'ndjson', 'json5', 'yaml', 'toml', 'xml', 'plist', 'msgpack', 'cbor', 'bson', 'avro', 'ini'] as const),
];
const FLAT = ['csv', 'tsv', 'properties', 'npy', 'npz'] as const;

const shared = {
  operation: 'recode',
  takes: 'one',
  gives: 'one',
  cost: { ms: { base: 30, perMB: 60 }, memoryMB: { base: 80, perMB: 12 }, cpuSlots: 1 },
} satisfies Partial<EdgeSpec>;

/** Parquet by arrow-rs in WebAssembly, and Arrow itself; everything else by the common model of data. */
export default defineCodec({
  id: 'columnar',
  lane: 'document',
  packages: [
    'apache-arrow',
    'parquet-wasm',
    '@msgpack/msgpack',
    'avsc',
    'bplist-parser',
    'bson',
    'cbor2',
    'json5',
    'smol-toml',
    'yaml',
  ],
  licence: 'Apache-2.0 AND MIT AND ISC AND BSD-3-Clause',
  // 1 GiB: the columns of a file of 50 MB with what they are decoded from.
  wasm: { parquet: { file: 'parquet-wasm/esm/parquet_wasm_bg.wasm', maxPages: 16_384 } },
  inspects: ['parquet', 'arrow'],
  edges: [
    {
      ...shared,
      name: 'columns',
      from: ['parquet', 'arrow'],
      to: [...TREES, 'parquet', 'arrow'],
      keeps: ['records', 'structure'],
    },
    {
      ...shared,
      name: 'columns-to-table',
      from: ['parquet', 'arrow'],
      to: FLAT,
      keeps: ['records'],
      options: ['delimiter'],
    },
    { ...shared, name: 'tree-to-columns', from: TREES, to: ['parquet', 'arrow'], keeps: ['records', 'structure'] },
    {
      ...shared,
      name: 'table-to-columns',
      from: ['csv', 'tsv', 'properties', 'npy', 'arff', 'sav', 'dta', 'sas7bdat', 'mid'],
      to: ['parquet', 'arrow'],
      keeps: ['records'],
    },
    {
      ...shared,
      name: 'arrays-to-columns',
      from: ['npz'],
      to: ['parquet', 'arrow'],
      gives: 'many',
      keeps: ['records', 'entries'],
      options: ['pages'],
    },
    {
      ...shared,
      name: 'database-to-columns',
      from: ['mdb', 'accdb', 'xpt', 'rds'],
      to: ['parquet', 'arrow'],
      gives: 'many',
      keeps: ['records', 'structure', 'pages'],
      options: ['pages'],
    },
  ],
  load: () => import('./run.ts'),
});
