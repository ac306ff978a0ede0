/** Makes the 3D models of the corpus in formats that only an importer reads: `node corpus/make/program-models.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CORPUS } from '../cases.ts';
import { encodePng } from '../../engine/content/raster/png/encoder.ts';
import { concatBytes, latin1Bytes, utf8Bytes } from '../../engine/io/bytes.ts';
import { deflate } from '../../engine/io/compression.ts';
import { writeZip } from '../../engine/io/zip.ts';

function save(path: string, content: Uint8Array | string): void {
  const file = join(CORPUS, 'sources', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** A windmill with z up, in metres: a tower that is narrower above, and a sail that four nodes place around a hub. */
const TOWER = [
  ...[-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0],
  ...[-0.6, -0.6, 3, 0.6, -0.6, 3, 0.6, 0.6, 3, -0.6, 0.6, 3],
];
const SAIL = [
  ...[-0.05, -0.02, 0.2, 0.35, -0.02, 0.2, 0.35, 0.02, 0.2, -0.05, 0.02, 0.2],
  ...[-0.05, -0.02, 1.8, 0.35, -0.02, 1.8, 0.35, 0.02, 1.8, -0.05, 0.02, 1.8],
];
/** Sides of a box, with their outside out: corners turn to the left. */
const SIDES = [
  [3, 2, 1, 0],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
];
const HUB = [0, -0.75, 2.6] as const;
const STONE = [0.85, 0.8, 0.7] as const;
const CLOTH = [0.6, 0.2, 0.15] as const;

const TRIANGLES = SIDES.flatMap(([a, b, c, d]) => [
  [a, b, c],
  [a, c, d],
]) as number[][];

/** Bricks: sixteen pixels to a side. */
function bricks(): Uint8Array {
  const data = new Uint8Array(16 * 16 * 4);
  for (let at = 0; at < 256; at++) {
    const [x, y] = [at % 16, at >> 4];
    const isJoint = y % 4 === 3 || (x + (y & 4 ? 4 : 0)) % 8 === 7;
    data.set(isJoint ? [230, 225, 215, 255] : [170, 80 + x * 2, 60, 255], at * 4);
  }
  return encodePng({ width: 16, height: 16, channels: 4, data });
}

// COLLADA: lengths in centimetres, quads with places on a texture, a node that is used four times, half of them mirrored.
const centimetres = (values: readonly number[]): string => values.map((value) => Math.round(value * 100)).join(' ');

function collada(texture: string | undefined): string {
  const effect = (name: string, inside: string, before = ''): string =>
    `<effect id="${name}-effect"><profile_COMMON>${before}<technique sid="t"><lambert><diffuse>${inside}</diffuse></lambert></technique></profile_COMMON></effect>`;
  const colour = (values: readonly number[]): string => `<color>${values.join(' ')} 1</color>`;
  const source = (id: string, values: string, count: number, stride: number): string =>
    `<source id="${id}"><float_array id="${id}-array" count="${count * stride}">${values}</float_array><technique_common><accessor source="#${id}-array" count="${count}" stride="${stride}">${params(stride)}</accessor></technique_common></source>`;
  const params = (stride: number): string =>
    [...(stride === 3 ? 'XYZ' : 'ST')].map((name) => `<param name="${name}" type="float"/>`).join('');
  const geometry = (id: string, positions: readonly number[]): string => {
    const corners = SIDES.map((side) => side.map((corner, at) => `${corner} ${at}`).join(' ')).join(' ');
    return `<geometry id="${id}" name="${id}"><mesh>${source(`${id}-places`, centimetres(positions), 8, 3)}${source(`${id}-map`, '0 0 1 0 1 1 0 1', 4, 2)}<vertices id="${id}-vertices"><input semantic="POSITION" source="#${id}-places"/></vertices>
<polylist material="m" count="6"><input semantic="VERTEX" source="#${id}-vertices" offset="0"/><input semantic="TEXCOORD" source="#${id}-map" offset="1" set="0"/><vcount>4 4 4 4 4 4</vcount><p>${corners}</p></polylist></mesh></geometry>`;
  };
  const instance = (id: string, material: string): string =>
    `<instance_geometry url="#${id}"><bind_material><technique_common><instance_material symbol="m" target="#${material}"><bind_vertex_input semantic="uv" input_semantic="TEXCOORD" input_set="0"/></instance_material></technique_common></bind_material></instance_geometry>`;
  const sampler =
    '<newparam sid="s"><surface type="2D"><init_from>bricks</init_from></surface></newparam><newparam sid="p"><sampler2D><source>s</source></sampler2D></newparam>';
  const stone = texture
    ? effect('stone', '<texture texture="p" texcoord="uv"/>', sampler)
    : effect('stone', colour(STONE));
  return `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2026-01-01T00:00:00Z</created><modified>2026-01-01T00:00:00Z</modified><unit meter="0.01" name="centimeter"/><up_axis>Z_UP</up_axis></asset>
${texture ? `<library_images><image id="bricks"><init_from>${texture}</init_from></image></library_images>\n` : ''}<library_effects>${stone}${effect('cloth', colour(CLOTH))}</library_effects>
<library_materials><material id="stone" name="stone"><instance_effect url="#stone-effect"/></material><material id="cloth" name="cloth"><instance_effect url="#cloth-effect"/></material></library_materials>
<library_geometries>${geometry('tower', TOWER)}
${geometry('sail', SAIL)}</library_geometries>
<library_nodes><node id="arm" name="arm">${instance('sail', 'cloth')}</node></library_nodes>
<library_visual_scenes><visual_scene id="scene"><node name="mill">${instance('tower', 'stone')}
<node name="hub"><translate>${centimetres(HUB)}</translate>${[0, 90, 180, 270]
    .map((turn, at) => {
      const mirror = at % 2 === 1 ? '<scale>-1 1 1</scale>' : '';
      return `<node name="arm-${at + 1}"><rotate>0 1 0 ${turn + 20}</rotate>${mirror}<instance_node url="#arm"/></node>`;
    })
    .join('')}</node></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
`;
}

