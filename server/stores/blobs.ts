import type { Readable } from 'node:stream';

/** Where results lie until they expire. Keys are conversion ids. */
export interface Blobs {
  /** Takes the content over: a file is moved, not copied, and is gone from its old place afterwards. */
  put(key: string, content: BlobContent): Promise<BlobFacts>;
  /** Undefined when there is no such blob. The caller closes what it opens. */
  open(key: string): Promise<OpenBlob | undefined>;
  /** A blob that is not there counts as deleted. */
  delete(key: string): Promise<void>;
  /** Every blob, in no order. */
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: number }>;
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
