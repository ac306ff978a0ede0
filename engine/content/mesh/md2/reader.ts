import { viewOf } from '../../../io/bytes.ts';
import { corruptMesh, truncatedMesh } from '../failures.ts';
import { sceneOf, type Scene } from '../model.ts';
import { PartBuilder } from '../part-builder.ts';

/** Places of fields in the header of 68 bytes. */
const FIELD = { vertices: 24, triangles: 32, frames: 40, trianglesAt: 52, framesAt: 56 } as const;
const HEADER_BYTES = 68;
const TRIANGLE_BYTES = 12;
/** Scale, translation and name of a frame. */
const FRAME_HEADER_BYTES = 40;

/**
 * The first frame of a Quake II model, with y up: without materials, to check what another reader found. Throws
 * `input_corrupt` and `input_truncated`.
 */
export function readMd2Geometry(bytes: Uint8Array): Scene {
  if (bytes.byteLength < HEADER_BYTES) throw truncatedMesh();
  const view = viewOf(bytes);
  const field = (name: keyof typeof FIELD): number => view.getUint32(FIELD[name], true);
  const [vertices, triangles, start, frame] = [
    field('vertices'),
    field('triangles'),
    field('trianglesAt'),
    field('framesAt'),
  ];
  if (field('frames') === 0) throw corruptMesh('it has no frames');
  if (start + triangles * TRIANGLE_BYTES > bytes.byteLength) throw truncatedMesh();
  if (frame + FRAME_HEADER_BYTES + vertices * 4 > bytes.byteLength) throw truncatedMesh();
  const place = (vertex: number, axis: number): number =>
    view.getUint8(frame + FRAME_HEADER_BYTES + vertex * 4 + axis) * view.getFloat32(frame + axis * 4, true) +
    view.getFloat32(frame + 12 + axis * 4, true);
  const positions = Array.from({ length: vertices }, (_, vertex) => [
    place(vertex, 0),
    place(vertex, 2),
    -place(vertex, 1),
  ]).flat();
  const builder = new PartBuilder({ positions });
  for (let at = start; at < start + triangles * TRIANGLE_BYTES; at += TRIANGLE_BYTES) {
    const corners = [0, 2, 4].map((corner) => view.getUint16(at + corner, true));
    if (corners.some((corner) => corner >= vertices))
      throw corruptMesh('a face has a corner that is not among its vertices');
    // Corners turn to the right as they are seen from outside.
    builder.addFace(corners.toReversed().map((position) => ({ position })));
  }
  return sceneOf('', [builder.finish()]);
}
