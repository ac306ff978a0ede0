import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const TREES = ['json', 'json5', 'yaml', 'toml', 'xml', 'plist', 'msgpack', 'cbor', 'bson', 'ini'] as const;
const TABLES = ['csv', 'tsv', 'ndjson', 'avro', 'parquet', 'arrow', 'npy'] as const;

const shared = {
  operation: 'recode',
  takes: 'one',
  gives: 'one',
  cost: { ms: { base: 15, perMB: 60 }, memoryMB: { base: 40, perMB: 8 }, cpuSlots: 1 },
} satisfies Partial<EdgeSpec>;

/**
 * SQLite databases by Node's own SQLite, in memory: it opens no file, runs nothing of the database, and may do nothing
 * but read tables. Each table becomes a file, or all become one where a format holds several.
 */
export default defineCodec({
  id: 'sqlite',
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
  licence: 'blessing AND Apache-2.0 AND MIT AND ISC AND BSD-3-Clause',
  wasm: { parquet: { file: 'parquet-wasm/esm/parquet_wasm_bg.wasm', maxPages: 16_384 } },
  platform: 'sqlite',
  inspects: ['sqlite'],
  edges: [
    { ...shared, name: 'database', from: ['sqlite'], to: TREES, keeps: ['records', 'structure'] },
    { ...shared, name: 'database-to-arrays', from: ['sqlite'], to: ['npz', 'properties'], keeps: ['records'] },
    {
      ...shared,
      name: 'tables',
      from: ['sqlite'],
      to: TABLES,
      gives: 'many',
      keeps: ['records', 'pages'],
      options: ['pages', 'delimiter'],
    },
    {
      ...shared,
      name: 'build',
      from: [...TREES, ...TABLES, 'properties', 'npz', 'mdb', 'accdb'],
      to: ['sqlite'],
      keeps: ['records'],
    },
  ],
  load: () => import('./run.ts'),
});
