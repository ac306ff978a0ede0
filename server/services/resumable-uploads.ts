import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ClientClosedError, isDiskFull, ServiceError, storageFullError } from '../errors.ts';
import { uploadTooSlow, type UploadLimits, watchRate } from '../middleware/upload-guard.ts';
import type { Blobs } from '../stores/blobs.ts';
import type { Store } from '../stores/store.ts';
import type { UploadPart, UploadRecord } from '../stores/upload-store.ts';
import { uploadPartKey } from './job-inputs.ts';
import type { Upload } from './upload.ts';

export type ResumableUpload = UploadRecord;

/**
 * Uploads that are sent in several requests, each to any process: their parts are blobs, and the database knows how far
 * they have come. Uploads of other accounts are `not_found`, like those that have expired.
 */
export interface ResumableUploads {
  /** Throws `upload_limit_reached`. */
  create(accountId: string, file: Pick<ResumableUpload, 'fileName' | 'sizeBytes'>): Promise<ResumableUpload>;
  find(accountId: string, id: string): Promise<ResumableUpload>;
  /** Ends a request to this process that still writes; what has arrived of it counts. */
  interrupt(accountId: string, id: string): Promise<void>;
  /**
   * Appends a body, and keeps what has arrived if it breaks off. Ends an earlier request to this process that still
   * writes. Throws `upload_conflict` when the offset is another one, or another process has appended meanwhile.
   */
  append(accountId: string, id: string, body: { readonly offset: number; readonly stream: Readable }): Promise<void>;
  remove(accountId: string, id: string): Promise<void>;
  /** Writes the whole file to scratch space; the receiver removes it. Throws `upload_conflict` if it is incomplete. */
  take(accountId: string, id: string, signal: AbortSignal): Promise<Upload>;
}

export interface ResumableUploadsDependencies {
  readonly store: Pick<Store, 'uploads'>;
  readonly blobs: Blobs;
  /** Scratch space, on the file system of the blobs if they are files. */
  readonly directory: string;
  readonly now: () => number;
  readonly limits: Pick<UploadLimits, 'uploadBytesPerSecond' | 'uploadWindowMs'> & {
    readonly resumableUploads: number;
    readonly resumableLifetimeMs: number;
    readonly resumablePartBytes: number;
    readonly resumableParts: number;
  };
}

interface Writing {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export function createResumableUploads(dependencies: ResumableUploadsDependencies): ResumableUploads {
  const { store, blobs, directory, now, limits } = dependencies;
  const writing = new Map<string, Writing>();

  async function find(accountId: string, id: string): Promise<UploadRecord> {
    const upload = await store.uploads.find(accountId, id, now());
    if (upload) return upload;
    throw notFound(id);
  }

  async function stopWriting(id: string): Promise<void> {
    for (let earlier = writing.get(id); earlier; earlier = writing.get(id)) {
      earlier.controller.abort(conflict('Another request has taken over the upload.'));
      await earlier.ended;
    }
  }

  /** Stores a file as the part at this offset. A part of which it is not known whether it counts is left to the sweeper. */
  async function savePart(id: string, { path, offset, sizeBytes }: PartFile): Promise<void> {
    const key = uploadPartKey(id);
    await blobs.put(key, { path, size: sizeBytes });
    if (await store.uploads.addPart(id, { key, offset, sizeBytes }, now())) return;
    await blobs.delete(key);
    throw conflict('The upload was deleted, or another request has brought these bytes. Ask for its offset.');
  }

