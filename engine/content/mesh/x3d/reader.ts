import type { Limits } from '../../../contract/limits.ts';
import type { Colour, Material, Matrix, Mesh, MeshPart, Scene, SceneNode } from '../model.ts';
import { product } from '../model.ts';
import { NodeBudget } from '../failures.ts';
import { TextureList, type FilesBeside } from '../textures.ts';
import { geometryOf, isGeometry } from './geometry.ts';
import { childOf, isFalse, numbersIn, textsIn, type X3dNode } from './node.ts';
import { readVrml } from './vrml.ts';
import { readX3dXml } from './xml.ts';

export interface X3dScene extends Scene {
  /** Files that it names and that are not there. */
  readonly missing: readonly string[];
  /** Types of nodes that show something and are not read, each once. */
  readonly unread: readonly string[];
}

/** Nodes that show nothing by themselves, or nothing that has a place in a model. */
const SILENT =
  /(?:Light|Sensor|Interpolator|Sequencer|Trigger|Toggle|Filter|Background|Fog|Info|Viewpoint|Sound|Clip|Script|Metadata\w+|Environment|Route)$|^(?:Appearance|Material|LayerSet|Layout)/;
const GROUPS = new Set([
  'Group',
  'Transform',
  'Anchor',
  'Collision',
  'Billboard',
  'StaticGroup',
  'HAnimHumanoid',
  'HAnimJoint',
  'HAnimSegment',
  'Viewport',
  'CADLayer',
  'CADAssembly',
  'CADPart',
  'CADFace',
]);

/** A scene of X3D in XML: `readX3d`, or of VRML 97: `readVrmlScene`. Nothing that it names is fetched. */
export function readX3d(bytes: Uint8Array, limits: Limits, files?: FilesBeside): X3dScene {
  return new Reading(files).scene(readX3dXml(bytes, limits));
}

export function readVrmlScene(bytes: Uint8Array, limits: Limits, files?: FilesBeside): X3dScene {
  return new Reading(files).scene(readVrml(bytes, limits));
}

class Reading {
  readonly #meshes: Mesh[] = [];
  readonly #meshOf = new Map<X3dNode, number | undefined>();
  readonly #materials: Material[] = [];
  readonly #materialOf = new Map<X3dNode, number>();
  readonly #textures: TextureList;
  readonly #missing = new Set<string>();
  readonly #unread = new Set<string>();
  readonly #nodes = new NodeBudget();

  constructor(files: FilesBeside | undefined) {
    this.#textures = new TextureList(files);
  }

  scene(nodes: readonly X3dNode[]): X3dScene {
    const roots = nodes.flatMap((node) => this.#placed(node));
    return {
      meshes: this.#meshes,
      materials: this.#materials,
      textures: this.#textures.textures,
      roots,
      animations: [],
      space: { up: 'y', metres: 1 },
      missing: [...this.#missing],
      unread: [...this.#unread],
    };
  }

  #placed(node: X3dNode): SceneNode[] {
    this.#nodes.take();
    const { type, name } = node;
    if (type === 'Shape') return this.#shape(node);
    if (type === 'Switch') return this.#chosen(node, numbersIn(node, 'whichChoice')[0] ?? -1);
    if (type === 'LOD') return this.#chosen(node, 0);
    if (type === 'Group' && node.children.length > 1 && node.children.every((child) => child.node.type === 'Shape'))
      return this.#joined(node);
    if (GROUPS.has(type)) {
      const transform = transformOf(node);
      return [
        { name, ...(transform && { transform }), children: node.children.flatMap((child) => this.#placed(child.node)) },
      ];
    }
    if (type === 'Inline') for (const address of textsIn(node, 'url').slice(0, 1)) this.#missing.add(address);
    else if (!SILENT.test(type)) this.#unread.add(type);
    return [];
  }

  #chosen(node: X3dNode, index: number): SceneNode[] {
    const child = node.children.filter(({ field = 'children' }) => /^(?:children|choice|level)$/.test(field))[index];
    return child ? this.#placed(child.node) : [];
  }

  #shape(node: X3dNode): SceneNode[] {
    if (!this.#meshOf.has(node)) this.#meshOf.set(node, this.#mesh(node));
    const mesh = this.#meshOf.get(node);
    return mesh === undefined ? [] : [{ name: node.name, mesh, children: [] }];
  }

  /** Shapes of one group are the parts of one mesh, as files of other formats have them. */
  #joined(group: X3dNode): SceneNode[] {
    if (!this.#meshOf.has(group)) {
      const parts = group.children.flatMap(({ node }) => this.#parts(node));
      this.#meshOf.set(group, parts.length === 0 ? undefined : this.#meshes.push({ name: group.name, parts }) - 1);
    }
    const mesh = this.#meshOf.get(group);
    return mesh === undefined ? [] : [{ name: group.name, mesh, children: [] }];
  }

  #mesh(node: X3dNode): number | undefined {
    const parts = this.#parts(node);
    return parts.length === 0 ? undefined : this.#meshes.push({ name: node.name, parts }) - 1;
  }

  #parts(node: X3dNode): MeshPart[] {
    const geometry = node.children.find((child) => isGeometry(child.node))?.node;
    if (!geometry) {
      const unread = node.children.find(
        (child) => child.field === 'geometry' || !/^(?:Appearance|Metadata)/.test(child.node.type),
      );
      if (unread) this.#unread.add(unread.node.type);
      return [];
    }
    const material = this.#material(childOf(node, 'Appearance'));
    const isDoubleSided = isFalse(geometry, 'solid');
    const own = material !== undefined && isDoubleSided ? this.#doubleSided(material) : material;
    return geometryOf(geometry, own).map((part) =>
      part.kind === 'triangles' ? this.#inOwnColours(part) : this.#shining(part),
    );
  }

  /** Lines and points are not lit: they have the colour that their material shines with. */
  #shining(part: MeshPart): MeshPart {
    const { emission, ...own } = this.#materials[part.material ?? -1] ?? {};
    if (!emission || part.colours) return part.colours ? this.#inOwnColours(part) : part;
    const colour: Colour = [...emission, 1];
    return { ...part, material: this.#materials.push({ name: '', ...own, colour }) - 1 };
  }

  /** Colours of vertices take the place of the material's (ISO/IEC 19775-1, 12.2.2). */
  #inOwnColours(part: MeshPart): MeshPart {
    if (!part.colours || part.material === undefined) return part;
    const { material, ...rest } = part;
    const { texture, ...own } = this.#materials[material]!;
    if (texture === undefined) return rest;
    return { ...rest, material: this.#materials.push({ ...own, colour: [1, 1, 1, 1], texture }) - 1 };
  }

  #doubleSided(index: number): number {
    const material = this.#materials[index]!;
    if (!material.doubleSided) this.#materials[index] = { ...material, doubleSided: true };
    return index;
  }

