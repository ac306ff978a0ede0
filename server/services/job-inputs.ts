import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../errors.ts';
import type { Blobs } from '../stores/blobs.ts';
import type { JobInput } from './engine-runner.ts';
import type { Upload } from './upload.ts';

/** An input that is kept with the results, so that any worker can convert it. */
export interface StoredInput {
  /** Key of the blob. */
  readonly key: string;
  readonly fileName: string;
}

/** Name of the blob with the result of one attempt: whoever was taken for dead cannot overwrite what another made. */
export function resultKey(conversionId: string, attempt: number): string {
  // Conversions of earlier versions have no attempts.
  return attempt === 0 ? conversionId : `${conversionId}_${attempt}`;
}

function inputKey(conversionId: string, index: number): string {
  return `${conversionId}_in${index}`;
}

/** Name of a new blob with a part of an upload: two requests that bring the same part do not share one. */
export function uploadPartKey(uploadId: string): string {
  return `${uploadId}_up${randomUUID()}`;
}

export interface ConversionBlob {
  readonly conversionId: string;
  /** Attempt whose result it is; undefined for an input. */
  readonly attempt: number | undefined;
}

/** Undefined for a part of an upload. */
export function parseBlobKey(key: string): ConversionBlob | undefined {
  const [conversionId = '', part] = key.split('_', 2);
  if (part === undefined) return { conversionId, attempt: 0 };
  if (part.startsWith('up')) return undefined;
  return { conversionId, attempt: part.startsWith('in') ? undefined : Number(part) };
}

/** Stores copies of the uploads. After a failure nothing is left of them. */
export async function storeInputs(
  blobs: Blobs,
  conversionId: string,
  uploads: readonly Upload[],
): Promise<readonly StoredInput[]> {
  const stored: StoredInput[] = [];
  try {
    for (const [index, { path, fileName, sizeBytes }] of uploads.entries()) {
      const key = inputKey(conversionId, index);
      stored.push({ key, fileName });
      // The storage takes the file away; the upload itself stays with its request.
      const second = `${path}.stored`;
      await link(path, second);
      await blobs.put(key, { path: second, size: sizeBytes }).finally(() => rm(second, { force: true }));
    }
    return stored;
  } catch (error) {
    await removeInputs(blobs, stored);
    throw error;
  }
}

/** Never rejects: what cannot be removed now is removed by the sweeper. */
export async function removeInputs(blobs: Blobs, inputs: readonly StoredInput[]): Promise<void> {
  await Promise.allSettled(inputs.map(({ key }) => blobs.delete(key)));
}

export interface FetchedInputs extends AsyncDisposable {
  readonly files: readonly JobInput[];
}

/** Writes the inputs to files, which are removed with the returned object. Throws `input_lost`. */
export async function fetchInputs(blobs: Blobs, { inputs, directory, signal }: FetchRequest): Promise<FetchedInputs> {
  const files: JobInput[] = [];
  const remove = async (): Promise<void> => {
    await Promise.all(files.map(({ path }) => rm(path, { force: true })));
  };
  try {
    for (const { key, fileName } of inputs) {
      const blob = await blobs.open(key);
      if (!blob) throw inputLost(fileName);
      const path = join(directory, key);
      files.push({ path, fileName });
      await using _ = { [Symbol.asyncDispose]: () => blob.close() };
      if (blob.sizeBytes === 0) await pipeline([], createWriteStream(path, { mode: 0o600 }), { signal });
      else
        await pipeline(blob.stream({ start: 0, end: blob.sizeBytes - 1 }), createWriteStream(path, { mode: 0o600 }), {
          signal,
        });
    }
    return { files, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface FetchRequest {
  readonly inputs: readonly StoredInput[];
  /** Scratch directory of this process. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

function inputLost(fileName: string): ServiceError {
  const message = `The file ${fileName} is no longer in the storage of the service. Send it again.`;
  return new ServiceError({ code: 'input_lost', message, field: 'file' });
}
