import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { corruptMesh, truncatedMesh } from '../failures.ts';
import type { Mesh, Scene } from '../model.ts';
import { PartBuilder } from '../part-builder.ts';
import { rotated } from '../transforms.ts';

/** Chunks of the format, of which those that hold others are walked. */
const CHUNK = { main: 0x4d4d, editor: 0x3d3d, object: 0x4000, mesh: 0x4100, vertices: 0x4110, faces: 0x4120 } as const;
const HEADER_BYTES = 6;
/** Flags follow the three corners of a face. */
const FACE_BYTES = 8;

/**
 * The meshes of a 3D Studio file with y up, where they stood when it was saved: vertices are stored in the coordinates of the
 * scene. Without materials, to check what another reader found. Throws `input_corrupt` and `input_truncated`.
 */
export function readStudioGeometry(bytes: Uint8Array): Scene {
  const view = viewOf(bytes);
  const meshes: Mesh[] = [];
  let positions: Float64Array | undefined;
  const walk = (from: number, to: number): void => {
    for (let at = from; at + HEADER_BYTES <= to;) {
      const kind = view.getUint16(at, true);
      const size = view.getUint32(at + 2, true);
      const [start, end] = [at + HEADER_BYTES, at + size];
      if (size < HEADER_BYTES || end > to) throw truncatedMesh();
      if (kind === CHUNK.main || kind === CHUNK.editor) walk(start, end);
      else if (kind === CHUNK.object) walk(afterName(bytes, start, end), end);
      else if (kind === CHUNK.mesh) {
        positions = undefined;
        walk(start, end);
      } else if (kind === CHUNK.vertices) positions = verticesOf(view, start, end);
      else if (kind === CHUNK.faces && positions) meshes.push(meshOf(view, start, end, positions));
      at = end;
    }
  };
  walk(0, bytes.byteLength);
  return {
    meshes,
    materials: [],
    textures: [],
    animations: [],
    roots: [
      {
        name: '',
        transform: rotated(1, 0, 0, -90),
        children: meshes.map((_, mesh) => ({ name: '', mesh, children: [] })),
      },
    ],
  };
}

function afterName(bytes: Uint8Array, start: number, end: number): number {
  const length = latin1Of(bytes, start, Math.min(end, start + 256)).indexOf('\0');
  if (length < 0) throw corruptMesh('an object has a name without end');
  return start + length + 1;
}

function verticesOf(view: DataView, start: number, end: number): Float64Array {
  const count = view.getUint16(start, true);
  if (start + 2 + count * 12 > end) throw truncatedMesh();
  return Float64Array.from({ length: count * 3 }, (_, at) => view.getFloat32(start + 2 + at * 4, true));
}

function meshOf(view: DataView, start: number, end: number, positions: Float64Array): Mesh {
  const count = view.getUint16(start, true);
  if (start + 2 + count * FACE_BYTES > end) throw truncatedMesh();
  const builder = new PartBuilder({ positions });
  for (let face = 0; face < count; face++) {
    const corners = [0, 2, 4].map((at) => view.getUint16(start + 2 + face * FACE_BYTES + at, true));
    if (corners.some((corner) => corner * 3 >= positions.length))
      throw corruptMesh('a face has a corner that is not among its vertices');
    builder.addFace(corners.map((position) => ({ position })));
  }
  return { name: '', parts: builder.isEmpty ? [] : [builder.finish()] };
}
