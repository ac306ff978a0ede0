import startOcct, { type OcctMesh, type OcctModule, type OcctNode, type OcctResult } from 'occt-import-js';
import type { CompiledModule } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { quietStart } from '../../io/emscripten.ts';
import { hexColour } from '../../content/mesh/coloured-triangles.ts';
import { corruptMesh, NodeBudget } from '../../content/mesh/failures.ts';
import type { Material, Mesh, MeshPart, Scene, SceneNode } from '../../content/mesh/model.ts';

const READERS = { step: 'ReadStepFile', iges: 'ReadIgesFile', brep: 'ReadBrepFile' } as const;

export type CadFormat = keyof typeof READERS;

/**
 * In millimetres. A triangle is away from its surface by a thousandth of the size of the model at most, and turns by half a
 * radian (0.5) against its neighbour: what CAD programs export as usual.
 */
const PARAMETERS = {
  linearUnit: 'millimeter',
  linearDeflectionType: 'bounding_box_ratio',
  linearDeflection: 0.001,
  angularDeflection: 0.5,
} as const;

/** The library, which cuts the surfaces of a CAD file into triangles. */
export class Tessellator {
  readonly #module: OcctModule;

  private constructor(module: OcctModule) {
    this.#module = module;
  }

  static async start(binary: CompiledModule): Promise<Tessellator> {
    const module = await startOcct(quietStart(binary));
    return new Tessellator(module);
  }

  /** The parts of a file with z up, in millimetres; those of BREP in its own unit. Throws `input_corrupt`. */
  read(bytes: Uint8Array, format: CadFormat): Scene {
    const { success, root, meshes } = this.#result(bytes, format);
    if (!success) throw unreadable();
    const colours = new Colours();
    return {
      meshes: meshes.map((mesh) => meshOf(mesh, colours)),
      materials: colours.materials,
      textures: [],
      animations: [],
      roots: [nodeOf(root, new NodeBudget())],
      space: { up: 'z', metres: 0.001 },
    };
  }

  #result(bytes: Uint8Array, format: CadFormat): OcctResult {
    try {
      return this.#module[READERS[format]](bytes, PARAMETERS);
    } catch (error) {
      throw unreadable(error);
    }
  }
}

/** A material for each colour. */
class Colours {
  readonly materials: Material[] = [];
  readonly #known = new Map<string, number>();

  materialOf(colour: readonly number[] | null | undefined): number | undefined {
    if (!colour) return undefined;
    const [red = 0, green = 0, blue = 0] = colour;
    const name = hexColour([red, green, blue]);
    const known = this.#known.get(name) ?? this.materials.push({ name, colour: [red, green, blue, 1] }) - 1;
    this.#known.set(name, known);
    return known;
  }
}

/** Faces of one colour are one part; each has the vertices of the whole mesh, which writers leave out where unused. */
function meshOf({ name, color, brep_faces: faces, attributes, index }: OcctMesh, colours: Colours): Mesh {
  const positions = Float64Array.from(attributes.position.array);
  if (!positions.every(Number.isFinite)) throw corruptMesh('a vertex has a place that is no number');
  const normals = attributes.normal && Float32Array.from(attributes.normal.array);
  const byMaterial = new Map<number | undefined, number[]>();
  for (const face of faces) {
    const material = colours.materialOf(face.color ?? color);
    const indices = byMaterial.get(material) ?? [];
    for (let at = face.first * 3; at < (face.last + 1) * 3; at++) indices.push(index.array[at]!);
    byMaterial.set(material, indices);
  }
  const parts = [...byMaterial].map(([material, indices]): MeshPart => ({
    kind: 'triangles',
    ...usedVertices(indices, positions, normals),
    ...(material !== undefined && { material }),
  }));
  return { name, parts };
}

/** Vertices that triangles use, in the order in which they are first used. */
function usedVertices(
  indices: readonly number[],
  positions: Float64Array,
  normals: Float32Array | undefined,
): Pick<MeshPart, 'positions' | 'normals' | 'indices'> {
  const places = new Map<number, number>();
  const renumbered = Uint32Array.from(indices, (vertex) => {
    const known = places.get(vertex) ?? places.size;
    places.set(vertex, known);
    return known;
  });
  const own = { positions: new Float64Array(places.size * 3), normals: new Float32Array(places.size * 3) };
  for (const [vertex, place] of places) {
    own.positions.set(positions.subarray(vertex * 3, vertex * 3 + 3), place * 3);
    if (normals) own.normals.set(normals.subarray(vertex * 3, vertex * 3 + 3), place * 3);
  }
  return { positions: own.positions, ...(normals && { normals: own.normals }), indices: renumbered };
}

function nodeOf({ name, meshes, children }: OcctNode, budget: NodeBudget): SceneNode {
  budget.take();
  const [mesh] = meshes;
  const own = meshes.length > 1 ? meshes.map((one) => ({ name: '', mesh: one, children: [] })) : [];
  return {
    name,
    ...(meshes.length === 1 && { mesh: mesh! }),
    children: [...own, ...children.map((child) => nodeOf(child, budget))],
  };
}

/** After a fault of the library nobody knows what is in its memory. */
function unreadable(cause?: unknown): ConversionError {
  return new ConversionError(
    {
      code: 'input_corrupt',
      message:
        'The CAD file cannot be read: it is damaged, or has no surfaces. Export it again as STEP AP214 or AP242.',
      ...(cause !== undefined && { discardWorker: true }),
    },
    { cause },
  );
}
