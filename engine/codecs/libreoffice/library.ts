/** The file system of the library, which is in its memory. */
interface OfficeFileSystem {
  analyzePath(path: string): { readonly exists: boolean };
  mkdir(path: string): void;
  rmdir(path: string): void;
  /** With `.` and `..`. */
  readdir(path: string): string[];
  stat(path: string): { readonly mode: number };
  isDir(mode: number): boolean;
  readFile(path: string): Uint8Array<ArrayBuffer>;
  writeFile(path: string, bytes: Uint8Array): void;
  unlink(path: string): void;
}

/** What the glue exports beside C functions, as far as it is used here. */
export interface GlueExports {
  readonly FS: OfficeFileSystem;
  FS_createDataFile(
    folder: string,
    name: string,
    bytes: Uint8Array,
    canRead: boolean,
    canWrite: boolean,
    canOwn: boolean,
  ): void;
}

/**
 * The C functions that are called here: handles and addresses of zero-terminated UTF-8 go in and out. `lok_…` are those of
 * LibreOfficeKit (https://docs.libreoffice.org/libreofficekit.html).
 */
const FUNCTIONS = [
  'malloc',
  'free',
  'libreofficekit_hook',
  'lok_getError',
  'lok_documentLoadWithOptions',
  'lok_documentSaveAs',
  'lok_documentDestroy',
  'lok_documentRegisterCallback',
  'lok_pollCallback',
] as const;

type Functions = { readonly [Name in (typeof FUNCTIONS)[number]]: (...args: number[]) => number };

/** The running library. */
export class OfficeLibrary {
  readonly files: OfficeFileSystem;
  readonly call: Functions;
  readonly #memory: WebAssembly.Memory;

  constructor(exports: GlueExports, memory: WebAssembly.Memory) {
    const all = exports as unknown as Readonly<Record<string, Functions[keyof Functions]>>;
    this.call = Object.fromEntries(FUNCTIONS.map((name) => [name, all[`_${name}`]])) as Functions;
    this.files = exports.FS;
    this.#memory = memory;
  }

  /** Calls a C function with texts, which it may read until it returns. */
  withTexts<T>(texts: readonly string[], use: (...addresses: number[]) => T): T {
    const addresses = texts.map((text) => this.#copy(text));
    try {
      return use(...addresses);
    } finally {
      for (const address of addresses) this.call.free(address);
    }
  }

  textAt(address: number): string {
    const bytes = this.#bytes();
    return new TextDecoder().decode(bytes.slice(address, bytes.indexOf(0, address)));
  }

  /** A text that the library made for its caller, who frees it. */
  takeText(address: number): string {
    if (address === 0) return '';
    const text = this.textAt(address);
    this.call.free(address);
    return text;
  }

  #copy(text: string): number {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const address = this.call.malloc(bytes.byteLength);
    this.#bytes().set(bytes, address);
    return address;
  }

  /** A view of the memory as large as it is now: any thread may make it grow. */
  #bytes(): Uint8Array {
    return new Uint8Array(this.#memory.buffer);
  }
}
