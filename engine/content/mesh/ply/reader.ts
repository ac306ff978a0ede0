import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { corruptMesh, truncatedMesh } from '../failures.ts';
import { sceneOf, type MeshPart, type Scene } from '../model.ts';
import { PartBuilder, type Corner, type VertexLists } from '../part-builder.ts';
import { bytesOfType, readPlyHeader, type PlyElement, type PlyHeader, type PlyType } from './header.ts';

/** Values of one property: a number for each element, or a list for each. */
type Column = Float64Array | (readonly number[])[];

/** Names that programs have for what a vertex has. */
const NAMES = {
  positions: [['x', 'y', 'z']],
  normals: [['nx', 'ny', 'nz']],
  coordinates: [
    ['s', 't'],
    ['u', 'v'],
    ['texture_u', 'texture_v'],
  ],
  colours: [
    ['red', 'green', 'blue'],
    ['r', 'g', 'b'],
    ['diffuse_red', 'diffuse_green', 'diffuse_blue'],
  ],
} as const;
const OPACITIES = ['alpha', 'a'];
const FACES = ['vertex_indices', 'vertex_index'];

/** Polygon File Format (Turk, 1994), in text or binary: faces of any number of corners, strips, edges, or points alone. */
export function readPly(bytes: Uint8Array): Scene {
  const header = readPlyHeader(bytes);
  const next = header.encoding === 'ascii' ? textValues(bytes, header) : binaryValues(bytes, header);
  const tables = new Map(header.elements.map((element) => [element.name, readElement(element, next)]));
  const vertices = tables.get('vertex');
  if (!vertices) throw corruptMesh('it has no vertices');
  return sceneOf('', partsOf(vertices, tables));
}

function readElement({ count, properties }: PlyElement, next: (type: PlyType) => number): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  for (const property of properties) columns.set(property.name, property.count ? [] : new Float64Array(count));
  for (let row = 0; row < count; row++) {
    for (const { name, type, count: countType } of properties) {
      const column = columns.get(name)!;
      if (!countType) (column as Float64Array)[row] = next(type);
      else (column as (readonly number[])[]).push(readList(next(countType), type, next));
    }
  }
  return columns;
}

function readList(length: number, type: PlyType, next: (type: PlyType) => number): readonly number[] {
  if (!(length >= 0)) throw corruptMesh('a list has a negative length');
  const list: number[] = [];
  for (let at = 0; at < length; at++) list.push(next(type));
  return list;
}

function textValues(bytes: Uint8Array, { size }: PlyHeader): () => number {
  const words = latin1Of(bytes, size).matchAll(/\S+/g);
  return () => {
    const { value, done } = words.next();
    if (done) throw truncatedMesh();
    return Number(value[0]);
  };
}

function binaryValues(bytes: Uint8Array, { size, encoding }: PlyHeader): (type: PlyType) => number {
  const view = viewOf(bytes);
  const isLittle = encoding === 'binary_little_endian';
  let at = size;
  return (type) => {
    const start = at;
    at += bytesOfType(type);
    if (at > bytes.byteLength) throw truncatedMesh();
    return READ[type](view, start, isLittle);
  };
}

const READ: Readonly<Record<PlyType, (view: DataView, at: number, isLittle: boolean) => number>> = {
  int8: (view, at) => view.getInt8(at),
  uint8: (view, at) => view.getUint8(at),
  int16: (view, at, isLittle) => view.getInt16(at, isLittle),
  uint16: (view, at, isLittle) => view.getUint16(at, isLittle),
  int32: (view, at, isLittle) => view.getInt32(at, isLittle),
  uint32: (view, at, isLittle) => view.getUint32(at, isLittle),
  float32: (view, at, isLittle) => view.getFloat32(at, isLittle),
  float64: (view, at, isLittle) => view.getFloat64(at, isLittle),
};

