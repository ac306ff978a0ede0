/** A request whose upload progress can be observed. */
export interface UploadInit {
  readonly method?: string;
  readonly body?: FormData | Blob | string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Receives 0 to 1. */
  readonly onUpload: (fraction: number) => void;
}

/**
 * Like `fetch`, with upload progress where the runtime supports it: browsers report it to `XMLHttpRequest` only.
 * Elsewhere only the end is reported.
 */
export async function uploadWithProgress(url: string, init: UploadInit, otherwise: typeof fetch): Promise<Response> {
  const { onUpload, ...rest } = init;
  if (typeof XMLHttpRequest !== 'undefined') return uploadByXhr(url, init);
  const response = await otherwise(url, rest);
  onUpload(1);
  return response;
}

async function uploadByXhr(
  url: string,
  { method = 'POST', body, headers, signal, onUpload }: UploadInit,
): Promise<Response> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open(method, url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.responseType = 'blob';
  request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
    if (lengthComputable) onUpload(loaded / total);
  });
  request.addEventListener('load', () => {
    onUpload(1);
    const { status, statusText } = request;
    resolve(new Response(request.response as Blob, { status, statusText, headers: headersOf(request) }));
  });
  // Like `fetch` when the network fails.
  request.addEventListener('error', () => reject(new TypeError('The service could not be reached.')));
  const abort = (): void => {
    request.abort();
    reject(signal!.reason as Error);
  };
  signal?.addEventListener('abort', abort, { once: true });
  request.send(body);
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  return new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
}
