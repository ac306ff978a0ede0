import { defineCodec } from '../../contract/codec.ts';

/** Drawings of CAD programs by our own code: model space, from above; as a drawing, or as a map. */
export default defineCodec({
  id: 'dxf',
  lane: 'document',
  packages: ['proj4', 'htmlparser2', 'fflate', '@e965/xlsx'],
  licence: 'MIT AND Apache-2.0',
  inspects: ['dxf'],
  edges: [
    {
      name: 'draw',
      from: ['dxf'],
      to: ['svg'],
      keeps: ['text', 'vector', 'look'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      cost: { ms: { base: 5, perMB: 60 }, memoryMB: { base: 20, perMB: 40 }, cpuSlots: 1 },
    },
    {
      name: 'features',
      from: ['dxf'],
      to: ['geojson'],
      keeps: ['vector'],
      derives: [{ from: 'vector', to: 'records' }],
      // A drawing does not say where it lies.
      onlyWith: 'sourceCrs',
      options: ['sourceCrs'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      cost: { ms: { base: 8, perMB: 120 }, memoryMB: { base: 30, perMB: 80 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
