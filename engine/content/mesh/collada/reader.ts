import type { Limits } from '../../../contract/limits.ts';
import { decodeXml } from '../../../io/xml.ts';
import { childAt, childrenNamed, descendants, parseXmlTree, type XmlNode } from '../../../io/xml-tree.ts';
import { corruptMesh, NodeBudget } from '../failures.ts';
import { betweenSpaces, product, type Matrix, type Mesh, type MeshPart, type Scene, type SceneNode } from '../model.ts';
import { PartBuilder } from '../part-builder.ts';
import { rotated, scaled, translated } from '../transforms.ts';

const NUMBERS = /[^\s]+/g;
const METRES_Y_UP = { up: 'y', metres: 1 } as const;

/**
 * The geometry that a COLLADA document places (Khronos, 1.4.1 and 1.5), in metres with y up: without materials, to check
 * what another reader found. Skins are in the pose that they were modelled in. Throws `input_corrupt` and
 * `input_too_complex`.
 */
export function readColladaGeometry(bytes: Uint8Array, limits: Limits): Scene {
  const root = childAt(parseXmlTree(decodeXml(bytes), limits), 'COLLADA');
  if (!root) throw corruptMesh('it has no COLLADA element');
  return new ColladaDocument(root).scene();
}

class ColladaDocument {
  readonly #root: XmlNode;
  readonly #byId = new Map<string, XmlNode>();
  readonly #meshes: Mesh[] = [];
  readonly #meshOf = new Map<XmlNode, number>();
  readonly #budget = new NodeBudget();
  readonly #open = new Set<XmlNode>();

  constructor(root: XmlNode) {
    this.#root = root;
    this.#collect(root);
  }

  #collect(node: XmlNode): void {
    const id = node.attributes.get('id');
    if (id !== undefined) this.#byId.set(id, node);
    for (const child of node.children) this.#collect(child);
  }

  scene(): Scene {
    const asset = childAt(this.#root, 'asset');
    const [metres = 1] = numbersOf(childAt(asset, 'unit')?.attributes.get('meter') ?? '1');
    const axis = childAt(asset, 'up_axis')?.text.trim();
    const shown =
      this.#named(childAt(this.#root, 'scene', 'instance_visual_scene')) ??
      descendants(this.#root, 'visual_scene').next().value;
    if (!shown) throw corruptMesh('it has no scene');
    const space = betweenSpaces({ up: axis === 'Z_UP' ? 'z' : 'y', metres }, METRES_Y_UP);
    const transform = axis === 'X_UP' ? product(space, rotated(0, 0, 1, 90)) : space;
    const children = childrenNamed(shown, 'node').map((node) => this.#node(node));
    return {
      meshes: this.#meshes,
      materials: [],
      textures: [],
      animations: [],
      roots: [{ name: '', ...(transform && { transform }), children }],
      space: METRES_Y_UP,
    };
  }

  #node(node: XmlNode): SceneNode {
    this.#budget.take();
    if (this.#open.has(node)) throw corruptMesh('a node of its scene is within itself');
    this.#open.add(node);
    let transform: Matrix | undefined;
    const children: SceneNode[] = [];
    for (const child of node.children) {
      transform = product(transform, transformOf(child));
      const used = this.#named(child);
      if (child.name === 'node') children.push(this.#node(child));
      else if (child.name === 'instance_node' && used) children.push(this.#node(used));
      else if (used && /^instance_(geometry|controller)$/.test(child.name)) children.push(...this.#placed(used));
    }
    this.#open.delete(node);
    return { name: node.attributes.get('name') ?? '', ...(transform && { transform }), children };
  }

  /** A geometry, or what a controller deforms: a skin may be on a morph. */
  #placed(used: XmlNode): SceneNode[] {
    let geometry: XmlNode | undefined = used;
    for (let step = 0; step < 4 && geometry?.name === 'controller'; step++)
      geometry = this.#named(childAt(geometry, 'skin') ?? childAt(geometry, 'morph'), 'source');
    const mesh = childAt(geometry, 'mesh');
    if (!mesh) return [];
    const known = this.#meshOf.get(mesh) ?? this.#meshes.push({ name: '', parts: this.#partsOf(mesh) }) - 1;
    this.#meshOf.set(mesh, known);
    return [{ name: geometry?.attributes.get('name') ?? '', mesh: known, children: [] }];
  }

  #partsOf(mesh: XmlNode): MeshPart[] {
    return mesh.children.flatMap((primitive) => {
      const faces = FACES[primitive.name];
      if (!faces) return [];
      const inputs = childrenNamed(primitive, 'input');
      const vertex = inputs.find((input) => /^(VERTEX|POSITION)$/.test(input.attributes.get('semantic') ?? ''));
      if (!vertex) return [];
      const positions = this.#positions(vertex);
      const stride = Math.max(...inputs.map(offsetOf)) + 1;
      const corners = (p: XmlNode) => {
        const own = numbersOf(p.text).filter((_, at) => at % stride === offsetOf(vertex));
        if (own.every((corner) => corner >= 0 && corner * 3 < positions.length)) return own;
        throw corruptMesh('a face has a corner that is not among its vertices');
      };
      const isLine = primitive.name.startsWith('line');
      const builder = new PartBuilder({ positions }, isLine ? 'lines' : 'triangles');
      for (const face of faces(primitive, corners)) {
        const places = face.map((position) => ({ position }));
        if (isLine) builder.addLine(places);
        else builder.addFace(places);
      }
      return builder.isEmpty ? [] : [builder.finish()];
    });
  }

  #positions(input: XmlNode): number[] {
    let source = this.#named(input, 'source');
    if (source?.name === 'vertices')
      source = this.#named(
        childrenNamed(source, 'input').find((one) => one.attributes.get('semantic') === 'POSITION'),
        'source',
      );
    const accessor = childAt(source, 'technique_common', 'accessor');
    const values = numbersOf(childAt(source, 'float_array')?.text ?? '');
    const stride = Number(accessor?.attributes.get('stride') ?? 3) || 3;
    const start = Number(accessor?.attributes.get('offset') ?? 0);
    const positions: number[] = [];
    for (let at = start; at + 3 <= values.length; at += stride)
      positions.push(values[at]!, values[at + 1]!, values[at + 2]!);
    if (!positions.every(Number.isFinite)) throw corruptMesh('a vertex has a place that is no number');
    return positions;
  }

  #named(node: XmlNode | undefined, attribute = 'url'): XmlNode | undefined {
    return this.#byId.get(node?.attributes.get(attribute)?.replace(/^#/, '') ?? '');
  }
}

