import { createHash, createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { readerOf, writerOf } from './dialects.ts';

/** The parts of `@bjorn3/browser_wasi_shim` that are used here. */
interface WasiShim {
  readonly WASI: new (
    args: readonly string[],
    environment: readonly string[],
    descriptors: readonly object[],
    options: { readonly debug: boolean },
  ) => Wasi;
  readonly File: new (data: Uint8Array, options?: { readonly readonly?: boolean }) => WasiFile;
  readonly OpenFile: new (file: WasiFile) => object;
  readonly Directory: new (contents: WasiFolder) => WasiDirectory;
  readonly PreopenDirectory: new (name: string, contents: WasiFolder) => object;
}

interface Wasi {
  readonly wasiImport: WebAssembly.ModuleImports;
  /** Open descriptors; a closed one leaves a hole. */
  readonly fds: (object | undefined)[];
  initialize(instance: WebAssembly.Instance): void;
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
/** 1 January 1980, the least time of a ZIP entry, in nanoseconds since 1970: the same input gives the same bytes. */
const NOW = 315_532_800_000_000_000n;

/** Memory that is filled between two collections: with less they take half of the time, with `-H` most of it. */
const ARGUMENTS = ['pandoc.wasm', '+RTS', '-A16m', '-RTS'];

/**
 * What an instance converts before its memory is kept, each from what the one before wrote: what pandoc works out once
 * (tables of its parsers, templates, the interpreter of filters) is then there. No EPUB is among them, since pandoc draws
 * the seed of identifiers once: every book would get the same one.
 */
const WARM_UPS = [
  [readerOf('md', undefined, {}), 'html5'],
  ['html', 'docx'],
  ['docx', 'latex'],
  ['latex', 'odt'],
  ['odt', 'rst'],
  ['rst', writerOf('md', {})],
] as const;
const WARM_UP_TEXT =
  '# A\n\nB *c* **d** `e` [f](g) "h" :i:\n\n1. j\n\n- k\n\n| l | m |\n|---|---|\n| 1 | 2 |\n\n$x^2$ n[^o]\n\n[^o]: p\n';
const WARM_UP_FILTER = 'return {{ Str = function(text) return text end }}';
const WARM_UP_SETTINGS = {
  standalone: true,
  wrap: 'none',
  'html-math-method': { method: 'mathml' },
  filters: ['filter.lua'],
} as const;

/**
 * Bytes that are free in the memory that is kept: enough for fifty pages of Markdown. Else every job would make the memory
 * grow again, and V8 collects all garbage of a thread, for 60 ms, whenever a memory of more than 64 MB has grown: it counts
 * what the memory held before as released, and what it holds then as new.
 */
const ROOM_BYTES = 16 * 1024 * 1024;
/** What takes memory and gives it back in no time: so many bytes that are no document. */
const ROOM_REQUEST = { from: 'docx', to: 'plain', 'input-files': ['in'], 'output-file': 'out' };

/** Bytes of memory that a job may add to an instance that is used again: WASM memory never shrinks. */
const KEPT_GROWTH_BYTES = 256 * 1024 * 1024;

/** An instance that has seen no input, and its memory at that moment. */
interface PreparedInstance {
  readonly instance: PandocInstance;
  readonly memory: Uint8Array;
}

/** Starts instances of pandoc from one compiled module. */
export class PandocLoader {
  readonly #module: WebAssembly.Module;
  readonly #shim: WasiShim;
  #prepared: PreparedInstance | undefined;
  #jobs = 0;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    // A dependency of pandoc-wasm: it is found from there, wherever that is installed.
    this.#shim = createRequire(import.meta.resolve('pandoc-wasm'))('@bjorn3/browser_wasi_shim') as WasiShim;
  }

  /**
   * Runs one conversion in an instance that has seen no other input: the prepared one, whose memory is put back to what
   * it was, or else a new one. One is prepared when a second job shows that there may be more.
   */
  run(request: PandocRequest, inputs: ReadonlyMap<string, Uint8Array>): PandocResult {
    this.#jobs++;
    const prepared = this.#prepared;
    if (!prepared) {
      if (this.#jobs > 1) setImmediate(() => this.prepare());
      return this.#start().convert(request, inputs);
    }
    const { instance, memory } = prepared;
    this.#prepared = undefined; // after a trap it is of no use
    instance.restoreMemory(memory);
    const result = instance.convert(request, inputs);
    if (instance.memoryBytes <= memory.byteLength + KEPT_GROWTH_BYTES) this.#prepared = prepared;
    else setImmediate(() => this.prepare());
    return result;
  }

  /** Starts an instance and runs the warm-ups in it, which take as long as several pages: jobs that follow are spared that. */
  prepare(): void {
    if (this.#prepared) return;
    const instance = this.#start();
    instance.convert(ROOM_REQUEST, new Map([['in', new Uint8Array(ROOM_BYTES)]]));
    let text: Uint8Array = new TextEncoder().encode(WARM_UP_TEXT);
    for (const [from, to] of WARM_UPS) {
      const request = { ...WARM_UP_SETTINGS, from, to, 'input-files': ['in'], 'output-file': 'out' };
      const inputs = new Map([
        ['in', text],
        [WARM_UP_SETTINGS.filters[0], new TextEncoder().encode(WARM_UP_FILTER)],
      ]);
      const { files, error } = instance.convert(request, inputs);
      const written = files.get('out');
      if (!written) throw new Error(`pandoc did not convert ${from} to ${to} while it was prepared: ${error}`);
      text = written;
    }
    this.#prepared = { instance, memory: instance.copyMemory() };
  }

  #start(): PandocInstance {
    return new PandocInstance(this.#module, this.#shim);
  }
}

/** One pandoc with a file system of its own in memory: it sees no other files and no network. */
class PandocInstance {
  readonly #shim: WasiShim;
  readonly #files: WasiFolder = new Map();
  readonly #exports: PandocExports;
  readonly #wasi: Wasi;
  /** The standard streams and the root folder. */
  readonly #descriptors: readonly object[];
  /** Of the job, for identifiers that differ from document to document and are the same again. */
  #random: RandomBytes | undefined;

  constructor(module: WebAssembly.Module, shim: WasiShim) {
    this.#shim = shim;
    const { WASI, File, OpenFile, PreopenDirectory } = shim;
    const descriptors = [
      ...[1, 2, 3].map(() => new OpenFile(new File(new Uint8Array()))),
      new PreopenDirectory('/', this.#files),
    ];
    const wasi = new WASI(ARGUMENTS, [], [...descriptors], { debug: false });
    this.#descriptors = descriptors;
    this.#wasi = wasi;
    const imports = { ...wasi.wasiImport, ...this.#repeatable() };
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
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
    this.#files.clear();
    for (const name of CHANNELS) this.#files.set(name, new File(new Uint8Array()));
    for (const [path, bytes] of inputs) this.#put(path, new File(bytes, { readonly: true }));
    const json = new TextEncoder().encode(JSON.stringify(request));
    // Not of the request: its names differ from job to job.
    this.#random = new RandomBytes([...inputs.values()]);
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

  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  copyMemory(): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer).slice();
  }

  /** Makes the instance what it was when its memory was copied: nothing of a later job is left in it. */
  restoreMemory(copy: Uint8Array): void {
    const memory = new Uint8Array(this.#exports.memory.buffer);
    memory.set(copy);
    memory.fill(0, copy.byteLength);
    this.#wasi.fds.splice(0, Infinity, ...this.#descriptors);
    this.#files.clear();
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

  /** Clocks that stand still, since the seed of random numbers is made of them too, and numbers that the job determines. */
  #repeatable(): WebAssembly.ModuleImports {
    return {
      clock_time_get: (_clock: number, _precision: bigint, place: number): number => {
        new DataView(this.#exports.memory.buffer).setBigUint64(place, NOW, true);
        return 0;
      },
      random_get: (place: number, length: number): number => {
        this.#random ??= new RandomBytes([]);
        this.#random.writeTo(new Uint8Array(this.#exports.memory.buffer, place, length));
        return 0;
      },
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

/** Bytes that look like any others and that what they are made of determines. */
class RandomBytes {
  readonly #sources: readonly Uint8Array[];
  #key: Buffer | undefined;
  #blocks = 0;

  constructor(sources: readonly Uint8Array[]) {
    this.#sources = sources;
  }

  writeTo(bytes: Uint8Array): void {
    this.#key ??= this.#sources.reduce((hash, source) => hash.update(source), createHash('sha256')).digest();
    for (let at = 0; at < bytes.byteLength;) {
      const block = createHmac('sha256', this.#key)
        .update(String(this.#blocks++))
        .digest();
      bytes.set(block.subarray(0, bytes.byteLength - at), at);
      at += block.byteLength;
    }
  }
}

function parseMessages(json: string): readonly LogMessage[] {
  return json.trim() === '' ? [] : (JSON.parse(json) as LogMessage[]);
}
