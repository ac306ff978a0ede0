/** Makes the 3D models of the corpus whose geometry is packed: `node corpus/make/packed-models.ts`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import startEncoder from 'draco3d/draco_encoder_nodejs.js';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { AccessorReader } from '../../engine/content/mesh/gltf/accessors.ts';
import { openGltf } from '../../engine/content/mesh/gltf/container.ts';
import {
  FLOAT,
  UNSIGNED_INT,
  type GltfAccessor,
  type GltfBuffer,
  type GltfBufferView,
  type GltfDocument,
} from '../../engine/content/mesh/gltf/document.ts';
import { glbOf } from '../../engine/content/mesh/gltf/writer.ts';
import { READERS } from '../../engine/content/mesh/read.ts';
import { concatBytes } from '../../engine/io/bytes.ts';
import { CORPUS } from '../cases.ts';

const source = (path: string): Uint8Array => new Uint8Array(readFileSync(join(CORPUS, 'sources', path)));

function save(path: string, content: Uint8Array): void {
  const file = join(CORPUS, 'sources', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

interface Attribute {
  readonly name: string;
  readonly size: number;
  readonly values: ArrayLike<number>;
}

/** Attributes by the beginnings of their names in glTF. */
const MEANINGS = ['POSITION', 'NORMAL', 'COLOR', 'TEX_COORD'] as const;

const encoder = await startEncoder();
await MeshoptEncoder.ready;

/** Packs triangles by Draco; ids of attributes are their places. */
function packed(indices: Uint32Array, attributes: readonly Attribute[], isInOrder = false): Uint8Array {
  const [coder, builder, mesh, output] = [
    new encoder.Encoder(),
    new encoder.MeshBuilder(),
    new encoder.Mesh(),
    new encoder.DracoInt8Array(),
  ];
  // Else vertices are joined and come in another order.
  if (isInOrder) coder.SetEncodingMethod(encoder.MESH_SEQUENTIAL_ENCODING);
  builder.AddFacesToMesh(mesh, indices.length / 3, indices);
  for (const { name, size, values } of attributes) {
    const meaning = encoder[MEANINGS.find((each) => name.startsWith(each.slice(0, 3))) ?? 'GENERIC'];
    builder.AddFloatAttributeToMesh(mesh, meaning, values.length / size, size, Float32Array.from(values));
    coder.SetAttributeQuantization(meaning, 16);
  }
  const length = coder.EncodeMeshToDracoBuffer(mesh, output);
  const bytes = Uint8Array.from({ length }, (_, at) => output.GetValue(at));
  for (const each of [coder, builder, mesh, output]) encoder.destroy(each);
  return bytes;
}

/** The hill, with the colours of its vertices. */
const [hill] = READERS.ply(source('ply/hill-vertex-colours.ply')).meshes[0]!.parts;
save(
  'drc/hill-vertex-colours.drc',
  packed(hill!.indices, [
    { name: 'POSITION', size: 3, values: hill!.positions },
    { name: 'COLOR', size: 4, values: hill!.colours! },
  ]),
);

/** Views of a new buffer, one after the other. */
class Views {
  readonly list: GltfBufferView[] = [];
  readonly #parts: Uint8Array[] = [];
  #size = 0;

  /** Index of the view; `buffer` and `extensions` where the bytes stand for others. */
  add(bytes: Uint8Array, rest: Partial<GltfBufferView> = {}): number {
    const place = this.place(bytes);
    return this.list.push({ buffer: 0, ...place, ...rest }) - 1;
  }

