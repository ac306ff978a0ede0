import type { Limits } from '../../../contract/limits.ts';
import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { corruptMesh, tooComplex, truncatedMesh } from '../failures.ts';
import type { Material, Mesh } from '../model.ts';
import { PartBuilder } from '../part-builder.ts';
import type { ReadScene } from '../read.ts';
import { TextureList, type FilesBeside } from '../textures.ts';

/** Places of fields in the header of a file, and in that of a surface. */
const FILE = { frames: 76, surfaces: 84, surfacesAt: 100, bytes: 108 } as const;
const SURFACE = {
  ...{ name: 4, frames: 72, shaders: 76, vertices: 80, triangles: 84 },
  ...{ trianglesAt: 88, shadersAt: 92, coordinatesAt: 96, verticesAt: 100, end: 104, bytes: 108 },
} as const;
const NAME_BYTES = 64;
/** Coordinates are sixty-fourths of a unit. */
const UNIT = 64;
const VERTEX_BYTES = 8;
/** Shaders are named as files, without an extension or with one that another file has by now. */
const IMAGES = ['', '.tga', '.jpg', '.png'] as const;

/**
 * The first frame of a Quake III model with z up: its surfaces with their texture coordinates, and the images that their
 * shaders are named after. Throws `input_corrupt`, `input_truncated` and `input_too_complex`.
 */
export function readMd3(bytes: Uint8Array, limits: Pick<Limits, 'triangles'>, files?: FilesBeside): ReadScene {
  if (bytes.byteLength < FILE.bytes) throw truncatedMesh();
  const view = viewOf(bytes);
  const count = view.getUint32(FILE.surfaces, true);
  const textures = new TextureList(files);
  const materials: Material[] = [];
  const meshes: Mesh[] = [];
  let triangles = 0;
  for (let at = view.getUint32(FILE.surfacesAt, true); meshes.length < count;) {
    if (at + SURFACE.bytes > bytes.byteLength) throw truncatedMesh();
    triangles += view.getUint32(at + SURFACE.triangles, true);
    if (triangles > limits.triangles) throw tooComplex('triangles', limits.triangles, triangles);
    meshes.push(readSurface(bytes, at, { materials, textures }));
    const size = view.getUint32(at + SURFACE.end, true);
    if (size < SURFACE.bytes) throw corruptMesh('a surface ends before it begins');
    at += size;
  }
  return {
    meshes,
    materials,
    textures: textures.textures,
    animations: [],
    roots: meshes.map(({ name }, mesh) => ({ name, mesh, children: [] })),
    space: { up: 'z', metres: 1 },
    missing: [...textures.missing],
  };
}

function readSurface(
  bytes: Uint8Array,
  start: number,
  { materials, textures }: { readonly materials: Material[]; readonly textures: TextureList },
): Mesh {
  const view = viewOf(bytes);
  const field = (place: number): number => view.getUint32(start + place, true);
  const [vertices, triangles] = [field(SURFACE.vertices), field(SURFACE.triangles)];
  const [corners, coordinates, places] = [SURFACE.trianglesAt, SURFACE.coordinatesAt, SURFACE.verticesAt].map(
    (place) => start + field(place),
  ) as [number, number, number];
  const ends = [corners + triangles * 12, coordinates + vertices * 8, places + vertices * VERTEX_BYTES];
  if (field(SURFACE.frames) === 0) throw corruptMesh('a surface has no frames');
  if (Math.max(...ends) > bytes.byteLength) throw truncatedMesh();
  const numbers = (length: number, from: (index: number) => number) => Array.from({ length }, (_, at) => from(at));
  const builder = new PartBuilder(
    {
      positions: numbers(
        vertices * 3,
        (at) => view.getInt16(places + Math.floor(at / 3) * VERTEX_BYTES + (at % 3) * 2, true) / UNIT,
      ),
      normals: numbers(vertices, (at) => view.getUint16(places + at * VERTEX_BYTES + 6, true)).flatMap(normalOf),
      coordinates: numbers(vertices * 2, (at) => view.getFloat32(coordinates + at * 4, true)),
    },
    'triangles',
    materialOf(),
  );
  for (let at = corners; at < corners + triangles * 12; at += 12) {
    const face = [0, 4, 8].map((corner) => view.getUint32(at + corner, true));
    if (face.some((corner) => corner >= vertices))
      throw corruptMesh('a face has a corner that is not among its vertices');
    // Corners turn to the right as they are seen from outside.
    builder.addFace(face.toReversed().map((vertex) => ({ position: vertex, normal: vertex, coordinate: vertex })));
  }
  return { name: nameAt(bytes, start + SURFACE.name), parts: [builder.finish()] };

  function materialOf(): number | undefined {
    const place = start + field(SURFACE.shadersAt);
    if (field(SURFACE.shaders) === 0 || place + NAME_BYTES > bytes.byteLength) return undefined;
    const name = nameAt(bytes, place);
    if (name === '') return undefined;
    const texture = textures.namedAs(IMAGES.flatMap((extension) => [name.replace(/\.\w+$/, '') + extension, name]));
    return materials.push({ name, colour: [1, 1, 1, 1], ...(texture !== undefined && { texture }) }) - 1;
  }
}

/** Two angles in 255ths of a turn: around the upright axis, and down from it. */
function normalOf(packed: number): number[] {
  const [around, down] = [packed >> 8, packed & 255].map((share) => (share * 2 * Math.PI) / 255) as [number, number];
  return [Math.cos(around) * Math.sin(down), Math.sin(around) * Math.sin(down), Math.cos(down)];
}

function nameAt(bytes: Uint8Array, at: number): string {
  return latin1Of(bytes, at, at + NAME_BYTES).replace(/\0[^]*/, '');
}
