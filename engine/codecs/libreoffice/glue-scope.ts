/*
 * What the glue of LibreOffice sees of us: in the worker that starts it, and in each of its pthreads, whose module holds
 * the text of this file. So it imports nothing.
 */

/** Memory that all threads of one LibreOffice share: the files of its package, and which of them are open where. */
interface SharedMemory {
  readonly contents: SharedArrayBuffer;
  /** For each descriptor: where its file begins in the contents plus one (0: none of ours), its size, its position. */
  readonly open: SharedArrayBuffer;
}

const FIELDS = 3;
const BEGIN = 0;
const SIZE = 1;
const POSITION = 2;
const EINVAL = 28;

/**
 * Serves reads of the package's own files in whichever thread asks. The glue would hand each of them to the thread that
 * started LibreOffice, which looks for such calls once a millisecond while it converts: a scan of the fonts makes
 * twenty thousand.
 */
export class SharedFiles {
  readonly #contents: Uint8Array;
  readonly #open: Int32Array;

  constructor({ contents, open }: SharedMemory) {
    this.#contents = new Uint8Array(contents);
    this.#open = new Int32Array(open);
  }

  static descriptorBytes(maxDescriptors: number): number {
    return maxDescriptors * FIELDS * Int32Array.BYTES_PER_ELEMENT;
  }

  /** Notes what a descriptor reads, when its file's bytes lie in the shared memory and nobody writes to them. */
  opened(fd: number, contents: Uint8Array | undefined, isReadOnly: boolean): number {
    const isOurs = isReadOnly && contents?.buffer === this.#contents.buffer;
    this.#set(fd, isOurs ? contents.byteOffset + 1 : 0, isOurs ? contents.byteLength : 0);
    return fd;
  }

  closed(fd: number): void {
    this.#set(fd, 0, 0);
  }

  has(fd: number): boolean {
    return (this.#open[fd * FIELDS + BEGIN] ?? 0) !== 0;
  }

  /** `fd_read` of WASI: `vector` points to `count` pairs of an address and a length. */
  read(memory: WebAssembly.Memory, fd: number, vector: number, count: number, readAddress: number): number {
    const words = new Uint32Array(memory.buffer);
    const bytes = new Uint8Array(memory.buffer);
    const at = fd * FIELDS;
    const begin = this.#open[at + BEGIN]! - 1;
    const size = this.#open[at + SIZE]!;
    let position = this.#open[at + POSITION]!;
    const before = position;
    for (let index = 0; index < count; index++) {
      const target = words[(vector >>> 2) + 2 * index]!;
      const length = Math.min(words[(vector >>> 2) + 2 * index + 1]!, size - position);
      if (length <= 0) break;
      bytes.set(this.#contents.subarray(begin + position, begin + position + length), target);
      position += length;
    }
    this.#open[at + POSITION] = position;
    words[readAddress >>> 2] = position - before;
    return 0;
  }

  /** `fd_seek` of WASI. */
  seek(memory: WebAssembly.Memory, fd: number, offset: bigint, whence: number, positionAddress: number): number {
    const at = fd * FIELDS;
    const origin = [0, this.#open[at + POSITION]!, this.#open[at + SIZE]!][whence];
    const position = Number(offset) + (origin ?? NaN);
    if (!(position >= 0)) return EINVAL;
    this.#open[at + POSITION] = position;
    new BigInt64Array(memory.buffer)[positionAddress >>> 3] = BigInt(position);
    return 0;
  }

  #set(fd: number, begin: number, size: number): void {
    this.#open.set([begin, size, 0], fd * FIELDS);
  }
}

/** What the patched glue calls `host`. */
export interface Host {
  readonly isPthread: boolean;
  readonly files: SharedFiles;
  /** The start of LibreOffice alone has the other two. */
  readonly threads?: number;
  readonly createThread?: () => unknown;
}

const BUILT_IN: readonly string[] = ['crypto', 'fs', 'os', 'path', 'worker_threads'];

/** The glue's `require`: it finds no package, so that its sockets find no implementation. */
function requireBuiltIn(name: string): object | undefined {
  if (BUILT_IN.includes(name)) return process.getBuiltinModule(name);
  throw new Error(`Refused: there is no module ${name} for LibreOffice.`);
}

/** Runs the patched glue, which fills `library` with what it exports. */
export function runGlue(glue: string, library: object, host: Host): void {
  const run = new Function('Module', 'host', 'require', '__filename', '__dirname', glue);
  run(library, host, requireBuiltIn, '/soffice.cjs', '/');
}
