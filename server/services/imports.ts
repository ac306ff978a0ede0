import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { parse as parseDisposition } from 'content-disposition';
import { type ErrorCode, isDiskFull, ServiceError, type ServiceErrorInit, storageFullError } from '../errors.ts';
import { fileTooLarge, watchRate } from '../middleware/upload-guard.ts';
import { safeFileName } from './file-name.ts';
import { AddressNotAllowed, type OutboundRequests } from './outbound-requests.ts';
import type { Upload } from './upload.ts';
import { isListedHost, isWebPort, parseWebAddress } from './web-address.ts';

export interface Imports {
  /**
   * Fetches a file into scratch space; the receiver removes it. Throws `invalid_url`, `url_not_allowed`,
   * `url_unreachable`, `url_timeout`, `file_too_large` or `empty_file`, and leaves nothing behind then.
   */
  fetch(address: string, request: ImportRequest): Promise<Upload>;
}

/** Codes of what is wrong with one address or its file, and not with the service or the request. */
const ADDRESS_FAILURES: ReadonlySet<string> = new Set<ErrorCode>([
  ...(['invalid_url', 'url_not_allowed', 'url_unreachable', 'url_timeout', 'file_too_large', 'empty_file'] as const),
]);

/** Whether an import has failed by its own address, so that others may succeed. */
export function isOfAddress(error: unknown): error is ServiceError {
  return error instanceof ServiceError && ADDRESS_FAILURES.has(error.code);
}

export interface ImportRequest {
  readonly directory: string;
  /** Most bytes of the file, unpacked. */
  readonly fileBytes: number;
  readonly signal: AbortSignal;
}

export interface ImportRules {
  /** Nothing is imported if false. */
  readonly enabled: boolean;
  /** Hosts (`files.example`) and their subdomains (`*.example`) that may be named; any if empty. */
  readonly hosts: readonly string[];
  readonly requests: OutboundRequests;
  readonly userAgent: string;
  readonly limits: {
    readonly importTimeoutMs: number;
    readonly requestTimeoutMs: number;
    readonly uploadBytesPerSecond: number;
    readonly uploadWindowMs: number;
  };
}

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const FIELD = 'url';

/** Imports files by their addresses, as a part `url` of a form asks. */
export function createImports({ enabled, hosts, requests, userAgent, limits }: ImportRules): Imports {
  async function fetch(address: string, { directory, fileBytes, signal }: ImportRequest): Promise<Upload> {
    if (!enabled)
      throw refusal('url_not_allowed', 'This service does not import files by address. Send the file itself.');
    const whole = AbortSignal.any([signal, AbortSignal.timeout(limits.requestTimeoutMs)]);
    const path = join(directory, randomUUID());
    let url = urlOf(address);
    try {
      const found = await followed(url, whole);
      url = found.url;
      const { sizeBytes, sha256 } = await store(found.response, path, fileBytes, whole);
      if (sizeBytes === 0)
        throw new ServiceError({ code: 'empty_file', message: `${url.host} sent an empty file.`, field: FIELD });
      return { path, sizeBytes, sha256, fileName: fileNameOf(url, found.response) };
    } catch (error) {
      await rm(path, { force: true });
      signal.throwIfAborted();
      throw explain(error, url);
    }
  }

  /** The answer behind all redirects. */
  async function followed(first: URL, signal: AbortSignal): Promise<{ url: URL; response: IncomingMessage }> {
    let url = first;
    for (let redirects = 0; ; redirects++) {
      requireAllowed(url);
      const response = await answerOf(url, signal);
      const status = response.statusCode!;
      if (status === 200) return { url, response };
      const { location } = response.headers;
      response.destroy();
      if (!REDIRECTS.has(status) || location === undefined) throw unreachable(url, `answered ${status}`, { status });
      if (redirects === MAX_REDIRECTS) throw unreachable(first, `redirects more than ${MAX_REDIRECTS} times`);
      url = urlOf(location, url);
    }
  }

  function requireAllowed(url: URL): void {
    if (!isListedHost(url, hosts)) throw refusal('url_not_allowed', `This service imports nothing from ${url.host}.`);
    if (!isWebPort(url)) throw refusal('url_not_allowed', `Port ${url.port} is not one of web servers.`);
  }

  async function answerOf(url: URL, whole: AbortSignal): Promise<IncomingMessage> {
    // Aborting ends the answer's body as well, so the time for the first byte is not part of the signal.
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(timedOut(url)), limits.importTimeoutMs);
    try {
      const signal = AbortSignal.any([whole, controller.signal]);
      const headers = { 'User-Agent': userAgent, Accept: '*/*', 'Accept-Encoding': 'identity' };
      return await requests.send(url, { method: 'GET', headers, signal });
    } catch (error) {
      throw controller.signal.aborted ? controller.signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function store(
    response: IncomingMessage,
    path: string,
    fileBytes: number,
    signal: AbortSignal,
  ): Promise<{ sizeBytes: number; sha256: string }> {
    if (Number(response.headers['content-length'] ?? 0) > fileBytes) {
      response.destroy();
      throw fileTooLarge(fileBytes, FIELD);
    }
    const digest = createHash('sha256');
    let sizeBytes = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sizeBytes += chunk.byteLength;
        digest.update(chunk);
        if (sizeBytes > fileBytes) return done(fileTooLarge(fileBytes, FIELD));
        return done(null, chunk);
      },
    });
    const unpack = decoderOf(response);
    const stages = [
      response,
      ...(unpack ? [unpack] : []),
      counted,
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    ];
    using atEnd = new DisposableStack();
    atEnd.defer(
      watchRate(
        () => sizeBytes,
        limits,
        () => response.destroy(new TooSlow()),
      ),
    );
    await pipeline(stages as [Readable, Transform], { signal });
    return { sizeBytes, sha256: digest.digest('hex') };
  }

  return { fetch };
}