type Corners = (p: XmlNode) => number[];
type Faces = (primitive: XmlNode, corners: Corners) => Iterable<readonly number[]>;

/** The corners of the faces or lines of each kind of primitive. */
const FACES: Readonly<Record<string, Faces>> = {
  triangles: (primitive, corners) => slices(all(primitive, corners), 3),
  lines: (primitive, corners) => slices(all(primitive, corners), 2),
  linestrips: (primitive, corners) => childrenNamed(primitive, 'p').map(corners),
  polylist: (primitive, corners) => {
    const counts = numbersOf(childAt(primitive, 'vcount')?.text ?? '');
    const values = all(primitive, corners);
    let at = 0;
    return counts.map((count) => values.slice(at, (at += count)));
  },
  polygons: (primitive, corners) => [
    ...childrenNamed(primitive, 'p').map(corners),
    ...childrenNamed(primitive, 'ph').flatMap((hole) => childrenNamed(hole, 'p').map(corners)),
  ],
  tristrips: (primitive, corners) =>
    childrenNamed(primitive, 'p').flatMap((p) => {
      const values = corners(p);
      return values.slice(2).map((last, at) => {
        const [first, second] = [values[at]!, values[at + 1]!];
        return at % 2 === 0 ? [first, second, last] : [second, first, last];
      });
    }),
  trifans: (primitive, corners) =>
    childrenNamed(primitive, 'p').flatMap((p) => {
      const values = corners(p);
      return values.slice(2).map((last, at) => [values[0]!, values[at + 1]!, last]);
    }),
};

function all(primitive: XmlNode, corners: Corners): number[] {
  return childrenNamed(primitive, 'p').flatMap(corners);
}

function slices(values: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.floor(values.length / size) }, (_, at) => values.slice(at * size, at * size + size));
}

function offsetOf(input: XmlNode): number {
  return Number(input.attributes.get('offset') ?? 0) || 0;
}

/** Some programs write a comma in numbers, as people in their country do. */
function numbersOf(text: string): number[] {
  return Array.from(text.matchAll(NUMBERS), ([word]) => Number(word.replace(',', '.')));
}

/** One transformation of a node; those of a node are applied from the last to the first. */
function transformOf({ name, text }: XmlNode): Matrix | undefined {
  const values = numbersOf(text);
  const [a = 0, b = 0, c = 0, d = 0] = values;
  if (name === 'translate') return translated(a, b, c);
  if (name === 'scale') return scaled(a, b, c);
  if (name === 'rotate') return rotated(a, b, c, d);
  if (name !== 'matrix' || values.length !== 16) return undefined;
  // Row by row.
  return Float64Array.from(values, (_, at) => values[(at % 4) * 4 + Math.floor(at / 4)]!);
}
