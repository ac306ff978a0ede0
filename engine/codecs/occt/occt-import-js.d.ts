declare module 'occt-import-js' {
  type RgbColour = readonly [red: number, green: number, blue: number];

  export interface OcctMesh {
    readonly name: string;
    readonly color?: RgbColour;
    /** Triangles of each face of the solid, the last one included. */
    readonly brep_faces: readonly { readonly first: number; readonly last: number; readonly color: RgbColour | null }[];
    readonly attributes: {
      readonly position: { readonly array: readonly number[] };
      readonly normal?: { readonly array: readonly number[] };
    };
    readonly index: { readonly array: readonly number[] };
  }

  export interface OcctNode {
    readonly name: string;
    readonly meshes: readonly number[];
    readonly children: readonly OcctNode[];
  }

  export interface OcctResult {
    readonly success: boolean;
    readonly root: OcctNode;
    readonly meshes: readonly OcctMesh[];
  }

  type Read = (content: Uint8Array, parameters: Readonly<Record<string, string | number>>) => OcctResult;

  export interface OcctModule {
    readonly HEAPU8: Uint8Array;
    readonly ReadStepFile: Read;
    readonly ReadIgesFile: Read;
    readonly ReadBrepFile: Read;
  }

  export interface OcctOptions {
    instantiateWasm(
      imports: WebAssembly.Imports,
      succeed: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports;
    print(line: string): void;
    printErr(line: string): void;
  }

  export default function startOcct(options: OcctOptions): Promise<OcctModule>;
}