  return {
    find,

    async create(accountId, { fileName, sizeBytes }) {
      const time = now();
      const expiresAt = time + limits.resumableLifetimeMs;
      const upload = { id: randomUUID(), accountId, fileName, sizeBytes, expiresAt };
      const { resumableUploads: maxUploads } = limits;
      if (!(await store.uploads.add(upload, { maxUploads, now: time }))) throw tooManyUploads(maxUploads);
      return { ...upload, offset: 0, parts: 0 };
    },

    async interrupt(accountId, id) {
      await find(accountId, id);
      await stopWriting(id);
    },

    async append(accountId, id, { offset, stream }) {
      await find(accountId, id);
      // Nothing is awaited between the last look and the own entry: two requests would write at once.
      while (writing.has(id)) await stopWriting(id);
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const controller = new AbortController();
      writing.set(id, { controller, ended });
      try {
        const { sizeBytes, offset: found, parts } = await find(accountId, id);
        if (offset !== found)
          throw conflict(`The upload has ${found} bytes. Go on there: send Upload-Offset: ${found}.`, {
            offset: found,
          });
        if (parts >= limits.resumableParts) throw tooManyParts(parts);
        await using writer = new PartsWriter(directory, limits.resumablePartBytes, offset, (part) =>
          savePart(id, part),
        );
        await receive(stream, writer, { leftBytes: sizeBytes - found, limits, signal: controller.signal });
      } finally {
        writing.delete(id);
        resolve();
      }
    },

    async remove(accountId, id) {
      const parts = await store.uploads.remove(accountId, id);
      if (!parts) throw notFound(id);
      await stopWriting(id);
      for (const { key } of parts) await blobs.delete(key);
    },

    async take(accountId, id, signal) {
      const { fileName, sizeBytes, offset } = await find(accountId, id);
      if (offset !== sizeBytes)
        throw conflict(`Only ${offset} of ${sizeBytes} bytes of the upload have arrived. Send the rest first.`, {
          offset,
        });
      const parts = await store.uploads.listParts(id);
      const path = join(directory, randomUUID());
      const digest = createHash('sha256');
      const hashed = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk);
          yield chunk;
        }
      };
      try {
        const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
        await pipeline(contentOf(blobs, id, parts), hashed, file, { signal });
        // It may have been deleted while it was read.
        if (file.bytesWritten !== sizeBytes) throw notFound(id);
        return { path, fileName, sizeBytes, sha256: digest.digest('hex') };
      } catch (error) {
        await rm(path, { force: true });
        throw isDiskFull(error) ? storageFullError(error) : error;
      }
    },
  };
}

async function* contentOf(blobs: Blobs, id: string, parts: readonly UploadPart[]): AsyncIterable<Buffer> {
  for (const { key, sizeBytes } of parts) {
    const blob = await blobs.open(key);
    if (!blob) throw notFound(id);
    yield* blob.stream({ start: 0, end: sizeBytes - 1 });
  }
}

interface PartFile {
  readonly path: string;
  /** Place of its first byte in the upload. */
  readonly offset: number;
  readonly sizeBytes: number;
}

/** Collects what arrives in files of at most `partBytes`, and hands each over when it is full. */
class PartsWriter implements AsyncDisposable {
  readonly #directory: string;
  readonly #partBytes: number;
  readonly #save: (part: PartFile) => Promise<void>;
  #offset: number;
  #part: GrowingPart | undefined;

  constructor(directory: string, partBytes: number, offset: number, save: (part: PartFile) => Promise<void>) {
    this.#directory = directory;
    this.#partBytes = partBytes;
    this.#offset = offset;
    this.#save = save;
  }

