import { placedPoints, type Matrix } from '../../content/mesh/model.ts';
import { corrupt } from '../../content/records/errors.ts';
import type { Path, Point } from './curves.ts';
import { numberIn, numberOf, textOf, type Entity } from './document.ts';
import { frameOf } from './frames.ts';

/** Polygons in space. */
export interface Surface {
  /** Three numbers a position. */
  readonly positions: Float64Array;
  readonly faces: readonly Face[];
}

export interface Face {
  /** Positions by their places. */
  readonly corners: readonly number[];
  /** Its edges that are not drawn, by bits: the first edge leads from the first corner to the second. */
  readonly unseen?: number;
  /** What says its colour, where it has its own. */
  readonly coloured?: Entity;
}

const [CLOSED, POLYGON_MESH, CLOSED_ACROSS, POLYFACE] = [1, 16, 32, 64];
const SMOOTHED = 4;
/** Vertices of the frame around a smoothed mesh, which is not drawn. */
const CONTROL_VERTEX = 16;

/** The faces of an entity, in the coordinates of its block; undefined for one that has none. */
export function surfaceOf(entity: Entity): Surface | undefined {
  switch (entity.type) {
    case '3DFACE':
      return faceOf(entity);
    case 'SOLID':
    case 'TRACE':
      return solidOf(entity);
    case 'MESH':
      return meshOf(entity);
    case 'POLYLINE': {
      const flags = numberOf(entity, 70);
      return flags & POLYFACE ? polyfaceOf(entity) : flags & POLYGON_MESH ? polygonMeshOf(entity, flags) : undefined;
    }
    default:
      return undefined;
  }
}

/** The edges of faces that are drawn, as they are seen from above where a transformation places them. */
export function edgesOf({ positions: own, faces }: Surface, transform: Matrix): Path[] {
  const positions = placedPoints(own, transform);
  return faces.flatMap(({ corners, unseen = 0 }): Path[] => {
    const points = corners.map((corner): Point => [positions[corner * 3]!, positions[corner * 3 + 1]!]);
    const [start, ...others] = points;
    if (!start) return [];
    if (unseen === 0) return [{ start, segments: others.map((point) => [point] as const), isClosed: true }];
    return points.flatMap((from, edge) =>
      unseen & (1 << edge)
        ? []
        : [{ start: from, segments: [[points[(edge + 1) % points.length]!]] as const, isClosed: false }],
    );
  });
}

/** A triangle has three corners, or its last one twice. */
function faceOf(entity: Entity): Surface {
  const positions = cornersOf(entity, [10, 11, 12, 13]);
  const corners = positions.length === 12 && isSame(positions, 2, 3) ? [0, 1, 2] : placesOf(positions);
  const unseen = numberOf(entity, 70);
  // The third edge of a triangle leads to its last corner, and from there to the first one.
  return {
    positions,
    faces: [{ corners, unseen: corners.length === 3 ? (unseen & 3) | ((unseen & 8) >> 1) : unseen }],
  };
}

/** The last corners of old areas are exchanged. With a thickness an area is a body. */
function solidOf(entity: Entity): Surface {
  const flat = placedPoints(cornersOf(entity, [10, 11, 13, 12]), frameOf(entity));
  const ring = flat.length === 12 && isSame(flat, 2, 3) ? [0, 1, 2] : placesOf(flat);
  const thickness = numberOf(entity, 39);
  if (thickness === 0 || ring.length < 3) return { positions: flat, faces: [{ corners: ring }] };
  const count = flat.length / 3;
  const sweep = sweepOf(entity, thickness);
  const positions = Float64Array.from([...flat, ...flat.map((value, at) => value + sweep[at % 3]!)]);
  const walls = ring.map((corner, at) => {
    const next = ring[(at + 1) % ring.length]!;
    return { corners: [corner, next, next + count, corner + count] };
  });
  const above = ring.map((corner) => corner + count);
  return { positions, faces: [{ corners: ring.toReversed() }, { corners: above }, ...walls] };
}

/** How far an entity with a thickness reaches. */
export function sweepOf(entity: Entity, thickness: number): readonly number[] {
  return placedPoints(Float64Array.of(0, 0, thickness), frameOf(entity)) as unknown as readonly number[];
}

