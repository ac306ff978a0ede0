import { createRequire } from 'node:module';

/** The parts of `@bjorn3/browser_wasi_shim` that are used here. */
interface WasiShim {
  readonly WASI: new (
    args: readonly string[],
    environment: readonly string[],
    descriptors: readonly object[],
    options: { readonly debug: boolean },
  ) => { readonly wasiImport: WebAssembly.ModuleImports; initialize(instance: WebAssembly.Instance): void };
  readonly File: new (data: Uint8Array, options?: { readonly readonly?: boolean }) => WasiFile;
  readonly OpenFile: new (file: WasiFile) => object;
  readonly Directory: new (contents: WasiFolder) => WasiDirectory;
  readonly PreopenDirectory: new (name: string, contents: WasiFolder) => object;
}

type WasiFolder = Map<string, WasiFile | WasiDirectory>;

interface WasiDirectory {
  readonly contents: WasiFolder;
}

interface WasiFile {
  readonly data: Uint8Array;
}

interface PandocExports {
  readonly memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  malloc(bytes: number): number;
  hs_init_with_rtsopts(argc: number, argv: number): void;
  convert(options: number, length: number): void;
}

/** What pandoc tells about a conversion, as it writes it in JSON. */
interface LogMessage {
  readonly type: string;
  readonly verbosity: string;
  readonly pretty?: string;
  /** What was skipped, as it stands in the source. */
  readonly contents?: string;
  readonly path?: string;
}

export interface PandocResult {
  /** Every file that was not there before, by name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly messages: readonly LogMessage[];
  /** What went wrong; empty when nothing did. */
  readonly error: string;
}

/** A request as pandoc's defaults files have it: https://pandoc.org/MANUAL.html#defaults-files. */
export type PandocRequest = Readonly<Record<string, unknown>>;

/** Files of the interface between pandoc and its host. */
const CHANNELS = ['stdin', 'stdout', 'stderr', 'warnings'] as const;
/** Memory that is filled between two collections: with less they take half of the time, with `-H` most of it. */
const ARGUMENTS = ['pandoc.wasm', '+RTS', '-A16m', '-RTS'];

/** Starts instances of pandoc from one compiled module. */
export class PandocLoader {
  readonly #module: WebAssembly.Module;
  readonly #shim: WasiShim;
  #ready: PandocInstance | undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    // A dependency of pandoc-wasm: it is found from there, wherever that is installed.
    this.#shim = createRequire(import.meta.resolve('pandoc-wasm'))('@bjorn3/browser_wasi_shim') as WasiShim;
  }

  /** Runs one conversion in an instance of its own, and has another one ready when the thread is next idle. */
  run(request: PandocRequest, inputs: ReadonlyMap<string, Uint8Array>): PandocResult {
    this.prepare();
    const instance = this.#ready!;
    this.#ready = undefined;
    setImmediate(() => this.prepare());
    return instance.convert(request, inputs);
  }

  /** Starting takes as long as converting a page: an instance that waits spares the next job that. */
  prepare(): void {
    this.#ready ??= new PandocInstance(this.#module, this.#shim);
  }
}

/** One pandoc with a file system of its own in memory: it sees no other files and no network. */
class PandocInstance {
  readonly #shim: WasiShim;
  readonly #files: WasiFolder = new Map();
  readonly #exports: PandocExports;

  constructor(module: WebAssembly.Module, shim: WasiShim) {
    this.#shim = shim;
    const { WASI, File, OpenFile, PreopenDirectory } = shim;
    const descriptors = [
      ...[1, 2, 3].map(() => new OpenFile(new File(new Uint8Array()))),
      new PreopenDirectory('/', this.#files),
    ];
    const wasi = new WASI(ARGUMENTS, [], descriptors, { debug: false });
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
    wasi.initialize(instance);
    this.#exports = instance.exports as unknown as PandocExports;
    // oxlint-disable-next-line no-underscore-dangle -- the linker's name
    this.#exports.__wasm_call_ctors();
    this.#startRuntime();
  }

  /**
   * Runs one conversion; the inputs go by their paths. May trap when memory runs out; the instance is of no use after
   * that.
   */
  convert(request: PandocRequest, inputs: ReadonlyMap<string, Uint8Array>): PandocResult {
    const { File } = this.#shim;
    for (const name of CHANNELS) this.#files.set(name, new File(new Uint8Array()));
    for (const [path, bytes] of inputs) this.#put(path, new File(bytes, { readonly: true }));
    const json = new TextEncoder().encode(JSON.stringify(request));
    this.#exports.convert(this.#place(json), json.byteLength);
    const dataOf = (name: string): Uint8Array | undefined => {
      const file = this.#files.get(name);
      return file && 'data' in file ? file.data : undefined;
    };
    const textOf = (name: string): string => new TextDecoder().decode(dataOf(name));
    const known = new Set<string>([...CHANNELS, ...inputs.keys()]);
    const written = [...this.#files.keys()].filter((name) => !known.has(name));
    return {
      files: new Map(
        written.flatMap((name): [string, Uint8Array][] => {
          const data = dataOf(name);
          return data ? [[name, data]] : [];
        }),
      ),
      messages: parseMessages(textOf('warnings')),
      error: textOf('stderr').trim(),
    };
  }

  /** Puts a file where its path leads, through folders that are made on the way. */
  #put(path: string, file: WasiFile): void {
    const names = path.split('/');
    let folder = this.#files;
    for (const name of names.slice(0, -1)) {
      const found = folder.get(name);
      const inner = found && 'contents' in found ? found : new this.#shim.Directory(new Map());
      folder.set(name, inner);
      folder = inner.contents;
    }
    folder.set(names.at(-1)!, file);
  }

  /** GHC's run-time system takes its arguments as a C program does. */
  #startRuntime(): void {
    const { malloc, hs_init_with_rtsopts: initialise } = this.#exports;
    const pointers = ARGUMENTS.map((argument) => this.#place(new TextEncoder().encode(`${argument}\0`)));
    const argv = malloc(4 * (pointers.length + 1));
    const argc = malloc(4);
    const argvPointer = malloc(4);
    const view = new DataView(this.#exports.memory.buffer);
    for (const [index, pointer] of [...pointers, 0].entries()) view.setUint32(argv + 4 * index, pointer, true);
    view.setUint32(argc, ARGUMENTS.length, true);
    view.setUint32(argvPointer, argv, true);
    initialise(argc, argvPointer);
  }

  #place(bytes: Uint8Array): number {
    const pointer = this.#exports.malloc(bytes.byteLength);
    new Uint8Array(this.#exports.memory.buffer).set(bytes, pointer);
    return pointer;
  }
}

function parseMessages(json: string): readonly LogMessage[] {
  return json.trim() === '' ? [] : (JSON.parse(json) as LogMessage[]);
}
