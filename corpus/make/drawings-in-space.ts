/** Makes the drawing of a CAD program that is a model in space: `node corpus/make/drawings-in-space.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CORPUS } from '../cases.ts';

type Tag = readonly [group: number, value: string | number];
type Place = readonly [x: number, y: number, z: number];

const at = (group: number, [x, y, z]: Place): Tag[] => [
  [group, x],
  [group + 10, y],
  [group + 20, z],
];
const entity = (type: string, layer: string, ...tags: readonly (readonly Tag[])[]): Tag[] => [
  [0, type],
  [8, layer],
  ...tags.flat(),
];
const section = (name: string, tags: readonly Tag[]): Tag[] => [[0, 'SECTION'], [2, name], ...tags, [0, 'ENDSEC']];
const layer = (name: string, colour: number): Tag[] => [
  ...([[0, 'LAYER'], [2, name], [70, 0], [62, colour], [6, 'CONTINUOUS']] as const), // prettier-ignore
];

/** A triangle has its last corner twice. */
const face = (name: string, corners: readonly Place[], unseen = 0): Tag[] =>
  entity(
    '3DFACE',
    name,
    [0, 1, 2, 3].flatMap((corner) => at(10 + corner, corners[Math.min(corner, corners.length - 1)]!)),
    [[70, unseen]],
  );

const vertex = (name: string, place: Place, flags: number, more: readonly Tag[] = []): Tag[] =>
  entity('VERTEX', name, at(10, place), [[70, flags]], more);

const polyline = (name: string, flags: number, more: readonly Tag[], vertices: readonly Tag[]): Tag[] => [
  ...entity('POLYLINE', name, [[66, 1]], at(10, [0, 0, 0]), [[70, flags]], more),
  ...vertices,
  ...entity('SEQEND', name),
];

/** A box with a side of a colour of its own, and an edge that is not drawn. */
function post(): Tag[] {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits): Place => [
    bits & 1 ? 8 : -8,
    bits & 2 ? 8 : -8,
    bits & 4 ? 220 : 0,
  ]);
  const sides = [
    [1, 3, 4, 2],
    [5, 6, 8, 7],
    [1, 2, 6, 5],
    [3, 7, 8, 4],
    [1, 5, 7, 3],
    [2, 4, 8, -6],
  ];
  return polyline(
    '0',
    64,
    [[71, corners.length], [72, sides.length]], // prettier-ignore
    [
      ...corners.flatMap((place) => vertex('0', place, 192)),
      ...sides.flatMap((side, index) =>
        vertex('0', [0, 0, 0], 128, [
          ...(index === 1 ? ([[62, 2]] as const) : []),
          ...side.map((number, corner): Tag => [71 + corner, number]),
        ]),
      ),
    ],
  );
}

/** Rows of vertices that rise and fall. */
function awning(): Tag[] {
  const [rows, columns] = [4, 7];
  const places = Array.from({ length: rows * columns }, (_, index): Place => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return [column * 50, -row * 30, 215 - row * 12 + (column % 2) * 6];
  });
  return polyline('Awning', 16, [[71, rows], [72, columns], [62, 150]], places.flatMap((place) => vertex('Awning', place, 64))); // prettier-ignore
}

function bench(): Tag[] {
  const places: Place[] = [[110, 120, 40], [190, 120, 40], [190, 150, 40], [110, 150, 40], [110, 150, 75], [190, 150, 75]]; // prettier-ignore
  const faces = [[0, 1, 2, 3], [3, 2, 5, 4]]; // prettier-ignore
  const list = faces.flatMap((corners) => [corners.length, ...corners]);
  return entity('MESH', 'Furniture', [
    ...([[420, 0x8b5a2b], [71, 2], [72, 1], [91, 0], [92, places.length]] as const), // prettier-ignore
    ...places.flatMap((place) => at(10, place)),
    [93, list.length],
    ...list.map((number): Tag => [90, number]),
    [94, 0],
    [95, 0],
  ]);
}

const [apex, ...eaves]: readonly Place[] = [[150, 100, 320], [-20, -20, 220], [320, -20, 220], [320, 220, 220], [-20, 220, 220]]; // prettier-ignore
const roof = eaves.map((corner, side) => face('Roof', [corner, eaves[(side + 1) % 4]!, apex!], side === 3 ? 1 : 0));
const wall: Tag[] = entity('LWPOLYLINE', 'Wall', [
  ...([[90, 4], [70, 0], [39, 60]] as const), // prettier-ignore
  ...([[10, -60], [20, -60], [10, 360], [20, -60], [42, 0.5], [10, 360], [20, 260], [10, -60], [20, 260]] as const), // prettier-ignore
]);
const cable = polyline('Cables', 8, [], [[150, 100, 320], [150, 400, 250], [150, 600, 300]].map((place) => vertex('Cables', place as unknown as Place, 32)).flat()); // prettier-ignore

const drawing: Tag[] = [
  ...section('HEADER', [[9, '$ACADVER'], [1, 'AC1015'], [9, '$INSUNITS'], [70, 5]]), // prettier-ignore
  ...section('TABLES', [
    [0, 'TABLE'],
    [2, 'LAYER'],
    ...[layer('0', 7), layer('Roof', 1), layer('Frame', 34), layer('Awning', 7), layer('Wall', 8)].flat(),
    ...[layer('Furniture', 7), layer('Cables', 5), layer('Terrain', -3)].flat(),
    [0, 'ENDTAB'],
  ]),
  ...section('BLOCKS', [
    ...entity('BLOCK', '0', [[2, 'POST']], at(10, [0, 0, 0]), [[70, 0]]),
    ...post(),
    ...entity('ENDBLK', '0'),
  ]),
  ...section('ENTITIES', [
    ...roof.flat(),
    ...entity('INSERT', 'Frame', [[2, 'POST']], at(10, [0, 0, 0]), [[70, 2], [71, 2], [44, 300], [45, 200]]), // prettier-ignore
    ...entity('INSERT', 'Furniture', [[2, 'POST'], [62, 3]], at(10, [150, 60, 45]), [[43, 0.15], [41, 2], [210, 1], [220, 0], [230, 0]]), // prettier-ignore
    ...awning(),
    ...bench(),
    ...wall,
    ...cable,
    ...entity('CIRCLE', 'Cables', at(10, [150, 600, 300]), [[40, 20]]),
    ...entity('SOLID', 'Wall', at(10, [-60, 260, 60]), at(11, [-30, 260, 60]), at(12, [-60, 290, 60]), at(13, [-30, 290, 60])), // prettier-ignore
    ...entity('POINT', 'Cables', at(10, [150, 600, 300])),
    ...entity('TEXT', 'Roof', at(10, [0, -200, 0]), [[40, 20], [1, 'Pavilion']]), // prettier-ignore
    ...face('Terrain', [[-500, -500, 0], [800, -500, 0], [800, 800, 0], [-500, 800, 0]]), // prettier-ignore
    ...entity('3DSOLID', 'Furniture', [[70, 1], [1, 'ACIS data']]), // prettier-ignore
    ...entity('LINE', '0', [[67, 1]], at(10, [0, 0, 0]), at(11, [1, 1, 0])),
  ]),
  [0, 'EOF'],
];

const path = join(CORPUS, 'sources/dxf/pavilion-faces-meshes-blocks.dxf');
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, drawing.map(([group, value]) => `${group}\n${value}\n`).join(''));
