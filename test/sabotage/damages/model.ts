import type { FormatId } from '../../../engine/index.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../engine/contract/limits.ts';
import { writeGltf } from '../../../engine/content/mesh/gltf/writer.ts';
import type { Mesh, MeshPart, Scene } from '../../../engine/content/mesh/model.ts';
import { writeOff } from '../../../engine/content/mesh/off/writer.ts';
import { writePly } from '../../../engine/content/mesh/ply/writer.ts';
import { READERS, type ReadFormat } from '../../../engine/content/mesh/read.ts';
import { writeStl } from '../../../engine/content/mesh/stl/writer.ts';
import { writeThreeMf } from '../../../engine/content/mesh/three-mf/writer.ts';
import { writeUsdz } from '../../../engine/content/mesh/usd/writer.ts';
import { writeX3d } from '../../../engine/content/mesh/x3d/writer.ts';
import { encodePng } from '../../../engine/content/raster/png/encoder.ts';
import { texturePixels } from '../../../engine/content/mesh/picture/texture-pixels.ts';
import type { Damage, Harm, Scenario } from '../scenario.ts';
import { BYTE_DAMAGES } from './bytes.ts';

type Write = (scene: Scene) => Uint8Array;
/** A changed scene; nothing where there is nothing to change. */
type Change = (scene: Scene) => Scene | undefined;

const WRITERS = {
  stl: (scene) => writeStl(scene, false),
  off: writeOff,
  ply: (scene) => writePly(scene, false),
  glb: (scene) => writeGltf(scene, true),
  gltf: (scene) => writeGltf(scene, false),
  '3mf': writeThreeMf,
  x3d: writeX3d,
  usdz: writeUsdz,
} as const satisfies Partial<Record<ReadFormat, Write>>;

type Written = keyof typeof WRITERS;

function read(bytes: Uint8Array, format: Written): Scene {
  const reader: (bytes: Uint8Array, limits: Limits, files: undefined) => Scene = READERS[format];
  return reader(bytes, DEFAULT_LIMITS, undefined);
}

/** Changes parts of all meshes; nothing where none of them changes. */
function parts(change: (part: MeshPart, index: number) => Partial<MeshPart> | undefined): Change {
  return (scene) => {
    let index = 0;
    let changed = false;
    const meshes = scene.meshes.map((mesh): Mesh => ({
      ...mesh,
      parts: mesh.parts.map((part) => {
        const found = change(part, index++);
        changed ||= found !== undefined;
        return { ...part, ...found };
      }),
    }));
    return changed ? { ...scene, meshes } : undefined;
  };
}

interface Positions {
  readonly all: Float64Array;
  /** The largest of their coordinates. */
  readonly most: number;
}

const places = (change: (value: number, at: number, of: Positions) => number): Change =>
  parts(({ positions }) => {
    const of = { all: positions, most: size(positions) };
    return { positions: positions.map((value, at) => change(value, at, of)) };
  });

const of = <T>(value: T | undefined, change: (value: T) => Partial<MeshPart>): Partial<MeshPart> | undefined =>
  value === undefined ? undefined : change(value);