// 3D Studio: triangles in the coordinates of the scene.
function chunk(kind: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(parts);
  const header = new DataView(new ArrayBuffer(6));
  header.setUint16(0, kind, true);
  header.setUint32(2, content.byteLength + 6, true);
  return concatBytes([new Uint8Array(header.buffer), content]);
}

const text = (value: string): Uint8Array => latin1Bytes(`${value}\0`);
const words = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint16Array.from(values).buffer);
const floats = (...values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

function studio(): Uint8Array {
  const material = (name: string, colour: readonly number[]): Uint8Array => {
    const bytes = chunk(
      0x0011,
      Uint8Array.from(colour, (share) => Math.round(share * 255)),
    );
    return chunk(0xafff, chunk(0xa000, text(name)), chunk(0xa010, bytes), chunk(0xa020, bytes));
  };
  const object = (name: string, places: readonly number[], materialName: string): Uint8Array => {
    const faces = TRIANGLES.flatMap((corners) => [...corners, 7]);
    const all = TRIANGLES.map((_, at) => at);
    const mesh = [
      chunk(0x4110, words(places.length / 3), floats(...places)),
      chunk(
        0x4120,
        words(TRIANGLES.length, ...faces),
        chunk(0x4130, text(materialName), words(all.length, ...all)),
        // Each side is a group of its own: edges are sharp.
        chunk(0x4150, new Uint8Array(Uint32Array.from(all, (at) => 1 << (at >> 1)).buffer)),
      ),
      chunk(0x4160, floats(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)),
    ];
    return chunk(0x4000, text(name), chunk(0x4100, ...mesh));
  };
  const arm = (turn: number): number[] => {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    return Array.from({ length: 8 }, (_, at) => {
      const [x, y, z] = SAIL.slice(at * 3, at * 3 + 3) as [number, number, number];
      return [HUB[0] + cos * x + sin * z, HUB[1] + y, HUB[2] - sin * x + cos * z];
    }).flat();
  };
  return chunk(
    0x4d4d,
    chunk(0x0002, words(3, 0)),
    chunk(
      0x3d3d,
      material('stone', STONE),
      material('cloth', CLOTH),
      object('tower', TOWER, 'stone'),
      ...[20, 110, 200, 290].map((turn, at) => object(`arm-${at + 1}`, arm(turn), 'cloth')),
    ),
  );
}

// FBX: lengths in inches with z up, pivots, an embedded texture, a list that is packed and one that is not.
type Value = number | bigint | string | Uint8Array | Float64Array | Int32Array;
/** A list even where it has one element. */
const LIST = 'Materials';
interface Node {
  readonly name: string;
  readonly values: readonly Value[];
  readonly children: readonly Node[];
}

const node = (name: string, values: readonly Value[] = [], children: readonly Node[] = []): Node => ({
  name,
  values,
  children,
});

const property = (name: string, type: string, ...values: readonly number[]): Node =>
  node('P', [name, type, '', 'A', ...values]);
const whole = (name: string, value: number): Node => node('P', [name, 'int', 'Integer', '', new Int32Array([value])]);

function fbxNodes(): readonly Node[] {
  const inches = (values: readonly number[]): Float64Array =>
    Float64Array.from(values, (value) => Math.round((value / 0.0254) * 1000) / 1000);
  const geometry = (id: bigint, name: string, positions: readonly number[]): Node =>
    node(
      'Geometry',
      [id, `${name}\0\x01Geometry`, 'Mesh'],
      [
        node('Vertices', [inches(positions)]),
        node('PolygonVertexIndex', [
          Int32Array.from(SIDES.flatMap((side) => side.map((corner, at) => (at === 3 ? -1 - corner : corner)))),
        ]),
        node(
          'LayerElementUV',
          [new Int32Array([0])],
          [
            node('Name', ['map']),
            node('MappingInformationType', ['ByPolygonVertex']),
            node('ReferenceInformationType', ['IndexToDirect']),
            node('UV', [Float64Array.of(0, 0, 1, 0, 1, 1, 0, 1)]),
            node('UVIndex', [Int32Array.from(SIDES.flatMap(() => [0, 1, 2, 3]))]),
          ],
        ),
        node(
          'LayerElementMaterial',
          [new Int32Array([0])],
          [
            node('MappingInformationType', ['AllSame']),
            node('ReferenceInformationType', ['IndexToDirect']),
            node('Materials', [new Int32Array([0])]),
          ],
        ),
        node(
          'Layer',
          [new Int32Array([0])],
          [
            node('LayerElement', [], [node('Type', ['LayerElementUV']), node('TypedIndex', [new Int32Array([0])])]),
            node(
              'LayerElement',
              [],
              [node('Type', ['LayerElementMaterial']), node('TypedIndex', [new Int32Array([0])])],
            ),
          ],
        ),
      ],
    );
  const model = (id: bigint, name: string, ...properties: readonly Node[]): Node =>
    node(
      'Model',
      [id, `${name}\0\x01Model`, 'Mesh'],
      [node('Version', [new Int32Array([232])]), node('Properties70', [], properties)],
    );
  const material = (id: bigint, name: string, colour: readonly number[]): Node =>
    node(
      'Material',
      [id, `${name}\0\x01Material`, ''],
      [node('ShadingModel', ['lambert']), node('Properties70', [], [property('DiffuseColor', 'Color', ...colour)])],
    );
  const arms = [0, 1, 2, 3].map((at) => BigInt(31 + at));
  const [x, y, z] = inches(HUB) as unknown as [number, number, number];
  return [
    node('FBXHeaderExtension', [], [node('FBXVersion', [new Int32Array([7400])])]),
    node(
      'GlobalSettings',
      [],
      [
        node(
          'Properties70',
          [],
          [whole('UpAxis', 2), whole('UpAxisSign', 1), property('UnitScaleFactor', 'Number', 2.54)],
        ),
      ],
    ),
    node(
      'Objects',
      [],
      [
        geometry(10n, 'tower', TOWER),
        geometry(11n, 'sail', SAIL),
        material(20n, 'stone', [1, 1, 1]),
        material(21n, 'cloth', CLOTH),
        node(
          'Texture',
          [22n, 'bricks\0\x01Texture', ''],
          [
            node('Type', ['TextureVideoClip']),
            node('FileName', ['bricks.png']),
            node('RelativeFilename', ['bricks.png']),
          ],
        ),
        node(
          'Video',
          [23n, 'bricks\0\x01Video', 'Clip'],
          [
            node('Type', ['Clip']),
            node('FileName', ['bricks.png']),
            node('RelativeFilename', ['bricks.png']),
            node('Content', [bricks()]),
          ],
        ),
        model(30n, 'tower'),
        ...arms.map((id, at) =>
          model(
            id,
            `arm-${at + 1}`,
            property('Lcl Translation', 'Lcl Translation', x, y, z - 10),
            property('RotationPivot', 'Vector3D', 0, 0, 10),
            property('RotationOffset', 'Vector3D', 0, 0, 0),
            property('Lcl Rotation', 'Lcl Rotation', 0, at * 90 + 20, 0),
            property('Lcl Scaling', 'Lcl Scaling', at % 2 === 1 ? -1 : 1, 1, 1),
            property('GeometricTranslation', 'Vector3D', 0, 0, 10),
          ),
        ),
      ],
    ),
    node(
      'Connections',
      [],
      [
        ...(
          [
            [10n, 30n],
            [20n, 30n],
            [30n, 0n],
            ...arms.flatMap((id) => [
              [11n, id],
              [21n, id],
              [id, 30n],
            ]),
            [23n, 22n],
          ] as bigint[][]
        ).map(([child, parent]) => node('C', ['OO', child!, parent!])),
        node('C', ['OP', 22n, 20n, 'DiffuseColor']),
      ],
    ),
  ];
}

function packed(letter: string, list: Float64Array | Int32Array, isPacked: boolean): Uint8Array {
  const plain = new Uint8Array(list.buffer);
  const content = isPacked ? deflate(plain) : plain;
  const header = new Uint8Array(Uint32Array.of(list.length, Number(isPacked), content.byteLength).buffer);
  return concatBytes([latin1Bytes(letter), header, content]);
}

function valueBytes(value: Value, name: string): Uint8Array {
  const sized = (letter: string, content: Uint8Array): Uint8Array =>
    concatBytes([latin1Bytes(letter), new Uint8Array(Uint32Array.of(content.byteLength).buffer), content]);
  if (typeof value === 'bigint') return concatBytes([latin1Bytes('L'), new Uint8Array(BigInt64Array.of(value).buffer)]);
  if (typeof value === 'number') return concatBytes([latin1Bytes('D'), new Uint8Array(Float64Array.of(value).buffer)]);
  if (typeof value === 'string') return sized('S', latin1Bytes(value));
  if (value instanceof Uint8Array) return sized('R', value);
  if (value instanceof Int32Array && value.length === 1 && name !== LIST)
    return concatBytes([latin1Bytes('I'), new Uint8Array(value.buffer)]);
  return value instanceof Float64Array ? packed('d', value, true) : packed('i', value, false);
}

function nodeBytes({ name, values, children }: Node, start: number): Uint8Array {
  const own = concatBytes(values.map((value) => valueBytes(value, name)));
  const title = latin1Bytes(name);
  let at = start + 13 + title.byteLength + own.byteLength;
  const inner: Uint8Array[] = [];
  for (const child of children) {
    inner.push(nodeBytes(child, at));
    at += inner.at(-1)!.byteLength;
  }
  if (children.length > 0) inner.push(new Uint8Array(13));
  const end = at + (children.length > 0 ? 13 : 0);
  const header = new Uint8Array(Uint32Array.of(end, values.length, own.byteLength).buffer);
  return concatBytes([header, Uint8Array.of(title.byteLength), title, own, ...inner]);
}

function fbx(nodes: readonly Node[]): Uint8Array {
  const header = concatBytes([
    latin1Bytes('Kaydara FBX Binary  \0\x1a\0'),
    new Uint8Array(Uint32Array.of(7400).buffer),
  ]);
  const parts: Uint8Array[] = [header];
  let at = header.byteLength;
  for (const one of nodes) {
    parts.push(nodeBytes(one, at));
    at += parts.at(-1)!.byteLength;
  }
  return concatBytes([...parts, new Uint8Array(13 + 160)]);
}

/** The same document as text, without the image, whose bytes it would hold in base 64. */
function fbxText(nodes: readonly Node[], indent = ''): string {
  const shown = (value: Value, of: string): string => {
    if (typeof value === 'string') {
      const [name, kind] = value.split('\0\x01');
      return `"${kind ? `${kind}::${name}` : value}"`;
    }
    if (typeof value === 'object' && (value.length > 1 || of === LIST))
      return `*${value.length} {\n${indent}\ta: ${value.join(',')}\n${indent}}`;
    return String(value);
  };
  return nodes
    .filter(({ name }) => name !== 'Content')
    .map(({ name, values, children }) => {
      const inner = children.length > 0 ? ` {\n${fbxText(children, `${indent}\t`)}${indent}}` : '';
      return `${indent}${name}: ${values.map((value) => shown(value, name)).join(', ')}${inner}\n`;
    })
    .join('');
}

/** Among the 162 normals of the format. */
const TO_LEFT_OR_RIGHT = [143, 52];

/** Quake II: one frame, whose places are bytes within its box, and corners that turn to the right. */
function quake(): Uint8Array {
  const low = [-1, -1, 0];
  const size = [2 / 255, 2 / 255, 3 / 255];
  const places = TOWER.map((value, at) => Math.round((value - low[at % 3]!) / size[at % 3]!));
  const frame = concatBytes([
    floats(...size, ...low),
    latin1Bytes('stand'.padEnd(16, '\0')),
    ...Array.from({ length: 8 }, (_, at) =>
      Uint8Array.of(...places.slice(at * 3, at * 3 + 3), TO_LEFT_OR_RIGHT[at & 1]!),
    ),
  ]);
  const corners = TRIANGLES.map(([a, b, c], at) => words(c!, b!, a!, ...(at % 2 === 0 ? [2, 1, 0] : [3, 2, 0])));
  const coordinates = words(0, 0, 64, 0, 64, 64, 0, 64);
  const [skinsAt, coordinatesAt] = [68, 68 + 64];
  const trianglesAt = coordinatesAt + coordinates.byteLength;
  const framesAt = trianglesAt + corners.length * 12;
  const commandsAt = framesAt + frame.byteLength;
  const end = commandsAt + 4;
  const header = [64, 64, frame.byteLength, 1, 8, 4, corners.length, 1, 1];
  return concatBytes([
    latin1Bytes('IDP2'),
    new Uint8Array(Uint32Array.of(8, ...header, skinsAt, coordinatesAt, trianglesAt, framesAt, commandsAt, end).buffer),
    latin1Bytes('bricks.png'.padEnd(64, '\0')),
    coordinates,
    ...corners,
    frame,
    new Uint8Array(4),
  ]);
}

/** Studio model data: triangles in text, each with its material, all on one bone. */
function studioModelData(): string {
  const outward = ['0 0 -1', '0 0 1', '0 -1 0', '1 0 0', '0 1 0', '-1 0 0'];
  const corner = (at: number, normal: string): string =>
    `  0 ${TOWER.slice(at * 3, at * 3 + 3).join(' ')} ${normal} ${at & 1} ${(at >> 1) & 1} 1 0 1.0`;
  const triangles = TRIANGLES.map(
    (corners, at) => `bricks.png\n${corners.map((one) => corner(one, outward[at >> 1]!)).join('\n')}\n`,
  );
  return `version 1\nnodes\n  0 "root" -1\nend\nskeleton\ntime 0\n  0 0 0 0 0 0 0\nend\ntriangles\n${triangles.join('')}end\n`;
}

/** Neutral File Format: polygons in text, each in the colour that was said last. */
function neutral(): string {
  const sides = SIDES.map((side, at) => {
    const [red, green, blue] = at < 2 ? CLOTH : STONE;
    const corners = side.map((corner) => TOWER.slice(corner * 3, corner * 3 + 3).join(' '));
    return `f ${red} ${green} ${blue} 1 0 0 1\np 4\n${corners.join('\n')}\n`;
  });
  return `# A tower with two colours.\n${sides.join('')}`;
}

save('nff/tower-two-colours.nff', neutral());
save('md2/tower-one-frame.md2', quake());
save('smd/tower-one-bone.smd', studioModelData());
save('dae/windmill-z-up-node-used-mirrored.dae', collada(undefined));
save(
  'zae/windmill-texture.zae',
  writeZip([
    {
      name: 'manifest.xml',
      bytes: utf8Bytes('<?xml version="1.0" encoding="utf-8"?>\n<dae_root>./windmill.dae</dae_root>\n'),
    },
    { name: 'windmill.dae', bytes: utf8Bytes(collada('./bricks.png')) },
    { name: 'bricks.png', bytes: bricks() },
  ]),
);
save('3ds/windmill-two-materials.3ds', studio());
save('fbx/windmill-pivots-texture.fbx', fbx(fbxNodes()));
save('fbx/windmill-pivots-text.fbx', `; FBX 7.4.0 project file\n${fbxText(fbxNodes())}`);
