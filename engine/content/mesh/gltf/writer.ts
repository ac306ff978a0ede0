import { base64Of, concatBytes, utf8Bytes, viewOf } from '../../../io/bytes.ts';
import {
  inSpace,
  type Material,
  type Matrix,
  type Mesh,
  type MeshPart,
  type Motion,
  type Scene,
  type SceneNode,
  type Texture,
} from '../model.ts';
import { TEXTURE_MIME } from '../textures.ts';
import {
  BINARY_CHUNK,
  FLOAT,
  GLTF_SPACE,
  JSON_CHUNK,
  MAGIC,
  UNSIGNED_INT,
  type GltfAccessor,
  type GltfAnimation,
  type GltfBufferView,
  type GltfDocument,
  type GltfMaterial,
  type GltfNode,
} from './document.ts';

const FOR_VERTICES = 34_962;
const FOR_INDICES = 34_963;
const MODES = { points: 0, lines: 1, triangles: 4 } as const;
/** What glTF shows as textures. */
const SHOWN: ReadonlySet<Texture['type']> = new Set(['png', 'jpg', 'webp']);

/** Writes a scene as GLB, or as glTF with its buffer in the text. */
export function writeGltf(scene: Scene, isBinary: boolean): Uint8Array<ArrayBuffer> {
  const writing = new Writing();
  const document = writing.document(inSpace(scene, GLTF_SPACE));
  const buffer = writing.buffer();
  if (!isBinary) {
    const uri = `data:application/octet-stream;base64,${base64Of(buffer)}`;
    const buffers = buffer.byteLength > 0 ? [{ byteLength: buffer.byteLength, uri }] : undefined;
    return utf8Bytes(`${JSON.stringify({ ...document, ...(buffers && { buffers }) }, undefined, 1)}\n`);
  }
  return glbOf({ ...document, ...(buffer.byteLength > 0 && { buffers: [{ byteLength: buffer.byteLength }] }) }, buffer);
}

/** A GLB of a document and its one buffer. */
export function glbOf(document: GltfDocument, buffer: Uint8Array): Uint8Array<ArrayBuffer> {
  const json = padded(utf8Bytes(JSON.stringify(document)), 0x20);
  const binary = padded(buffer, 0);
  const hasBinary = buffer.byteLength > 0;
  const bytes = new Uint8Array(20 + json.byteLength + (hasBinary ? 8 + binary.byteLength : 0));
  const view = viewOf(bytes);
  for (const [at, value] of [MAGIC, 2, bytes.byteLength, json.byteLength, JSON_CHUNK].entries())
    view.setUint32(at * 4, value, true);
  bytes.set(json, 20);
  if (!hasBinary) return bytes;
  view.setUint32(20 + json.byteLength, binary.byteLength, true);
  view.setUint32(24 + json.byteLength, BINARY_CHUNK, true);
  bytes.set(binary, 28 + json.byteLength);
  return bytes;
}

function padded(bytes: Uint8Array, filler: number): Uint8Array {
  const rest = (4 - (bytes.byteLength % 4)) % 4;
  return rest === 0 ? bytes : concatBytes([bytes, new Uint8Array(rest).fill(filler)]);
}

class Writing {
  readonly #parts: Uint8Array[] = [];
  #size = 0;
  readonly #views: GltfBufferView[] = [];
  readonly #accessors: GltfAccessor[] = [];
  readonly #nodes: GltfNode[] = [];
  readonly #moving: { readonly node: number; readonly motion: Motion }[] = [];

