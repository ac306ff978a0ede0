import type { RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { FormatId } from '../../formats/index.ts';
import { readAmf } from './amf/reader.ts';
import { readBvh } from './bvh/reader.ts';
import { requireScene } from './failures.ts';
import { readDraco } from './draco/reader.ts';
import { openGltf } from './gltf/container.ts';
import { readGltf, sceneOfGltf } from './gltf/reader.ts';
import { isPacked, unpackGltf } from './gltf/unpack.ts';
import type { Scene } from './model.ts';
import type { GeometryDecoders } from './packed-geometry.ts';
import { readIqm } from './iqm/reader.ts';
import { readMd3 } from './md3/reader.ts';
import { readObj } from './obj/reader.ts';
import { readOff } from './off/reader.ts';
import { readPly } from './ply/reader.ts';
import { readStl } from './stl/reader.ts';
import { readThreeMf } from './three-mf/reader.ts';
import { readUsd, readUsdz } from './usd/reader.ts';
import { readX3d, readVrmlScene } from './x3d/reader.ts';
import type { FilesBeside } from './textures.ts';
import type { Limits } from '../../contract/limits.ts';

/** A scene, and what of the file is not in it. */
export interface ReadScene extends Scene {
  /** Files that it names and that are not there. */
  readonly missing?: readonly string[];
  /** Types of nodes that show something and are not read. */
  readonly unread?: readonly string[];
}

type Read = (bytes: Uint8Array, limits: Limits, files: FilesBeside | undefined) => ReadScene;

/** Formats of 3D models that are read here, and by what. */
export const READERS = {
  stl: readStl,
  off: readOff,
  ply: readPly,
  obj: (bytes, _, files) => readObj(bytes, files),
  gltf: (bytes, _, files) => readGltf(bytes, files),
  glb: (bytes, _, files) => readGltf(bytes, files),
  '3mf': readThreeMf,
  amf: readAmf,
  x3d: readX3d,
  wrl: readVrmlScene,
  md3: readMd3,
  iqm: readIqm,
  bvh: readBvh,
  usda: readUsd,
  usdc: readUsd,
  usdz: readUsdz,
} as const satisfies Partial<Record<FormatId, Read>>;

export type ReadFormat = keyof typeof READERS;

/** What `readScene` reads. */
export type SceneFormat = ReadFormat | 'drc';

/**
 * Reads a model whose size is within the limits. Throws what its reader does, and `input_too_complex`. `decoders` starts
 * what unpacks geometry, where any is packed.
 */
export async function readScene(
  artifact: Artifact,
  context: RunContext,
  decoders: () => Promise<GeometryDecoders>,
): Promise<ReadScene> {
  const bytes = context.bytes(artifact);
  const beside = 'bytes' in artifact ? artifact.beside : undefined;
  const format = artifact.format as SceneFormat;
  const { limits } = context;
  if (format === 'drc') return requireScene(readDraco(bytes, await decoders(), limits), limits);
  if (format === 'glb' || format === 'gltf') {
    const gltf = openGltf(bytes, beside);
    const open = isPacked(gltf.document) ? unpackGltf(gltf, await decoders(), limits.triangles) : gltf;
    return requireScene(sceneOfGltf(open, beside), limits);
  }
  const read: Read = READERS[format];
  return requireScene(read(bytes, limits, beside), limits);
}
