import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { S3ServiceError, type S3mini } from 's3mini';
import type { ObjectStorageConfig } from '../../config.ts';
import { blobKey, requireBlobKey } from '../blob-key.ts';
import type { BlobContent, BlobFacts, Blobs, OpenBlob } from '../blobs.ts';
import { UnavailableError } from '../unavailable.ts';
import { s3Client } from './client.ts';
import { uploadFile } from './upload.ts';

/** Objects per page of a listing: the most that S3 allows. */
const PAGE = 1_000;

/** Readiness checks need an answer quickly. */
const PING_TIMEOUT_MS = 5_000;

/** Stores blobs as objects in one bucket, each named by its key after our prefix. */
export class S3Blobs implements Blobs {
  readonly shared = true;
  readonly #config: ObjectStorageConfig;
  readonly #client: S3mini;

  private constructor(config: ObjectStorageConfig) {
    this.#config = config;
    this.#client = s3Client(config);
  }

  /** Throws `UnavailableError` when the bucket cannot be reached. */
  static async open(config: ObjectStorageConfig): Promise<S3Blobs> {
    const blobs = new S3Blobs(config);
    await blobs.ping();
    return blobs;
  }

  async put(key: string, content: BlobContent, signal?: AbortSignal): Promise<BlobFacts> {
    const name = this.#nameOf(key);
    signal?.throwIfAborted();
    const client = signal ? s3Client(this.#config, signal) : this.#client;
    if ('bytes' in content) {
      await client.putObject(name, content.bytes);
      return { sizeBytes: content.bytes.byteLength, sha256: hash('sha256', content.bytes) };
    }
    const facts = await uploadFile({ client, cleaner: this.#client }, name, content.path);
    await rm(content.path);
    return facts;
  }

  /**
   * Requests the content at once: most readers want all of it, and can finish reading even if it is deleted meanwhile.
   */
  async open(key: string): Promise<OpenBlob | undefined> {
    const name = this.#nameOf(key);
    const all = await this.#request(name);
    if (!all) return undefined;
    const sizeBytes = Number(all.headers.get('content-length'));
    let taken = false;
    const close = async (): Promise<void> => {
      if (!taken) await all.body?.cancel();
      taken = true;
    };
    return {
      sizeBytes,
      close,
      stream: ({ start, end }) => {
        const fromStart = start === 0 && !taken;
        if (fromStart) taken = true;
        return streamOf(end - start + 1, async (signal) => {
          if (fromStart) return all;
          await close();
          return this.#request(name, { range: { start, end }, signal });
        });
      },
    };
  }

  async delete(key: string): Promise<void> {
    await this.#client.deleteObject(this.#nameOf(key));
  }

  async *list(): AsyncIterable<{ key: string; modifiedAt: number }> {
    const { prefix } = this.#config;
    let token: string | undefined;
    do {
      const page = await this.#client.listObjectsPaged('/', prefix, PAGE, token);
      for (const { Key, LastModified } of page?.objects ?? []) {
        const key = Key.slice(prefix.length);
        if (blobKey.test(key)) yield { key, modifiedAt: new Date(LastModified).getTime() };
      }
      token = page?.nextContinuationToken;
    } while (token !== undefined);
  }

  async ping(): Promise<void> {
    const { endpoint, bucket } = this.#config;
    const inTime = s3Client(this.#config, AbortSignal.timeout(PING_TIMEOUT_MS));
    const found = await inTime.bucketExists().catch((error: unknown) => {
      throw new UnavailableError(`The object storage at ${endpoint} (S3_ENDPOINT) does not answer.`, { cause: error });
    });
    if (!found)
      throw new UnavailableError(
        `The bucket ${bucket} (S3_BUCKET) at ${endpoint} cannot be used: it does not exist, or S3_ACCESS_KEY_ID has no access to it.`,
      );
  }

  #nameOf(key: string): string {
    requireBlobKey(key);
    return this.#config.prefix + key;
  }

  /** Undefined when there is no such object. */
  async #request(name: string, { range, signal }: RequestOptions = {}): Promise<Response | undefined> {
    const client = signal ? s3Client(this.#config, signal) : this.#client;
    try {
      return range
        ? await client.getObjectRaw(name, false, range.start, range.end + 1)
        : await client.getObjectRaw(name);
    } catch (error) {
      if (error instanceof S3ServiceError && error.status === 404) return undefined;
      throw error;
    }
  }
}

interface RequestOptions {
  readonly range?: { readonly start: number; readonly end: number };
  readonly signal?: AbortSignal;
}

/**
 * A stream of exactly this many bytes of a response that has not arrived yet. Destroying the stream ends the request.
 */
function streamOf(length: number, request: (signal: AbortSignal) => Promise<Response | undefined>): Readable {
  const out = new PassThrough();
  const gone = new AbortController();
  out.once('close', () => gone.abort());
  const fill = async (): Promise<void> => {
    const answer = await request(gone.signal);
    if (!answer) throw new Error('the blob was deleted before it could be read');
    const body = Readable.fromWeb(answer.body as ReadableStream);
    await pipeline(body, (chunks: AsyncIterable<Uint8Array>) => firstBytes(chunks, length), out);
  };
  fill().catch((error: unknown) => out.destroy(error as Error));
  return out;
}

/** Throws when fewer bytes arrive: a truncated download must not look complete. */
async function* firstBytes(chunks: AsyncIterable<Uint8Array>, length: number): AsyncIterable<Uint8Array> {
  let missing = length;
  for await (const chunk of chunks) {
    yield chunk.subarray(0, missing);
    missing -= Math.min(missing, chunk.byteLength);
    if (missing === 0) return;
  }
  throw new Error('the object storage sent fewer bytes than requested');
}