  async write(chunk: Buffer): Promise<void> {
    for (let rest = chunk; rest.byteLength > 0;) {
      this.#part ??= await createFile(this.#directory);
      const piece = rest.subarray(0, this.#partBytes - this.#part.sizeBytes);
      try {
        await this.#part.file.writeFile(piece);
      } catch (error) {
        // How much of the piece was written is not known.
        await this[Symbol.asyncDispose]();
        throw error;
      }
      this.#part.sizeBytes += piece.byteLength;
      rest = rest.subarray(piece.byteLength);
      if (this.#part.sizeBytes === this.#partBytes) await this.flush();
    }
  }

  /** Hands over what has been collected. After a failure it is lost. */
  async flush(): Promise<void> {
    if (!this.#part) return;
    const { path, file, sizeBytes } = this.#part;
    this.#part = undefined;
    await file.close();
    try {
      await this.#save({ path, offset: this.#offset, sizeBytes });
    } finally {
      await rm(path, { force: true });
    }
    this.#offset += sizeBytes;
  }

  /** Removes what was not handed over. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#part) return;
    const { path, file } = this.#part;
    this.#part = undefined;
    await file.close();
    await rm(path, { force: true });
  }
}

/** A file that grows. */
interface GrowingPart extends Omit<PartFile, 'offset'> {
  readonly file: FileHandle;
  sizeBytes: number;
}

async function createFile(directory: string): Promise<GrowingPart> {
  const path = join(directory, randomUUID());
  return { path, file: await open(path, 'wx', 0o600), sizeBytes: 0 };
}

interface Receiving {
  readonly leftBytes: number;
  readonly limits: ResumableUploadsDependencies['limits'];
  readonly signal: AbortSignal;
}

/**
 * Writes what arrives, until the body ends, breaks off or is refused; what has arrived before counts. The request stays
 * open for an answer.
 */
async function receive(body: Readable, writer: PartsWriter, { leftBytes, limits, signal }: Receiving): Promise<void> {
  let received = 0;
  let isCut = false;
  let isWriting = false;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.byteLength;
      if (received > leftBytes) return done(tooLong(leftBytes));
      return done(null, chunk);
    },
  });
  const cut = (): void => {
    if (body.readableEnded) return;
    isCut = true;
    bounded.end();
  };
  const stop = (reason: Error): void => void bounded.destroy(reason);
  const stopAborted = (): void => stop(signal.reason as Error);
  using atEnd = new DisposableStack();
  const tooSlow = (): void => {
    // Nothing is read meanwhile: the storage is slow then, and not the client.
    if (!isWriting) stop(uploadTooSlow(limits));
  };
  atEnd.defer(watchRate(() => received, limits, tooSlow));
  signal.addEventListener('abort', stopAborted, { once: true });
  body.once('close', cut).once('error', cut);
  if (signal.aborted) stopAborted();
  else if (body.destroyed) cut();
  else body.pipe(bounded);
  try {
    for await (const chunk of bounded) {
      isWriting = true;
      await writer.write(chunk as Buffer);
      isWriting = false;
    }
    isWriting = true;
    await writer.flush();
  } catch (error) {
    body.unpipe(bounded);
    body.resume();
    await writer.flush();
    throw isDiskFull(error) ? storageFullError(error) : error;
  } finally {
    body.off('close', cut).off('error', cut);
  }
  if (isCut) throw new ClientClosedError('the upload broke off');
}

function notFound(id: string): ServiceError {
  const message = `The account has no upload ${JSON.stringify(id.slice(0, 64))}. It may have expired: send the file again.`;
  return new ServiceError({ code: 'not_found', message, field: 'upload' });
}

function conflict(message: string, details?: { readonly offset: number }): ServiceError {
  return new ServiceError({ code: 'upload_conflict', message, field: 'upload', ...(details && { details }) });
}

function tooLong(leftBytes: number): ServiceError {
  const message = `The body has more than the ${leftBytes} bytes that the upload still lacks. Check its Upload-Length.`;
  return new ServiceError({ code: 'malformed_request', message, field: 'Upload-Length' });
}

function tooManyParts(parts: number): ServiceError {
  const message = `The upload has come in ${parts} parts and may have no more. Begin a new one, and send more bytes in each request.`;
  return new ServiceError({ code: 'too_many_parts', message, field: 'upload', details: { limit: parts } });
}

function tooManyUploads(limit: number): ServiceError {
  const message = `The account has ${limit} of ${limit} uploads. Delete one first, or wait until one has expired.`;
  return new ServiceError({ code: 'upload_limit_reached', message, details: { limit } });
}
