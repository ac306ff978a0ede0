import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { S3mini } from 's3mini';
import type { BlobFacts } from '../blobs.ts';

/** What is larger goes up in parts of this size; the least that a part may have is 5 MiB. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Parts on their way at a time: one is read and hashed while another is sent. Each holds its bytes in memory. */
const PARTS_AT_ONCE = 2;

export interface UploadClients {
  /** Ends its requests when the caller aborts. */
  readonly client: S3mini;
  /** Goes on then: to clean up. */
  readonly cleaner: S3mini;
}

/** Stores a file, piece by piece: what is in memory does not grow with it. After a failure nothing is left of it. */
export async function uploadFile({ client, cleaner }: UploadClients, key: string, path: string): Promise<BlobFacts> {
  await using file = await open(path);
  const digest = createHash('sha256');
  const { size } = await file.stat();
  if (size <= PART_BYTES) {
    const bytes = await readPart(file, { position: 0, size, digest });
    await client.putObject(key, bytes);
    return { sizeBytes: bytes.byteLength, sha256: digest.digest('hex') };
  }
  const uploadId = await client.getMultipartUploadId(key);
  const sending: Promise<{ readonly partNumber: number; readonly etag: string }>[] = [];
  try {
    let sizeBytes = 0;
    while (sizeBytes < size) {
      const bytes = await readPart(file, { position: sizeBytes, size, digest });
      sizeBytes += bytes.byteLength;
      const sent = client.uploadPart(key, uploadId, bytes, sending.length + 1);
      sent.catch(() => {}); // whoever waits for it below sees the rejection
      sending.push(sent);
      await sending.at(-PARTS_AT_ONCE);
    }
    await client.completeMultipartUpload(key, uploadId, await Promise.all(sending));
    return { sizeBytes, sha256: digest.digest('hex') };
  } catch (error) {
    // A part that arrives after the end of its upload would stay, and be paid for.
    await Promise.allSettled(sending);
    await cleaner.abortMultipartUpload(key, uploadId).catch((left: unknown) => {
      throw new AggregateError([error, left], 'an upload has failed, and its parts could not be removed', {
        cause: error,
      });
    });
    throw error;
  }
}

/** The next bytes, fewer than a whole part at the end only. */
async function readPart(file: FileHandle, { position, size, digest }: Reading): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.allocUnsafe(Math.min(PART_BYTES, size - position));
  for (let length = 0; length < bytes.byteLength;) {
    const { bytesRead } = await file.read(bytes, length, bytes.byteLength - length, position + length);
    if (bytesRead === 0) throw new Error('a file has become shorter while it was read');
    length += bytesRead;
  }
  digest.update(bytes);
  return bytes;
}

interface Reading {
  readonly position: number;
  /** Of the whole file. */
  readonly size: number;
  readonly digest: Hash;
}
