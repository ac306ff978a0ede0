import { defineCodec } from '../../contract/codec.ts';

/** Drawings of CAD programs by our own code: model space, from above as a drawing or a map, or as it is in space. */
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
      name: 'model',
      from: ['dxf'],
      to: ['stl', 'obj', 'ply', 'off', 'glb', 'gltf', '3mf', 'x3d', 'usdz'],
      keeps: ['mesh', 'look'],
      // Images and pages of a drawing show it from above.
      onlyLast: true,
      options: ['asText'],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      cost: { ms: { base: 10, perMB: 120 }, memoryMB: { base: 30, perMB: 80 }, cpuSlots: 1 },
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
