import { corruptMesh, NodeBudget, unsupportedMesh } from '../failures.ts';
import {
  withOpacity,
  type Colour,
  type Material,
  type Matrix,
  type Mesh,
  type MeshPart,
  type Scene,
  type SceneNode,
} from '../model.ts';
import { TextureList, type FilesBeside } from '../textures.ts';
import { AccessorReader } from './accessors.ts';
import { openGltf, type Gltf } from './container.ts';
import { isPacked } from './unpack.ts';
import {
  GLTF_SPACE,
  type GltfDocument,
  type GltfMaterial,
  type GltfNode,
  type GltfPrimitive,
  type GltfTextureInfo,
} from './document.ts';

export interface GltfScene extends Scene {
  /** Files that it names and that are not there. */
  readonly missing: readonly string[];
  /** What it shows and nothing here reads. */
  readonly unread: readonly string[];
}

/**
 * glTF 2.0, as text or as GLB: the scene that it shows, in the pose that its nodes have. Throws `input_corrupt`,
 * `input_truncated`, and `unsupported_conversion` for packed geometry.
 */
export function readGltf(bytes: Uint8Array, files: FilesBeside = new Map()): GltfScene {
  const gltf = openGltf(bytes, files);
  if (isPacked(gltf.document)) throw unsupportedMesh('has packed geometry. Save it without compression');
  return sceneOfGltf(gltf, files);
}

/** The scene of an open document whose geometry is not packed. Throws `input_corrupt` and `input_truncated`. */
export function sceneOfGltf(gltf: Gltf, files: FilesBeside = new Map()): GltfScene {
  const { document } = gltf;
  const accessors = new AccessorReader(gltf);
  const textures = texturesOf(gltf, accessors, files);
  const meshes = (document.meshes ?? []).map(({ name = '', primitives = [] }): Mesh => ({
    name,
    parts: primitives.map((primitive) =>
      partOf(primitive, accessors, shownTexture(document.materials?.[primitive.material ?? -1])),
    ),
  }));
  return {
    meshes,
    materials: (document.materials ?? []).map((material) => materialOf(material, textures.ofTexture)),
    textures: textures.list.textures,
    roots: rootsOf(document),
    animations: (document.animations ?? []).map(({ name }, index) => name ?? `animation ${index + 1}`),
    space: GLTF_SPACE,
    missing: [...textures.list.missing],
    unread: textures.hasSupercompressed ? ['textures in KTX2'] : [],
  };
}

function rootsOf({ scene = 0, scenes = [], nodes = [] }: GltfDocument): SceneNode[] {
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  const roots =
    scenes[scene]?.nodes ??
    nodes
      .keys()
      .filter((index) => !children.has(index))
      .toArray();
  const open = new Set<number>();
  const budget = new NodeBudget();
  const nodeOf = (index: number): SceneNode => {
    budget.take();
    const node = nodes[index];
    if (!node) throw corruptMesh('its scene names a node that is not there');
    if (open.has(index)) throw corruptMesh('a node of its scene is within itself');
    open.add(index);
    const { name = '', mesh, children: inner = [] } = node;
    const transform = transformOf(node);
    const placed = {
      name,
      ...(transform && { transform }),
      ...(mesh !== undefined && { mesh }),
      children: inner.map(nodeOf),
    };
    open.delete(index);
    return placed;
  };
  return roots.map(nodeOf);
}

function transformOf({ matrix, translation, rotation, scale }: GltfNode): Matrix | undefined {
  if (matrix?.length === 16) return Float64Array.from(matrix);
  if (!translation && !rotation && !scale) return undefined;
  const [x = 0, y = 0, z = 0, w = 1] = rotation ?? [];
  const [a = 1, b = 1, c = 1] = scale ?? [];
  const [p = 0, q = 0, r = 0] = translation ?? [];
  return Float64Array.of(
    ...[a * (1 - 2 * (y * y + z * z)), a * 2 * (x * y + z * w), a * 2 * (x * z - y * w), 0],
    ...[b * 2 * (x * y - z * w), b * (1 - 2 * (x * x + z * z)), b * 2 * (y * z + x * w), 0],
    ...[c * 2 * (x * z + y * w), c * 2 * (y * z - x * w), c * (1 - 2 * (x * x + y * y)), 0],
    ...[p, q, r, 1],
  );
}

const KINDS: readonly MeshPart['kind'][] = ['points', 'lines', 'lines', 'lines', 'triangles', 'triangles', 'triangles'];

