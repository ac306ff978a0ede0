import * as fs from 'node:fs';
import { join } from 'node:path';
import type { InputFile, OutputFile } from '../contract/codec.ts';
import { ConversionError } from '../contract/errors.ts';
import type { FormatId } from '../formats/index.ts';
import type { Artifact, FileArtifact } from '../contract/artifact.ts';
import { GrowingFile, memoryFile } from './memory-file.ts';

/** The files of one job: the inputs that it was given and the outputs that it makes. Nothing else can be opened. */
export interface JobFiles extends Disposable {
  bytes(artifact: Artifact): Uint8Array;
  open(artifact: Artifact): InputFile;
  create(name: string, format: FormatId): OutputFile;
  /** Turns an output into what may leave the worker: a file in the output directory, or bytes of its own. */
  export(artifact: Artifact): Artifact;
}

export interface JobFilesRequest {
  readonly inputs: readonly Artifact[];
  readonly outDir?: string;
  /** Bytes that all outputs together may have. */
  readonly maxOutputBytes: number;
}

let taken = false;

/**
 * The only way to files in a codec thread. Call it before the thread is sealed, and once: it takes hold of the file
 * functions, which the seal then removes from everybody else.
 */
export function takeFileAccess(): (request: JobFilesRequest) => JobFiles {
  if (taken) throw new Error('File access of this thread has already been taken.');
  taken = true;
  const access = { ...fs };
  return (request) => new GrantedFiles(access, request);
}

type FileFunctions = typeof fs;

class GrantedFiles implements JobFiles {
  readonly #fs: FileFunctions;
  readonly #outDir: string | undefined;
  readonly #readable: Set<string>;
  readonly #contents = new Map<string, Uint8Array>();
  readonly #open = new Set<number>();
  #outputBytesLeft: number;
  #created = 0;

  constructor(access: FileFunctions, { inputs, outDir, maxOutputBytes }: JobFilesRequest) {
    this.#fs = access;
    this.#outDir = outDir;
    this.#outputBytesLeft = maxOutputBytes;
    this.#readable = new Set(inputs.flatMap((input) => ('path' in input ? [input.path] : [])));
  }

  bytes(artifact: Artifact): Uint8Array {
    if ('bytes' in artifact) return privateCopyIfShared(artifact.bytes);
    const { path } = this.#granted(artifact);
    const known = this.#contents.get(path);
    if (known) return known;
    const content = this.#readWhole(path);
    this.#contents.set(path, content);
    return content;
  }

  open(artifact: Artifact): InputFile {
    if ('bytes' in artifact) return memoryFile(artifact.bytes);
    const { path, size } = this.#granted(artifact);
    const descriptor = this.#keepOpen(this.#fs.openSync(path, 'r'));
    return {
      size,
      read: (target, position) => this.#fs.readSync(descriptor, target, 0, target.byteLength, position),
    };
  }

  create(name: string, format: FormatId): OutputFile {
    return this.#outDir === undefined
      ? this.#createInMemory(name, format)
      : this.#createOnDisk(this.#outDir, name, format);
  }

  export(artifact: Artifact): Artifact {
    if ('path' in artifact) return artifact;
    const { name, format, bytes, beside } = artifact;
    if (this.#outDir === undefined) {
      this.#spend(bytes.byteLength);
      return { name, format, bytes: withOwnBuffer(bytes), ...(beside && { beside: this.#exportAll(beside) }) };
    }
    const output = this.#createOnDisk(this.#outDir, name, format);
    output.write(bytes, 0);
    return output.finish();
  }

  #exportAll(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
    const own = new Map<string, Uint8Array>();
    for (const [path, bytes] of files) {
      this.#spend(bytes.byteLength);
      own.set(path, withOwnBuffer(bytes));
    }
    return own;
  }

  [Symbol.dispose](): void {
    for (const descriptor of this.#open) this.#fs.closeSync(descriptor);
    this.#open.clear();
    this.#contents.clear();
  }

  #createOnDisk(
    directory: string,
    name: string,
    format: FormatId,
  ): Omit<OutputFile, 'finish'> & { finish(): FileArtifact } {
    const path = join(directory, `${this.#created++}.${format}`);
    const descriptor = this.#keepOpen(this.#fs.openSync(path, 'wx+', 0o600));
    this.#readable.add(path);
    let size = 0;
    return {
      get size() {
        return size;
      },
      write: (bytes, position) => {
        const end = position + bytes.byteLength;
        if (end > size) this.#spend(end - size);
        size = Math.max(size, end);
        for (let done = 0; done < bytes.byteLength;) {
          done += this.#fs.writeSync(descriptor, bytes, done, bytes.byteLength - done, position + done);
        }
      },
      read: (target, position) => this.#fs.readSync(descriptor, target, 0, target.byteLength, position),
      truncate: (newSize) => {
        this.#fs.ftruncateSync(descriptor, newSize);
        this.#outputBytesLeft += size - newSize;
        size = newSize;
      },
      finish: () => {
        this.#fs.closeSync(descriptor);
        this.#open.delete(descriptor);
        return { name, format, path, size };
      },
    };
  }

  #createInMemory(name: string, format: FormatId): OutputFile {
    const file = new GrowingFile();
    return {
      get size() {
        return file.size;
      },
      write: (bytes, position) => {
        const end = position + bytes.byteLength;
        if (end > file.size) this.#checkBudget(end);
        file.write(bytes, position);
      },
      read: (target, position) => file.read(target, position),
      truncate: (size) => file.truncate(size),
      finish: () => ({ name, format, bytes: file.bytes }),
    };
  }

  /** Node's own readFileSync calls the public openSync, which the seal has replaced. */
  #readWhole(path: string): Uint8Array {
    const descriptor = this.#fs.openSync(path, 'r');
    try {
      const content = new Uint8Array(this.#fs.fstatSync(descriptor).size);
      let done = 0;
      while (done < content.byteLength) {
        const read = this.#fs.readSync(descriptor, content, done, content.byteLength - done, done);
        if (read === 0) break;
        done += read;
      }
      return content.subarray(0, done);
    } finally {
      this.#fs.closeSync(descriptor);
    }
  }

  #granted(artifact: Artifact): FileArtifact {
    if (!('path' in artifact) || !this.#readable.has(artifact.path)) {
      throw new Error(`The job was not given the file ${artifact.name}.`);
    }
    return artifact;
  }

  #keepOpen(descriptor: number): number {
    this.#open.add(descriptor);
    return descriptor;
  }

  #spend(bytes: number): void {
    this.#checkBudget(bytes);
    this.#outputBytesLeft -= bytes;
  }

  #checkBudget(bytes: number): void {
    if (bytes <= this.#outputBytesLeft) return;
    throw new ConversionError({
      code: 'output_too_large',
      message:
        'The result would be larger than this engine allows. Ask for a smaller size, fewer pages or a lower quality.',
      details: { limitBytes: this.#outputBytesLeft },
    });
  }
}

/** Inputs are shared between threads; codecs get memory of their own, because decoders refuse shared buffers. */
function privateCopyIfShared(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof SharedArrayBuffer ? new Uint8Array(bytes) : bytes;
}

/** A transferred buffer is emptied here, so it must hold nothing but these bytes. */
function withOwnBuffer(bytes: Uint8Array): Uint8Array {
  const ownsAll = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return ownsAll ? bytes : new Uint8Array(bytes); // a Buffer's own slice would share its pool
}