/** Vertices that are positions, and then faces: numbers of vertices from 1 on, below zero before edges that are not drawn. */
function polyfaceOf({ parts }: Entity): Surface {
  const isPosition = (part: Entity): boolean => (numberOf(part, 70) & POLYFACE) !== 0;
  const positions = positionsOf(parts.filter(isPosition));
  const count = positions.length / 3;
  const faces = parts
    .filter((part) => !isPosition(part))
    .map((part): Face => {
      const numbers = [71, 72, 73, 74].map((group) => numberOf(part, group)).filter((number) => number !== 0);
      const corners = numbers.map((number) => placeIn(Math.abs(number) - 1, count));
      const unseen = numbers.reduce((bits, number, edge) => (number < 0 ? bits | (1 << edge) : bits), 0);
      return { corners, unseen, ...(hasColour(part) && { coloured: part }) };
    });
  return { positions, faces };
}

function hasColour(part: Entity): boolean {
  return textOf(part, 62) !== '' || textOf(part, 420) !== '';
}

/** Rows of vertices, each joined to the next. */
function polygonMeshOf(entity: Entity, flags: number): Surface {
  const isSmoothed = (flags & SMOOTHED) !== 0;
  const [rows, columns] = (isSmoothed ? [73, 74] : [71, 72]).map((group) => numberOf(entity, group)) as [
    number,
    number,
  ];
  const vertices = isSmoothed
    ? entity.parts.filter((part) => (numberOf(part, 70) & CONTROL_VERTEX) === 0)
    : entity.parts;
  if (!Number.isInteger(rows) || !Number.isInteger(columns) || rows * columns !== vertices.length)
    throw corrupt(`a mesh has ${vertices.length} vertices instead of ${rows} times ${columns}`);
  const faces: Face[] = [];
  for (let row = 0; row < (flags & CLOSED ? rows : rows - 1); row++)
    for (let column = 0; column < (flags & CLOSED_ACROSS ? columns : columns - 1); column++) {
      const [here, below] = [row, (row + 1) % rows].map((each) => each * columns) as [number, number];
      const next = (column + 1) % columns;
      faces.push({ corners: [here + column, here + next, below + next, below + column] });
    }
  return { positions: positionsOf(vertices), faces };
}

/** A mesh as it is before its faces are divided: lists of positions and of faces, each behind its length. */
function meshOf({ tags }: Entity): Surface {
  const at = tags.findIndex(([group]) => group === 92);
  const facesAt = tags.findIndex(([group], index) => index > at && group === 93);
  if (at < 0 || facesAt < 0) throw corrupt('a mesh has no list of faces');
  const axes = tags.slice(at + 1, facesAt).filter(([group]) => group === 10 || group === 20 || group === 30);
  const positions = Float64Array.from(axes, ([, text]) => numberIn(text));
  const size = numberIn(tags[facesAt]![1]);
  const list = tags.slice(facesAt + 1, facesAt + 1 + size);
  const isWhole = list.length === size && list.every(([group]) => group === 90);
  if (!isWhole || axes.some(([group], index) => group !== (index % 3) * 10 + 10) || axes.length % 3 !== 0)
    throw corrupt('the lists of a mesh are shorter than they say');
  const numbers = list.map(([, text]) => numberIn(text));
  const faces: Face[] = [];
  for (let start = 0; start < numbers.length;) {
    const end = start + 1 + numbers[start]!;
    if (!(end > start && end <= numbers.length)) throw corrupt('a face of a mesh has more corners than there are');
    faces.push({ corners: numbers.slice(start + 1, end).map((place) => placeIn(place, positions.length / 3)) });
    start = end;
  }
  return { positions, faces };
}

function placeIn(place: number, count: number): number {
  if (Number.isInteger(place) && place >= 0 && place < count) return place;
  throw corrupt(`a face names a vertex that is not there`, { vertex: place + 1, vertices: count });
}

function cornersOf(entity: Entity, groups: readonly number[]): Float64Array {
  const own = groups.filter((group) => textOf(entity, group) !== '');
  return Float64Array.from(own.flatMap((group) => [0, 10, 20].map((axis) => numberOf(entity, group + axis))));
}

/** Three numbers each. */
export function positionsOf(vertices: readonly Entity[]): Float64Array {
  return Float64Array.from(vertices.flatMap((vertex) => [10, 20, 30].map((group) => numberOf(vertex, group))));
}

function placesOf(positions: Float64Array): number[] {
  return Array.from({ length: positions.length / 3 }, (_, place) => place);
}

function isSame(positions: Float64Array, a: number, b: number): boolean {
  return [0, 1, 2].every((axis) => positions[a * 3 + axis] === positions[b * 3 + axis]);
}
