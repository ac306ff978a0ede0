import type { Limits } from '../../contract/limits.ts';
import type { FormatId } from '../../formats/index.ts';
import { readFbxSpace } from './fbx/reader.ts';
import { requireScene } from './failures.ts';
import { readGltf } from './gltf/reader.ts';
import { withJoinedVertices } from './joined-vertices.ts';
import type { Scene, SceneNode, Space } from './model.ts';
import { baseName, type FilesBeside } from './textures.ts';
import type { ReadScene } from './read.ts';

/** What the importer draws the bones of a file without meshes with. */
const BONES = 'SkeletonMaterial';
/** Nodes that the importer makes of parts of a transformation. */
const HELPER = /_\$AssimpFbx\$_\w+$/;

/**
 * Axes and units of formats that have one: the importer has turned most others to y up, and nothing says how long their unit
 * is. That of a game is taken for that of glTF.
 */
const SPACES: Partial<Record<FormatId, Space>> = {
  dae: { up: 'y', metres: 1 },
  zae: { up: 'y', metres: 1 },
  smd: { up: 'z', metres: 1 },
  hmp: { up: 'z', metres: 1 },
  nff: { up: 'z', metres: 1 },
};

/**
 * The scene of a model that an importer wrote as GLB: without what it added of its own, with the axes and the unit of the
 * source. Throws `input_corrupt` where nothing is left, and `input_too_complex`.
 */
export function importedScene(
  glb: Uint8Array,
  source: { readonly bytes: Uint8Array; readonly format: FormatId; readonly beside?: FilesBeside },
  limits: Limits,
): ReadScene {
  const { space: _, ...scene } = readGltf(glb, new NamedAnyhow(source.beside));
  const space = spaceOf(source, limits);
  const meshes = scene.meshes.map((mesh) => ({
    ...mesh,
    parts: mesh.parts.filter(({ material }) => scene.materials[material ?? -1]?.name !== BONES).map(withJoinedVertices),
  }));
  const roots = scene.roots.map((node) => withoutHelpers(node, meshes));
  const imported = { ...scene, meshes, roots, ...(space && { space }) };
  requireScene(imported, limits);
  return imported;
}

function spaceOf(
  { bytes, format }: { readonly bytes: Uint8Array; readonly format: FormatId },
  limits: Limits,
): Space | undefined {
  return format === 'fbx' ? readFbxSpace(bytes, limits) : SPACES[format];
}

/** Helpers are named as what they place; meshes of bones are placed nowhere. */
function withoutHelpers({ name, mesh, children, transform }: SceneNode, meshes: Scene['meshes']): SceneNode {
  return {
    name: name.replace(HELPER, ''),
    ...(transform && { transform }),
    ...(mesh !== undefined && meshes[mesh]!.parts.length > 0 && { mesh }),
    children: children.map((child) => withoutHelpers(child, meshes)),
  };
}

/** Files beside a model, found whatever the folders that the model names. */
class NamedAnyhow extends Map<string, Uint8Array> {
  constructor(files: FilesBeside = new Map()) {
    super([...files].map(([path, bytes]) => [baseName(path), bytes]));
  }

  override get(path: string): Uint8Array | undefined {
    return super.get(baseName(path));
  }
}
