import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { S3mini } from 's3mini';
import type { BlobFacts } from '../blobs.ts';

/** Larger files are uploaded in parts of this size: the smallest that S3 allows, because each is held in memory. */
const PART_BYTES = 5 * 1024 * 1024;

/** Parts in memory: one is read and hashed while another is sent. */
const PARTS_AT_ONCE = 2;

export interface UploadClients {
  /** Its requests end when the caller aborts. */
  readonly client: S3mini;
  /** Continues after an abort: for cleaning up. */
  readonly cleaner: S3mini;
}

/** Uploads a file in parts, so that memory use does not grow with the file. After a failure nothing is left of it. */
export async function uploadFile({ client, cleaner }: UploadClients, key: string, path: string): Promise<BlobFacts> {
  await using file = await open(path);
  const digest = createHash('sha256');
  const { size } = await file.stat();
  if (size <= PART_BYTES) {
    const bytes = await readPart(file, { buffer: Buffer.allocUnsafe(size), position: 0, digest });
    await client.putObject(key, bytes);
    return { sizeBytes: bytes.byteLength, sha256: digest.digest('hex') };
  }
  const uploadId = await client.getMultipartUploadId(key);
  const sending: Promise<{ readonly partNumber: number; readonly etag: string }>[] = [];
  try {
    // Used again and again: what is allocated for each part stays until the collector runs.
    const buffers = Array.from({ length: PARTS_AT_ONCE }, () => Buffer.allocUnsafe(PART_BYTES));
    let sizeBytes = 0;
    while (sizeBytes < size) {
      const buffer = buffers[sending.length % PARTS_AT_ONCE]!.subarray(0, size - sizeBytes);
      const bytes = await readPart(file, { buffer, position: sizeBytes, digest });
      sizeBytes += bytes.byteLength;
      const sent = client.uploadPart(key, uploadId, bytes, sending.length + 1);
      sent.catch(() => {}); // the caller that awaits it below sees the rejection
      sending.push(sent);
      await sending.at(-PARTS_AT_ONCE);
    }
    await client.completeMultipartUpload(key, uploadId, await Promise.all(sending));
    return { sizeBytes, sha256: digest.digest('hex') };
  } catch (error) {
    // A part that arrives after its upload has ended would stay in the bucket, and cost money.
    await Promise.allSettled(sending);
    await cleaner.abortMultipartUpload(key, uploadId).catch((left: unknown) => {
      throw new AggregateError([error, left], 'an upload failed, and its parts could not be removed', {
        cause: error,
      });
    });
    throw error;
  }
}

/** Fills the buffer with the next part. */
async function readPart(file: FileHandle, { buffer: bytes, position, digest }: Reading): Promise<Buffer<ArrayBuffer>> {
  for (let length = 0; length < bytes.byteLength;) {
    const { bytesRead } = await file.read(bytes, length, bytes.byteLength - length, position + length);
    if (bytesRead === 0) throw new Error('a file became shorter while it was read');
    length += bytesRead;
  }
  digest.update(bytes);
  return bytes;
}

interface Reading {
  readonly buffer: Buffer<ArrayBuffer>;
  readonly position: number;
  readonly digest: Hash;
}