const DAMAGES: readonly (readonly [name: string, harm: Harm, change: Change])[] = [
  [
    'one vertex moved',
    'number',
    parts(({ positions }, index) =>
      index > 0 ? undefined : { positions: positions.with(3, positions[3]! + 0.05 * size(positions)) },
    ),
  ],
  ['all lengths in inches', 'number', places((value) => value / 25.4)],
  ['coordinates rounded', 'number', places((value, _, { most }) => Math.round((value / most) * 8) * (most / 8))],
  ['mirrored', 'order', places((value, at) => (at % 3 === 0 ? -value : value))],
  [
    'axes exchanged',
    'order',
    places((value, at, { all }) => (at % 3 === 0 ? value : all[at % 3 === 1 ? at + 1 : at - 1]!)),
  ],
  ['moved', 'order', places((value, at, { most }) => (at % 3 === 1 ? value + most : value))],
  ['flattened', 'visibility', places((value, at) => (at % 3 === 2 ? 0 : value))],
  [
    'one triangle lost',
    'block',
    parts(({ kind, indices }, index) =>
      kind === 'triangles' && index === 0 ? { indices: indices.subarray(3) } : undefined,
    ),
  ],
  [
    'half of the triangles lost',
    'block',
    parts(({ indices }) => ({ indices: indices.subarray(0, Math.floor(indices.length / 6) * 3) })),
  ],
  ['triangles turned over', 'visibility', parts(({ indices }) => ({ indices: indices.toReversed() }))],
  [
    'vertices of triangles exchanged',
    'order',
    parts(({ indices }) => ({
      indices: indices.map((vertex, at) => (at % 6 === 2 && at + 1 < indices.length ? indices[at + 1]! : vertex)),
    })),
  ],
  [
    'normals turned over',
    'visibility',
    parts(({ normals }) => of(normals, (all) => ({ normals: all.map((value) => -value) }))),
  ],
  [
    'an object lost',
    'block',
    (scene) => (scene.roots.length + (scene.roots[0]?.children.length ?? 0) > 1 ? withoutLast(scene) : undefined),
  ],
  [
    'objects at one place',
    'order',
    (scene) => (hasPlaces(scene.roots) ? { ...scene, roots: inOnePlace(scene.roots) } : undefined),
  ],
  [
    'materials grey',
    'style',
    (scene) =>
      scene.materials.length === 0
        ? undefined
        : {
            ...scene,
            materials: scene.materials.map((material) => ({
              ...material,
              colour: [0.5, 0.5, 0.5, material.colour[3]] as const,
            })),
          },
  ],
  [
    'red and blue exchanged',
    'style',
    (scene) =>
      scene.materials.every(({ colour }) => colour[0] === colour[2])
        ? undefined
        : {
            ...scene,
            materials: scene.materials.map((material) => ({
              ...material,
              colour: [material.colour[2], material.colour[1], material.colour[0], material.colour[3]] as const,
            })),
          },
  ],
  [
    'invisible',
    'visibility',
    (scene) =>
      scene.materials.length === 0
        ? undefined
        : {
            ...scene,
            materials: scene.materials.map((material) => ({
              ...material,
              colour: [...material.colour.slice(0, 3), 0] as unknown as typeof material.colour,
            })),
          },
  ],
  ['colours of vertices lost', 'style', parts(({ colours }) => of(colours, (all) => ({ colours: all.map(() => 1) })))],
  [
    'textures lost',
    'image',
    (scene) =>
      scene.textures.length === 0
        ? undefined
        : { ...scene, materials: scene.materials.map(({ name, colour }) => ({ name, colour })) },
  ],
  [
    'places on textures upside down',
    'image',
    (scene) =>
      scene.textures.length === 0
        ? undefined
        : parts(({ coordinates }) => of(coordinates, (all) => ({ coordinates: all.map((value) => value * 0.5) })))(
            scene,
          ),
  ],
];

