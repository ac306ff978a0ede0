import type { Limits } from '../../../contract/limits.ts';
import { latin1Of, utf8Of } from '../../../io/bytes.ts';
import { corruptMesh, NodeBudget } from '../failures.ts';
import { product, type Matrix, type Mesh, type Scene, type SceneNode, type Space } from '../model.ts';
import { PartBuilder } from '../part-builder.ts';
import { BINARY_MAGIC, readBinaryFbx } from './binary.ts';
import { childNamed, listOf, propertyOf, type FbxNode } from './node.ts';
import { geometricTransform, nodeTransform } from './pivots.ts';
import { readTextFbx } from './text.ts';

/** The object that everything of the scene is connected to. */
const SCENE_ID = '0';

/** An FBX document: its objects, and what they are connected to. */
class FbxDocument {
  readonly #nodes: readonly FbxNode[];
  readonly #objects = new Map<string, FbxNode>();
  readonly #children = new Map<string, string[]>();

  constructor(nodes: readonly FbxNode[]) {
    this.#nodes = nodes;
    for (const object of this.#top('Objects')) this.#objects.set(String(object.values[0]), object);
    for (const { values } of this.#top('Connections')) {
      const [kind, child, parent] = values.map(String);
      if (kind !== 'OO') continue;
      const known = this.#children.get(parent!);
      if (known) known.push(child!);
      else this.#children.set(parent!, [child!]);
    }
  }

  #top(name: string): readonly FbxNode[] {
    return this.#nodes.find((node) => node.name === name)?.children ?? [];
  }

  childrenOf(id: string, type: string): readonly (readonly [id: string, object: FbxNode])[] {
    return (this.#children.get(id) ?? []).flatMap((child) => {
      const object = this.#objects.get(child);
      return object?.name === type ? [[child, object] as const] : [];
    });
  }

  /** Centimetres with y up where it does not say otherwise. */
  space(): Space {
    const settings = { name: '', values: [], children: this.#top('GlobalSettings') };
    const up = propertyOf(settings, 'UpAxis')?.[0] === 2 ? 'z' : 'y';
    return { up, metres: (propertyOf(settings, 'UnitScaleFactor')?.[0] || 1) / 100 };
  }
}

function openFbx(bytes: Uint8Array, limits: Limits): FbxDocument {
  const isBinary = latin1Of(bytes, 0, BINARY_MAGIC.length) === BINARY_MAGIC;
  return new FbxDocument(isBinary ? readBinaryFbx(bytes, limits) : readTextFbx(utf8Of(bytes), limits));
}

/** Which axis of an FBX document is up, and how long its unit is. Throws what `readFbxGeometry` does. */
export function readFbxSpace(bytes: Uint8Array, limits: Limits): Space {
  return openFbx(bytes, limits).space();
}

/**
 * The meshes that an FBX document places (version 7, binary or text): without materials, to check what another reader found.
 * Throws `input_corrupt`, `input_truncated` and `input_too_complex`.
 */
export function readFbxGeometry(bytes: Uint8Array, limits: Limits): Scene {
  const document = openFbx(bytes, limits);
  const meshes: Mesh[] = [];
  const meshOf = new Map<string, number>();
  const budget = new NodeBudget();
  const open = new Set<string>();
  const nodesBelow = (id: string): SceneNode[] =>
    document.childrenOf(id, 'Model').map(([child, model]) => {
      budget.take();
      if (open.has(child)) throw corruptMesh('a node of its scene is within itself');
      open.add(child);
      const geometries = document.childrenOf(child, 'Geometry').flatMap(([geometry, object]): SceneNode[] => {
        if (!childNamed(object, 'Vertices') || object.values[2] === 'Shape') return [];
        if (!meshOf.has(geometry)) meshOf.set(geometry, meshes.push(meshIn(object)) - 1);
        return [{ name: '', ...placed(geometricTransform(model)), mesh: meshOf.get(geometry)!, children: [] }];
      });
      const children = [...geometries, ...nodesBelow(child)];
      open.delete(child);
      return { name: '', ...placed(nodeTransform(model)), children };
    });
  const roots = nodesBelow(SCENE_ID);
  return { meshes, materials: [], textures: [], animations: [], roots, space: document.space() };
}

function placed(transform: Matrix | undefined): { readonly transform?: Matrix } {
  const own = product(undefined, transform);
  return own ? { transform: own } : {};
}

/** The last corner of a polygon is written as its complement. */
function meshIn(geometry: FbxNode): Mesh {
  const positions = listOf(childNamed(geometry, 'Vertices'));
  const corners = listOf(childNamed(geometry, 'PolygonVertexIndex'));
  const builder = new PartBuilder({ positions });
  let face: { readonly position: number }[] = [];
  for (let at = 0; at < corners.length; at++) {
    const value = corners[at]!;
    const position = value < 0 ? -1 - value : value;
    if (!(position * 3 < positions.length)) throw corruptMesh('a face has a corner that is not among its vertices');
    face.push({ position });
    if (value >= 0) continue;
    builder.addFace(face);
    face = [];
  }
  return { name: '', parts: builder.isEmpty ? [] : [builder.finish()] };
}
