import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ClientClosedError, isDiskFull, ServiceError, storageFullError } from '../errors.ts';
import { uploadTooSlow, type UploadLimits, watchRate } from '../middleware/upload-guard.ts';
import type { Upload } from './upload.ts';

/** An upload that is sent in several requests. */
export interface ResumableUpload {
  readonly id: string;
  readonly fileName: string;
  /** Bytes of the whole file. */
  readonly sizeBytes: number;
  /** Bytes that have arrived. */
  readonly offset: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Uploads by account: those of other accounts are `not_found`, like those that have expired. */
export interface ResumableUploads {
  /** Throws `upload_limit_reached`. */
  create(accountId: string, file: Pick<ResumableUpload, 'fileName' | 'sizeBytes'>): Promise<ResumableUpload>;
  find(accountId: string, id: string): Promise<ResumableUpload>;
  /**
   * Appends a body, and keeps what has arrived if it breaks off. Ends an earlier request that still writes. Throws
   * `upload_conflict` when the offset is another one.
   */
  append(accountId: string, id: string, body: { readonly offset: number; readonly stream: Readable }): Promise<void>;
  remove(accountId: string, id: string): Promise<void>;
  /** Links the complete file into scratch space; the receiver removes it. Throws `upload_conflict` if it is incomplete. */
  take(accountId: string, id: string, directory: string): Promise<Upload>;
  /** Removes what has expired. */
  sweep(): Promise<void>;
}

export interface ResumableUploadsDependencies {
  /** Created if it is missing. This process alone writes to it. */
  readonly directory: string;
  readonly now: () => number;
  readonly limits: Pick<UploadLimits, 'uploadBytesPerSecond' | 'uploadWindowMs'> & {
    readonly resumableUploads: number;
    readonly resumableLifetimeMs: number;
  };
}

/** What is stored of an upload beside its bytes. */
interface StoredUpload extends Omit<ResumableUpload, 'offset'> {
  readonly accountId: string;
}

interface Writing {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Opens the uploads that an earlier process has left: they go on after a restart. */
export async function openResumableUploads(dependencies: ResumableUploadsDependencies): Promise<ResumableUploads> {
  const { directory, now, limits } = dependencies;
  const uploads = await readUploads(directory);
  const writing = new Map<string, Writing>();
  const hashes = new Map<string, string>();
  const contentOf = (id: string): string => join(directory, id);
  const sizeOf = async (id: string): Promise<number> => (await stat(contentOf(id))).size;

  function stored(accountId: string, id: string): StoredUpload {
    const upload = uploads.get(id);
    if (upload?.accountId === accountId && upload.expiresAt > now()) return upload;
    const message = `The account has no upload ${JSON.stringify(id.slice(0, 64))}. It may have expired: send the file again.`;
    throw new ServiceError({ code: 'not_found', message, field: 'upload' });
  }

  async function find(accountId: string, id: string): Promise<ResumableUpload> {
    const { accountId: _, ...upload } = stored(accountId, id);
    return { ...upload, offset: await sizeOf(id) };
  }

  async function stopWriting(id: string): Promise<void> {
    for (let earlier = writing.get(id); earlier; earlier = writing.get(id)) {
      earlier.controller.abort(conflict('Another request has taken over the upload.'));
      await earlier.ended;
    }
  }

  async function discard(id: string): Promise<void> {
    uploads.delete(id);
    hashes.delete(id);
    await stopWriting(id);
    for (const path of [recordOf(directory, id), contentOf(id)]) await rm(path, { force: true });
  }

  async function hashOf(id: string): Promise<string> {
    const known = hashes.get(id);
    if (known !== undefined) return known;
    const digest = createHash('sha256');
    await pipeline(createReadStream(contentOf(id)), digest);
    const sha256 = digest.digest('hex');
    if (uploads.has(id)) hashes.set(id, sha256);
    return sha256;
  }

  return {
    find,

    async create(accountId, { fileName, sizeBytes }) {
      const own = [...uploads.values()].filter((one) => one.accountId === accountId && one.expiresAt > now());
      if (own.length >= limits.resumableUploads) throw tooManyUploads(limits.resumableUploads);
      const id = randomUUID();
      const upload = { id, accountId, fileName, sizeBytes, expiresAt: now() + limits.resumableLifetimeMs };
      // Added at once: a concurrent request must count it.
      uploads.set(id, upload);
      try {
        await writeFile(contentOf(id), '', { flag: 'wx', mode: 0o600 });
        await writeFile(recordOf(directory, id), JSON.stringify(upload), { flag: 'wx', mode: 0o600 });
      } catch (error) {
        await discard(id);
        throw isDiskFull(error) ? storageFullError(error) : error;
      }
      return find(accountId, id);
    },

    async append(accountId, id, { offset, stream }) {
      stored(accountId, id);
      // Nothing is awaited between the last look and the own entry: two requests would write at once.
      while (writing.has(id)) await stopWriting(id);
      const { sizeBytes } = stored(accountId, id);
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const controller = new AbortController();
      writing.set(id, { controller, ended });
      try {
        const found = await sizeOf(id);
        if (offset !== found)
          throw conflict(`The upload has ${found} bytes. Go on there: send Upload-Offset: ${found}.`, {
            offset: found,
          });
        await receive(stream, contentOf(id), { leftBytes: sizeBytes - found, limits, signal: controller.signal });
      } finally {
        writing.delete(id);
        resolve();
      }
    },

    async remove(accountId, id) {
      stored(accountId, id);
      await discard(id);
    },

    async take(accountId, id, scratch) {
      const { fileName, sizeBytes, offset } = await find(accountId, id);
      if (offset !== sizeBytes)
        throw conflict(`Only ${offset} of ${sizeBytes} bytes of the upload have arrived. Send the rest first.`, {
          offset,
        });
      const sha256 = await hashOf(id);
      // It may have been deleted while it was read.
      stored(accountId, id);
      const path = join(scratch, randomUUID());
      await link(contentOf(id), path);
      return { path, fileName, sizeBytes, sha256 };
    },

    async sweep() {
      for (const { id, expiresAt } of uploads.values()) if (expiresAt <= now()) await discard(id);
    },
  };
}

function recordOf(directory: string, id: string): string {
  return join(directory, `${id}.json`);
}

/** What has no record, because its creation was interrupted, is removed. */
async function readUploads(directory: string): Promise<Map<string, StoredUpload>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const names = new Set(await readdir(directory));
  const uploads = new Map<string, StoredUpload>();
  for (const name of names) {
    const id = name.replace(/\.json$/, '');
    const isWhole = names.has(id) && names.has(`${id}.json`);
    if (!isWhole) await rm(join(directory, name), { force: true });
    else if (name !== id) {
      const record = await readFile(join(directory, name), 'utf8');
      try {
        uploads.set(id, JSON.parse(record) as StoredUpload);
      } catch {
        for (const path of [name, id]) await rm(join(directory, path), { force: true });
      }
    }
  }
  return uploads;
}

interface Receiving {
  readonly leftBytes: number;
  readonly limits: ResumableUploadsDependencies['limits'];
  readonly signal: AbortSignal;
}

/** Appends what arrives to the file, until the body ends or breaks off. The request stays open for an answer. */
async function receive(body: Readable, path: string, { leftBytes, limits, signal }: Receiving): Promise<void> {
  let received = 0;
  let isCut = false;
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
  const writer = createWriteStream(path, { flags: 'a' });
  using atEnd = new DisposableStack();
  const tooSlow = (): void => void bounded.destroy(uploadTooSlow(limits));
  atEnd.defer(watchRate(() => received, limits, tooSlow));
  body.once('close', cut).once('error', cut);
  if (body.destroyed) cut();
  else body.pipe(bounded);
  try {
    await pipeline(bounded, writer, { signal });
  } catch (error) {
    // Nobody may write after this request: the size of the file is what the next one begins with.
    if (!writer.closed) await once(writer, 'close');
    body.unpipe(bounded);
    body.resume();
    if (signal.aborted) throw signal.reason;
    throw isDiskFull(error) ? storageFullError(error) : error;
  } finally {
    body.off('close', cut).off('error', cut);
  }
  if (isCut) throw new ClientClosedError('the upload broke off');
}

function conflict(message: string, details?: { readonly offset: number }): ServiceError {
  return new ServiceError({ code: 'upload_conflict', message, field: 'upload', ...(details && { details }) });
}

function tooLong(leftBytes: number): ServiceError {
  const message = `The body has more than the ${leftBytes} bytes that the upload still lacks. Check its Upload-Length.`;
  return new ServiceError({ code: 'malformed_request', message, field: 'Upload-Length' });
}

function tooManyUploads(limit: number): ServiceError {
  const message = `The account has ${limit} of ${limit} uploads. Delete one first, or wait until one has expired.`;
  return new ServiceError({ code: 'upload_limit_reached', message, details: { limit } });
}
