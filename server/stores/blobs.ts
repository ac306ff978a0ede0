import type { Readable } from 'node:stream';

/** Stores results until they expire. Keys are conversion ids. */
export interface Blobs {
  /** Whether other processes may store results in the same place. */
  readonly shared: boolean;
  /**
   * Takes ownership of the content: a file is moved away from its old path. After an abort there is no blob or a
   * complete one; the caller that aborts deletes it.
   */
  put(key: string, content: BlobContent, signal?: AbortSignal): Promise<BlobFacts>;
  /** Undefined when there is no such blob. The caller closes the blob that it opens. */
  open(key: string): Promise<OpenBlob | undefined>;
  /** Succeeds when there is no such blob. */
  delete(key: string): Promise<void>;
  /** Lists every blob, in no particular order. */
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: number }>;
  /** Throws when results can be neither stored nor read. */
  ping(): Promise<void>;
}

/** `size` in bytes, if known: it decides how the file is read. */
export type BlobContent = { readonly path: string; readonly size: number } | { readonly bytes: Uint8Array };

export interface BlobFacts {
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface OpenBlob {
  readonly sizeBytes: number;
  /** Bytes from `start` to `end`, both inclusive. The stream closes the blob when it ends or is destroyed. */
  stream(range: { readonly start: number; readonly end: number }): Readable;
  close(): Promise<void>;
}
