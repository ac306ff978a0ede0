import type { Case } from '../case.ts';

const SOURCES = {
  dae: 'windmill-z-up-node-used-mirrored.dae',
  zae: 'windmill-texture.zae',
  fbx: 'windmill-pivots-texture.fbx',
  '3ds': 'windmill-two-materials.3ds',
  md2: 'tower-one-frame.md2',
  smd: 'tower-one-bone.smd',
  blend: 'cubes-mirrored.blend',
  lwo: 'layers-parent-pivots.lwo',
  x: 'cube-vertex-colours.x',
  ac: 'sphere-light.ac',
  maxase: 'three-cubes-green.ase',
  b3d: 'bison.b3d',
  ms3d: 'two-spheres-materials.ms3d',
  nff: 'tower-two-colours.nff',
  cob: 'molecule.cob',
  q3o: 'earth.q3o',
  xgl: 'cube-light.xgl',
  ogex: 'cube-camera.ogex',
  sib: 'six-objects.sib',
  hmp: 'terrain.hmp',
  md5mesh: 'cube-joints.md5mesh',
} as const satisfies Partial<Record<Case['from'], string>>;

type Source = keyof typeof SOURCES;

function model(from: Source, to: Case['to'], rest: Partial<Case> = {}): Case {
  return { codec: 'assimp', edge: 'write', from, source: SOURCES[from], to, comparator: 'exact', ...rest };
}

/** Every format is read and drawn, and written in each format once. */
export const cases: readonly Case[] = [
  model('dae', 'gltf'),
  model('zae', 'glb'),
  model('fbx', '3mf'),
  model('3ds', 'obj'),
  model('dae', 'stl', { options: { asText: true } }),
  model('3ds', 'ply', { options: { asText: true } }),
  model('3ds', 'off'),
  model('dae', 'x3d'),
  model('fbx', 'usdz'),
  ...(['md2', 'smd', 'blend', 'lwo', 'x', 'ac', 'maxase', 'b3d', 'ms3d', 'nff'] as const).map((from) =>
    model(from, 'stl'),
  ),
  ...(['cob', 'q3o', 'xgl', 'ogex', 'sib', 'hmp', 'md5mesh'] as const).map((from) => model(from, 'stl')),
  ...(Object.keys(SOURCES) as Source[]).map((from) =>
    model(from, 'png', { edge: 'picture', comparator: 'image', options: { width: 240 } }),
  ),
  ...(Object.keys(SOURCES) as Source[]).map((from) => model(from, 'svg', { edge: 'outline', options: { width: 120 } })),
  // Small frames: drawing is the same for all.
  ...(Object.keys(SOURCES) as Source[]).map((from) =>
    model(from, 'apng', {
      edge: 'turntable',
      comparator: 'image',
      options: { turntable: 0.5, width: 48, background: '#ffffff' },
    }),
  ),
];

const MADE = [
  ...(['dae', 'zae', 'fbx', '3ds', 'md2', 'smd', 'nff'] as const).map((format) => `${format}/${SOURCES[format]}`),
  'fbx/windmill-pivots-text.fbx',
];

/** Of the tests of Assimp, which are under its licence, BSD-3-Clause. */
const TAKEN: Readonly<Record<string, string>> = {
  blend: 'BLEND/MirroredCube_252.blend',
  lwo: 'LWO/LWO2/hierarchy.lwo',
  x: 'X/kwxport_test_cubewithvcolors.x',
  ac: 'AC/SphereWithLight.acc',
  maxase: 'ASE/ThreeCubesGreen.ASE',
  b3d: 'B3D/WusonBlitz.b3d',
  ms3d: 'MS3D/twospheres_withmats.ms3d',
  cob: 'COB/molecule.cob',
  q3o: 'Q3D/earth.q3o',
  xgl: 'XGL/sample_official.xgl',
  ogex: 'OpenGEX/Example.ogex',
  sib: 'SIB/heffalump.sib',
  hmp: 'HMP/terrain.hmp',
  md5mesh: 'MD5/SimpleCube.md5mesh',
};

export const origins: Readonly<Record<string, string>> = {
  ...Object.fromEntries(MADE.map((path) => [`sources/${path}`, 'ours: `corpus/make/program-models.ts`'])),
  ...Object.fromEntries(
    Object.entries(TAKEN).map(([format, path]) => [
      `sources/${format}/${SOURCES[format as Source]}`,
      `https://github.com/assimp/assimp, \`test/models/${path}\`, BSD-3-Clause`,
    ]),
  ),
};
