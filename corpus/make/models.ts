/** Makes the 3D models of the corpus: `node corpus/make/models.ts`. Sources in text are written out, so that all of them can be read. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CORPUS } from '../cases.ts';
import { openGltf } from '../../engine/content/mesh/gltf/container.ts';
import { glbOf, writeGltf } from '../../engine/content/mesh/gltf/writer.ts';
import { inSpace, type Mesh, type MeshPart, type Scene } from '../../engine/content/mesh/model.ts';
import { PartBuilder } from '../../engine/content/mesh/part-builder.ts';
import { writePly } from '../../engine/content/mesh/ply/writer.ts';
import { writeStl } from '../../engine/content/mesh/stl/writer.ts';
import { writeThreeMf } from '../../engine/content/mesh/three-mf/writer.ts';
import { writePackage } from '../../engine/content/mesh/usd/package.ts';
import { encodePng } from '../../engine/content/raster/png/encoder.ts';

function save(path: string, content: Uint8Array | string): void {
  const file = join(CORPUS, 'sources', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** A box with its texture once on each side. */
function box(material: number): MeshPart {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bits) => [
    bits & 1 ? 1 : -1,
    bits & 2 ? 0.6 : -0.6,
    bits & 4 ? 0.1 : -0.1,
  ]);
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const builder = new PartBuilder({ positions: corners, coordinates: [0, 1, 1, 1, 1, 0, 0, 0] }, 'triangles', material);
  for (const face of faces) builder.addFace(face.map((position, coordinate) => ({ position, coordinate })));
  return builder.finish();
}

const SIDES = 12;

/** A post that stands on the ground, with normals that make it look round. */
function post(material: number): MeshPart {
  const positions: number[] = [];
  const normals: number[] = [];
  for (const height of [0, 2]) {
    for (let side = 0; side < SIDES; side++) {
      const angle = (2 * Math.PI * side) / SIDES;
      positions.push(0.12 * Math.cos(angle), height, -0.12 * Math.sin(angle));
      normals.push(Math.cos(angle), 0, -Math.sin(angle));
    }
  }
  const builder = new PartBuilder({ positions, normals }, 'triangles', material);
  for (let side = 0; side < SIDES; side++) {
    const next = (side + 1) % SIDES;
    builder.addFace([side, next, SIDES + next, SIDES + side].map((at) => ({ position: at, normal: at })));
  }
  return builder.finish();
}

/** A flat pyramid whose corners have colours of their own. */
function hill(): MeshPart {
  const positions = [-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, 0.4, 0];
  const colours = [0, 0.5, 0, 1, 0.2, 0.6, 0.1, 1, 0, 0.5, 0, 1, 0.2, 0.6, 0.1, 1, 0.9, 0.85, 0.4, 1];
  const builder = new PartBuilder({ positions, colours });
  for (const face of [
    [0, 1, 2, 3],
    [1, 0, 4],
    [2, 1, 4],
    [3, 2, 4],
    [0, 3, 4],
  ])
    builder.addFace(face.map((at) => ({ position: at, colour: at })));
  return builder.finish();
}

function wire(): MeshPart {
  const builder = new PartBuilder({ positions: [0.12, 1.9, 0, 0.8, 1.6, 0, 1.5, 1.9, 0] }, 'lines');
  builder.addLine([0, 1, 2].map((position) => ({ position })));
  return builder.finish();
}

const SIDE = 16;

/** An arrow to the right, red on white. */
function arrow(): Uint8Array {
  const data = new Uint8Array(SIDE * SIDE * 3).fill(245);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const isHead = x >= 8 && x - 8 < 7 - Math.abs(y - 7.5);
      if (isHead || (x >= 2 && x < 8 && y >= 6 && y < 10)) data.set([200, 30, 40], (y * SIDE + x) * 3);
    }
  }
  return encodePng({ width: SIDE, height: SIDE, channels: 3, data });
}

/** A signpost on a hill, with a second board that is mirrored, and a wire. */
function signpost(hasWire: boolean): Scene {
  const meshes: Mesh[] = [
    { name: 'board', parts: [box(0)] },
    { name: 'post', parts: [post(1)] },
    { name: 'hill', parts: [hill()] },
    ...(hasWire ? [{ name: 'wire', parts: [wire()] }] : []),
  ];
  const at = (x: number, y: number, mirror: 1 | -1) =>
    Float64Array.of(mirror * 0.6, 0, 0, 0, 0, 0.6, 0, 0, 0, 0, 1, 0, x, y, 0.2, 1);
  return {
    meshes,
    materials: [
      { name: 'painted wood', colour: [1, 1, 1, 1], texture: 0, roughness: 0.8, metallic: 0 },
      { name: 'oak', colour: [0.45, 0.3, 0.16, 1], roughness: 0.9, metallic: 0 },
    ],
    textures: [{ name: 'arrow', type: 'png', bytes: arrow() }],
    animations: [],
    space: { up: 'y', metres: 1 },
    roots: [
      {
        name: 'signpost',
        children: [
          {
            name: 'post',
            mesh: 1,
            transform: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.3, 0, 1),
            children: [],
          },
          { name: 'board to the right', mesh: 0, transform: at(0.5, 1.9, 1), children: [] },
          { name: 'board to the left', mesh: 0, transform: at(-0.5, 1.1, -1), children: [] },
        ],
      },
      { name: 'hill', mesh: 2, children: [] },
      ...(hasWire ? [{ name: 'wire', mesh: 3, children: [] }] : []),
    ],
  };
}

