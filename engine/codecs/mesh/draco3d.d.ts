declare module 'draco3d/draco_decoder_nodejs.js' {
  export interface DracoObject {
    readonly ptr: number;
  }

  export interface DracoPointCloud extends DracoObject {
    num_points(): number;
    num_faces(): number;
  }

  interface DracoAttribute extends DracoObject {
    num_components(): number;
    unique_id(): number;
  }

  interface Decoder extends DracoObject {
    GetEncodedGeometryType(bytes: Uint8Array): number;
    DecodeArrayToMesh(bytes: Uint8Array, length: number, mesh: DracoPointCloud): { ok(): boolean };
    DecodeArrayToPointCloud(bytes: Uint8Array, length: number, cloud: DracoPointCloud): { ok(): boolean };
    GetAttributeByUniqueId(cloud: DracoPointCloud, id: number): DracoAttribute;
    GetAttributeId(cloud: DracoPointCloud, meaning: number): number;
    GetAttribute(cloud: DracoPointCloud, place: number): DracoAttribute;
    GetAttributeDataArrayForAllPoints(
      cloud: DracoPointCloud,
      attribute: DracoAttribute,
      type: number,
      bytes: number,
      place: number,
    ): boolean;
    GetTrianglesUInt32Array(mesh: DracoPointCloud, bytes: number, place: number): boolean;
  }

  type Numbers = Readonly<
    Record<
      | `DT_${'INT8' | 'UINT8' | 'INT16' | 'UINT16' | 'UINT32' | 'FLOAT32'}`
      | 'POSITION'
      | 'NORMAL'
      | 'COLOR'
      | 'TEX_COORD'
      | 'POINT_CLOUD'
      | 'TRIANGULAR_MESH',
      number
    >
  >;

  export interface DracoModule extends Numbers {
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    readonly Decoder: new () => Decoder;
    readonly Mesh: new () => DracoPointCloud;
    readonly PointCloud: new () => DracoPointCloud;
    destroy(object: DracoObject): void;
    _malloc(bytes: number): number;
    _free(place: number): void;
  }

  export default function startDraco(options: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      succeed: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports;
    print(line: string): void;
    printErr(line: string): void;
  }): Promise<DracoModule>;
}