function partOf(
  { attributes, indices, material, mode = 4 }: GltfPrimitive,
  accessors: AccessorReader,
  texture: GltfTextureInfo | undefined,
): MeshPart {
  const kind = KINDS[mode];
  const position = attributes?.['POSITION'];
  if (!kind || position === undefined) throw corruptMesh('a part of a mesh has no vertices');
  const { values: positions, size } = accessors.values(position);
  if (size !== 3 || !positions.every(Number.isFinite)) throw corruptMesh('a vertex has a place that is no number');
  const count = positions.length / 3;
  const order =
    indices === undefined
      ? Uint32Array.from({ length: count }, (_, at) => at)
      : Uint32Array.from(accessors.values(indices).values);
  if (order.some((vertex) => vertex >= count)) throw corruptMesh('a face has a corner that is not among its vertices');
  const listOf = (name: string, width: number) => {
    const found = attributes[name] === undefined ? undefined : accessors.values(attributes[name]);
    return found?.size === width && found.values.length === count * width ? Float32Array.from(found.values) : undefined;
  };
  const normals = listOf('NORMAL', 3);
  const set = texture?.extensions?.KHR_texture_transform?.texCoord ?? texture?.texCoord ?? 0;
  const coordinates = placedOnTexture(listOf(`TEXCOORD_${set}`, 2), texture);
  const opaque = listOf('COLOR_0', 3);
  const colours = listOf('COLOR_0', 4) ?? (opaque && withOpacity(opaque));
  return {
    kind,
    positions,
    ...(normals && { normals }),
    ...(coordinates && { coordinates }),
    ...(colours && { colours }),
    indices: separated(order, mode),
    ...(material !== undefined && { material }),
  };
}

/** Places on a texture as it shows them (KHR_texture_transform): scaled, turned and moved, in this order. */
function placedOnTexture(
  coordinates: Float32Array | undefined,
  texture: GltfTextureInfo | undefined,
): Float32Array | undefined {
  const transform = texture?.extensions?.KHR_texture_transform;
  if (!coordinates || !transform) return coordinates;
  const { offset: [x = 0, y = 0] = [], scale: [width = 1, height = 1] = [], rotation = 0 } = transform;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const placed = new Float32Array(coordinates.length);
  for (let at = 0; at < coordinates.length; at += 2) {
    const [u, v] = [coordinates[at]! * width, coordinates[at + 1]! * height];
    placed[at] = cos * u + sin * v + x;
    placed[at + 1] = cos * v - sin * u + y;
  }
  return placed;
}

/** The texture of the colour of a material. */
function shownTexture(material: GltfMaterial | undefined): GltfTextureInfo | undefined {
  return (
    material?.pbrMetallicRoughness?.baseColorTexture ??
    material?.extensions?.['KHR_materials_pbrSpecularGlossiness']?.diffuseTexture
  );
}

/** Loops, strips and fans as lines and triangles of their own. */
function separated(order: Uint32Array, mode: number): Uint32Array {
  const last = order.length - 1;
  const found: number[] = [];
  if (mode === 2 || mode === 3) {
    for (let at = 0; at < last; at++) found.push(order[at]!, order[at + 1]!);
    if (mode === 2 && last > 0) found.push(order[last]!, order[0]!);
  } else if (mode === 5) {
    for (let at = 2; at <= last; at++) found.push(order[at - 2]!, order[at - 1 + (at % 2)]!, order[at - (at % 2)]!);
  } else if (mode === 6) {
    for (let at = 2; at <= last; at++) found.push(order[0]!, order[at - 1]!, order[at]!);
  } else {
    return order.subarray(0, order.length - (order.length % { 0: 1, 1: 2, 4: 3 }[mode as 0 | 1 | 4]));
  }
  return Uint32Array.from(found);
}

interface Textures {
  readonly list: TextureList;
  /** Index in the list of a texture of the document. */
  readonly ofTexture: (index: number | undefined) => number | undefined;
  /** Whether some are there only in KTX2 (KHR_texture_basisu). */
  readonly hasSupercompressed: boolean;
}

function texturesOf({ document, resolve }: Gltf, accessors: AccessorReader, files: FilesBeside): Textures {
  const list = new TextureList(files);
  const images = (document.images ?? []).map(({ name, uri, bufferView }, index) => {
    if (bufferView !== undefined) return list.embedded(name ?? `texture-${index + 1}`, accessors.view(bufferView));
    const bytes = uri === undefined ? undefined : resolve(uri);
    if (bytes) return list.embedded(name ?? (uri!.startsWith('data:') ? `texture-${index + 1}` : uri!), bytes);
    if (uri !== undefined) list.missing.add(uri);
    return undefined;
  });
  const sources = (document.textures ?? []).map(
    ({ source, extensions }) => source ?? extensions?.['EXT_texture_webp']?.source,
  );
  return {
    list,
    ofTexture: (index) => images[sources[index ?? -1] ?? -1],
    hasSupercompressed: sources.includes(undefined) && (document.extensionsUsed ?? []).includes('KHR_texture_basisu'),
  };
}

function materialOf(material: GltfMaterial, ofTexture: Textures['ofTexture']): Material {
  const { name = '', pbrMetallicRoughness: pbr = {}, emissiveFactor, doubleSided, extensions } = material;
  const older = extensions?.['KHR_materials_pbrSpecularGlossiness'];
  const [red = 1, green = 1, blue = 1, opacity = 1] = pbr.baseColorFactor ?? older?.diffuseFactor ?? [];
  const colour: Colour = [red, green, blue, opacity];
  const texture = ofTexture(shownTexture(material)?.index);
  const [r = 0, g = 0, b = 0] = emissiveFactor ?? [];
  return {
    name,
    colour,
    metallic: pbr.metallicFactor ?? 1,
    roughness: pbr.roughnessFactor ?? 1,
    ...(r + g + b > 0 && { emission: [r, g, b] as const }),
    ...(texture !== undefined && { texture }),
    ...(doubleSided && { doubleSided }),
  };
}
