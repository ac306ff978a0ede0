/** A memory of this thread, and the bytes that it had when its library started. */
interface KnownMemory {
  readonly memory: WeakRef<WebAssembly.Memory>;
  readonly initialBytes: number;
}

const known = new Set<KnownMemory>();
const seen = new WeakSet<WebAssembly.Memory>();
const collected = new FinalizationRegistry((entry: KnownMemory) => known.delete(entry));
let isWatching = false;

/**
 * Watches the memories of all libraries in WebAssembly that this thread starts from now on, whether a library makes its
 * memory itself or is given it.
 */
export function watchMemories(): void {
  if (isWatching) return;
  isWatching = true;
  const { Memory, Instance, instantiate } = WebAssembly;
  WebAssembly.Memory = new Proxy(Memory, {
    construct: (target, [descriptor]: [WebAssembly.MemoryDescriptor]) => remember(new target(descriptor)),
  });
  WebAssembly.Instance = new Proxy(Instance, {
    construct: (target, [module, imports]: [WebAssembly.Module, WebAssembly.Imports?]) =>
      withExports(new target(module, imports)),
  });
  const instantiateWatched = async (source: WebAssembly.Module, imports?: WebAssembly.Imports): Promise<unknown> => {
    // Of bytes it gives the module as well.
    const made: WebAssembly.Instance | WebAssembly.WebAssemblyInstantiatedSource = await instantiate(source, imports);
    withExports('instance' in made ? (made.instance as WebAssembly.Instance) : made);
    return made;
  };
  WebAssembly.instantiate = instantiateWatched as typeof WebAssembly.instantiate;
}

/** Bytes by which the memories have grown since their libraries started: what jobs took, and WebAssembly never gives back. */
export function grownBytes(): number {
  let bytes = 0;
  for (const { memory, initialBytes } of known)
    bytes += Math.max(0, (memory.deref()?.buffer.byteLength ?? 0) - initialBytes);
  return bytes;
}

function withExports(instance: WebAssembly.Instance): WebAssembly.Instance {
  for (const exported of Object.values(instance.exports)) {
    if (exported instanceof WebAssembly.Memory) remember(exported);
  }
  return instance;
}

function remember(memory: WebAssembly.Memory): WebAssembly.Memory {
  if (seen.has(memory)) return memory;
  seen.add(memory);
  const entry: KnownMemory = { memory: new WeakRef(memory), initialBytes: memory.buffer.byteLength };
  known.add(entry);
  collected.register(memory, entry);
  return memory;
}
