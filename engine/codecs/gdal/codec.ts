import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import { LISTING_FORMATS, MAPS_OF_GDAL, MAPS_OF_SYSTEMS } from '../../formats/lists.ts';

const shared = {
  from: MAPS_OF_GDAL,
  takes: 'one',
  gives: 'one',
  operation: 'recode',
  cost: { ms: { base: 250, perMB: 1_000 }, memoryMB: { base: 150, perMB: 80 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** Maps of other programs, and drawings of MicroStation, read by GDAL in WebAssembly and written by our own code. */
export default defineCodec({
  id: 'gdal',
  lane: 'document',
  packages: ['gdal3.js', 'proj4', 'htmlparser2', 'fflate', '@e965/xlsx'],
  licence: 'LGPL-2.1-or-later AND MIT AND Apache-2.0',
  // 1 GiB: a map of 50 MB, unpacked, with one layer of it as FlatGeobuf.
  wasm: { gdal: { file: 'gdal3.js/dist/package/gdal3WebAssembly.wasm', maxPages: 16_384 } },
  inspects: [...MAPS_OF_GDAL, 'dgn'],
  edges: [
    { ...shared, name: 'map', to: LISTING_FORMATS.map.both, keeps: ['records', 'structure', 'vector'] },
    {
      ...shared,
      name: 'map-crs',
      to: MAPS_OF_SYSTEMS,
      keeps: ['records', 'structure', 'vector'],
      // Reprojects; a map that another step reads again is in degrees.
      options: ['crs'],
      onlyWith: 'crs',
      onlyLast: true,
    },
    { ...shared, name: 'features', to: ['json'], keeps: ['records', 'structure'] },
    {
      ...shared,
      name: 'drawing',
      to: ['svg'],
      keeps: ['look', 'vector'],
      // Of a map, and not of a table that is none.
      requiresUntransformed: true,
      derives: [
        { from: 'records', to: 'look' },
        { from: 'records', to: 'vector' },
      ],
    },
    {
      ...shared,
      name: 'draw',
      from: ['dgn'],
      to: ['svg'],
      keeps: ['text', 'vector', 'look'],
    },
    {
      ...shared,
      name: 'elements',
      from: ['dgn'],
      to: ['geojson'],
      keeps: ['vector'],
      derives: [{ from: 'vector', to: 'records' }],
      // A drawing does not say where it lies.
      onlyWith: 'sourceCrs',
      options: ['sourceCrs'],
    },
  ],
  load: () => import('./run.ts'),
});
