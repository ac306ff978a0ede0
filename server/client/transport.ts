import type { SuccessEnvelope } from '../envelope.ts';
import { errorOf } from './errors.ts';
import { uploadWithProgress } from './upload.ts';

export interface CallInit {
  readonly method?: string;
  readonly body?: FormData | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Receives 0 to 1 while the body is sent. */
  readonly onUpload?: (fraction: number) => void;
}

/** Sends requests to one service, and turns its refusals into errors. Paths begin with a slash. */
export class Transport {
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;

  constructor(origin: string, headers: Readonly<Record<string, string>>, given: typeof fetch | undefined) {
    this.#origin = origin;
    this.#headers = headers;
    this.#fetch = given ?? ((input, init) => fetch(input, init));
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

  /** Throws an `AthanorError` unless the request succeeds. */
  async request(path: string, { headers, onUpload, ...init }: CallInit = {}): Promise<Response> {
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
