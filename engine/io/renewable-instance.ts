/** How the build calls what reads and what sets its stack pointer. */
export interface StackExports {
  readonly save: string;
  readonly restore: string;
}

type Callable = (...args: unknown[]) => unknown;

/** Bytes of memory above which an instance is not kept: what a large video took would stay with the worker. */
const MOST_BYTES = 48 << 20;

/**
 * An instance of a module of Emscripten that can be made as new. To instantiate one takes longer than many a job, above
 * all because of the garbage that the memory of the last one has become; to write its first contents over all of the
 * memory takes a fifth of that. Nothing of a job survives it: beside the memory, an instance of C code has only its stack
 * pointer, which is set again, and imports, which are those of the glue of each start. Only for modules that have no
 * other global that changes.
 */
class RenewableInstance {
  readonly instance: WebAssembly.Instance;
  readonly #pristine: Uint8Array;
  readonly #stack: StackExports;
  readonly #stackPointer: unknown;
  #imports: WebAssembly.Imports;

  constructor(module: WebAssembly.Module, imports: WebAssembly.Imports, stack: StackExports) {
    this.#imports = imports;
    this.#stack = stack;
    this.instance = new WebAssembly.Instance(module, this.#delegates(module));
    this.#pristine = withoutTail(this.#memory).slice();
    this.#stackPointer = this.#call(stack.save);
  }

  /** Whether the memory is so small that it is worth renewing. */
  get isSmall(): boolean {
    return this.#memory.byteLength <= MOST_BYTES;
  }

  /** Lets go of the glue of the last job, with its files. */
  rest(): void {
    this.#imports = {};
  }

  /** Makes the instance as it was before anything ran in it. */
  renew(imports: WebAssembly.Imports): void {
    this.#imports = imports;
    const memory = this.#memory;
    memory.set(this.#pristine);
    memory.fill(0, this.#pristine.byteLength);
    this.#call(this.#stack.restore, this.#stackPointer);
  }

  get #memory(): Uint8Array {
    for (const value of Object.values(this.instance.exports)) {
      if (value instanceof WebAssembly.Memory) return new Uint8Array(value.buffer);
    }
    throw new Error('The module exports no memory.');
  }

  #call(name: string, ...args: unknown[]): unknown {
    return (this.instance.exports[name] as Callable)(...args);
  }

  /** The imports of an instance are given once and for all: these lead to those of the latest glue. */
  #delegates(module: WebAssembly.Module): WebAssembly.Imports {
    const delegates: Record<string, Record<string, Callable>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      // Nine parameters are more than any of these imports takes: an array of arguments at every call would cost more.
      (delegates[from] ??= {})[name] = (a, b, c, d, e, f, g, h, i) =>
        (this.#imports[from]![name] as Callable)(a, b, c, d, e, f, g, h, i);
    }
    return delegates;
  }
}

/** The instance that a job has. */
export interface InstanceLease {
  /** Gives the glue of the job its instance, as new. */
  instantiate(imports: WebAssembly.Imports): WebAssembly.Instance;
  /** Takes it back for the next job. One that has trapped is not given back: nobody knows what went wrong in it. */
  release(): void;
}

/** Instances of one module, for jobs of which most follow one another: what the last job has had is for the next one. */
export class InstancePool {
  readonly #module: WebAssembly.Module;
  readonly #stack: StackExports;
  #idle: RenewableInstance | undefined;

  constructor(module: WebAssembly.Module, stack: StackExports) {
    this.#module = module;
    this.#stack = stack;
  }

  lease(): InstanceLease {
    let used = this.#idle;
    this.#idle = undefined;
    return {
      instantiate: (imports) => {
        used?.renew(imports);
        used ??= new RenewableInstance(this.#module, imports, this.#stack);
        return used.instance;
      },
      release: () => {
        if (!used?.isSmall) return;
        used.rest();
        this.#idle = used;
      },
    };
  }
}

/** The bytes up to the last that is not zero. */
function withoutTail(memory: Uint8Array): Uint8Array {
  const words = new BigUint64Array(memory.buffer);
  return memory.subarray(0, 8 * (words.findLastIndex((word) => word !== 0n) + 1));
}
