import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const TREES = ['json', 'json5', 'yaml', 'toml', 'xml', 'plist', 'msgpack', 'cbor', 'bson', 'ini'] as const;

const shared = {
  operation: 'recode',
  takes: 'one',
  gives: 'one',
  from: ['hdf5', 'mat'],
  cost: { ms: { base: 60, perMB: 80 }, memoryMB: { base: 120, perMB: 12 }, cpuSlots: 1 },
} satisfies Partial<EdgeSpec>;

/**
 * Arrays under names. HDF5 by its own library in WebAssembly, with a file system of nothing but the one file; MAT-files by
 * our own reader. Both are only read.
 */
export default defineCodec({
  id: 'hdf5',
  lane: 'document',
  packages: ['h5wasm', '@msgpack/msgpack', 'avsc', 'bson', 'cbor2', 'smol-toml'],
  licence: 'BSD-3-Clause AND MIT AND ISC AND Apache-2.0',
  inspects: ['hdf5', 'mat'],
  edges: [
    { ...shared, name: 'datasets', to: [...TREES, 'npz'], keeps: ['records', 'structure'] },
    {
      ...shared,
      name: 'dataset-files',
      to: ['csv', 'tsv', 'ndjson', 'avro', 'npy'],
      gives: 'many',
      keeps: ['records', 'structure'],
      options: ['pages', 'delimiter'],
    },
  ],
  load: () => import('./run.ts'),
});
