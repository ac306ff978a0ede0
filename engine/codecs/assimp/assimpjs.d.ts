declare module 'assimpjs' {
  /** An object of the library, which lives in its memory until it is deleted. */
  interface NativeObject {
    delete(): void;
  }

  export interface AssimpFile extends NativeObject {
    GetPath(): string;
    GetContent(): Uint8Array;
  }

  export interface AssimpResult extends NativeObject {
    IsSuccess(): boolean;
    GetErrorCode(): string;
    FileCount(): number;
    GetFile(index: number): AssimpFile;
  }

  export interface AssimpModule {
    readonly HEAPU8: Uint8Array;
    /** Files that the model names are asked for by their names without folders. */
    ConvertFile(
      name: string,
      format: 'glb2' | 'assjson',
      content: Uint8Array,
      exists: (name: string) => boolean,
      load: (name: string) => Uint8Array,
    ): AssimpResult;
  }

  export interface AssimpOptions {
    instantiateWasm(
      imports: WebAssembly.Imports,
      succeed: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports;
    print(line: string): void;
    printErr(line: string): void;
  }

  export default function startAssimp(options: AssimpOptions): Promise<AssimpModule>;
}
