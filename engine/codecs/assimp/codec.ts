import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import { OUTLINE, PICTURE, TURNTABLE } from '../../formats/model-pictures.ts';

const READ = [
  ...(['dae', 'zae', 'fbx', '3ds', 'blend', 'lwo', 'x', 'ac', 'maxase', 'b3d', 'md2', 'ms3d', 'nff', 'smd'] as const),
  ...(['cob', 'q3o', 'xgl', 'ogex', 'sib', 'hmp', 'md5mesh'] as const),
] as const;

const shared = { from: READ, takes: 'one', gives: 'one' } as const satisfies Partial<EdgeSpec>;

/** Reads 3D models of many programs: the Open Asset Import Library. Scenes are written by our own code. */
export default defineCodec({
  id: 'assimp',
  lane: 'image',
  packages: ['assimpjs'],
  licence: 'MIT AND BSD-3-Clause',
  wasm: {
    // 1 GiB: a few millions of triangles as the library holds them.
    assimp: { file: 'assimpjs/dist/assimpjs.wasm', maxPages: 16_384 },
  },
  inspects: READ,
  edges: [
    {
      ...shared,
      name: 'write',
      to: ['stl', 'obj', 'ply', 'off', 'glb', 'gltf', '3mf', 'x3d', 'usdz'],
      keeps: ['mesh', 'look', 'figures', 'structure'],
      operation: 'recode',
      options: ['asText'],
      cost: { ms: { base: 60, perMB: 500 }, memoryMB: { base: 80, perMB: 80 }, cpuSlots: 1 },
    },
    {
      ...shared,
      ...PICTURE,
      cost: { ms: { base: 450, perMB: 900 }, memoryMB: { base: 150, perMB: 100 }, cpuSlots: 1 },
    },
    {
      ...shared,
      ...OUTLINE,
      cost: { ms: { base: 450, perMB: 900 }, memoryMB: { base: 150, perMB: 100 }, cpuSlots: 1 },
    },
    {
      ...shared,
      ...TURNTABLE,
      // Fifty frames.
      cost: { ms: { base: 6_000, perMB: 10_000 }, memoryMB: { base: 250, perMB: 100 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
