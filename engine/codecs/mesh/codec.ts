import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import { OUTLINE, PICTURE, TURNTABLE } from '../../formats/model-pictures.ts';

const SURFACES = [
  'stl',
  'obj',
  'ply',
  'off',
  'glb',
  'gltf',
  '3mf',
  'amf',
  'x3d',
  'wrl',
  'md3',
  'iqm',
  'usda',
  'usdc',
  'usdz',
  'drc',
] as const;
/** With what has lines alone. */
const READ = [...SURFACES, 'bvh'] as const;

const shared = {
  takes: 'one',
  gives: 'one',
  // Of text: binary files take half.
  cost: { ms: { base: 5, perMB: 120 }, memoryMB: { base: 30, perMB: 40 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** 3D models, read and written by our own code: scenes of triangles, lines and points, and images of them. */
export default defineCodec({
  id: 'mesh',
  lane: 'image',
  packages: ['draco3d', 'lz4js'],
  licence: 'MIT AND Apache-2.0',
  // 1 GiB: a mesh of the triangles that the limits allow, with its attributes.
  wasm: { draco: { file: 'draco3d/draco_decoder.wasm', maxPages: 16_384 } },
  inspects: READ,
  edges: [
    {
      ...shared,
      name: 'write',
      from: SURFACES,
      to: ['stl', 'obj', 'ply', 'off', 'glb', 'gltf', '3mf', 'x3d', 'usdz'],
      keeps: ['mesh', 'look', 'figures', 'structure'],
      selfEdges: true,
      operation: 'recode',
      options: ['asText'],
    },
    {
      ...shared,
      name: 'motion',
      from: ['bvh'],
      to: ['glb', 'gltf'],
      keeps: ['mesh', 'structure', 'animation'],
      operation: 'recode',
    },
    {
      ...shared,
      name: 'skeleton',
      from: ['bvh'],
      to: ['obj', 'ply', 'x3d', 'usdz'],
      keeps: ['mesh', 'structure'],
      operation: 'recode',
    },
    {
      ...shared,
      name: 'repack',
      from: ['glb', 'gltf'],
      to: ['glb', 'gltf'],
      keeps: ['mesh', 'look', 'figures', 'structure', 'animation'],
      operation: 'recode',
    },
    {
      ...shared,
      from: READ,
      ...PICTURE,
      cost: { ms: { base: 400, perMB: 600 }, memoryMB: { base: 120, perMB: 60 }, cpuSlots: 1 },
    },
    {
      ...shared,
      from: READ,
      ...OUTLINE,
      cost: { ms: { base: 400, perMB: 600 }, memoryMB: { base: 120, perMB: 60 }, cpuSlots: 1 },
    },
    {
      ...shared,
      from: READ,
      ...TURNTABLE,
      // Fifty frames.
      cost: { ms: { base: 6_000, perMB: 10_000 }, memoryMB: { base: 200, perMB: 60 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
