import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const BOTH = ['geotiff', 'asc', 'grd'] as const;
const GRIDS = [...BOTH, 'hgt'] as const;

const shared = {
  takes: 'one',
  gives: 'one',
  cost: { ms: { base: 5, perMB: 150 }, memoryMB: { base: 30, perMB: 20 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** Grids of heights and of other values, read and written by our own code, and pictures of them. */
export default defineCodec({
  id: 'grid',
  lane: 'image',
  packages: [],
  licence: 'MIT',
  inspects: GRIDS,
  edges: [
    { ...shared, name: 'grid', from: GRIDS, to: BOTH, keeps: ['records', 'structure'], operation: 'recode' },
    { ...shared, name: 'table', from: GRIDS, to: ['csv'], keeps: ['records'], operation: 'extract' },
    {
      ...shared,
      name: 'picture',
      from: GRIDS,
      to: ['png'],
      keeps: ['look', 'alpha'],
      derives: [{ from: 'records', to: 'look' }],
      operation: 'render',
      options: ['relief'],
      cost: { ms: { base: 60, perMB: 400 }, memoryMB: { base: 60, perMB: 40 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
