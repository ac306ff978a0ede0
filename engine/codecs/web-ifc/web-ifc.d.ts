declare module 'web-ifc' {
  /** A list in the memory of the library. */
  interface NativeList<T> {
    get(index: number): T;
    size(): number;
  }

  export interface PlacedGeometry {
    /** Red, green, blue and opacity. */
    readonly color: { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
    readonly geometryExpressID: number;
    readonly flatTransformation: readonly number[];
  }

  export interface FlatMesh {
    readonly expressID: number;
    readonly geometries: NativeList<PlacedGeometry>;
  }

  /** Places and sizes are those of numbers of 32 bits in the memory of the library. */
  export interface NativeGeometry {
    GetVertexData(): number;
    GetVertexDataSize(): number;
    GetIndexData(): number;
    GetIndexDataSize(): number;
    delete(): void;
  }

  export class IfcAPI {
    readonly wasmModule: { readonly HEAPU8: Uint8Array } | undefined;
    Init(locate?: (path: string, prefix: string) => string, forceSingleThread?: boolean): Promise<void>;
    SetLogLevel(level: number): void;
    /** The number of the model; -1 where it cannot be read. */
    OpenModel(bytes: Uint8Array, settings: Readonly<Record<string, boolean | number>>): number;
    StreamAllMeshes(model: number, each: (mesh: FlatMesh) => void): void;
    GetGeometry(model: number, geometry: number): NativeGeometry;
    GetVertexArray(place: number, size: number): Float32Array;
    GetIndexArray(place: number, size: number): Uint32Array;
    CloseModel(model: number): void;
  }
}
