import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { placedMeshes, CORNERS, type Scene } from './model.ts';

/** Nodes of one scene: more than any program shows in a list. */
const MAX_NODES = 200_000;

export function corruptMesh(what: string, cause?: unknown): ConversionError {
  return new ConversionError(
    {
      code: 'input_corrupt',
      message: `The 3D model is damaged: ${what}. Export it again from the program that made it.`,
    },
    { cause },
  );
}

export function truncatedMesh(): ConversionError {
  return new ConversionError({
    code: 'input_truncated',
    message: 'The 3D model ends too early: a part of it is missing. Copy or download the whole file again.',
  });
}

/** The model needs something that no reader here knows. */
export function unsupportedMesh(what: string): ConversionError {
  return new ConversionError({ code: 'unsupported_conversion', message: `The 3D model ${what}.` });
}

/** Counts the nodes of a scene while it is built: a few of a file may stand for any number of places. */
export class NodeBudget {
  #taken = 0;

  /** Throws `input_too_complex`. */
  take(): void {
    if (++this.#taken > MAX_NODES) throw tooComplex('nodes', MAX_NODES, this.#taken);
  }
}

/**
 * Refuses a scene that is empty or larger than the limits allow, before it is copied: a few meshes may be placed any
 * number of times. Throws `input_corrupt` and `input_too_complex`.
 */
export function requireScene<T extends Scene>(scene: T, limits: Pick<Limits, 'triangles' | 'nesting'>): T {
  const budget = new NodeBudget();
  const waiting = scene.roots.map((node) => ({ node, depth: 1 }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    budget.take();
    if (next.depth > limits.nesting) throw tooComplex('nesting', limits.nesting, next.depth);
    for (const node of next.node.children) waiting.push({ node, depth: next.depth + 1 });
  }
  let faces = 0;
  for (const { mesh } of placedMeshes(scene)) {
    for (const { indices, kind } of mesh.parts) faces += indices.length / CORNERS[kind];
    if (faces > limits.triangles) throw tooComplex('triangles', limits.triangles, faces);
  }
  if (faces === 0) throw corruptMesh('it has no triangles, lines or points');
  return scene;
}

export function tooComplex(limit: keyof typeof LIMITED, allowed: number, found: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The 3D model has ${found} ${LIMITED[limit]}; at most ${allowed} are allowed. Simplify it, or convert its parts one by one.`,
    details: { limit, allowed, found },
  });
}

const LIMITED = {
  nodes: 'nodes in its scene',
  nesting: 'nodes within each other',
  triangles: 'triangles or more',
  instances: 'instances of entities',
  xmlChars: 'characters of XML',
} as const;
