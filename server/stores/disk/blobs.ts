import { createHash, hash } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { access, constants, copyFile, mkdir, open, opendir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SMALL_FILE_BYTES } from '../../small-files.ts';
import { requireBlobKey } from '../blob-key.ts';
import type { BlobContent, BlobFacts, Blobs, OpenBlob } from '../blobs.ts';

/** Large enough that hashing dominates the cost of passing chunks, small enough not to block other requests. */
const READ_CHUNK_BYTES = 256 * 1024;

/** Stores blobs as files in one flat directory, each named by its key. */
export class DiskBlobs implements Blobs {
  readonly shared = false;
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async open(directory: string): Promise<DiskBlobs> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return new DiskBlobs(directory);
  }

  async put(key: string, content: BlobContent): Promise<BlobFacts> {
    const path = this.#pathOf(key);
    if ('bytes' in content) {
      await writeFile(path, content.bytes, { mode: 0o600 });
      return { sizeBytes: content.bytes.byteLength, sha256: hash('sha256', content.bytes) };
    }
    const facts = await factsOf(content.path, content.size);
    await move(content.path, path);
    return facts;
  }

  async open(key: string): Promise<OpenBlob | undefined> {
    const file = await open(this.#pathOf(key)).catch(undefinedWhenAbsent);
    if (!file) return undefined;
    const { size } = await file.stat();
    return {
      sizeBytes: size,
      stream: ({ start, end }) => file.createReadStream({ start, end, highWaterMark: READ_CHUNK_BYTES }),
      close: () => file.close(),
    };
  }

  async delete(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async *list(): AsyncIterable<{ key: string; modifiedAt: number }> {
    for await (const entry of await opendir(this.#directory)) {
      // A file may be deleted between listing and `stat`.
      const facts = await stat(join(this.#directory, entry.name)).catch(undefinedWhenAbsent);
      if (facts?.isFile()) yield { key: entry.name, modifiedAt: facts.mtimeMs };
    }
  }

  async ping(): Promise<void> {
    await access(this.#directory, constants.R_OK | constants.W_OK);
  }

  #pathOf(key: string): string {
    requireBlobKey(key);
    return join(this.#directory, key);
  }
}

/** Returns the size and hash of a file that was just written. */
async function factsOf(path: string, sizeBytes: number): Promise<BlobFacts> {
  if (sizeBytes <= SMALL_FILE_BYTES) {
    const bytes = readFileSync(path);
    return { sizeBytes: bytes.byteLength, sha256: hash('sha256', bytes) };
  }
  await using file = await open(path);
  const digest = createHash('sha256');
  const buffer = Buffer.allocUnsafe(READ_CHUNK_BYTES);
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, position);
    if (bytesRead === 0) return { sizeBytes: position, sha256: digest.digest('hex') };
    digest.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    // A rename is immediate, whatever the size of the file: see small-files.ts.
    renameSync(from, to);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await rm(from);
  }
}

function undefinedWhenAbsent(error: unknown): undefined {
  if (hasCode(error, 'ENOENT')) return undefined;
  throw error;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
