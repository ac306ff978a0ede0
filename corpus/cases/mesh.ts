import type { Case } from '../case.ts';

const SOURCES = {
  stl: 'signpost-binary.stl',
  obj: 'cottage-quads-gable-concave.obj',
  ply: 'hill-vertex-colours.ply',
  off: 'gem-face-colours.off',
  glb: 'signpost-texture-mirror-wire-turn.glb',
  gltf: 'signpost-texture-mirror.gltf',
  '3mf': 'signpost-texture-colours.3mf',
  amf: 'blocks-materials-instances.amf',
  x3d: 'buoy-solids-lines.x3d',
  wrl: 'lamp-solids-used-twice.wrl',
  md3: 'lantern-two-surfaces.md3',
  iqm: 'lantern-vertex-colours.iqm',
  bvh: 'crane-three-joints.bvh',
  usda: 'kiosk-subsets-variants.usda',
  usdc: 'cube-green-material.usdc',
  usdz: 'kiosk-texture.usdz',
  drc: 'hill-vertex-colours.drc',
} as const satisfies Partial<Record<Case['from'], string>>;

type Source = keyof typeof SOURCES;

function model(from: Source, to: Case['to'], rest: Partial<Case> = {}): Case {
  return { codec: 'mesh', edge: 'write', from, source: SOURCES[from], to, comparator: 'exact', ...rest };
}

/** Every format is read, written and drawn. */
export const cases: readonly Case[] = [
  model('glb', 'obj', { source: 'signpost-draco-texture-moved.glb' }),
  model('glb', 'ply', { source: 'signpost-meshopt.glb' }),
  model('glb', 'gltf', { source: 'signpost-meshopt.glb', edge: 'repack' }),
  model('drc', 'glb'),
  model('usdc', 'stl', { source: 'sheet-skeleton-packed.usdc' }),
  model('usdc', 'glb'),
  model('glb', 'stl'),
  model('gltf', 'obj'),
  model('obj', 'glb'),
  model('obj', 'stl', { options: { asText: true } }),
  model('stl', 'ply'),
  model('3mf', 'glb'),
  model('gltf', '3mf'),
  model('amf', 'gltf'),
  model('wrl', 'x3d'),
  model('x3d', 'glb'),
  model('off', 'ply', { options: { asText: true } }),
  model('ply', 'off'),
  model('md3', 'obj'),
  model('iqm', 'glb'),
  model('usdz', 'glb'),
  model('usda', 'obj'),
  model('glb', 'usdz'),
  model('3mf', 'usdz'),
  model('bvh', 'glb', { edge: 'motion' }),
  model('bvh', 'gltf', { edge: 'motion' }),
  ...(['obj', 'ply', 'x3d', 'usdz'] as const).map((to) => model('bvh', to, { edge: 'skeleton' })),
  model('glb', 'gltf', { edge: 'repack' }),
  model('gltf', 'glb', { edge: 'repack' }),
  ...(Object.keys(SOURCES) as Source[]).map((from) =>
    model(from, 'png', { edge: 'picture', comparator: 'image', options: { width: 240 } }),
  ),
  ...(Object.keys(SOURCES) as Source[]).map((from) =>
    model(from, 'apng', {
      edge: 'turntable',
      comparator: 'image',
      options: { turntable: 0.5, width: 96, background: '#ffffff' },
    }),
  ),
  ...(Object.keys(SOURCES) as Source[]).map((from) => model(from, 'svg', { edge: 'outline', options: { width: 120 } })),
  model('bvh', 'svg', { edge: 'outline', options: { width: 240, background: '#ffffff', modelColour: '#4080c0' } }),
  model('glb', 'png', {
    edge: 'picture',
    comparator: 'image',
    options: { width: 240, height: 160, view: 'front', background: '#ffffff', modelColour: '#4080c0' },
  }),
];
