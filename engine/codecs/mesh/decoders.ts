import startDraco, { type DracoModule, type DracoObject, type DracoPointCloud } from 'draco3d/draco_decoder_nodejs.js';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import type { CompiledModule } from '../../contract/codec.ts';
import { corruptMesh, tooComplex } from '../../content/mesh/failures.ts';
import type { DracoGeometry, GeometryDecoders } from '../../content/mesh/packed-geometry.ts';
import { quietStart } from '../../io/emscripten.ts';

/** Types of numbers by their codes in glTF, and the bytes of one. */
const TYPES = {
  5120: ['DT_INT8', 1],
  5121: ['DT_UINT8', 1],
  5122: ['DT_INT16', 2],
  5123: ['DT_UINT16', 2],
  5125: ['DT_UINT32', 4],
  5126: ['DT_FLOAT32', 4],
} as const;

/** Starts the libraries that unpack geometry: Draco and meshoptimizer. */
export async function startDecoders(draco: CompiledModule): Promise<GeometryDecoders> {
  const [module] = await Promise.all([startDraco(quietStart(draco)), MeshoptDecoder.ready]);
  return {
    draco: (bytes, maxTriangles) => new Geometry(module, bytes, maxTriangles),
    meshopt(source, { count, stride, mode, filter }) {
      const target = new Uint8Array(count * stride);
      try {
        MeshoptDecoder.decodeGltfBuffer(target, count, stride, source, mode, filter);
      } catch (error) {
        throw corruptMesh('its packed geometry cannot be unpacked', error);
      }
      return target;
    },
  };
}

/** What the library holds until it is closed. */
class Geometry implements DracoGeometry {
  readonly points: number;
  readonly indices?: Uint32Array;
  readonly #module: DracoModule;
  readonly #decoder: InstanceType<DracoModule['Decoder']>;
  readonly #cloud: DracoPointCloud;
  readonly #open: DracoObject[] = [];

  constructor(module: DracoModule, bytes: Uint8Array, maxTriangles: number) {
    this.#module = module;
    this.#decoder = this.#opened(new module.Decoder());
    try {
      const kind = this.#decoder.GetEncodedGeometryType(bytes);
      const isMesh = kind === module.TRIANGULAR_MESH;
      if (!isMesh && kind !== module.POINT_CLOUD) throw corruptMesh('its packed geometry is of no known kind');
      const mesh = this.#opened(isMesh ? new module.Mesh() : new module.PointCloud());
      const status = isMesh
        ? this.#decoder.DecodeArrayToMesh(bytes, bytes.byteLength, mesh)
        : this.#decoder.DecodeArrayToPointCloud(bytes, bytes.byteLength, mesh);
      if (!status.ok()) throw corruptMesh('its packed geometry cannot be unpacked');
      this.#cloud = mesh;
      this.points = mesh.num_points();
      const faces = isMesh ? mesh.num_faces() : this.points;
      if (faces > maxTriangles) throw tooComplex('triangles', maxTriangles, faces);
      if (isMesh) this.indices = this.#triangles(faces);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  attribute(id: number, componentType: number): ReturnType<DracoGeometry['attribute']> {
    const [type, width] = TYPES[componentType as keyof typeof TYPES] ?? [];
    const attribute = type && this.#decoder.GetAttributeByUniqueId(this.#cloud, id);
    if (!attribute?.ptr) return undefined;
    const size = attribute.num_components();
    const bytes = this.#copied(this.points * size * width!, (length, place) =>
      this.#decoder.GetAttributeDataArrayForAllPoints(this.#cloud, attribute, this.#module[type!], length, place),
    );
    return bytes && { size, bytes };
  }

  idOf(meaning: Parameters<DracoGeometry['idOf']>[0]): number | undefined {
    const place = this.#decoder.GetAttributeId(this.#cloud, this.#module[meaning]);
    return place < 0 ? undefined : this.#decoder.GetAttribute(this.#cloud, place).unique_id();
  }

  close(): void {
    for (const one of this.#open.splice(0)) this.#module.destroy(one);
  }

  #triangles(faces: number): Uint32Array {
    const bytes = this.#copied(faces * 12, (length, place) =>
      this.#decoder.GetTrianglesUInt32Array(this.#cloud, length, place),
    );
    if (!bytes) throw corruptMesh('its packed geometry has no triangles');
    return new Uint32Array(bytes.buffer);
  }

  /** A copy of what the library writes to its memory; undefined where it writes nothing. */
  #copied(length: number, write: (length: number, place: number) => boolean): Uint8Array<ArrayBuffer> | undefined {
    const { _malloc: allocate, _free: free } = this.#module;
    const place = allocate(Math.max(length, 1));
    try {
      return write(length, place) ? this.#module.HEAPU8.slice(place, place + length) : undefined;
    } finally {
      free(place);
    }
  }

  #opened<T extends DracoObject>(object: T): T {
    this.#open.push(object);
    return object;
  }
}
