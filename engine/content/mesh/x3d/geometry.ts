import { corruptMesh } from '../failures.ts';
import type { MeshPart } from '../model.ts';
import { PartBuilder, type Corner, type VertexLists } from '../part-builder.ts';
import { childOf, isFalse, numbersIn, type X3dNode } from './node.ts';
import { isSolid, solidOf } from './solids.ts';

/** A face, line or point by its corners, each by its place in the list of corners of the geometry. */
interface Piece {
  readonly corners: readonly number[];
}

const SETS: Readonly<Record<string, (node: X3dNode, vertices: number) => Piece[]>> = {
  IndexedFaceSet: (node) => runs(numbersIn(node, 'coordIndex')),
  IndexedTriangleSet: (node) => groups(numbersIn(node, 'index').keys().toArray(), 3),
  IndexedTriangleStripSet: (node) => strips(numbersIn(node, 'index')),
  IndexedTriangleFanSet: (node) => fans(numbersIn(node, 'index')),
  TriangleSet: (_, vertices) =>
    groups(
      Array.from({ length: vertices }, (_, at) => at),
      3,
    ),
  TriangleStripSet: (node) => counted(node, 'stripCount').flatMap(stripOf),
  TriangleFanSet: (node) => counted(node, 'fanCount').flatMap(fanOf),
  QuadSet: (_, vertices) =>
    groups(
      Array.from({ length: vertices }, (_, at) => at),
      4,
    ),
  IndexedQuadSet: (node) => groups(numbersIn(node, 'index').keys().toArray(), 4),
  IndexedLineSet: (node) => runs(numbersIn(node, 'coordIndex')),
  LineSet: (node) => counted(node, 'vertexCount').map((corners) => ({ corners })),
  PointSet: (_, vertices) =>
    groups(
      Array.from({ length: vertices }, (_, at) => at),
      1,
    ),
};

export function isGeometry({ type }: X3dNode): boolean {
  return Object.hasOwn(SETS, type) || isSolid(type);
}

/** The parts of a geometry; none where it is empty. Throws `input_corrupt`. */
export function geometryOf(node: X3dNode, material: number | undefined): MeshPart[] {
  const solid = solidOf(node, material);
  if (solid) return [solid];
  const kind = /Line/.test(node.type) ? 'lines' : node.type === 'PointSet' ? 'points' : 'triangles';
  const { lists, places } = listsOf(node);
  const vertices = lists.positions.length / 3;
  const isClockwise = isFalse(node, 'ccw');
  const builder = new PartBuilder(lists, kind, material);
  const order = numbersIn(node, /Face|Line/.test(node.type) ? 'coordIndex' : 'index');
  const pieces = SETS[node.type]!(node, vertices);
  for (const [face, { corners }] of pieces.entries()) {
    const placed = corners.map((corner): Corner => {
      const position = order.length > 0 ? order[corner]! : corner;
      if (!(position >= 0 && position < vertices))
        throw corruptMesh('a face has a corner that is not among its vertices');
      return { position, ...places(face, corner, position) };
    });
    if (kind === 'points') builder.addPoint(placed[0]!);
    else if (kind === 'lines') builder.addLine(placed);
    else builder.addFace(isClockwise ? placed.toReversed() : placed);
  }
  return builder.isEmpty ? [] : [builder.finish()];
}

interface Lists {
  readonly lists: VertexLists;
  /** Where a corner takes its values from, by its face, its place in the order, and its vertex. */
  readonly places: (face: number, corner: number, position: number) => Omit<Corner, 'position'>;
}

function listsOf(node: X3dNode): Lists {
  const point = childOf(node, 'Coordinate', 'CoordinateDouble');
  const normal = childOf(node, 'Normal');
  const colour = childOf(node, 'Color', 'ColorRGBA');
  const coordinate = childOf(node, 'TextureCoordinate');
  const colours = colour && numbersIn(colour, 'color');
  const width = colour?.type === 'ColorRGBA' ? 4 : 3;
  const lists: VertexLists = {
    positions: point ? numbersIn(point, 'point') : [],
    ...(normal && { normals: numbersIn(normal, 'vector') }),
    ...(coordinate && {
      coordinates: numbersIn(coordinate, 'point').map((value, at) => (at % 2 === 1 ? 1 - value : value)),
    }),
    ...(colours && {
      colours: Array.from({ length: Math.floor(colours.length / width) * 4 }, (_, at) =>
        at % 4 === 3 && width === 3 ? 1 : colours[(at >> 2) * width + (at % 4)]!,
      ),
    }),
  };
  const normalPlace = placesOf(node, 'normal');
  const colourPlace = placesOf(node, 'color');
  const coordinateOrder = numbersIn(node, 'texCoordIndex');
  const within = (place: number, list: ArrayLike<number> | undefined, size: number) =>
    place >= 0 && list && place < list.length / size ? place : -1;
  return {
    lists,
    places: (face, corner, position) => ({
      normal: within(normalPlace(face, corner, position), lists.normals, 3),
      colour: within(colourPlace(face, corner, position), lists.colours, 4),
      coordinate: within(coordinateOrder.length > 0 ? coordinateOrder[corner]! : position, lists.coordinates, 2),
    }),
  };
}

/** Values of corners, or of whole faces; in an order of their own, or in that of the vertices or faces. */
function placesOf(node: X3dNode, what: 'normal' | 'color'): (face: number, corner: number, position: number) => number {
  const order = numbersIn(node, `${what}Index`);
  const isByFace = isFalse(node, `${what}PerVertex`);
  if (isByFace) return (face) => (order.length > 0 ? order[face]! : face);
  return (_, corner, position) => (order.length > 0 ? order[corner]! : position);
}

/** Places of the values between which -1 stands. */
function runs(values: readonly number[]): Piece[] {
  const found: { corners: number[] }[] = [{ corners: [] }];
  for (const [at, value] of values.entries()) {
    if (value < 0) found.push({ corners: [] });
    else found.at(-1)!.corners.push(at);
  }
  return found.filter(({ corners }) => corners.length > 0);
}

function groups(corners: readonly number[], size: number): Piece[] {
  return Array.from({ length: Math.floor(corners.length / size) }, (_, at) => ({
    corners: corners.slice(at * size, (at + 1) * size),
  }));
}

function strips(values: readonly number[]): Piece[] {
  return runs(values).flatMap(({ corners }) => stripOf(corners));
}

function fans(values: readonly number[]): Piece[] {
  return runs(values).flatMap(({ corners }) => fanOf(corners));
}

function stripOf(corners: readonly number[]): Piece[] {
  return corners.slice(2).map((third, at) => {
    const [first, second] = [corners[at]!, corners[at + 1]!];
    return { corners: at % 2 === 1 ? [second, first, third] : [first, second, third] };
  });
}

function fanOf(corners: readonly number[]): Piece[] {
  return corners.slice(2).map((third, at) => ({ corners: [corners[0]!, corners[at + 1]!, third] }));
}

/** Vertices in their order, as many for each strip, fan or line as a field says. */
function counted(node: X3dNode, field: string): number[][] {
  let start = 0;
  return numbersIn(node, field).map((count) => Array.from({ length: Math.min(count, MAX_CORNERS) }, () => start++));
}

/** Of one strip: what is not among the vertices is found when it is placed. */
const MAX_CORNERS = 10_000_000;