  place(bytes: Uint8Array): { readonly byteOffset: number; readonly byteLength: number } {
    const place = { byteOffset: this.#size, byteLength: bytes.byteLength };
    const filler = new Uint8Array((4 - (bytes.byteLength % 4)) % 4);
    this.#parts.push(bytes, filler);
    this.#size += bytes.byteLength + filler.byteLength;
    return place;
  }

  bytes(): Uint8Array {
    return concatBytes(this.#parts);
  }
}

const signpost = openGltf(source('glb/signpost-texture-mirror-wire-turn.glb'));
const { document } = signpost;
const reader = new AccessorReader(signpost);

/** The values of an accessor as 32-bit numbers. */
function numbersOf(index: number): Float32Array | Uint32Array {
  const { values } = reader.values(index);
  return document.accessors![index]!.componentType === FLOAT ? Float32Array.from(values) : Uint32Array.from(values);
}

/** Accessors of 32-bit numbers: `viewOf` has the view of the values of one, or none. */
function accessorsOf(viewOf: (index: number) => number | undefined): GltfAccessor[] {
  return document.accessors!.map(({ count, type, min, max, componentType }, index) => {
    const bufferView = viewOf(index);
    return {
      count,
      type,
      ...(min && max && { min, max }),
      componentType: componentType === FLOAT ? FLOAT : UNSIGNED_INT,
      ...(bufferView !== undefined && { bufferView }),
    };
  });
}

const bytesOf = (numbers: Float32Array | Uint32Array): Uint8Array => new Uint8Array(numbers.buffer as ArrayBuffer);

/** Triangles of the signpost. */
const surfaces = document.meshes!.flatMap(({ primitives }) => primitives.filter(({ mode = 4 }) => mode === 4));

/** Its triangles packed by Draco, its texture scaled and moved by the material, as programs for the web do. */
function withDraco(): Uint8Array {
  const views = new Views();
  const inside = new Set(surfaces.flatMap(({ attributes, indices }) => [...Object.values(attributes), indices!]));
  const accessors = accessorsOf((index) => (inside.has(index) ? undefined : views.add(bytesOf(numbersOf(index)))));
  const meshes = document.meshes!.map((mesh) => ({
    ...mesh,
    primitives: mesh.primitives.map((primitive) => {
      if (!surfaces.includes(primitive)) return primitive;
      const names = Object.keys(primitive.attributes);
      const attributes = names.map((name): Attribute => ({ name, ...reader.values(primitive.attributes[name]!) }));
      const bufferView = views.add(packed(numbersOf(primitive.indices!) as Uint32Array, attributes, true));
      const ids = Object.fromEntries(names.map((name, id) => [name, id]));
      return { ...primitive, extensions: { KHR_draco_mesh_compression: { bufferView, attributes: ids } } };
    }),
  }));
  const materials = document.materials!.map(({ pbrMetallicRoughness: pbr = {}, ...material }) => ({
    ...material,
    pbrMetallicRoughness: {
      ...pbr,
      ...(pbr.baseColorTexture && {
        baseColorTexture: {
          ...pbr.baseColorTexture,
          extensions: { KHR_texture_transform: { offset: [0.25, 0], scale: [0.5, 1] } },
        },
      }),
    },
  }));
  return glb({ ...document, meshes, materials, accessors }, views, [
    'KHR_draco_mesh_compression',
    'KHR_texture_transform',
  ]);
}

/** All its numbers packed by meshoptimizer. */
function withMeshopt(): Uint8Array {
  const views = new Views();
  let unpacked = 0;
  const accessors = accessorsOf((index) => {
    const numbers = numbersOf(index);
    const { count } = document.accessors![index]!;
    const byteStride = numbers.byteLength / count;
    const mode = surfaces.some(({ indices }) => indices === index) ? 'TRIANGLES' : 'ATTRIBUTES';
    const place = views.place(MeshoptEncoder.encodeGltfBuffer(bytesOf(numbers), count, byteStride, mode));
    const extensions = { EXT_meshopt_compression: { buffer: 0, ...place, byteStride, count, mode } };
    const view = { buffer: 1, byteOffset: unpacked, byteLength: numbers.byteLength, extensions };
    unpacked += numbers.byteLength;
    return views.list.push(view) - 1;
  });
  const placeholder = { byteLength: unpacked, extensions: { EXT_meshopt_compression: { fallback: true } } };
  return glb({ ...document, accessors }, views, ['EXT_meshopt_compression'], [placeholder]);
}

function glb(content: GltfDocument, views: Views, extensions: string[], placeholders: GltfBuffer[] = []): Uint8Array {
  const images = content.images!.map((image) => ({ ...image, bufferView: views.add(reader.view(image.bufferView!)) }));
  const bytes = views.bytes();
  const names = { extensionsUsed: extensions, extensionsRequired: extensions };
  const buffers = [{ byteLength: bytes.byteLength }, ...placeholders];
  return glbOf({ ...content, ...names, images, bufferViews: views.list, buffers }, bytes);
}

save('glb/signpost-draco-texture-moved.glb', withDraco());
save('glb/signpost-meshopt.glb', withMeshopt());
