/** Makes the models of games that our own code reads: `node corpus/make/game-models.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CORPUS } from '../cases.ts';
import { concatBytes, latin1Bytes } from '../../engine/io/bytes.ts';

function save(path: string, content: Uint8Array): void {
  const file = join(CORPUS, 'sources', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const words = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
const floats = (...values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
const text = (value: string, size: number): Uint8Array =>
  concatBytes([latin1Bytes(value), new Uint8Array(size - value.length)]);

/** Each side of a box with corners of its own, so that it has a normal of its own; narrower above. */
interface Box {
  readonly name: string;
  readonly below: number;
  readonly above: number;
  readonly from: number;
  readonly to: number;
  readonly colour: readonly number[];
}
/** A lantern on a post, with z up. */
const BOXES: readonly Box[] = [
  { name: 'post', below: 0.5, above: 0.25, from: 0, to: 6, colour: [70, 90, 70, 255] },
  { name: 'lamp', below: 0.5, above: 1, from: 6, to: 8, colour: [250, 220, 120, 255] },
];
/** Corners turn to the left as they are seen from outside. */
const SIDES = [
  [3, 2, 1, 0],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
];

interface Vertex {
  readonly place: readonly number[];
  readonly normal: readonly number[];
  readonly coordinates: readonly number[];
}

function verticesOf({ below, above, from, to }: Box): Vertex[] {
  const ring = (half: number, z: number) => [-half, -half, z, half, -half, z, half, half, z, -half, half, z];
  const all = [...ring(below, from), ...ring(above, to)];
  const corner = (index: number) => all.slice(index * 3, index * 3 + 3) as [number, number, number];
  return SIDES.flatMap((side) => {
    const [a, b, c] = side.map((index): number[] => corner(index)) as [number[], number[], number[]];
    const [u, v] = [b, c].map((end) => end.map((value, axis) => value - a[axis]!)) as [number[], number[]];
    const across = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    const length = Math.hypot(...across);
    const normal = across.map((value) => value / length);
    const coordinates = [
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 0],
    ];
    return side.map((index, at) => ({ place: corner(index), normal, coordinates: coordinates[at]! }));
  });
}

/** Corners turn to the right as they are seen from outside, in both formats. */
const TRIANGLES = SIDES.flatMap((_, side) => {
  const first = side * 4;
  return [first, first + 2, first + 1, first, first + 3, first + 2];
});

function quake(): Uint8Array {
  const surface = (box: Box): Uint8Array => {
    const vertices = verticesOf(box);
    const angle = (radians: number) =>
      Math.round((((radians + 2 * Math.PI) % (2 * Math.PI)) * 255) / (2 * Math.PI)) & 255;
    const packed = vertices.map(({ place, normal }) => {
      const bytes = new DataView(new ArrayBuffer(8));
      for (const [axis, value] of place.entries()) bytes.setInt16(axis * 2, Math.round(value * 64), true);
      const [x, y, z] = normal as [number, number, number];
      bytes.setUint16(6, (angle(Math.atan2(y, x)) << 8) | angle(Math.acos(z)), true);
      return new Uint8Array(bytes.buffer);
    });
    const shader = concatBytes([text(`models/lantern/${box.name}`, 64), words(0)]);
    const parts = [
      shader,
      words(...TRIANGLES),
      floats(...vertices.flatMap(({ coordinates }) => coordinates)),
      concatBytes(packed),
    ];
    const places = parts.map(
      (_, index) => 108 + parts.slice(0, index).reduce((sum, { byteLength }) => sum + byteLength, 0),
    );
    const size = 108 + parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const header = [
      latin1Bytes('IDP3'),
      text(box.name, 64),
      words(0, 1, 1, vertices.length, TRIANGLES.length / 3),
      words(places[1]!, places[0]!, places[2]!, places[3]!, size),
    ];
    return concatBytes([...header, ...parts]);
  };
  const frame = concatBytes([floats(-1, -1, 0, 1, 1, 8, 0, 0, 0, 8), text('still', 16)]);
  const surfaces = concatBytes(BOXES.map(surface));
  const start = 108 + frame.byteLength;
  return concatBytes([
    latin1Bytes('IDP3'),
    words(15),
    text('lantern', 64),
    words(0, 1, 0, BOXES.length, 0, 108, start, start, start + surfaces.byteLength),
    frame,
    surfaces,
  ]);
}

function interQuake(): Uint8Array {
  const names = ['', ...BOXES.map(({ name }) => name), 'sway'];
  const texts = latin1Bytes(names.map((name) => `${name}\0`).join(''));
  const textOf = (name: string) => names.slice(0, names.indexOf(name)).reduce((sum, { length }) => sum + length + 1, 0);
  const vertices = BOXES.map(verticesOf);
  const each = vertices[0]!.length;
  const all = vertices.flat();
  const padding = new Uint8Array((4 - (texts.byteLength % 4)) % 4);
  const meshes = BOXES.map(({ name }, index) =>
    words(textOf(name), 0, index * each, each, (index * TRIANGLES.length) / 3, TRIANGLES.length / 3),
  );
  const triangles = BOXES.flatMap((_, index) => TRIANGLES.map((vertex) => vertex + index * each));
  const lists = [
    { kind: 0, number: 7, size: 3, bytes: floats(...all.flatMap(({ place }) => place)) },
    { kind: 1, number: 7, size: 2, bytes: floats(...all.flatMap(({ coordinates }) => coordinates)) },
    { kind: 2, number: 7, size: 3, bytes: floats(...all.flatMap(({ normal }) => normal)) },
    {
      kind: 6,
      number: 1,
      size: 4,
      bytes: Uint8Array.from(BOXES.flatMap(({ colour }) => Array.from({ length: each }, () => colour)).flat()),
    },
  ];
  const joint = concatBytes([words(0, 0xffffffff), floats(0, 0, 0, 0, 0, 0, 1, 1, 1, 1)]);
  const pose = concatBytes([words(0xffffffff, 0), floats(...Array.from({ length: 20 }, () => 0))]);
  const animation = concatBytes([words(textOf('sway'), 0, 1), floats(25), words(1)]);
  let at = 124;
  const place = (bytes: Uint8Array): number => (at += bytes.byteLength) - bytes.byteLength;
  const textsAt = place(concatBytes([texts, padding]));
  const meshesAt = place(concatBytes(meshes));
  const arraysAt = at;
  at += lists.length * 20;
  const listsAt = lists.map(({ bytes }) => place(bytes));
  const trianglesAt = place(words(...triangles));
  const [jointsAt, posesAt, animationsAt] = [place(joint), place(pose), place(animation)];
  const header = [
    latin1Bytes('INTERQUAKEMODEL\0'),
    words(2, at, 0, texts.byteLength, textsAt, meshes.length, meshesAt, lists.length, all.length, arraysAt),
    words(triangles.length / 3, trianglesAt, 0, 1, jointsAt, 1, posesAt, 1, animationsAt, 0, 0, 0, 0, 0, 0, 0, 0),
  ];
  const arrays = lists.map(({ kind, number, size }, index) => words(kind, 0, number, size, listsAt[index]!));
  return concatBytes([
    ...header,
    texts,
    padding,
    ...meshes,
    ...arrays,
    ...lists.map(({ bytes }) => bytes),
    words(...triangles),
    joint,
    pose,
    animation,
  ]);
}

save('md3/lantern-two-surfaces.md3', quake());
save('iqm/lantern-vertex-colours.iqm', interQuake());