  document({ meshes, materials, textures, roots, animations }: Scene): Omit<GltfDocument, 'buffers'> {
    const shown = textures.filter(({ type }) => SHOWN.has(type));
    const placeOf = (texture: number | undefined) => shown.indexOf(textures[texture ?? -1]!);
    const isWebp = shown.some(({ type }) => type === 'webp');
    const images = shown.map(({ name, type, bytes }) => ({
      name,
      mimeType: TEXTURE_MIME[type],
      bufferView: this.#view(bytes),
    }));
    const written = {
      meshes: meshes.map((mesh) => this.#mesh(mesh)),
      ...(materials.length > 0 && {
        materials: materials.map((material) => materialOf(material, placeOf(material.texture))),
      }),
      ...(images.length > 0 && {
        images,
        textures: shown.map(({ type }, source) =>
          type === 'webp' ? { extensions: { EXT_texture_webp: { source } } } : { source },
        ),
      }),
    };
    const scenes = [{ nodes: roots.map((root) => this.#node(root)) }];
    const moving = this.#moving.length > 0 && [this.#animation(animations[0] ?? '')];
    return {
      asset: { version: '2.0', generator: 'Athanor' },
      ...(isWebp && { extensionsUsed: ['EXT_texture_webp'], extensionsRequired: ['EXT_texture_webp'] }),
      scene: 0,
      scenes,
      nodes: this.#nodes,
      ...written,
      ...(moving && { animations: moving }),
      accessors: this.#accessors,
      bufferViews: this.#views,
    };
  }

  buffer(): Uint8Array {
    return concatBytes(this.#parts);
  }

  #node({ name, transform, mesh, children, motion }: SceneNode): number {
    const index = this.#nodes.push({}) - 1;
    const inner = children.map((child) => this.#node(child));
    this.#nodes[index] = {
      ...(name !== '' && { name }),
      ...(motion ? placeOf(motion, transform) : transform && { matrix: [...transform] }),
      ...(mesh !== undefined && { mesh }),
      ...(inner.length > 0 && { children: inner }),
    };
    if (motion) this.#moving.push({ node: index, motion });
    return index;
  }

  /** One animation of all nodes that move; their moments are mostly the same. */
  #animation(name: string): GltfAnimation {
    const moments = new Map<Float32Array, number>();
    const channels: NonNullable<GltfAnimation['channels']>[number][] = [];
    const samplers: NonNullable<GltfAnimation['samplers']>[number][] = [];
    for (const { node, motion } of this.#moving) {
      const { times, rotations, translations } = motion;
      const bounds = { min: [times[0]!], max: [times.at(-1)!] };
      const input = moments.get(times) ?? this.#accessor(times, 'SCALAR', 1, bounds, false);
      moments.set(times, input);
      const add = (path: 'rotation' | 'translation', values: Float32Array, type: string, size: number): void => {
        const output = this.#accessor(values, type, size, {}, false);
        channels.push({ sampler: samplers.push({ input, output }) - 1, target: { node, path } });
      };
      add('rotation', rotations, 'VEC4', 4);
      if (translations) add('translation', translations, 'VEC3', 3);
    }
    return { ...(name !== '' && { name }), channels, samplers };
  }

  #mesh({ name, parts }: Mesh): NonNullable<GltfDocument['meshes']>[number] {
    return { ...(name !== '' && { name }), primitives: parts.map((part) => this.#primitive(part)) };
  }

  #primitive({ kind, positions, normals, coordinates, colours, indices, material }: MeshPart) {
    const places = Float32Array.from(positions);
    const bounds = [0, 1, 2].map((axis) => boundsOf(places, axis));
    return {
      attributes: {
        POSITION: this.#accessor(places, 'VEC3', 3, {
          min: bounds.map(([least]) => least),
          max: bounds.map(([, most]) => most),
        }),
        ...(normals && { NORMAL: this.#accessor(normals, 'VEC3', 3) }),
        ...(coordinates && { TEXCOORD_0: this.#accessor(coordinates, 'VEC2', 2) }),
        ...(colours && { COLOR_0: this.#accessor(colours, 'VEC4', 4) }),
      },
      indices: this.#accessor(indices, 'SCALAR', 1),
      ...(material !== undefined && { material }),
      mode: MODES[kind],
    };
  }

  #accessor(
    values: Float32Array | Uint32Array,
    type: string,
    size: number,
    bounds: Partial<GltfAccessor> = {},
    isDrawn = true,
  ): number {
    const isIndex = values instanceof Uint32Array;
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const bufferView = this.#view(bytes, isDrawn ? (isIndex ? FOR_INDICES : FOR_VERTICES) : undefined);
    const componentType = isIndex ? UNSIGNED_INT : FLOAT;
    return this.#accessors.push({ bufferView, componentType, count: values.length / size, type, ...bounds }) - 1;
  }

  #view(bytes: Uint8Array, target?: number): number {
    const byteOffset = this.#size;
    const whole = padded(bytes, 0);
    this.#parts.push(whole);
    this.#size += whole.byteLength;
    return this.#views.push({ buffer: 0, byteOffset, byteLength: bytes.byteLength, ...(target && { target }) }) - 1;
  }
}

/** Where a node that moves is at first: what moves has no matrix. */
function placeOf({ rotations }: Motion, transform: Matrix | undefined): Pick<GltfNode, 'rotation' | 'translation'> {
  return {
    rotation: [...rotations.subarray(0, 4)],
    ...(transform && { translation: [...transform.subarray(12, 15)] }),
  };
}

function boundsOf(values: Float32Array, axis: number): readonly [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity];
  for (let at = axis; at < values.length; at += 3) {
    least = Math.min(least, values[at]!);
    most = Math.max(most, values[at]!);
  }
  return [least, most];
}

function materialOf(
  { name, colour, metallic = 0, roughness = 1, emission, doubleSided }: Material,
  texture: number,
): GltfMaterial {
  return {
    ...(name !== '' && { name }),
    pbrMetallicRoughness: {
      baseColorFactor: colour.map((part) => Math.min(1, Math.max(0, part))),
      metallicFactor: metallic,
      roughnessFactor: roughness,
      ...(texture >= 0 && { baseColorTexture: { index: texture } }),
    },
    ...(emission && { emissiveFactor: emission.map((part) => Math.min(1, part)) }),
    ...(colour[3] < 1 && { alphaMode: 'BLEND' as const }),
    ...(doubleSided && { doubleSided }),
  };
}
