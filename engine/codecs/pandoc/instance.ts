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
  readonly PreopenDirectory: new (name: string, contents: Map<string, WasiFile>) => object;
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
export interface LogMessage {
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
  readonly #files = new Map<string, WasiFile>();
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

  /** Runs one conversion. May trap when memory runs out; the instance is of no use after that. */
  convert(request: PandocRequest, inputs: ReadonlyMap<string, Uint8Array>): PandocResult {
    const { File } = this.#shim;
    for (const name of CHANNELS) this.#files.set(name, new File(new Uint8Array()));
    for (const [name, bytes] of inputs) this.#files.set(name, new File(bytes, { readonly: true }));
    const json = new TextEncoder().encode(JSON.stringify(request));
    this.#exports.convert(this.#place(json), json.byteLength);
    const textOf = (name: string): string => new TextDecoder().decode(this.#files.get(name)?.data);
    const known = new Set<string>([...CHANNELS, ...inputs.keys()]);
    const written = [...this.#files].filter(([name, { data }]) => !known.has(name) && data !== undefined);
    return {
      files: new Map(written.map(([name, { data }]) => [name, data])),
      messages: parseMessages(textOf('warnings')),
      error: textOf('stderr').trim(),
    };
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
