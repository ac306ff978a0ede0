import { hexOf } from '../../io/bytes.ts';
import { baseColour, placedMeshes, placedPart, type MeshPart, type Scene } from './model.ts';

/** All triangles of a scene as one list, for formats that hold nothing else. */
export interface ColouredTriangles {
  readonly positions: Float64Array;
  /** Three numbers a vertex; absent where some vertices have none. */
  readonly normals?: Float32Array;
  /** Two numbers a vertex; absent where some vertices have none. */
  readonly coordinates?: Float32Array;
  /** Bytes from 0 to 255, four a vertex: colours of vertices, else of materials; absent where nothing has one. */
  readonly colours?: Uint8Array;
  readonly indices: Uint32Array;
}

/** Joins the parts of a scene where it places them. */
export function colouredTriangles(scene: Scene, kind: MeshPart['kind'] = 'triangles'): ColouredTriangles {
  const parts = [...placedMeshes(scene)].flatMap(({ mesh, transform }) =>
    mesh.parts.filter((part) => part.kind === kind).map((part) => placedPart(part, transform)),
  );
  const vertices = sum(parts.map(({ positions }) => positions.length / 3));
  const positions = new Float64Array(vertices * 3);
  const indices = new Uint32Array(sum(parts.map((part) => part.indices.length)));
  const normals = parts.every((part) => part.normals) ? new Float32Array(vertices * 3) : undefined;
  const coordinates = parts.every((part) => part.coordinates) ? new Float32Array(vertices * 2) : undefined;
  const hasColours = parts.some(({ colours, material }) => colours !== undefined || material !== undefined);
  const colours = hasColours ? new Uint8Array(vertices * 4) : undefined;
  let vertex = 0;
  let index = 0;
  for (const part of parts) {
    positions.set(part.positions, vertex * 3);
    normals?.set(part.normals!, vertex * 3);
    coordinates?.set(part.coordinates!, vertex * 2);
    colours?.set(coloursOf(part, scene), vertex * 4);
    for (const corner of part.indices) indices[index++] = corner + vertex;
    vertex += part.positions.length / 3;
  }
  return {
    positions,
    indices,
    ...(normals && { normals }),
    ...(coordinates && { coordinates }),
    ...(colours && { colours }),
  };
}

function coloursOf(part: MeshPart, { materials }: Scene): Uint8Array {
  const base = baseColour(part, materials);
  const length = (part.positions.length / 3) * 4;
  return Uint8Array.from({ length }, (_, at) => byteOf((part.colours?.[at] ?? 1) * base[at % 4]!));
}

/** A share from 0 to 1 as a byte. */
export function byteOf(share: number): number {
  return Math.round(255 * Math.min(1, Math.max(0, share)));
}

/** A colour whose channels are shares from 0 to 1, as `#rrggbb`, with its opacity where it has one. */
export function hexColour(channels: readonly number[]): string {
  return `#${hexOf(Uint8Array.from(channels, byteOf))}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
