import type { ReadRequest } from './reader-thread.ts';
// The builder gives its address.
// oxlint-disable-next-line import/default
import workerUrl from './reader-thread.ts?worker&url';
import type { Shown } from '../../../../engine/preview/index.ts';

/** Larger files are not read in the page: it would take too much of its memory. */
const MOST_BYTES = 24 * 1024 * 1024;

/** What a thread may take: a file that is made to take for ever ends with it. */
const MOST_MS = 15_000;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** The pages' policy lets this one script be started as a thread, and no other. */
const policy = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('office-reader', {
  createScriptURL: () => workerUrl,
});

/**
 * Reads the beginning of a document or a workbook in a thread of its own, which is ended afterwards and may load nothing.
 * Throws where the file cannot be read or is too large, and when the signal aborts.
 */
export async function readOffice(
  url: string,
  { format, isWorkbook, signal }: Omit<ReadRequest, 'bytes'> & { readonly signal: AbortSignal },
): Promise<Shown> {
  const file = await (await fetch(url, { signal })).blob();
  if (file.size > MOST_BYTES) throw new Error('too large to be shown');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
  const ended = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]);
  try {
    return await new Promise<Shown>((resolve, reject) => {
      const refuse = (): void => reject(new Error('not readable'));
      const take = ({ data }: MessageEvent<Shown | undefined>): void => (data ? resolve(data) : refuse());
      worker.addEventListener('message', take, { once: true });
      worker.addEventListener('error', refuse, { once: true });
      ended.addEventListener('abort', () => reject(ended.reason as Error), { once: true });
      worker.postMessage({ bytes, format, isWorkbook } satisfies ReadRequest, [bytes.buffer]);
    });
  } finally {
    worker.terminate();
  }
}