/** The GLB with an animation that turns its first node. */
function turning(glb: Uint8Array): Uint8Array {
  const { document, binary } = openGltf(glb);
  const times = new Float32Array([0, 1, 2]);
  const turns = new Float32Array([0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, -1]);
  const bytes = new Uint8Array(binary!.byteLength + times.byteLength + turns.byteLength);
  bytes.set(binary!);
  bytes.set(new Uint8Array(times.buffer), binary!.byteLength);
  bytes.set(new Uint8Array(turns.buffer), binary!.byteLength + times.byteLength);
  const views = document.bufferViews!.length;
  const accessors = document.accessors!.length;
  return glbOf(
    {
      ...document,
      bufferViews: [
        ...document.bufferViews!,
        { buffer: 0, byteOffset: binary!.byteLength, byteLength: times.byteLength },
        { buffer: 0, byteOffset: binary!.byteLength + times.byteLength, byteLength: turns.byteLength },
      ],
      accessors: [
        ...document.accessors!,
        { bufferView: views, componentType: 5126, count: 3, type: 'SCALAR', min: [0], max: [2] },
        { bufferView: views + 1, componentType: 5126, count: 3, type: 'VEC4' },
      ],
      animations: [
        {
          name: 'turn',
          samplers: [{ input: accessors, output: accessors + 1, interpolation: 'LINEAR' }],
          channels: [{ sampler: 0, target: { node: 0, path: 'rotation' } }],
        } as { name: string },
      ],
      buffers: [{ byteLength: bytes.byteLength }],
    },
    bytes,
  );
}

const COTTAGE = `# A cottage: quads, a gable of five corners, a concave floor, corners counted from the end
o walls
v 0 0 0
v 4 0 0
v 4 0 3
v 0 0 3
v 0 2.5 0
v 4 2.5 0
v 4 2.5 3
v 0 2.5 3
v 0 3.8 1.5
v 4 3.8 1.5
f 1 5 6 2
f 3 7 8 4
f 4 8 9 5 1
f 2 6 10 7 3
o roof
g slopes
f 5 9 10 6
f 8 7 10 9
o terrace
v 4.5 0 0
v 7 0 0
v 7 0 1
v 5.5 0 1
v 5.5 0 3
v 4.5 0 3
f -1 -2 -3 -4 -5 -6
`;

const GEM = `OFF
# An octahedron with the colours of its faces
6 8 12
1 0 0
0 1 0
-1 0 0
0 -1 0
0 0 1.4
0 0 -1.4
3 0 1 4 200 40 40
3 1 2 4 40 200 40
3 2 3 4 40 40 200
3 3 0 4 200 200 40
3 1 0 5 200 40 200
3 2 1 5 40 200 200
3 3 2 5 120 120 120
3 0 3 5 250 250 250
`;

const BLOCKS = `<?xml version="1.0" encoding="UTF-8"?>
<amf unit="millimeter" version="1.1">
  <metadata type="name">Two blocks</metadata>
  <material id="1"><metadata type="name">red</metadata><color><r>0.8</r><g>0.1</g><b>0.1</b></color></material>
  <material id="2"><metadata type="name">clear</metadata><color><r>0.2</r><g>0.4</g><b>0.9</b><a>0.5</a></color></material>
  <object id="7">
    <mesh>
      <vertices>
${[0, 1, 2, 3, 4, 5, 6, 7].map((bits) => `        <vertex><coordinates><x>${bits & 1 ? 20 : 0}</x><y>${bits & 2 ? 10 : 0}</y><z>${bits & 4 ? 8 : 0}</z></coordinates></vertex>`).join('\n')}
      </vertices>
      <volume materialid="1">
${[
  [0, 2, 3],
  [0, 3, 1],
  [4, 5, 7],
  [4, 7, 6],
]
  .map(triangle)
  .join('\n')}
      </volume>
      <volume materialid="2">
${[
  [0, 1, 5],
  [0, 5, 4],
  [2, 6, 7],
  [2, 7, 3],
  [0, 4, 6],
  [0, 6, 2],
  [1, 3, 7],
  [1, 7, 5],
]
  .map(triangle)
  .join('\n')}
      </volume>
    </mesh>
  </object>
  <constellation id="9">
    <instance objectid="7"><deltax>0</deltax><deltay>0</deltay><rz>0</rz></instance>
    <instance objectid="7"><deltax>30</deltax><deltay>5</deltay><rz>90</rz></instance>
  </constellation>
</amf>
`;

