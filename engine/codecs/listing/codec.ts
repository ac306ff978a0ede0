import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import { LISTING_FORMATS, LISTING_KINDS, MAPS_OF_SYSTEMS } from '../../formats/lists.ts';

const shared = {
  takes: 'one',
  gives: 'one',
  operation: 'recode',
  cost: { ms: { base: 4, perMB: 120 }, memoryMB: { base: 20, perMB: 40 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** Reprojects; a map that another step reads again is in degrees. */
const IN_A_SYSTEM = { options: ['crs'], onlyWith: 'crs', onlyLast: true } as const satisfies Partial<EdgeSpec>;

const { translation, playlist, link, palette, map } = LISTING_FORMATS;
const FLAT = [translation, playlist, link, palette].flatMap(({ both, read }) => [...both, ...read]);
const MAPS = [...map.both, ...map.read];

/** Lists of entries by our own code: translated texts, playlists, links and feeds, palettes, and maps. */
export default defineCodec({
  id: 'listing',
  lane: 'document',
  packages: ['htmlparser2', 'bplist-parser', 'fflate', 'proj4', '@e965/xlsx'],
  licence: 'MIT AND Apache-2.0',
  inspects: LISTING_KINDS.flatMap((kind) => [...LISTING_FORMATS[kind].both, ...LISTING_FORMATS[kind].read]),
  edges: [
    {
      ...shared,
      name: 'translation',
      from: translation.both,
      to: translation.both,
      keeps: ['records'],
      options: ['language'],
    },
    { ...shared, name: 'playlist', from: playlist.both, to: playlist.both, keeps: ['records'] },
    { ...shared, name: 'link', from: [...link.both, ...link.read], to: link.both, keeps: ['records'] },
    { ...shared, name: 'palette', from: palette.both, to: palette.both, keeps: ['records'] },
    { ...shared, name: 'map', from: MAPS, to: map.both, keeps: ['records', 'structure', 'vector'] },
    {
      ...shared,
      name: 'map-crs',
      from: MAPS,
      to: MAPS_OF_SYSTEMS,
      keeps: ['records', 'structure', 'vector'],
      ...IN_A_SYSTEM,
    },
    { ...shared, name: 'records', from: FLAT, to: ['json'], keeps: ['records'] },
    { ...shared, name: 'features', from: MAPS, to: ['json'], keeps: ['records', 'structure'] },
    {
      ...shared,
      name: 'entries',
      from: ['json'],
      to: [...translation.both, ...playlist.both, ...link.both, ...palette.both, ...map.both],
      keeps: ['records', 'structure'],
      options: ['language'],
    },
    {
      ...shared,
      name: 'entries-placed',
      from: ['json'],
      to: map.both,
      keeps: ['records', 'structure'],
      options: ['sourceCrs'],
      onlyWith: 'sourceCrs',
    },
    {
      ...shared,
      name: 'entries-crs',
      from: ['json'],
      to: MAPS_OF_SYSTEMS,
      keeps: ['records', 'structure'],
      ...IN_A_SYSTEM,
      options: ['crs', 'sourceCrs'],
    },
    {
      ...shared,
      name: 'drawing',
      from: [...palette.both, ...MAPS],
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
