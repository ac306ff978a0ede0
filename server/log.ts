import pino, { type DestinationStream, type Logger } from 'pino';
import { API_KEY_PATTERN } from './services/api-key.ts';

export type Log = Logger;

/** Lines are written in batches: otherwise a busy service would make one system call for each. */
const BUFFER_BYTES = 4096;
const FLUSH_MS = 100;

const REDACTED = '[redacted]';

/** Names of headers whose values are never logged. */
const SECRET_HEADERS = new Set(['x-api-key', 'cookie', 'set-cookie', 'authorization', 'proxy-authorization']);

export interface LogOptions {
  readonly level: string;
  /** Destination of the lines. Default: standard error, written asynchronously. */
  readonly destination?: DestinationStream;
}

/** Creates a log of JSON lines without secrets: no keys, cookies, credentials or signatures of download links. */
export function createLog({ level, destination }: LogOptions): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: hideSecretHeaders },
      serializers: { url: redactUrl, err: (error: unknown) => describeError(error) },
    },
    destination ?? pino.destination({ fd: 2, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS }),
  );
}

type Entries = Readonly<Record<string, unknown>>;

/**
 * Removes secrets from `headers` of a logged object or of an object in it. Pino's `redact` would copy every object and
 * search every path in every line, although few lines have headers.
 */
function hideSecretHeaders(logged: Entries): Record<string, unknown> {
  return mapEntries(logged, (name, value) => {
    if (!isEntries(value)) return value;
    if (name === 'headers') return hideSecrets(value);
    return isEntries(value.headers) ? { ...value, headers: hideSecrets(value.headers) } : value;
  });
}

function hideSecrets(headers: Entries): Entries {
  return mapEntries(headers, (name, value) => (SECRET_HEADERS.has(name.toLowerCase()) ? REDACTED : value));
}

function mapEntries(entries: Entries, map: (name: string, value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, map(name, value)]));
}

function isEntries(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && !(value instanceof Error);
}

/** Makes a request's URL safe to log: no signature, and no key that a caller put there by mistake. */
export function redactUrl(url: string): string {
  return redactText(url.replace(/([?&](?:s|password|token|key|api_key)=)[^&]*/gi, `$1${REDACTED}`));
}

function redactText(text: string): string {
  return text.replace(API_KEY_PATTERN, REDACTED);
}

/** Deeper causes add nothing. */
const MAX_CAUSES = 5;

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return redactText(String(error));
  return {
    type: error.name,
    ...('code' in error && { code: error.code }),
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
}
