import type { RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { FormatId } from '../../formats/index.ts';
import { readAmf } from './amf/reader.ts';
import { readBvh } from './bvh/reader.ts';
import { requireScene } from './failures.ts';
import { readGltf } from './gltf/reader.ts';
import type { Scene } from './model.ts';
import { readIqm } from './iqm/reader.ts';
import { readMd3 } from './md3/reader.ts';
import { readObj } from './obj/reader.ts';
import { readOff } from './off/reader.ts';
import { readPly } from './ply/reader.ts';
import { readStl } from './stl/reader.ts';
import { readThreeMf } from './three-mf/reader.ts';
import { readUsda, readUsdz } from './usd/reader.ts';
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
  usda: readUsda,
  usdz: readUsdz,
} as const satisfies Partial<Record<FormatId, Read>>;

export type ReadFormat = keyof typeof READERS;

/** Reads a model whose size is within the limits. Throws what its reader does, and `input_too_complex`. */
export function readScene(artifact: Artifact, context: RunContext): ReadScene {
  const read: Read = READERS[artifact.format as ReadFormat];
  const beside = 'bytes' in artifact ? artifact.beside : undefined;
  const scene = read(context.bytes(artifact), context.limits, beside);
  requireScene(scene, context.limits);
  return scene;
}
