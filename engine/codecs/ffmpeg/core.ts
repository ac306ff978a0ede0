import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { InstancePool, type InstanceLease, type StackExports } from '../../io/renewable-instance.ts';

/**
 * Bytes of the stack that every instance gets from its own heap. The build's stack of 64 KiB lies below the static
 * data and grows into it without a check; libvpx and Opus need 69 to 79 KiB.
 */
const STACK_BYTES = 4 << 20;

/** A file system node as Emscripten keeps it; the fields of our own file system are `host`'s. */
export interface FsNode {
  readonly id: number;
  readonly mode: number;
  node_ops: object;
  stream_ops: object;
  timestamp: number;
}

export interface EmscriptenFs {
  readonly ErrnoError: new (errno: number) => Error;
  createNode(parent: FsNode | null, name: string, mode: number, device: number): FsNode;
  mkdir(path: string): void;
  mount(type: { mount(mount: { readonly opts: unknown }): FsNode }, opts: object, path: string): void;
  readFile(path: string): Uint8Array;
  writeFile(path: string, data: Uint8Array): void;
}

/** The parts of an `@ffmpeg/core` 0.12 instance that are used here. */
export interface Core {
  readonly FS: EmscriptenFs;
  readonly asm: Readonly<Record<string, (argument?: number) => number>>;
  _malloc(bytes: number): number;
  exec(...args: string[]): number;
  ffprobe(...args: string[]): number;
  setLogger(logger: (line: { readonly type: string; readonly message: string }) => void): void;
  setProgress(listener: (event: { readonly progress: number; readonly time: number }) => void): void;
  setTimeout(milliseconds: number): void;
}

interface CoreOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown,
  ): unknown;
}

type CoreFactory = (options: CoreOptions) => Promise<Core>;

const require = createRequire(import.meta.url);

/** Starts instances from one compiled module. */
export class CoreLoader {
  readonly #module: WebAssembly.Module;
  readonly #factory: CoreFactory;
  readonly #stack: StackExports;
  readonly #instances: InstancePool;
  readonly #leases = new WeakMap<Core, InstanceLease>();

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#factory = require('@ffmpeg/core') as CoreFactory;
    this.#stack = stackExports();
    this.#instances = new InstancePool(module, this.#stack);
  }

  /**
   * An instance that knows nothing of any other job: options, log level and heap of a run stay in it until it is made as
   * new.
   */
  async start(): Promise<Core> {
    const lease = this.#instances.lease();
    const core = await withWorkerLocation(() =>
      this.#factory({
        instantiateWasm: (imports, done) => done(lease.instantiate(imports), this.#module),
      }),
    );
    this.#leases.set(core, lease);
    // oxlint-disable-next-line no-underscore-dangle -- Emscripten's name
    const base = core._malloc(STACK_BYTES);
    if (base === 0) throw new Error('@ffmpeg/core: no memory for the stack');
    this.#restoreStack(core, (base + STACK_BYTES) & ~15);
    return core;
  }

  /** Takes back an instance that is not needed any more: the next job can have it, made as new. */
  release(core: Core): void {
    this.#leases.get(core)?.release();
    this.#leases.delete(core);
  }

  /** Runs the tool in an instance; a run leaves by abort() and takes its stack frames with it, so they are given back. */
  run(core: Core, tool: 'exec' | 'ffprobe', args: readonly string[]): number {
    const stack = core.asm[this.#stack.save]!();
    try {
      return core[tool](...args);
    } catch (thrown) {
      if (isExit(thrown)) return thrown.status;
      if (thrown instanceof WebAssembly.RuntimeError) this.#leases.delete(core);
      throw thrown;
    } finally {
      this.#restoreStack(core, stack);
    }
  }

  #restoreStack(core: Core, pointer: number): void {
    core.asm[this.#stack.restore]!(pointer);
  }
}

/** Leaving by exit() instead of abort() arrives as an object of the glue's own, which is no Error. */
function isExit(thrown: unknown): thrown is { readonly status: number } {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'ExitStatus';
}

/** The glue calls its exports by minified names: they are read from its source, so that another build fails loudly. */
function stackExports(): StackExports {
  const source = readFileSync(require.resolve('@ffmpeg/core'), 'utf8');
  const nameOf = (export_: string): string => {
    const name = new RegExp(`${export_}=Module\\["asm"\\]\\["(\\w+)"\\]`).exec(source)?.[1];
    if (!name) throw new Error(`@ffmpeg/core: ${export_} not found, this build is not known`);
    return name;
  };
  return { save: nameOf('stackSave'), restore: nameOf('stackRestore') };
}

/** The build is made for a browser's worker and reads `self.location.href` once, before its first await. */
function withWorkerLocation<T>(start: () => T): T {
  // Another library of the same process may have set one that has no place.
  const before = Object.getOwnPropertyDescriptor(globalThis, 'self');
  Object.defineProperty(globalThis, 'self', { value: { location: { href: 'file:///' } }, configurable: true });
  try {
    return start();
  } finally {
    if (before) Object.defineProperty(globalThis, 'self', before);
    else Reflect.deleteProperty(globalThis, 'self');
  }
}
