import type { Limits } from '../../../contract/limits.ts';
import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { corruptMesh, tooComplex, truncatedMesh, unsupportedMesh } from '../failures.ts';
import type { Material, Mesh, MeshPart } from '../model.ts';
import type { ReadScene } from '../read.ts';
import { TextureList, type FilesBeside } from '../textures.ts';

/** Places of fields in the header of 124 bytes: numbers and places of what the file holds. */
const FIELD = {
  ...{ version: 16, textsAt: 32, meshes: 36, meshesAt: 40, arrays: 44, vertices: 48, arraysAt: 52 },
  ...{ triangles: 56, trianglesAt: 60, animations: 84, animationsAt: 88 },
} as const;
const HEADER_BYTES = 124;
const MESH_BYTES = 24;
const ARRAY_BYTES = 20;
const ANIMATION_BYTES = 20;
/** Kinds of arrays of vertices, and of their numbers. */
const KIND = { position: 0, coordinates: 1, normal: 2, colour: 6 } as const;
const NUMBER = { byte: 1, float: 7 } as const;
/** Animations whose names are read: only their number counts. */
const MAX_ANIMATIONS = 10_000;

/**
 * An Inter-Quake model (version 2) with z up, in the pose that it was made in: its meshes, the materials that are named after
 * their textures, and the names of its animations. Throws `input_corrupt`, `input_truncated`, `input_too_complex` and
 * `unsupported_conversion`.
 */
export function readIqm(bytes: Uint8Array, limits: Pick<Limits, 'triangles'>, files?: FilesBeside): ReadScene {
  if (bytes.byteLength < HEADER_BYTES) throw truncatedMesh();
  const view = viewOf(bytes);
  const field = (name: keyof typeof FIELD): number => view.getUint32(FIELD[name], true);
  if (field('version') !== 2)
    throw unsupportedMesh(`is an Inter-Quake model of version ${field('version')}. Only 2 is read`);
  const tables = [
    [field('meshesAt'), field('meshes') * MESH_BYTES],
    [field('arraysAt'), field('arrays') * ARRAY_BYTES],
    [field('trianglesAt'), field('triangles') * 12],
    [field('animationsAt'), field('animations') * ANIMATION_BYTES],
  ] as const;
  if (tables.some(([at, size]) => at + size > bytes.byteLength)) throw truncatedMesh();
  if (field('triangles') > limits.triangles) throw tooComplex('triangles', limits.triangles, field('triangles'));
  const text = (place: number): string => {
    const start = field('textsAt') + view.getUint32(place, true);
    return latin1Of(bytes, start, start + 256).replace(/\0[^]*/, '');
  };
  const lists = listsOf(bytes, field('arraysAt'), { arrays: field('arrays'), vertices: field('vertices') });
  const textures = new TextureList(files);
  const materials: Material[] = [];
  const meshes = Array.from({ length: field('meshes') }, (_, index): Mesh => {
    const at = field('meshesAt') + index * MESH_BYTES;
    const [first = 0, vertices = 0, start = 0, triangles = 0] = [8, 12, 16, 20].map((place) =>
      view.getUint32(at + place, true),
    );
    if (first + vertices > field('vertices') || start + triangles > field('triangles'))
      throw corruptMesh('a mesh has vertices or triangles that are not there');
    const named = text(at + 4);
    const texture = named === '' ? undefined : textures.named(named);
    const material = materials.push({
      name: named,
      colour: [1, 1, 1, 1],
      ...(texture !== undefined && { texture }),
    });
    const indices = new Uint32Array(triangles * 3);
    for (let corner = 0; corner < indices.length; corner++) {
      // Corners turn to the right as they are seen from outside.
      const turned = corner - (corner % 3) + ((3 - (corner % 3)) % 3);
      const vertex = view.getUint32(field('trianglesAt') + (start * 3 + turned) * 4, true) - first;
      if (!(vertex >= 0 && vertex < vertices)) throw corruptMesh('a face has a corner that is not among its vertices');
      indices[corner] = vertex;
    }
    return {
      name: text(at),
      parts: [{ ...lists(first, vertices), kind: 'triangles', indices, material: material - 1 }],
    };
  });
  const animations = Array.from({ length: Math.min(field('animations'), MAX_ANIMATIONS) }, (_, index) =>
    text(field('animationsAt') + index * ANIMATION_BYTES),
  );
  return {
    meshes,
    materials,
    textures: textures.textures,
    animations,
    roots: meshes.map(({ name }, mesh) => ({ name, mesh, children: [] })),
    space: { up: 'z', metres: 1 },
    missing: [...textures.missing],
  };
}

type Lists = Omit<MeshPart, 'kind' | 'indices' | 'material'>;

/** Values of a range of vertices from the arrays of a file. */
function listsOf(
  bytes: Uint8Array,
  start: number,
  { arrays, vertices }: { readonly arrays: number; readonly vertices: number },
): (first: number, count: number) => Lists {
  const view = viewOf(bytes);
  const found = new Map<number, { readonly number: number; readonly size: number; readonly at: number }>();
  for (let index = 0; index < arrays; index++) {
    const at = start + index * ARRAY_BYTES;
    const [kind = 0, , number = 0, size = 0, place = 0] = [0, 4, 8, 12, 16].map((field) =>
      view.getUint32(at + field, true),
    );
    const width = number === NUMBER.float ? 4 : 1;
    if (place + vertices * size * width > bytes.byteLength) throw truncatedMesh();
    found.set(kind, { number, size, at: place });
  }
  /** The first numbers of each vertex; undefined where the file has none of that kind. */
  const values = (kind: number, wanted: number, first: number, count: number): Float32Array | undefined => {
    const array = found.get(kind);
    if (!array || array.size < Math.min(wanted, 3) || !(array.number === NUMBER.float || array.number === NUMBER.byte))
      return undefined;
    const read = new Float32Array(count * wanted).fill(1);
    for (let at = 0; at < read.length; at++) {
      const component = at % wanted;
      if (component >= array.size) continue;
      const index = (first + Math.floor(at / wanted)) * array.size + component;
      read[at] =
        array.number === NUMBER.float
          ? view.getFloat32(array.at + index * 4, true)
          : view.getUint8(array.at + index) / 255;
    }
    return read;
  };
  return (first, count) => {
    const positions = values(KIND.position, 3, first, count);
    if (!positions) throw corruptMesh('its vertices have no places');
    if (!positions.every(Number.isFinite)) throw corruptMesh('a vertex has a place that is no number');
    const [normals, coordinates, colours] = [
      values(KIND.normal, 3, first, count),
      values(KIND.coordinates, 2, first, count),
      values(KIND.colour, 4, first, count),
    ];
    return {
      positions: Float64Array.from(positions),
      ...(normals && { normals }),
      ...(coordinates && { coordinates }),
      ...(colours && { colours }),
    };
  };
}
