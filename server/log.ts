import pino, { type DestinationStream, type Logger } from 'pino';
import { API_KEY_PATTERN } from './services/api-key.ts';

export type Log = Logger;

/** Lines are written together: a busy service would otherwise pay one system call for each. */
const BUFFER_BYTES = 4096;
const FLUSH_MS = 100;

const REDACTED = '[redacted]';

/** Header names whose values never reach the log, at whatever depth of our log objects headers may stand. */
const SECRET_HEADERS = ['x-api-key', 'cookie', 'set-cookie', 'authorization', 'proxy-authorization'];

export interface LogOptions {
  readonly level: string;
  /** Standard error, written asynchronously, if absent. */
  readonly destination?: DestinationStream;
}

/** JSON lines without secrets: no keys, cookies, credentials, or signatures of download links. */
export function createLog({ level, destination }: LogOptions): Log {
  const headerPaths = SECRET_HEADERS.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]);
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: headerPaths, censor: REDACTED },
      serializers: { url: redactUrl, err: (error: unknown) => describeError(error) },
    },
    destination ?? pino.destination({ fd: 2, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS }),
  );
}

/** A request's URL as it may be logged: no signature, and no key that a caller put there by mistake. */
export function redactUrl(url: string): string {
  return redactText(url.replace(/([?&](?:s|password|token|key|api_key)=)[^&]*/gi, `$1${REDACTED}`));
}

function redactText(text: string): string {
  return text.replace(API_KEY_PATTERN, REDACTED);
}

/** Causes deeper than this add nothing. */
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
