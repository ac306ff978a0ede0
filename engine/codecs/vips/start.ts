import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type Vips from 'wasm-vips';
import { pthreadClass } from './pthread.ts';

export type VipsLibrary = typeof Vips;
export type VipsImage = Vips.Image;
export type VipsSource = Vips.Source;

/** The modules as `Codec.wasm` names them: the library and its side modules for AVIF and JPEG XL. */
interface VipsModules {
  readonly main: WebAssembly.Module;
  readonly heif: WebAssembly.Module;
  readonly jxl: WebAssembly.Module;
}

/** A started library, and how much of its memory is in use: memory that once grew stays. */
export interface StartedVips {
  readonly vips: VipsLibrary;
  heapBytes(): number;
  readonly maxHeapBytes: number;
}

const PAGE_BYTES = 65_536;

/**
 * libvips counts libjxl among what is not fuzzed enough for untrusted input, writer and all. Here it runs in a sealed
 * thread inside WebAssembly, as the other decoders do: what a bug in it could reach is the one job's own memory.
 */
const JXL_OPERATIONS = ['VipsForeignLoadJxl', 'VipsForeignSaveJxl'] as const;

const require = createRequire(import.meta.url);
/**
 * The browser build: it has no Node file code at all, only files in memory, where the Node build hands every file of
 * the host to the WASM code. The export map hides it from Node, so it is loaded by its path.
 */
const GLUE = join(dirname(require.resolve('wasm-vips')), 'vips.js');
const SIDE_MODULES = { heif: 'vips-heif.wasm', jxl: 'vips-jxl.wasm' } as const;

type StartGlue = (options: object) => Promise<VipsLibrary>;

/**
 * Starts libvips in this thread, and its pthreads in nested threads that are sealed before they run anything, as soon as
 * it wants them. `maxPages` is the ceiling of the memory that they share, in pages of 64 KiB; the build starts with 4096.
 */
export async function startVips(modules: VipsModules, maxPages: number): Promise<StartedVips> {
  const sideModules = new Map([
    [SIDE_MODULES.heif, modules.heif],
    [SIDE_MODULES.jxl, modules.jxl],
  ]);
  const memories: WebAssembly.Memory[] = [];
  const putBack = [
    browserGlobals(sideModules),
    threadGlobal(),
    cappedMemory(maxPages, memories),
    sharedSideModules(sideModules),
  ];
  try {
    const startGlue = loadGlue();
    const vips = await startGlue({
      dynamicLibraries: [...sideModules.keys()],
      locateFile: (name: string) => name,
      print: ignore,
      printErr: ignore,
      preRun: [
        ({ ENV }: { ENV: Record<string, string> }) => {
          ENV['VIPS_CONCURRENCY'] = '1'; // parallelism comes from the pool of workers
          delete ENV['VIPS_MAX_THREADS']; // or it would start as many at once
        },
      ],
      instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: object) => void) {
        const instance = new WebAssembly.Instance(modules.main, imports);
        done(instance, modules.main);
        return instance.exports;
      },
    });
    vips.blockUntrusted(true); // leaves the loaders of jpeg, png, webp, gif, tiff and heif
    for (const operation of JXL_OPERATIONS) vips.operationBlock(operation, false);
    vips.operationBlock('VipsForeignLoadUhdr', true); // a JPEG with a gain map is read as the JPEG that it is
    vips.Cache.max(0); // the runner keeps nothing between jobs
    return { vips, heapBytes: () => memories[0]!.buffer.byteLength, maxHeapBytes: maxPages * PAGE_BYTES };
  } finally {
    for (const restore of putBack.reverse()) restore();
  }
}

/** The glue starts six threads before anything runs, of which a conversion needs three; it starts further ones itself. */
const POOL_SIZE = 'for(var a=navigator.hardwareConcurrency>6?navigator.hardwareConcurrency:6;a--;)';

