import type { Limits } from '../../../contract/limits.ts';
import { corruptMesh } from '../failures.ts';
import { FLOAT } from '../gltf/document.ts';
import { sceneOf, withOpacity, type MeshPart, type Scene } from '../model.ts';
import type { DracoGeometry, GeometryDecoders } from '../packed-geometry.ts';

/** A mesh or a cloud of points as Draco packs it. Throws `input_corrupt` and `input_too_complex`. */
export function readDraco(bytes: Uint8Array, { draco }: GeometryDecoders, limits: Pick<Limits, 'triangles'>): Scene {
  const geometry = draco(bytes, limits.triangles);
  try {
    return sceneOf('', [partOf(geometry)]);
  } finally {
    geometry.close();
  }
}

function partOf(geometry: DracoGeometry): MeshPart {
  const positions = valuesOf(geometry, 'POSITION', 3);
  if (!positions?.every(Number.isFinite)) throw corruptMesh('a vertex has a place that is no number');
  const normals = valuesOf(geometry, 'NORMAL', 3);
  const flipped = valuesOf(geometry, 'TEX_COORD', 2);
  const opaque = valuesOf(geometry, 'COLOR', 3);
  const colours = valuesOf(geometry, 'COLOR', 4) ?? (opaque && withOpacity(opaque));
  return {
    kind: geometry.indices ? 'triangles' : 'points',
    positions: Float64Array.from(positions),
    ...(normals && { normals }),
    // The first row of a texture is its lowest here, as in OBJ and PLY, which such files are made of.
    ...(flipped && { coordinates: flipped.map((value, at) => (at % 2 === 1 ? 1 - value : value)) }),
    ...(colours && { colours }),
    indices: geometry.indices ?? Uint32Array.from({ length: geometry.points }, (_, at) => at),
  };
}

function valuesOf(
  geometry: DracoGeometry,
  meaning: Parameters<DracoGeometry['idOf']>[0],
  size: number,
): Float32Array | undefined {
  const id = geometry.idOf(meaning);
  const found = id === undefined ? undefined : geometry.attribute(id, FLOAT);
  if (found?.size !== size) return undefined;
  return new Float32Array(found.bytes.buffer as ArrayBuffer, found.bytes.byteOffset, found.bytes.byteLength / 4);
}
