import { viewOf } from '../../../io/bytes.ts';
import { corruptMesh, truncatedMesh } from '../failures.ts';
import { Buffers, type Gltf } from './container.ts';
import type { GltfAccessor } from './document.ts';

const COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

interface NumberType {
  readonly bytes: number;
  /** What 1 is where numbers are normalised. */
  readonly full: number;
  readonly read: (view: DataView, at: number) => number;
}

const TYPES: Readonly<Record<number, NumberType>> = {
  5120: { bytes: 1, full: 127, read: (view, at) => view.getInt8(at) },
  5121: { bytes: 1, full: 255, read: (view, at) => view.getUint8(at) },
  5122: { bytes: 2, full: 32_767, read: (view, at) => view.getInt16(at, true) },
  5123: { bytes: 2, full: 65_535, read: (view, at) => view.getUint16(at, true) },
  5125: { bytes: 4, full: 4_294_967_295, read: (view, at) => view.getUint32(at, true) },
  5126: { bytes: 4, full: 1, read: (view, at) => view.getFloat32(at, true) },
};

/** Values of an accessor, one after the other. */
export interface AccessorValues {
  readonly values: Float64Array;
  /** Numbers of one value. */
  readonly size: number;
}

/** Reads accessors, each once. */
export class AccessorReader {
  readonly #gltf: Gltf;
  readonly #buffers: Buffers;
  readonly #read = new Map<number, AccessorValues>();

  constructor(gltf: Gltf) {
    this.#gltf = gltf;
    this.#buffers = new Buffers(gltf);
  }

  values(index: number): AccessorValues {
    const known = this.#read.get(index);
    if (known) return known;
    const accessor = this.#gltf.document.accessors?.[index];
    if (!accessor) throw corruptMesh('it names values that are not there');
    const found = this.#valuesOf(accessor);
    this.#read.set(index, found);
    return found;
  }

  /** The bytes of a view of a buffer. */
  view(index: number): Uint8Array {
    const unpacked = this.#gltf.views?.get(index);
    if (unpacked) return unpacked;
    const view = this.#gltf.document.bufferViews?.[index];
    if (!view) throw corruptMesh('it names a part of a buffer that is not there');
    return this.#buffers.part(view);
  }

  #valuesOf(accessor: GltfAccessor): AccessorValues {
    const size = COMPONENTS[accessor.type];
    const type = TYPES[accessor.componentType];
    if (!size || !type || !Number.isSafeInteger(accessor.count) || accessor.count < 0)
      throw corruptMesh('its values have a type that there is not');
    const { bufferView, byteOffset = 0, count } = accessor;
    const stride = this.#gltf.document.bufferViews?.[bufferView ?? -1]?.byteStride ?? size * type.bytes;
    const bytes = bufferView === undefined ? undefined : this.view(bufferView).subarray(byteOffset);
    if (bytes && (count - 1) * stride + size * type.bytes > bytes.byteLength) throw truncatedMesh();
    if (!bytes && !accessor.sparse) throw corruptMesh('its values are nowhere');
    const scale = accessor.normalized ? 1 / type.full : 1;
    const values = new Float64Array(count * size);
    if (bytes) fill(values, bytes, { count, size, stride, type, scale });
    if (accessor.sparse) this.#replace(values, accessor, { size, type, scale });
    return { values, size };
  }

  /** Values that stand in place of others, by the places of these. */
  #replace(
    values: Float64Array,
    { sparse }: GltfAccessor,
    { size, type, scale }: Omit<Layout, 'count' | 'stride'>,
  ): void {
    const { count, indices, values: replacing } = sparse!;
    const placeType = TYPES[indices.componentType];
    const places = this.view(indices.bufferView).subarray(indices.byteOffset ?? 0);
    const bytes = this.view(replacing.bufferView).subarray(replacing.byteOffset ?? 0);
    if (!placeType || count * placeType.bytes > places.byteLength || count * size * type.bytes > bytes.byteLength)
      throw truncatedMesh();
    const replaced = new Float64Array(count * size);
    fill(replaced, bytes, { count, size, stride: size * type.bytes, type, scale });
    const view = viewOf(places);
    for (let at = 0; at < count; at++) {
      const place = placeType.read(view, at * placeType.bytes) * size;
      if (place + size <= values.length) values.set(replaced.subarray(at * size, (at + 1) * size), place);
    }
  }
}

interface Layout {
  readonly count: number;
  readonly size: number;
  readonly stride: number;
  readonly type: NumberType;
  readonly scale: number;
}

function fill(values: Float64Array, bytes: Uint8Array, { count, size, stride, type, scale }: Layout): void {
  const view = viewOf(bytes);
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < size; column++)
      values[row * size + column] = type.read(view, row * stride + column * type.bytes) * scale;
  }
}