class TooSlow extends Error {}

function urlOf(text: string, base?: URL): URL {
  const url = parseWebAddress(text, { base });
  if (url) return url;
  const shown = JSON.stringify(text.slice(0, 200));
  const message = `Expected an http or https address without a user name, but received ${shown}.`;
  throw refusal(
    'invalid_url',
    base ? `${base.host} redirects to an address that is not followed. ${message}` : message,
  );
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Some servers compress although they are asked not to. */
function decoderOf({ headers }: IncomingMessage): Transform | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return undefined;
  const create = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!create) throw new Error(`the encoding ${encoding.slice(0, 40)} is not known`);
  return create();
}

/** The name that the answer gives, or the last part of the address. */
function fileNameOf({ pathname }: URL, { headers }: IncomingMessage): string {
  const named = nameOfDisposition(headers['content-disposition']);
  if (named !== undefined) return safeFileName(named);
  const last = pathname.split('/').at(-1)!;
  try {
    return safeFileName(decodeURIComponent(last));
  } catch {
    return safeFileName(last);
  }
}

function nameOfDisposition(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  try {
    return parseDisposition(header).parameters['filename'];
  } catch {
    return undefined;
  }
}

function explain(error: unknown, url: URL): Error {
  if (error instanceof ServiceError) return error;
  if (isDiskFull(error)) return storageFullError(error);
  if (error instanceof AddressNotAllowed)
    return refusal('url_not_allowed', `${url.host} is not on the public internet. Use a public address.`, error);
  if (error instanceof TooSlow || isTimeout(error)) return timedOut(url, error);
  return unreachable(url, `could not be read (${reasonOf(error)})`, {}, error);
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'TimeoutError' || (error.cause as Error | undefined)?.name === 'TimeoutError')
  );
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (code.startsWith('Z_') ? 'its compression is damaged' : code || 'the connection failed');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name is unknown',
  EAI_AGAIN: 'the name could not be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'the host cannot be reached',
};

function unreachable(
  url: URL,
  what: string,
  details: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): ServiceError {
  return refusal('url_unreachable', `${url.host} ${what}. Check the address, or send the file itself.`, cause, details);
}

function timedOut(url: URL, cause?: unknown): ServiceError {
  return refusal(
    'url_timeout',
    `${url.host} took too long to send the file. Try again, or send the file itself.`,
    cause,
  );
}

function refusal(
  code: ServiceErrorInit['code'],
  message: string,
  cause?: unknown,
  details?: Readonly<Record<string, unknown>>,
): ServiceError {
  return new ServiceError({ code, message, field: FIELD, ...(details && { details }) }, { cause });
}
