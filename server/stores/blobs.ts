import type { Readable } from 'node:stream';

/** Where results lie until they expire. Keys are conversion ids. */
export interface Blobs {
  /** Whether other processes may keep results there too. */
  readonly shared: boolean;
  /**
   * Takes the content over: a file is gone from its old place afterwards. An abort leaves nothing behind, or at most a
   * whole blob: whoever aborts deletes it.
   */
  put(key: string, content: BlobContent, signal?: AbortSignal): Promise<BlobFacts>;
  /** Undefined when there is no such blob. The caller closes what it opens. */
  open(key: string): Promise<OpenBlob | undefined>;
  /** A blob that is not there counts as deleted. */
  delete(key: string): Promise<void>;
  /** Every blob, in no order. */
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: number }>;
  /** Throws when results can be neither kept nor read. */
  ping(): Promise<void>;
}

/** `size` in bytes, as far as is known: a guide for how to read the file. */
export type BlobContent = { readonly path: string; readonly size: number } | { readonly bytes: Uint8Array };

export interface BlobFacts {
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface OpenBlob {
  readonly sizeBytes: number;
  /** Bytes from `start` to `end`, both included. The stream closes the blob when it ends or is destroyed. */
  stream(range: { readonly start: number; readonly end: number }): Readable;
  close(): Promise<void>;
}
