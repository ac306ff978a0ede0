import type { SuccessEnvelope } from '../envelope.ts';
import { AthanorError, errorOf } from './errors.ts';
import { uploadWithProgress } from './upload.ts';

export interface CallInit {
  readonly method?: string;
  readonly body?: FormData | Blob | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Receives 0 to 1 while the body is sent. */
  readonly onUpload?: (fraction: number) => void;
}

/** Longest time that a call waits before it is repeated: a caller would rather be told. */
const LONGEST_WAIT_MS = 30_000;

/** Too slow, too many, or not at the moment. Whatever else is retryable is left to the caller. */
const REPEATED: ReadonlySet<number | undefined> = new Set([408, 429, 502, 503, 504]);

export interface TransportOptions {
  readonly fetch?: typeof fetch;
  /** How often a call is repeated that may succeed later. */
  readonly retries: number;
}

/** Sends requests to one service, and turns its refusals into errors. Paths begin with a slash. */
export class Transport {
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;
  readonly #retries: number;

  constructor(origin: string, headers: Readonly<Record<string, string>>, { fetch: given, retries }: TransportOptions) {
    this.#origin = origin;
    this.#headers = headers;
    this.#fetch = given ?? ((input, init) => fetch(input, init));
    this.#retries = retries;
  }

  /** Returns `data` of the answer. */
  async call<Data>(path: string, init: CallInit = {}): Promise<Data> {
    const response = await this.request(path, init);
    return ((await response.json()) as SuccessEnvelope<Data>).data;
  }

  json<Data>(method: string, path: string, body: object, signal?: AbortSignal): Promise<Data> {
    const headers = { 'Content-Type': 'application/json' };
    return this.call(path, { method, body: JSON.stringify(body), headers, signal });
  }

  /** Throws an `AthanorError` unless the request succeeds. What would be done twice is not repeated. */
  async request(path: string, init: CallInit = {}): Promise<Response> {
    const isRepeatable = init.method !== 'POST' || init.headers?.['Idempotency-Key'] !== undefined;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once(path, init);
      } catch (error) {
        const waitMs = isRepeatable && attempt < this.#retries ? waitAfter(error, attempt) : undefined;
        if (waitMs === undefined || init.signal?.aborted) throw error;
        await pause(waitMs, init.signal);
      }
    }
  }

  async #once(path: string, { headers, onUpload, ...init }: CallInit): Promise<Response> {
    const sent = { ...init, headers: { ...this.#headers, ...headers } };
    const response = onUpload
      ? await uploadWithProgress(this.#origin + path, { ...sent, onUpload }, this.#fetch)
      : await this.#fetch(this.#origin + path, sent);
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  /** Requests a URL from an answer. It is signed, so it needs no key. */
  async download(url: string, signal?: AbortSignal): Promise<Blob> {
    const response = await this.#fetch(url, { signal });
    if (!response.ok) throw await errorOf(response);
    return response.blob();
  }
}

/** Milliseconds until the call is repeated; undefined when that would not help. A network that fails may work later. */
function waitAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof AthanorError)) return error instanceof TypeError ? 1000 * 2 ** attempt : undefined;
  if (!error.retryable || !REPEATED.has(error.status)) return undefined;
  const waitMs = error.retryAfterMs ?? 1000 * 2 ** attempt;
  return waitMs <= LONGEST_WAIT_MS ? waitMs : undefined;
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const abort = (): void => reject(signal!.reason as Error);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
