import type { InputFile } from '../../../contract/codec.ts';
import type { Limits } from '../../../contract/limits.ts';
import { InstancePool, type StackExports } from '../../../io/renewable-instance.ts';
import { mostExpandedBytes, refuseExpansion } from '../errors.ts';

/** A node of Emscripten's file system in memory. */
interface MemoryNode {
  readonly mode: number;
  contents: Uint8Array | null;
  usedBytes: number;
  mtime: number;
  stream_ops: StreamOperations;
}

interface MemoryStream {
  readonly node: MemoryNode;
}

/** Takes bytes out of 7-Zip's memory, or puts some into it; says how many. */
type Transfer = (stream: MemoryStream, heap: Uint8Array, offset: number, length: number, position: number) => number;

interface StreamOperations {
  read: Transfer;
  write: Transfer;
}

interface MemoryFiles {
  /** Whether modes decide who reads a file: entries of any mode are packed. */
  ignorePermissions: boolean;
  mkdir(path: string, mode?: number): void;
  chdir(path: string): void;
  chmod(path: string, mode: number): void;
  symlink(target: string, path: string): void;
  writeFile(path: string, bytes: Uint8Array, options?: { readonly canOwn?: boolean }): void;
  readdir(path: string): string[];
  readlink(path: string): string;
  lookupPath(path: string, options: { readonly follow: boolean }): { readonly node: MemoryNode };
  getPath(node: MemoryNode): string;
  isDir(mode: number): boolean;
  isLink(mode: number): boolean;
  readonly filesystems: {
    readonly MEMFS: { readonly ops_table: { readonly file: { readonly stream: StreamOperations } } };
  };
}

/** The parts of 7z-wasm that are used here. */
interface SevenZipInstance {
  readonly FS: MemoryFiles;
  callMain(args: string[]): number;
}

interface SevenZipOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => unknown,
  ): Record<string, never>;
  print(line: string): void;
  printErr(line: string): void;
  stdin(): null;
}

type SevenZipFactory = (options: SevenZipOptions) => Promise<SevenZipInstance>;

interface SevenZipResult {
  readonly exitCode: number;
  readonly lines: readonly string[];
}

const NO_BYTES = new Uint8Array(0);

export const IN = '/in';
export const OUT = '/out';

/** 0 is success, 1 a warning: some files could not be read. */
export const EXIT_WARNING = 1;
const EXIT_FATAL = 2;

const STACK: StackExports = { save: 'emscripten_stack_get_current', restore: '_emscripten_stack_restore' };

/** Starts 7-Zip from one compiled module. It sees a file system in memory and nothing else. */
export class SevenZipLoader {
  readonly #instances: InstancePool;
  #factory: Promise<SevenZipFactory> | undefined;

  constructor(module: WebAssembly.Module) {
    this.#instances = new InstancePool(module, STACK);
  }

  /** One start runs one command, and knows nothing of those before. Disposing it gives its memory to the next one. */
  async start(): Promise<SevenZip> {
    this.#factory ??= import(import.meta.resolve('7z-wasm/7zz.es6.js')).then(
      ({ default: factory }: { default: SevenZipFactory }) => factory,
    );
    const factory = await this.#factory;
    const lines: string[] = [];
    // Progress and backspaces are in front of lines.
    const collect = (line: string): void => void lines.push(line.slice(line.lastIndexOf('\b') + 1));
    const lease = this.#instances.lease();
    const instance = await factory({
      instantiateWasm: (imports, done) => {
        done(lease.instantiate(imports));
        return {};
      },
      print: collect,
      printErr: collect,
      stdin: () => null, // nobody answers questions
    });
    return new SevenZip(instance, lines, () => lease.release());
  }
}

export class SevenZip implements Disposable {
  readonly files: MemoryFiles;
  readonly #instance: SevenZipInstance;
  readonly #lines: string[];
  readonly #release: () => void;
  #isTrapped = false;

  constructor(instance: SevenZipInstance, lines: string[], release: () => void) {
    this.#instance = instance;
    this.#lines = lines;
    this.#release = release;
    this.files = instance.FS;
    this.files.ignorePermissions = true;
    this.files.mkdir(IN);
    this.files.mkdir(OUT);
  }

  run(args: readonly string[]): SevenZipResult {
    try {
      return { exitCode: this.#instance.callMain([...args]), lines: this.#lines };
    } catch (error) {
      // A C++ exception that nobody caught is the number of its object; a trap is what damaged data may lead to.
      this.#isTrapped = error instanceof WebAssembly.RuntimeError;
      if (typeof error !== 'number' && !this.#isTrapped) throw error;
      return { exitCode: EXIT_FATAL, lines: [...this.#lines, String(error)] };
    } finally {
      process.exitCode = undefined; // Emscripten sets that of the thread
    }
  }

  /** Shows 7-Zip a file of which it reads only what it needs. */
  show(path: string, file: InputFile): void {
    this.files.writeFile(path, NO_BYTES);
    const { node } = this.files.lookupPath(path, { follow: false });
    node.usedBytes = file.size;
    node.stream_ops = {
      ...node.stream_ops,
      read: (_stream, heap, offset, length, position) => file.read(heap.subarray(offset, offset + length), position),
    };
  }

  /**
   * Sizes that an archive states may lie: what is written is counted, and ended at the limit. A file that has the stated
   * size gets its memory at once.
   */
  boundWrites(packedBytes: number, limits: Limits, statedBytes: (path: string) => number | undefined): void {
    const most = mostExpandedBytes(packedBytes, limits);
    let written = 0;
    this.files.filesystems.MEMFS.ops_table.file.stream.write = ({ node }, heap, offset, length, position) => {
      written += length;
      if (written > most) refuseExpansion(packedBytes, limits);
      const end = position + length;
      if (!node.contents) reserve(node, Math.min(most, statedBytes(this.files.getPath(node)) ?? 0));
      reserve(node, end);
      node.contents!.set(heap.subarray(offset, offset + length), position);
      node.usedBytes = Math.max(node.usedBytes, end);
      node.mtime = Date.now();
      return length;
    };
  }

  /** What was written stays readable. */
  [Symbol.dispose](): void {
    if (!this.#isTrapped) this.#release();
  }
}

const LEAST_BYTES = 4096;

/** Twice as much each time: Emscripten's own growth by an eighth copies large files many times. */
function reserve(node: MemoryNode, bytes: number): void {
  const before = node.contents;
  if (before && before.byteLength >= bytes) return;
  const contents = new Uint8Array(Math.max(bytes, LEAST_BYTES, 2 * (before?.byteLength ?? 0)));
  if (before) contents.set(before.subarray(0, node.usedBytes));
  node.contents = contents;
}

export function contentOf({ contents, usedBytes }: MemoryNode): Uint8Array {
  return contents ? contents.subarray(0, usedBytes) : new Uint8Array(0);
}
