import type { RunContext, Step } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { unsupportedMesh } from './failures.ts';
import { TRIANGLES_ALONE } from './model.ts';
import type { ReadScene } from './read.ts';

/** Names that a message lists. */
const MAX_NAMED = 5;
/** Kinds of textures that a format has no place for. */
const UNHELD: Partial<Record<FormatId, ReadonlySet<string>>> = {
  glb: new Set(['bmp', 'tga']),
  gltf: new Set(['bmp', 'tga']),
  '3mf': new Set(['bmp', 'tga', 'webp']),
  usdz: new Set(['bmp', 'tga', 'webp']),
};

/** What the model names and is not there, or shows and is not read. */
export function warnOfMissing({ missing = [], unread = [] }: ReadScene, context: RunContext): void {
  if (missing.length > 0) {
    context.warn({
      code: 'picture_dropped',
      message: `The model names files that are not in it, and that are never fetched (${namesOf(missing)}): what they hold is left out. Pack them into a ZIP with the model.`,
      details: { files: missing.length },
    });
  }
  if (unread.length > 0) {
    context.warn({
      code: 'feature_dropped',
      message: `The model has parts that are not read (${namesOf(unread)}); they are left out.`,
      details: { kinds: unread.length },
    });
  }
}

/** What the scene has and the target cannot hold, beside what the plan says. */
export function warnOfLosses({ meshes, textures }: ReadScene, { to }: Step, context: RunContext): void {
  const unheld = textures.filter(({ type }) => UNHELD[to]?.has(type));
  if (unheld.length > 0) {
    context.warn({
      code: 'picture_dropped',
      message: `${to.toUpperCase()} holds no textures of the kind that ${unheld.length} of them are; they are left out.`,
      lost: ['figures'],
      details: { textures: unheld.length },
    });
  }
  const parts = meshes.flatMap((mesh) => mesh.parts);
  const marks = parts.filter(({ kind }) => kind !== 'triangles').length;
  if (marks === parts.length && TRIANGLES_ALONE.has(to) && to !== 'ply')
    throw unsupportedMesh(
      `has lines or points alone, and ${to.toUpperCase()} holds only triangles. Convert it to GLB, OBJ or PLY`,
    );
  if (marks > 0 && marks < parts.length && TRIANGLES_ALONE.has(to)) {
    context.warn({
      code: 'feature_dropped',
      message: `${to.toUpperCase()} holds triangles alone; the lines and points of the model are left out.`,
      details: { parts: marks },
    });
  }
}

function namesOf(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMED).map((name) => name.slice(0, 80));
  return `${listed.join(', ')}${names.length > MAX_NAMED ? ', …' : ''}`;
}
