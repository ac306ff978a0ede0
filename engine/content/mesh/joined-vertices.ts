import { latin1Of } from '../../io/bytes.ts';
import type { MeshPart } from './model.ts';

/** Numbers of a vertex: its place, normal, coordinates and colour. */
const LISTS = [
  ['positions', 3],
  ['normals', 3],
  ['coordinates', 2],
  ['colours', 4],
] as const;

/** The part with vertices that agree in all of their values once: importers give each corner of a triangle its own. */
export function withJoinedVertices(part: MeshPart): MeshPart {
  const lists = LISTS.filter(([name]) => part[name]);
  const vertices = part.positions.length / 3;
  const values = new Float64Array(lists.reduce((size, [, each]) => size + each, 0));
  const bytes = new Uint8Array(values.buffer);
  const known = new Map<string, number>();
  const places = new Uint32Array(vertices);
  const firsts: number[] = [];
  for (let vertex = 0; vertex < vertices; vertex++) {
    let at = 0;
    for (const [name, each] of lists)
      for (let axis = 0; axis < each; axis++) values[at++] = part[name]![vertex * each + axis]!;
    const key = latin1Of(bytes);
    const place = known.get(key) ?? firsts.push(vertex) - 1;
    known.set(key, place);
    places[vertex] = place;
  }
  if (firsts.length === vertices) return part;
  const picked = <T extends Float32Array | Float64Array>(list: T, each: number): T => {
    const own = list.slice(0, firsts.length * each) as T;
    for (const [at, vertex] of firsts.entries()) own.set(list.subarray(vertex * each, (vertex + 1) * each), at * each);
    return own;
  };
  return {
    ...part,
    positions: picked(part.positions, 3),
    ...(part.normals && { normals: picked(part.normals, 3) }),
    ...(part.coordinates && { coordinates: picked(part.coordinates, 2) }),
    ...(part.colours && { colours: picked(part.colours, 4) }),
    indices: part.indices.map((vertex) => places[vertex]!),
  };
}
