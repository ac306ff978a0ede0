/** The glue of Emscripten in the package `gdal3.js`, without the functions around it that read and write files. */
declare module 'gdal3.js/build/package/gdal3WebAssembly.js' {
  type Value = 'number' | 'string';

  export interface GdalModule {
    ccall(name: string, returns: 'number', types: readonly Value[], values: readonly (number | string)[]): number;
    ccall(name: string, returns: null, types: readonly Value[], values: readonly (number | string)[]): void;
    setValue(address: number, value: number, type: '*'): void;
    lengthBytesUTF8(text: string): number;
    stringToUTF8(text: string, address: number, bytes: number): void;
    UTF8ToString(address: number): string;
    readonly HEAPU8: Uint8Array;
    /** The file system, which is in memory. */
    readonly FS: {
      mkdirTree(path: string): void;
      rmdir(path: string): void;
      unlink(path: string): void;
      /** With `.` and `..`. */
      readdir(path: string): readonly string[];
      stat(path: string): { readonly mode: number };
      isDir(mode: number): boolean;
      analyzePath(path: string): { readonly exists: boolean };
      /** `canOwn`: the bytes are not copied. */
      writeFile(path: string, bytes: Uint8Array, options?: { readonly canOwn?: boolean }): void;
      readFile(path: string): Uint8Array<ArrayBuffer>;
    };
  }

  export interface GdalOptions {
    instantiateWasm(
      imports: WebAssembly.Imports,
      succeed: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): WebAssembly.Exports;
    /** The bytes of the `.data` file. */
    getPreloadedPackage(): ArrayBuffer;
    print(line: string): void;
    printErr(line: string): void;
    /** Takes the variables of the environment. */
    readonly preRun: readonly ((module: { readonly ENV: Record<string, string> }) => void)[];
  }

  export default function startGdal(options: GdalOptions): Promise<GdalModule>;
}
