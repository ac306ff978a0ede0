import { hash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { requireBlobKey } from './blob-key.ts';
import type { BlobContent, Blobs, OpenBlob } from './blobs.ts';

/** Contents in the database. */
export interface SmallFiles {
  put(key: string, bytes: Uint8Array, now: number): Promise<void>;
  find(key: string): Promise<Uint8Array | undefined>;
  /** False when there was none. */
  delete(key: string): Promise<boolean>;
  list(): Promise<readonly { readonly key: string; readonly modifiedAt: number }[]>;
  /** Whether every process that lives looks for contents here: those of earlier versions do not. */
  areKnownToAll(now: number): Promise<boolean>;
}

export interface TieredBlobsDependencies {
  readonly small: SmallFiles;
  readonly large: Blobs;
  /** Contents up to this size, in bytes, are kept as small ones. */
  readonly smallBytes: number;
  readonly now: () => number;
}

/**
 * Keeps small contents in the database and the others in the object storage: a request to the storage costs several
 * times as much processor time as a row, and most conversions would make five of them.
 */
export function tieredBlobs({ small, large, smallBytes, now }: TieredBlobsDependencies): Blobs {
  // Once no earlier version runs, none can start: the tables are too new for it.
  let isKnownToAll = false;
  const mayBeSmall = async (): Promise<boolean> => (isKnownToAll ||= await small.areKnownToAll(now()));

  return {
    shared: large.shared,

    async put(key, content, signal) {
      requireBlobKey(key);
      if (sizeOf(content) > smallBytes || !(await mayBeSmall())) return large.put(key, content, signal);
      signal?.throwIfAborted();
      const bytes = 'bytes' in content ? content.bytes : await readFile(content.path);
      await small.put(key, bytes, now());
      if ('path' in content) await rm(content.path);
      return { sizeBytes: bytes.byteLength, sha256: hash('sha256', bytes) };
    },

    async open(key) {
      requireBlobKey(key);
      const bytes = await small.find(key);
      return bytes ? openBytes(bytes) : large.open(key);
    },

    async delete(key) {
      requireBlobKey(key);
      if (!(await small.delete(key))) await large.delete(key);
    },

    async *list() {
      yield* await small.list();
      yield* large.list();
    },

    ping: () => large.ping(),
  };
}

function sizeOf(content: BlobContent): number {
  return 'bytes' in content ? content.bytes.byteLength : content.size;
}

function openBytes(bytes: Uint8Array): OpenBlob {
  return {
    sizeBytes: bytes.byteLength,
    stream: ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
    close: async () => {},
  };
}
