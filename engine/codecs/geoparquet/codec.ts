import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import { LISTING_FORMATS, MAPS_OF_SYSTEMS } from '../../formats/lists.ts';

const shared = {
  takes: 'one',
  gives: 'one',
  operation: 'recode',
  cost: { ms: { base: 30, perMB: 120 }, memoryMB: { base: 80, perMB: 40 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** Reprojects; a map that another step reads again is in degrees. */
const IN_A_SYSTEM = { options: ['crs'], onlyWith: 'crs', onlyLast: true } as const satisfies Partial<EdgeSpec>;

const { both, read } = LISTING_FORMATS.map;

/** Maps in Parquet by arrow-rs in WebAssembly, read and written like the other maps. */
export default defineCodec({
  id: 'geoparquet',
  lane: 'document',
  packages: ['apache-arrow', 'parquet-wasm', 'proj4', 'htmlparser2', 'fflate', '@e965/xlsx'],
  licence: 'Apache-2.0 AND MIT',
  // 1 GiB: the columns of a file of 50 MB with what they are decoded from.
  wasm: { parquet: { file: 'parquet-wasm/esm/parquet_wasm_bg.wasm', maxPages: 16_384 } },
  inspects: ['geoparquet'],
  edges: [
    { ...shared, name: 'map', from: ['geoparquet'], to: both, keeps: ['records', 'structure', 'vector'] },
    {
      ...shared,
      name: 'build',
      from: [...both, ...read],
      to: ['geoparquet'],
      keeps: ['records', 'structure', 'vector'],
    },
    {
      ...shared,
      name: 'map-crs',
      from: ['geoparquet'],
      to: MAPS_OF_SYSTEMS,
      keeps: ['records', 'structure', 'vector'],
      ...IN_A_SYSTEM,
    },
    {
      ...shared,
      name: 'build-crs',
      from: [...both, ...read],
      to: ['geoparquet'],
      keeps: ['records', 'structure', 'vector'],
      ...IN_A_SYSTEM,
    },
    {
      ...shared,
      name: 'entries-crs',
      from: ['json'],
      to: ['geoparquet'],
      keeps: ['records', 'structure'],
      ...IN_A_SYSTEM,
      options: ['crs', 'sourceCrs'],
    },
    { ...shared, name: 'features', from: ['geoparquet'], to: ['json'], keeps: ['records', 'structure'] },
    {
      ...shared,
      name: 'entries',
      from: ['json'],
      to: ['geoparquet'],
      keeps: ['records', 'structure'],
      options: ['sourceCrs'],
    },
    {
      ...shared,
      name: 'drawing',
      from: ['geoparquet'],
      to: ['svg'],
      keeps: ['look', 'vector'],
      // Of a map, and not of a table that is none.
      requiresUntransformed: true,
      derives: [
        { from: 'records', to: 'look' },
        { from: 'records', to: 'vector' },
      ],
    },
  ],
  load: () => import('./run.ts'),
});