function triangle([a, b, c]: readonly number[]): string {
  return `        <triangle><v1>${a}</v1><v2>${b}</v2><v3>${c}</v3></triangle>`;
}

const LAMP = `#VRML V2.0 utf8
# A lamp of solids, a shade that is used twice, and a face set with colours
DEF FOOT Shape {
  appearance Appearance { material DEF BRASS Material { diffuseColor 0.8 0.6 0.2 } }
  geometry Cylinder { radius 1 height 0.2 }
}
Transform {
  translation 0 1.6 0
  children [
    Shape { appearance Appearance { material USE BRASS } geometry Cylinder { radius 0.1 height 3 } }
    Transform {
      translation 0.9 1.4 0
      rotation 0 0 1 0.5
      children DEF SHADE Shape {
        appearance Appearance { material Material { diffuseColor 0.9 0.2 0.2 transparency 0.3 } }
        geometry Cone { bottomRadius 0.7 height 0.9 bottom FALSE solid FALSE }
      }
    }
    Transform { translation -0.9 1.4 0 rotation 0 0 1 -0.5 children USE SHADE }
  ]
}
Shape {
  geometry IndexedFaceSet {
    coord Coordinate { point [ -2 -0.1 -2, 2 -0.1 -2, 2 -0.1 2, -2 -0.1 2 ] }
    color Color { color [ 0.2 0.2 0.6, 0.3 0.3 0.7, 0.2 0.2 0.6, 0.1 0.1 0.5 ] }
    coordIndex [ 0 3 2 1 -1 ]
    solid FALSE
  }
}
`;

const BUOY = `<?xml version="1.0" encoding="UTF-8"?>
<X3D profile="Interchange" version="3.3">
  <Scene>
    <WorldInfo title="A buoy"/>
    <Group DEF="Buoy">
      <Shape><Appearance><Material diffuseColor="0.85 0.1 0.1"/></Appearance><Sphere radius="1"/></Shape>
      <Shape><Appearance><Material diffuseColor="0.95 0.95 0.95"/></Appearance>
        <IndexedTriangleSet index="0 1 2 0 2 3" solid="false">
          <Coordinate point="-0.2 1 0 0.2 1 0 0.2 2.2 0 -0.2 2.2 0"/>
        </IndexedTriangleSet>
      </Shape>
    </Group>
    <Transform translation="0 -1.4 0" scale="1.2 0.5 1.2">
      <Shape><Appearance><Material diffuseColor="0.15 0.15 0.2"/></Appearance>
        <Extrusion crossSection="0.6 0.6 0.6 -0.6 -0.6 -0.6 -0.6 0.6 0.6 0.6" spine="0 -0.5 0 0 0.5 0"/>
      </Shape>
    </Transform>
    <Shape><Appearance><Material emissiveColor="0 0 0.6"/></Appearance>
      <IndexedLineSet coordIndex="0 1 2 -1"><Coordinate point="0 -1.7 0 0.4 -2.4 0 0 -3 0"/></IndexedLineSet>
    </Shape>
  </Scene>
</X3D>
`;

/** As programs for printers write it. */
const standing = inSpace(signpost(false), { up: 'z', metres: 1 });
const glb = turning(writeGltf(signpost(true), true));
save('glb/signpost-texture-mirror-wire-turn.glb', glb);
save('gltf/signpost-texture-mirror.gltf', writeGltf(signpost(false), false));
save('3mf/signpost-texture-colours.3mf', writeThreeMf(signpost(false)));
save(
  'ply/hill-vertex-colours.ply',
  writePly({ ...standing, roots: standing.roots.filter(({ name }) => name === 'hill') }, true),
);
save('stl/signpost-binary.stl', writeStl(standing, false));
save('obj/cottage-quads-gable-concave.obj', COTTAGE);
save('off/gem-face-colours.off', GEM);
save('amf/blocks-materials-instances.amf', BLOCKS);
save('wrl/lamp-solids-used-twice.wrl', LAMP);
save('x3d/buoy-solids-lines.x3d', BUOY);

// The kiosk with its texture, as a package of Universal Scene Description.
const planks = encodePng({
  width: 8,
  height: 8,
  channels: 4,
  data: Uint8Array.from({ length: 256 }, (_, at) =>
    at % 4 === 3 ? 255 : [200, 150, 90][at % 4]! - (Math.floor(at / 32) % 4 === 3 ? 80 : (at >> 2) % 8),
  ),
});
save(
  'usdz/kiosk-texture.usdz',
  writePackage([
    { name: 'kiosk.usda', bytes: readFileSync(join(CORPUS, 'sources/usda/kiosk-subsets-variants.usda')) },
    { name: 'textures/planks.png', bytes: planks },
  ]),
);