  #material(appearance: X3dNode | undefined): number | undefined {
    if (!appearance) return undefined;
    const known = this.#materialOf.get(appearance);
    if (known !== undefined) return known;
    const material = childOf(appearance, 'Material', 'PhysicalMaterial', 'UnlitMaterial');
    const image = childOf(appearance, 'ImageTexture') ?? (material && childOf(material, 'ImageTexture'));
    const texture = this.#texture(image);
    if (!material && texture === undefined) return undefined;
    const index =
      this.#materials.push({ ...materialOf(material, appearance), ...(texture !== undefined && { texture }) }) - 1;
    this.#materialOf.set(appearance, index);
    return index;
  }

  #texture(image: X3dNode | undefined): number | undefined {
    const addresses = image ? textsIn(image, 'url') : [];
    for (const address of addresses) {
      const found = this.#textures.named(address);
      if (found !== undefined) return found;
    }
    if (addresses.length > 0) this.#missing.add(addresses[0]!);
    return undefined;
  }
}

function materialOf(material: X3dNode | undefined, appearance: X3dNode): Material {
  const name = material?.name || appearance.name;
  if (!material) return { name, colour: [1, 1, 1, 1] };
  const [red = 0.8, green = 0.8, blue = 0.8] = numbersIn(
    material,
    material.type === 'PhysicalMaterial' ? 'baseColor' : 'diffuseColor',
  );
  const [transparency = 0] = numbersIn(material, 'transparency');
  const colour: Colour = [red, green, blue, 1 - transparency];
  const [r = 0, g = 0, b = 0] = numbersIn(material, 'emissiveColor');
  return { name, colour, ...(r + g + b > 0 && { emission: [r, g, b] as const }) };
}

/** Moved, turned, and scaled along axes of its own, around a centre: T · C · R · SR · S · −SR · −C (ISO/IEC 19775-1, 10.4.4). */
function transformOf(node: X3dNode): Matrix | undefined {
  if (node.type !== 'Transform' && !node.type.startsWith('HAnim')) return undefined;
  const [x = 0, y = 0, z = 0] = numbersIn(node, 'translation');
  const [p = 0, q = 0, r = 0] = numbersIn(node, 'center');
  const [a = 1, b = 1, c = 1] = numbersIn(node, 'scale');
  const turn = rotation(numbersIn(node, 'rotation'));
  const axes = numbersIn(node, 'scaleOrientation');
  const steps = [
    moved(x + p, y + q, z + r),
    turn,
    rotation(axes),
    scaled(a, b, c),
    rotation(axes.length === 4 ? [axes[0]!, axes[1]!, axes[2]!, -axes[3]!] : []),
    moved(-p, -q, -r),
  ];
  return steps.reduce(product, undefined);
}

function moved(x: number, y: number, z: number): Matrix | undefined {
  return x === 0 && y === 0 && z === 0 ? undefined : Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
}

function scaled(x: number, y: number, z: number): Matrix | undefined {
  return x === 1 && y === 1 && z === 1 ? undefined : Float64Array.of(x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1);
}

/** Around an axis, by an angle in radians. */
function rotation([x = 0, y = 0, z = 0, angle = 0]: readonly number[]): Matrix | undefined {
  const length = Math.hypot(x, y, z);
  if (angle === 0 || length === 0) return undefined;
  const [a, b, c] = [x / length, y / length, z / length];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rest = 1 - cos;
  return Float64Array.of(
    ...[a * a * rest + cos, a * b * rest + c * sin, a * c * rest - b * sin, 0],
    ...[a * b * rest - c * sin, b * b * rest + cos, b * c * rest + a * sin, 0],
    ...[a * c * rest + b * sin, b * c * rest - a * sin, c * c * rest + cos, 0],
    ...[0, 0, 0, 1],
  );
}