/** The glue as its package has it, but for the number of threads that it starts with. */
function loadGlue(): StartGlue {
  const parts = readFileSync(GLUE, 'utf8').split(POOL_SIZE);
  if (parts.length !== 2) throw new Error('The glue of vips does not start its threads where it is known to.');
  // oxlint-disable-next-line typescript/no-implied-eval -- what `require` does, for the text of a package that was changed
  const run = new Function('module', 'exports', parts.join('for(;false;)')) as (
    module: object,
    exports: object,
  ) => void;
  const module = { exports: {} };
  run(module, module.exports);
  return module.exports as StartGlue;
}

function ignore(): void {}

/** Makes this thread look like a browser's worker to the glue, until the returned function is called. */
function browserGlobals(sideModules: ReadonlyMap<string, WebAssembly.Module>): () => void {
  return replaceGlobals({
    WorkerGlobalScope: Object,
    self: { location: { href: pathToFileURL(GLUE).href } },
    navigator: { hardwareConcurrency: 1 }, // or a large machine would get a thread a core in every worker
    fetch: async (url: unknown) => {
      const module = sideModules.get(String(url));
      if (!module) throw new TypeError('Refused: there is nothing to fetch but the side modules.');
      return new Response(dylinkHeader(module));
    },
  });
}

/** Stays after the start: libvips starts threads later too, and this class can start nothing but sealed vips threads. */
function threadGlobal(): () => void {
  Object.defineProperty(globalThis, 'Worker', {
    value: pthreadClass(GLUE),
    configurable: true,
    writable: true,
  });
  return ignore;
}

function replaceGlobals(values: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete (globalThis as Record<string, unknown>)[name];
    }
  };
}

/** The glue creates the memory itself: a maximum below the module's own is legal, so the constructor is enough. */
function cappedMemory(maxPages: number, created: WebAssembly.Memory[]): () => void {
  const Memory = WebAssembly.Memory;
  WebAssembly.Memory = new Proxy(Memory, {
    construct(target, [descriptor]: [WebAssembly.MemoryDescriptor]) {
      const memory = new target({ ...descriptor, maximum: Math.min(descriptor.maximum ?? maxPages, maxPages) });
      created.push(memory);
      return memory;
    },
  });
  return () => {
    WebAssembly.Memory = Memory;
  };
}

/**
 * The glue compiles side modules from fetched bytes, in every worker again. It is given the few bytes that it looks at
 * itself, and where it instantiates them, the module that the process has compiled already.
 */
function sharedSideModules(sideModules: ReadonlyMap<string, WebAssembly.Module>): () => void {
  const instantiate = WebAssembly.instantiate;
  const modules = new Map([...sideModules.values()].map((module) => [digest(dylinkHeader(module)), module]));
  const instantiateShared = async (bytes: Uint8Array<ArrayBuffer>, imports: WebAssembly.Imports): Promise<unknown> => {
    const module = modules.get(digest(bytes));
    if (!module) return instantiate(bytes, imports);
    return { module, instance: new WebAssembly.Instance(module, imports) };
  };
  WebAssembly.instantiate = instantiateShared as typeof WebAssembly.instantiate;
  return () => {
    WebAssembly.instantiate = instantiate;
  };
}

function digest(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/**
 * The first bytes of a side module: the magic, the version and the section `dylink.0`, which says how much memory
 * and which tables it wants (https://github.com/WebAssembly/tool-conventions/blob/main/DynamicLinking.md).
 */
function dylinkHeader(module: WebAssembly.Module): Uint8Array<ArrayBuffer> {
  const name = 'dylink.0';
  const [content] = WebAssembly.Module.customSections(module, name);
  if (!content) throw new Error(`A side module of vips has no section ${name}.`);
  const size = 1 + name.length + content.byteLength;
  const sectionId = 0;
  return new Uint8Array([
    ...Buffer.from('\0asm\u0001\0\0\0', 'latin1'),
    sectionId,
    ...leb128(size),
    name.length,
    ...Buffer.from(name, 'latin1'),
    ...new Uint8Array(content),
  ]);
}

function leb128(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb128(value >>> 7)];
}
