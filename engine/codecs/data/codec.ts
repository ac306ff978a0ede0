import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

/** Data of any shape. */
const TREES = ['json', 'ndjson', 'json5', 'yaml', 'toml', 'xml', 'plist', 'msgpack', 'cbor', 'bson', 'avro'] as const;
/** Trees whose lists are text, so that they hold less than others can. */
const SETTINGS = ['ini'] as const;
/** Trees that are only read. */
const READ = ['ldif', 'reg', 'torrent'] as const;
/** Rows of values, or names with values. */
const FLAT = ['tsv', 'properties', 'npy', 'npz'] as const;
/** Files of several tables that are only read. */
const DATABASES = ['mdb', 'accdb', 'xpt', 'rds'] as const;
/** What holds one table: of several each becomes a file. */
const ONE_TABLE = ['csv', 'tsv', 'ndjson', 'avro', 'npy'] as const;

const shared = {
  operation: 'recode',
  takes: 'one',
  gives: 'one',
  cost: { ms: { base: 2, perMB: 40 }, memoryMB: { base: 20, perMB: 8 }, cpuSlots: 1 },
} satisfies Partial<EdgeSpec>;

/**
 * Tables and trees of data, over one model that keeps types: our own tokenizers and writers for text, row by row, so
 * that large files need little memory; small libraries for binary formats.
 */
export default defineCodec({
  id: 'data',
  lane: 'document',
  packages: ['@msgpack/msgpack', 'avsc', 'bplist-parser', 'bson', 'cbor2', 'json5', 'saxes', 'smol-toml', 'yaml'],
  licence: 'MIT AND ISC AND BSD-3-Clause AND Apache-2.0',
  inspects: [],
  edges: [
    {
      ...shared,
      name: 'rows',
      from: ['csv', 'tsv', 'properties', 'npy', 'arff', 'sav', 'dta', 'sas7bdat', 'mid'],
      to: [...TREES, ...SETTINGS, ...FLAT],
      keeps: ['records'],
    },
    {
      ...shared,
      name: 'rows-to-csv',
      from: ['csv', 'tsv', 'properties', 'npy', 'arff', 'sav', 'dta', 'sas7bdat', 'mid'],
      to: ['csv'],
      selfEdges: true,
      keeps: ['records'],
      options: ['delimiter'],
    },
    {
      ...shared,
      name: 'tree',
      from: [...TREES, ...SETTINGS, ...READ],
      to: [...TREES, ...SETTINGS],
      keeps: ['records', 'structure'],
    },
    { ...shared, name: 'flatten', from: [...TREES, ...SETTINGS, ...READ], to: FLAT, keeps: ['records'] },
    {
      ...shared,
      name: 'flatten-to-csv',
      from: [...TREES, ...SETTINGS, ...READ],
      to: ['csv'],
      keeps: ['records'],
      options: ['delimiter'],
    },
    {
      ...shared,
      name: 'arrays',
      from: ['npz'],
      to: [...TREES.filter((tree) => tree !== 'ndjson' && tree !== 'avro'), ...SETTINGS, 'properties'],
      keeps: ['records'],
    },
    {
      ...shared,
      name: 'array-files',
      from: ['npz'],
      to: ONE_TABLE,
      gives: 'many',
      keeps: ['records', 'entries'],
      options: ['pages', 'delimiter'],
    },
    {
      ...shared,
      name: 'database',
      from: DATABASES,
      to: [...TREES.filter((tree) => tree !== 'ndjson' && tree !== 'avro'), ...SETTINGS],
      keeps: ['records', 'structure'],
    },
    { ...shared, name: 'database-to-arrays', from: DATABASES, to: ['npz', 'properties'], keeps: ['records'] },
    {
      ...shared,
      name: 'database-files',
      from: DATABASES,
      to: ONE_TABLE,
      gives: 'many',
      keeps: ['records', 'pages'],
      options: ['pages', 'delimiter'],
    },
  ],
  load: () => import('./run.ts'),
});
