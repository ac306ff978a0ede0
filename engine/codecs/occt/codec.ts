import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import { OUTLINE, PICTURE, TURNTABLE } from '../../formats/model-pictures.ts';

const READ = ['step', 'iges', 'brep'] as const;

const shared = { from: READ, takes: 'one', gives: 'one' } as const satisfies Partial<EdgeSpec>;

/** Cuts the surfaces of CAD files into triangles: Open CASCADE. Scenes are written by our own code. */
export default defineCodec({
  id: 'occt',
  lane: 'image',
  packages: ['occt-import-js'],
  licence: 'LGPL-2.1',
  wasm: {
    // 2 GiB: an assembly of 50 MB with its surfaces.
    occt: { file: 'occt-import-js/dist/occt-import-js.wasm', maxPages: 32_768 },
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
      cost: { ms: { base: 300, perMB: 6_000 }, memoryMB: { base: 150, perMB: 150 }, cpuSlots: 1 },
    },
    {
      ...shared,
      ...PICTURE,
      cost: { ms: { base: 700, perMB: 6_500 }, memoryMB: { base: 200, perMB: 170 }, cpuSlots: 1 },
    },
    {
      ...shared,
      ...OUTLINE,
      cost: { ms: { base: 700, perMB: 6_500 }, memoryMB: { base: 200, perMB: 170 }, cpuSlots: 1 },
    },
    {
      ...shared,
      ...TURNTABLE,
      // Fifty frames.
      cost: { ms: { base: 6_500, perMB: 12_000 }, memoryMB: { base: 300, perMB: 170 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
