import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

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
      name: 'picture',
      to: ['png'],
      keeps: ['look'],
      derives: [{ from: 'mesh', to: 'look' }],
      operation: 'render',
      options: ['width', 'height', 'view', 'modelColour', 'background'],
      cost: { ms: { base: 700, perMB: 6_500 }, memoryMB: { base: 200, perMB: 170 }, cpuSlots: 1 },
    },
    {
      ...shared,
      name: 'turntable',
      to: ['apng'],
      keeps: ['look'],
      derives: [
        { from: 'mesh', to: 'look' },
        { from: 'mesh', to: 'animation' },
      ],
      operation: 'render',
      onlyWith: 'turntable',
      sourceOnly: true,
      options: ['turntable', 'width', 'height', 'view', 'modelColour', 'background'],
      // Fifty frames.
      cost: { ms: { base: 6_500, perMB: 12_000 }, memoryMB: { base: 300, perMB: 170 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