function size(positions: Float64Array): number {
  return positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

function withoutLast(scene: Scene): Scene {
  if (scene.roots.length > 1) return { ...scene, roots: scene.roots.slice(0, -1) };
  return { ...scene, roots: scene.roots.map((root) => ({ ...root, children: root.children.slice(0, -1) })) };
}

type Nodes = Scene['roots'];

function hasPlaces(nodes: Nodes): boolean {
  return (
    new Set(nodes.map(({ transform }) => String(transform))).size > 1 || nodes.some((node) => hasPlaces(node.children))
  );
}

/** Moves all that stand side by side to where the first of them stands. */
function inOnePlace(nodes: Nodes): Nodes {
  const place = nodes[0]?.transform;
  return nodes.map(({ transform, children, ...node }) => ({
    ...node,
    ...(transform && place && { transform: place }),
    children: inOnePlace(children),
  }));
}

function scenarioOf(source: string, to: Written, leave: readonly string[] = []): Scenario {
  const damages = DAMAGES.filter(([name]) => !leave.includes(name)).map(([name, harm, change]): Damage => ({
    name,
    harm,
    apply(bytes) {
      const changed = change(read(bytes, to));
      return changed && WRITERS[to](changed);
    },
  }));
  const resave = (bytes: Uint8Array): Uint8Array => WRITERS[to](read(bytes, to));
  return { family: 'model', source, to, resave, damages: [...damages, ...BYTE_DAMAGES] };
}

type Pixel = (x: number, y: number, width: number, height: number) => readonly [x: number, y: number] | undefined;

/** An image whose pixels are taken from other places, or from nowhere. */
function moved(name: string, harm: Harm, from: Pixel): Damage {
  return {
    name,
    harm,
    apply(bytes) {
      const { width, height, data } = texturePixels({ name: '', type: 'png', bytes }, new AbortController().signal)!;
      const changed = new Uint8Array(data.byteLength);
      for (let at = 0; at < width * height; at++) {
        const place = from(at % width, Math.floor(at / width), width, height);
        if (place)
          changed.set(data.subarray((place[1] * width + place[0]) * 4, (place[1] * width + place[0]) * 4 + 4), at * 4);
      }
      return encodePng({ width, height, channels: 4, data: changed });
    },
  };
}

function pictureOf(source: string): Scenario {
  return {
    family: 'model',
    source,
    to: 'png' satisfies FormatId,
    options: { width: 256 },
    damages: [
      moved('nothing drawn', 'visibility', () => undefined),
      moved('left half lost', 'image', (x, y, width) => (x < width / 2 ? undefined : [x, y])),
      moved('lower half lost', 'image', (x, y, _, height) => (y > height / 2 ? undefined : [x, y])),
      moved('moved to the side', 'image', (x, y, width) => (x < width / 4 ? undefined : [x - width / 4, y])),
      moved('drawn at half its size', 'image', (x, y, width, height) =>
        x < width / 4 || y < height / 4 || x >= (width * 3) / 4 || y >= (height * 3) / 4
          ? undefined
          : [(x - width / 4) * 2, (y - height / 4) * 2],
      ),
      ...BYTE_DAMAGES,
    ],
  };
}

const OWN = 'corpus/sources';
const REAL = '../shared/corpora/model3d';
const SIGNPOST = `${OWN}/gltf/signpost-texture-mirror.gltf`;

export const SCENARIOS: readonly Scenario[] = [
  { ...scenarioOf(SIGNPOST, 'glb'), isInSample: true },
  { ...pictureOf(SIGNPOST), isInSample: true },
  scenarioOf(SIGNPOST, '3mf'),
  scenarioOf(SIGNPOST, 'x3d'),
  scenarioOf(SIGNPOST, 'stl'),
  scenarioOf(SIGNPOST, 'ply'),
  scenarioOf(SIGNPOST, 'usdz'),
  scenarioOf(`${OWN}/ifc/workshop-openings-mapped-windows.ifc`, 'glb'),
  scenarioOf(`${OWN}/ifc/workshop-openings-mapped-windows.ifc`, 'usdz'),
  scenarioOf(`${OWN}/wrl/lamp-solids-used-twice.wrl`, 'glb'),
  scenarioOf(`${OWN}/off/gem-face-colours.off`, 'ply'),
  scenarioOf(`${REAL}/assimp/2CylinderEngine.glb`, 'stl'),
  scenarioOf(`${REAL}/assimp/2CylinderEngine.glb`, '3mf'),
  scenarioOf(`${REAL}/trimesh/featuretype.3MF`, 'glb'),
  scenarioOf(`${REAL}/trimesh/P_XPM_0331_01.3mf`, 'x3d'),
  scenarioOf(`${REAL}/trimesh/target.obj`, 'off'),
  scenarioOf(`${REAL}/assimp/BoxTextured.glb`, 'gltf'),
  scenarioOf(`${REAL}/trimesh/unit_sphere.STL`, 'ply'),
  pictureOf(`${REAL}/trimesh/target.obj`),
  scenarioOf(`${OWN}/fbx/windmill-pivots-texture.fbx`, 'glb'),
  scenarioOf(`${OWN}/dae/windmill-z-up-node-used-mirrored.dae`, '3mf'),
  scenarioOf(`${OWN}/3ds/windmill-two-materials.3ds`, 'x3d'),
  scenarioOf(`${REAL}/trimesh/duck.dae`, 'stl'),
  scenarioOf(`${OWN}/step/bracket-inches-colour.step`, 'glb'),
  pictureOf(`${OWN}/dae/windmill-z-up-node-used-mirrored.dae`),
];
