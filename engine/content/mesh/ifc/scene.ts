import { hexColour } from '../coloured-triangles.ts';
import { NodeBudget, corruptMesh } from '../failures.ts';
import type { Colour, Material, Matrix, Mesh, MeshPart, SceneNode } from '../model.ts';
import type { ReadScene } from '../read.ts';
import type { Building } from './building.ts';

/** A body of an element as a library has cut it into triangles. */
export interface PlacedBody {
  /** The element. */
  readonly id: number;
  /** Bodies of one number have the same triangles. */
  readonly geometry: number;
  readonly colour: Colour;
  /** To metres with y up. */
  readonly transform: Matrix;
}

/** Triangles of a body, in coordinates of its own. */
export type Geometry = Pick<MeshPart, 'positions' | 'normals' | 'indices'>;

/** What holds what, in the file: a project, its sites, buildings, storeys, elements and their parts. */
const MAX_DEPTH = 64;

/**
 * The scene of a building in metres with y up: its elements with their names, within what they belong to. Elements that have
 * the same bodies share a mesh.
 */
export function buildingScene(
  building: Building,
  bodies: readonly PlacedBody[],
  geometries: ReadonlyMap<number, Geometry>,
): ReadScene {
  const meshes = new Meshes(geometries);
  const budget = new NodeBudget();
  const elements = new Map<number, SceneNode[]>();
  for (const [id, own] of Map.groupBy(bodies, ({ id }) => id)) {
    // What stands at one place is one mesh.
    const placed = [...Map.groupBy(own, ({ transform }) => transform.join(' ')).values()];
    const name = nameOf(building, id);
    elements.set(
      id,
      placed.map((same) => {
        budget.take();
        return { name, mesh: meshes.meshOf(name, same), transform: same[0]!.transform, children: [] };
      }),
    );
  }
  const missing = [...building.parts.values()].filter(({ id, hasBody }) => hasBody && !elements.has(id));
  return {
    meshes: meshes.meshes,
    materials: meshes.materials,
    textures: [],
    animations: [],
    roots: treeOf(building, elements, budget),
    space: { up: 'y', metres: 1 },
    ...(missing.length > 0 && { unread: [...new Set(missing.map(({ type }) => type))] }),
  };
}

function nameOf({ parts }: Building, id: number): string {
  const part = parts.get(id);
  return part ? part.name || part.type : '';
}

/** A mesh for each set of coloured bodies, and a material for each colour. */
class Meshes {
  readonly meshes: Mesh[] = [];
  readonly materials: Material[] = [];
  readonly #geometries: ReadonlyMap<number, Geometry>;
  readonly #meshes = new Map<string, number>();
  readonly #materials = new Map<string, number>();

  constructor(geometries: ReadonlyMap<number, Geometry>) {
    this.#geometries = geometries;
  }

  meshOf(name: string, bodies: readonly PlacedBody[]): number {
    const coloured = bodies.map(({ geometry, colour }) => ({ geometry, material: this.#materialOf(colour) }));
    const key = coloured.map(({ geometry, material }) => `${geometry}/${material}`).join(' ');
    const known = this.#meshes.get(key);
    if (known !== undefined) return known;
    const parts = coloured.map(({ geometry, material }): MeshPart => ({
      kind: 'triangles',
      ...this.#geometries.get(geometry)!,
      material,
    }));
    this.#meshes.set(key, this.meshes.length);
    return this.meshes.push({ name, parts }) - 1;
  }

  #materialOf(colour: Colour): number {
    const name = hexColour(colour[3] < 1 ? colour : colour.slice(0, 3));
    const known = this.#materials.get(name);
    if (known !== undefined) return known;
    this.#materials.set(name, this.materials.length);
    return this.materials.push({ name, colour }) - 1;
  }
}

/** Nodes of elements within those of what they belong to; what holds no element is left out. */
function treeOf(
  { parts, parents }: Building,
  elements: ReadonlyMap<number, readonly SceneNode[]>,
  budget: NodeBudget,
): SceneNode[] {
  const children = new Map<number | undefined, Set<number>>();
  for (const element of elements.keys()) {
    let id = element;
    for (let depth = 0; ; depth++) {
      if (depth > MAX_DEPTH) throw corruptMesh('parts are within each other without end');
      const parent = parents.get(id);
      const holder = parent !== undefined && parts.has(parent) ? parent : undefined;
      const known = children.get(holder) ?? new Set();
      children.set(holder, known.add(id));
      if (holder === undefined) break;
      id = holder;
    }
  }
  const nodesOf = (id: number): readonly SceneNode[] => {
    const own = elements.get(id) ?? [];
    const inner = [...(children.get(id) ?? [])].flatMap(nodesOf);
    const [only] = own;
    if (inner.length === 0 && own.length === 1) return [only!];
    budget.take();
    return [{ name: parts.get(id)?.name ?? '', children: [...own, ...inner] }];
  };
  return [...(children.get(undefined) ?? [])].flatMap(nodesOf);
}
