import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import { LISTING_FORMATS, MAPS_OF_SYSTEMS } from '../../formats/lists.ts';

const shared = {
  takes: 'one',
  gives: 'one',
  operation: 'recode',
  cost: { ms: { base: 8, perMB: 120 }, memoryMB: { base: 30, perMB: 40 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** Reprojects; a map that another step reads again is in degrees. */
const IN_A_SYSTEM = { options: ['crs'], onlyWith: 'crs', onlyLast: true } as const satisfies Partial<EdgeSpec>;

const { both, read } = LISTING_FORMATS.map;

/** GeoPackages by Node's own SQLite, in memory: a map of several layers, read and written like the other maps. */
export default defineCodec({
  id: 'geopackage',
  lane: 'document',
  packages: ['proj4', 'htmlparser2', 'fflate', '@e965/xlsx'],
  licence: 'blessing AND MIT AND Apache-2.0',
  platform: 'sqlite',
  inspects: ['gpkg'],
  edges: [
    { ...shared, name: 'map', from: ['gpkg'], to: both, keeps: ['records', 'structure', 'vector'] },
    { ...shared, name: 'build', from: [...both, ...read], to: ['gpkg'], keeps: ['records', 'structure', 'vector'] },
    {
      ...shared,
      name: 'map-crs',
      from: ['gpkg'],
      to: MAPS_OF_SYSTEMS,
      keeps: ['records', 'structure', 'vector'],
      ...IN_A_SYSTEM,
    },
    {
      ...shared,
      name: 'build-crs',
      from: [...both, ...read],
      to: ['gpkg'],
      keeps: ['records', 'structure', 'vector'],
      ...IN_A_SYSTEM,
    },
    {
      ...shared,
      name: 'entries-crs',
      from: ['json'],
      to: ['gpkg'],
      keeps: ['records', 'structure'],
      ...IN_A_SYSTEM,
      options: ['crs', 'sourceCrs'],
    },
    { ...shared, name: 'features', from: ['gpkg'], to: ['json'], keeps: ['records', 'structure'] },
    {
      ...shared,
      name: 'entries',
      from: ['json'],
      to: ['gpkg'],
      keeps: ['records', 'structure'],
      options: ['sourceCrs'],
    },
    {
      ...shared,
      name: 'drawing',
      from: ['gpkg'],
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
