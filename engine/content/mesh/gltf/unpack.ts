import { corruptMesh } from '../failures.ts';
import type { DracoGeometry, GeometryDecoders } from '../packed-geometry.ts';
import { Buffers, type Gltf } from './container.ts';
import {
  UNSIGNED_INT,
  type GltfAccessor,
  type GltfBuffer,
  type GltfBufferView,
  type GltfDocument,
  type GltfPrimitive,
} from './document.ts';

const DRACO = 'KHR_draco_mesh_compression';
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;
/** Bytes that one byte of meshoptimizer stands for at most: two bits for the same byte of 256 values of 16 numbers. */
const MOST_PACKED = 1024;

interface DracoExtension {
  readonly bufferView: number;
  /** Ids in the packed geometry. */
  readonly attributes: Readonly<Record<string, number>>;
}

interface MeshoptExtension {
  readonly buffer: number;
  readonly byteOffset?: number;
  readonly byteLength: number;
  readonly byteStride: number;
  readonly count: number;
  readonly mode: string;
  readonly filter?: string;
}

/** Whether geometry of a document is packed by Draco or meshoptimizer. */
export function isPacked({ meshes = [], bufferViews = [] }: GltfDocument): boolean {
  return (
    bufferViews.some((view) => meshoptOf(view)) ||
    meshes.some(({ primitives = [] }) => primitives.some((primitive) => dracoOf(primitive)))
  );
}

/** The same document with its geometry unpacked. Throws `input_corrupt`, `input_truncated` and `input_too_complex`. */
export function unpackGltf(gltf: Gltf, decoders: GeometryDecoders, maxTriangles: number): Gltf {
  return new Unpacking(gltf, decoders, maxTriangles).gltf();
}

class Unpacking {
  readonly #gltf: Gltf;
  readonly #buffers: Buffers;
  readonly #decoders: GeometryDecoders;
  readonly #views = new Map<number, Uint8Array>();
  readonly #bufferViews: GltfBufferView[];
  readonly #accessors: GltfAccessor[];
  /** Of the packed geometry of one view: several primitives may share it. */
  readonly #opened = new Map<string, GltfPrimitive>();
  #trianglesLeft: number;

  constructor(gltf: Gltf, decoders: GeometryDecoders, maxTriangles: number) {
    this.#gltf = gltf;
    this.#buffers = new Buffers(gltf);
    this.#decoders = decoders;
    this.#bufferViews = [...(gltf.document.bufferViews ?? [])];
    this.#accessors = [...(gltf.document.accessors ?? [])];
    this.#trianglesLeft = maxTriangles;
  }

  gltf(): Gltf {
    this.#openViews();
    const meshes = this.#gltf.document.meshes?.map((mesh) => ({
      ...mesh,
      primitives: (mesh.primitives ?? []).map((primitive) => this.#primitive(primitive)),
    }));
    const document = {
      ...this.#gltf.document,
      bufferViews: this.#bufferViews,
      accessors: this.#accessors,
      ...(meshes && { meshes }),
    };
    return { ...this.#gltf, document, views: this.#views };
  }

  #openViews(): void {
    for (const [index, view] of this.#bufferViews.entries()) {
      const packed = meshoptOf(view);
      if (!packed) continue;
      const { byteStride: stride, count, mode, filter } = packed.layout;
      const source = this.#buffers.part(packed.layout);
      if (!(count * stride >= 0) || count * stride > source.byteLength * MOST_PACKED)
        throw corruptMesh('its packed geometry claims more than it holds');
      this.#views.set(index, this.#decoders.meshopt(source, { count, stride, mode, ...(filter && { filter }) }));
      this.#bufferViews[index] = {
        buffer: view.buffer,
        byteLength: count * stride,
        ...(mode === 'ATTRIBUTES' && { byteStride: stride }),
      };
    }
  }

  #primitive(primitive: GltfPrimitive): GltfPrimitive {
    const packed = dracoOf(primitive);
    if (!packed) return primitive;
    const key = JSON.stringify([packed, primitive.attributes]);
    const opened = this.#opened.get(key) ?? this.#unpacked(primitive, packed);
    this.#opened.set(key, opened);
    // Strips are unpacked to triangles.
    return { ...primitive, ...opened, mode: 4, extensions: {} };
  }

  #unpacked(primitive: GltfPrimitive, { bufferView, attributes }: DracoExtension): GltfPrimitive {
    const view = this.#bufferViews[bufferView];
    if (!view) throw corruptMesh('it names a part of a buffer that is not there');
    const geometry = this.#decoders.draco(this.#buffers.part(view), this.#trianglesLeft);
    try {
      return this.#accessorsOf(geometry, primitive, attributes);
    } finally {
      geometry.close();
    }
  }

  #accessorsOf(geometry: DracoGeometry, primitive: GltfPrimitive, ids: DracoExtension['attributes']): GltfPrimitive {
    const { points, indices } = geometry;
    if (!indices) throw corruptMesh('a part of a mesh is a cloud of points');
    this.#trianglesLeft -= indices.length / 3;
    const attributes: Record<string, number> = { ...primitive.attributes };
    for (const [name, id] of Object.entries(ids)) {
      const accessor = this.#accessors[primitive.attributes[name] ?? -1];
      const found = accessor && geometry.attribute(id, accessor.componentType);
      if (!found || accessor.count !== points)
        throw corruptMesh('its packed geometry is not what its description says');
      attributes[name] = this.#added(found.bytes, { ...accessor, byteOffset: 0 });
    }
    const { buffer, byteOffset, byteLength } = indices;
    const bytes = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
    return {
      attributes,
      indices: this.#added(bytes, { componentType: UNSIGNED_INT, count: indices.length, type: 'SCALAR' }),
    };
  }

  /** Index of an accessor of new values. */
  #added(bytes: Uint8Array, accessor: GltfAccessor): number {
    const bufferView = this.#bufferViews.push({ buffer: 0, byteLength: bytes.byteLength }) - 1;
    this.#views.set(bufferView, bytes);
    return this.#accessors.push({ ...accessor, bufferView }) - 1;
  }
}

function dracoOf({ extensions }: GltfPrimitive): DracoExtension | undefined {
  return extensions?.[DRACO] as DracoExtension | undefined;
}

/** How a view of a buffer is packed, by the name of its extension; undefined for one that is not. */
export function meshoptOf({
  extensions,
}: GltfBufferView): { readonly name: string; readonly layout: MeshoptExtension } | undefined {
  const name = MESHOPT.find((each) => extensions?.[each]);
  return name && { name, layout: extensions![name] as MeshoptExtension };
}

/** Whether a buffer holds nothing: programs that know how its content is packed elsewhere never read it. */
export function isPlaceholder({ uri, extensions }: GltfBuffer): boolean {
  return uri === undefined && MESHOPT.some((name) => (extensions?.[name] as { fallback?: boolean })?.fallback);
}
