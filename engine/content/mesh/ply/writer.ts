import { concatBytes, utf8Bytes, viewOf } from '../../../io/bytes.ts';
import { colouredTriangles, type ColouredTriangles } from '../coloured-triangles.ts';
import { CORNERS, type MeshPart, type Scene } from '../model.ts';

/** Writes what a scene has where it places it: its triangles, else its lines, else its points. Numbers are 32-bit. */
export function writePly(scene: Scene, isText: boolean): Uint8Array<ArrayBuffer> {
  const kind = (['triangles', 'lines', 'points'] as const).find((one) =>
    scene.meshes.some(({ parts }) => parts.some((part) => part.kind === one && part.indices.length > 0)),
  )!;
  const list = colouredTriangles(scene, kind);
  const header = utf8Bytes(headerOf(list, kind, isText));
  return concatBytes([header, isText ? textOf(list, kind) : bytesOf(list, kind)]);
}

function headerOf(
  { positions, normals, coordinates, colours, indices }: ColouredTriangles,
  kind: MeshPart['kind'],
  isText: boolean,
): string {
  const faces = indices.length / CORNERS[kind];
  return [
    'ply',
    `format ${isText ? 'ascii' : 'binary_little_endian'} 1.0`,
    `element vertex ${positions.length / 3}`,
    ...['x', 'y', 'z', ...(normals ? ['nx', 'ny', 'nz'] : []), ...(coordinates ? ['s', 't'] : [])].map(
      (name) => `property float ${name}`,
    ),
    ...(colours ? ['red', 'green', 'blue', 'alpha'].map((name) => `property uchar ${name}`) : []),
    ...(kind === 'triangles' ? [`element face ${faces}`, 'property list uchar int vertex_indices'] : []),
    ...(kind === 'lines' ? [`element edge ${faces}`, 'property int vertex1', 'property int vertex2'] : []),
    'end_header\n',
  ].join('\n');
}

/** The numbers of a vertex that are no bytes. */
function* numbersOf({ positions, normals, coordinates }: ColouredTriangles, vertex: number): Generator<number> {
  yield* positions.subarray(vertex * 3, vertex * 3 + 3);
  if (normals) yield* normals.subarray(vertex * 3, vertex * 3 + 3);
  if (!coordinates) return;
  yield coordinates[vertex * 2]!;
  yield 1 - coordinates[vertex * 2 + 1]!;
}

function textOf(list: ColouredTriangles, kind: MeshPart['kind']): Uint8Array<ArrayBuffer> {
  const { positions, colours, indices } = list;
  const lines: string[] = [];
  for (let vertex = 0; vertex < positions.length / 3; vertex++)
    lines.push([...numbersOf(list, vertex), ...(colours?.subarray(vertex * 4, vertex * 4 + 4) ?? [])].join(' '));
  const corners = CORNERS[kind];
  const before = kind === 'triangles' ? '3 ' : '';
  if (kind !== 'points')
    for (let at = 0; at < indices.length; at += corners)
      lines.push(`${before}${indices.subarray(at, at + corners).join(' ')}`);
  return utf8Bytes(`${lines.join('\n')}\n`);
}

function bytesOf(list: ColouredTriangles, kind: MeshPart['kind']): Uint8Array<ArrayBuffer> {
  const { positions, normals, coordinates, colours, indices } = list;
  const vertices = positions.length / 3;
  const vertexBytes = 12 + (normals ? 12 : 0) + (coordinates ? 8 : 0) + (colours ? 4 : 0);
  const faceBytes = { triangles: 13, lines: 8, points: 0 }[kind];
  const bytes = new Uint8Array(vertices * vertexBytes + (indices.length / CORNERS[kind]) * faceBytes);
  const view = viewOf(bytes);
  let at = 0;
  for (let vertex = 0; vertex < vertices; vertex++) {
    for (const number of numbersOf(list, vertex)) {
      view.setFloat32(at, number, true);
      at += 4;
    }
    if (!colours) continue;
    bytes.set(colours.subarray(vertex * 4, vertex * 4 + 4), at);
    at += 4;
  }
  if (kind === 'points') return bytes;
  for (const [place, corner] of indices.entries()) {
    if (kind === 'triangles' && place % 3 === 0) view.setUint8(at++, 3);
    view.setUint32(at, corner, true);
    at += 4;
  }
  return bytes;
}
