import { setTimeout as sleep } from 'node:timers/promises';
import { S3mini } from 's3mini';
import type { ObjectStorageConfig } from '../../config.ts';
import { StorageUnavailableError } from '../unavailable.ts';

/** From the request to the head of the response. The body of a download may take as long as its reader. */
const ANSWER_TIMEOUT_MS = 60_000;

/** Delays before a request is repeated that was lost, or that the storage was too busy to serve. */
const RETRY_AFTER_MS = [200, 1_000] as const;

/** Idempotent methods. Creating and completing an upload are not. */
const REPEATABLE: readonly (string | undefined)[] = ['GET', 'HEAD', 'PUT', 'DELETE'];

/** The library is loaded with this file only. An abort of the signal ends all requests at once. */
export function s3Client(config: ObjectStorageConfig, signal?: AbortSignal): S3mini {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = config;
  const patiently: typeof fetch = (input, init) => fetchPatiently(input, { ...init, signal });
  return new S3mini({ endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey, fetch: patiently });
}

async function fetchPatiently(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const waits = REPEATABLE.includes(init?.method) ? RETRY_AFTER_MS : [];
  for (const wait of waits) {
    const answer = await fetchInTime(input, init).catch((error: unknown) => {
      if (init?.signal?.aborted) throw error;
    });
    if (answer && !isBusy(answer)) return answer;
    await answer?.body?.cancel();
    await sleep(wait, undefined, { signal: init?.signal ?? undefined });
  }
  return fetchInTime(input, init).catch((error: unknown) => {
    if (init?.signal?.aborted) throw error;
    throw new StorageUnavailableError('The object storage does not answer.', { cause: error });
  });
}

function isBusy({ status }: Response): boolean {
  return status === 429 || status >= 500;
}

async function fetchInTime(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('the object storage does not answer')), ANSWER_TIMEOUT_MS);
  try {
    return await fetch(input, {
      ...init,
      signal: AbortSignal.any([late.signal, ...(init?.signal ? [init.signal] : [])]),
    });
  } finally {
    clearTimeout(timer);
  }
}
