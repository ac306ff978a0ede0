import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import { OUTLINE, PICTURE, TURNTABLE } from '../../formats/model-pictures.ts';

const READ = ['ifc'] as const;

const shared = { from: READ, takes: 'one', gives: 'one' } as const satisfies Partial<EdgeSpec>;

/** Builds the bodies of buildings: web-ifc. What is in a building is read, and scenes are written, by our own code. */
export default defineCodec({
  id: 'web-ifc',
  lane: 'image',
  packages: ['web-ifc'],
  licence: 'MPL-2.0',
  wasm: {
    // 2 GiB: a building of 300 MB with its bodies.
    'web-ifc': { file: 'web-ifc/web-ifc-node.wasm', maxPages: 32_768 },
  },
  inspects: READ,
  edges: [
    {
      ...shared,
      name: 'write',
      to: ['stl', 'obj', 'ply', 'off', 'glb', 'gltf', '3mf', 'x3d', 'usdz'],
      keeps: ['mesh', 'look', 'structure'],
      operation: 'recode',
      options: ['asText'],
      cost: { ms: { base: 300, perMB: 400 }, memoryMB: { base: 200, perMB: 60 }, cpuSlots: 1 },
    },
    { ...shared, ...PICTURE, cost: { ms: { base: 700, perMB: 800 }, memoryMB: { base: 250, perMB: 80 }, cpuSlots: 1 } },
    { ...shared, ...OUTLINE, cost: { ms: { base: 700, perMB: 800 }, memoryMB: { base: 250, perMB: 80 }, cpuSlots: 1 } },
    {
      ...shared,
      ...TURNTABLE,
      // Fifty frames.
      cost: { ms: { base: 6_500, perMB: 10_000 }, memoryMB: { base: 350, perMB: 80 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
