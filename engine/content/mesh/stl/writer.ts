import { latin1Bytes, utf8Bytes, viewOf } from '../../../io/bytes.ts';
import { placedMeshes, placedPart, type Scene } from '../model.ts';

/** The header tells nothing but that no text follows: it must not begin with `solid`. */
const HEADER = 'binary STL'.padEnd(80);

/** A triangle: its normal, and its corners. */
type Face = readonly [normal: readonly number[], ...corners: (readonly number[])[]];

/** Writes the triangles of a scene where it places them; lines and points have no place in it. */
export function writeStl(scene: Scene, isText: boolean): Uint8Array<ArrayBuffer> {
  return isText ? writeText(scene) : writeBinary(scene);
}

function writeBinary(scene: Scene): Uint8Array<ArrayBuffer> {
  let count = 0;
  for (const _ of facesOf(scene)) count++;
  const bytes = new Uint8Array(84 + count * 50);
  bytes.set(latin1Bytes(HEADER));
  const view = viewOf(bytes);
  view.setUint32(80, count, true);
  let at = 84;
  for (const face of facesOf(scene)) {
    for (const [index, value] of face.flat().entries()) view.setFloat32(at + index * 4, value, true);
    at += 50;
  }
  return bytes;
}

function writeText(scene: Scene): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  for (const { name, faces } of solidsOf(scene)) {
    const label = name.replaceAll(/\s+/g, ' ').trim();
    lines.push(`solid ${label}`);
    for (const [normal, ...corners] of faces) {
      lines.push(`facet normal ${normal.map(Math.fround).join(' ')}`, 'outer loop');
      for (const corner of corners) lines.push(`vertex ${corner.join(' ')}`);
      lines.push('endloop', 'endfacet');
    }
    lines.push(`endsolid ${label}`);
  }
  return utf8Bytes(`${lines.join('\n')}\n`);
}

function* facesOf(scene: Scene): Generator<Face> {
  for (const { faces } of solidsOf(scene)) yield* faces;
}

function* solidsOf(scene: Scene): Generator<{ readonly name: string; readonly faces: Iterable<Face> }> {
  for (const { name, mesh, transform } of placedMeshes(scene)) {
    const parts = mesh.parts.filter(({ kind }) => kind === 'triangles').map((part) => placedPart(part, transform));
    if (parts.length > 0) yield { name, faces: parts.values().flatMap(facesOfPart) };
  }
}

function* facesOfPart({ positions, indices }: { positions: Float64Array; indices: Uint32Array }): Generator<Face> {
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const corners = [0, 1, 2].map((corner) => [
      ...positions.subarray(indices[at + corner]! * 3, indices[at + corner]! * 3 + 3),
    ]);
    yield [normalOf(corners), ...corners];
  }
}

/** Of length 1, by the rule of the right hand; zeros for what has no area. */
function normalOf([a, b, c]: readonly (readonly number[])[]): number[] {
  const [u, v] = [b!, c!].map((corner) => corner.map((value, axis) => value - a![axis]!));
  const normal = [0, 1, 2].map((axis) => {
    const [first, second] = [(axis + 1) % 3, (axis + 2) % 3];
    return u![first]! * v![second]! - u![second]! * v![first]!;
  });
  const length = Math.hypot(...normal) || 1;
  return normal.map((value) => value / length);
}