function partsOf(
  vertices: ReadonlyMap<string, Column>,
  tables: ReadonlyMap<string, ReadonlyMap<string, Column>>,
): MeshPart[] {
  const lists = vertexLists(vertices);
  const count = lists.positions.length / 3;
  const cornerOf = (position: number): Corner => {
    if (!(position >= 0 && position < count)) throw corruptMesh('a face has a corner that is not among its vertices');
    return { position, normal: position, coordinate: position, colour: position };
  };
  const faces = new PartBuilder(lists);
  for (const face of listsOf(tables.get('face'), FACES)) faces.addFace(face.map(cornerOf));
  for (const strip of listsOf(tables.get('tristrips'), FACES))
    for (const face of facesOfStrip(strip)) faces.addFace(face.map(cornerOf));
  const lines = new PartBuilder(lists, 'lines');
  const [starts, ends] = ['vertex1', 'vertex2'].map(
    (name) => tables.get('edge')?.get(name) as Float64Array | undefined,
  );
  if (starts && ends) for (const [at, start] of starts.entries()) lines.addLine([cornerOf(start), cornerOf(ends[at]!)]);
  const parts = [faces, lines].filter(({ isEmpty }) => !isEmpty).map((builder) => builder.finish());
  return parts.length > 0 ? parts : [pointsOf(lists, cornerOf)];
}

function pointsOf(lists: VertexLists, cornerOf: (position: number) => Corner): MeshPart {
  const points = new PartBuilder(lists, 'points');
  for (let position = 0; position < lists.positions.length / 3; position++) points.addPoint(cornerOf(position));
  return points.finish();
}

function listsOf(
  table: ReadonlyMap<string, Column> | undefined,
  names: readonly string[],
): readonly (readonly number[])[] {
  const column = names.map((name) => table?.get(name)).find((found) => Array.isArray(found));
  return (column as (readonly number[])[] | undefined) ?? [];
}

/** Triangles of a strip, every other one turned; -1 begins a new strip. */
export function* facesOfStrip(strip: readonly number[]): Generator<readonly number[]> {
  let isTurned = false;
  for (let at = 2; at < strip.length; at++) {
    const [a, b, c] = [strip[at - 2]!, strip[at - 1]!, strip[at]!];
    if (c === -1) {
      isTurned = false;
      at += 2;
      continue;
    }
    if (a !== b && b !== c && a !== c) yield isTurned ? [b, a, c] : [a, b, c];
    isTurned = !isTurned;
  }
}

function vertexLists(vertices: ReadonlyMap<string, Column>): VertexLists {
  const positions = columnsOf(vertices, NAMES.positions);
  if (!positions) throw corruptMesh('its vertices have no places');
  const interleaved = woven(positions, (value) => value);
  if (!interleaved.every(Number.isFinite)) throw corruptMesh('a vertex has a place that is no number');
  const normals = columnsOf(vertices, NAMES.normals);
  const coordinates = columnsOf(vertices, NAMES.coordinates);
  const colours = columnsOf(vertices, NAMES.colours);
  const opacity = OPACITIES.map((name) => vertices.get(name)).find((column) => column instanceof Float64Array);
  const full = colours && (colours.some((column) => column.some((value) => value > 1)) ? 255 : 1);
  return {
    positions: interleaved,
    ...(normals && { normals: woven(normals, (value) => value) }),
    // The first row of a texture is its lowest here.
    ...(coordinates && { coordinates: woven(coordinates, (value, column) => (column === 1 ? 1 - value : value)) }),
    ...(colours && {
      colours: woven([...colours, opacity ?? colours[0]!.map(() => full!)], (value) => value / full!),
    }),
  };
}

function columnsOf(
  vertices: ReadonlyMap<string, Column>,
  choices: readonly (readonly string[])[],
): Float64Array[] | undefined {
  for (const names of choices) {
    const columns = names.map((name) => vertices.get(name));
    if (columns.every((column) => column instanceof Float64Array)) return columns;
  }
  return undefined;
}

/** Columns as one list, row by row. */
function woven(columns: readonly Float64Array[], change: (value: number, column: number) => number): Float64Array {
  const width = columns.length;
  const list = new Float64Array(columns[0]!.length * width);
  for (const [column, values] of columns.entries())
    for (let row = 0; row < values.length; row++) list[row * width + column] = change(values[row]!, column);
  return list;
}
