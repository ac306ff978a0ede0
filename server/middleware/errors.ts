import type { IncomingMessage } from 'node:http';
import { failure } from '../envelope.ts';
import { ClientClosedError, ServiceError, unexpectedError } from '../errors.ts';
import type { RequestContext, RequestMiddleware } from './state.ts';

/** Turns every error into the failure envelope. Must come before everything that can fail. */
export function errors(limits: BodyRest): RequestMiddleware {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      if (closesUnread(context)) await skipBody(context.req, limits);
      answer(context, error);
    }
  };
}

interface BodyRest {
  readonly lingerMs: number;
  readonly lingerBytes: number;
}

/**
 * Whether the connection will be closed at the end of the answer, while the client may still be writing its body: unread
 * data would reset the connection, and the client would never see the answer. A client that waits for `100 Continue`
 * writes nothing.
 */
function closesUnread({ req, res }: RequestContext): boolean {
  return !req.complete && !req.destroyed && !res.shouldKeepAlive && req.headers.expect === undefined;
}

/** Reads and drops the rest of a request's body, within bounds of time and size. */
async function skipBody(request: IncomingMessage, { lingerMs, lingerBytes }: BodyRest): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let received = 0;
  const count = (chunk: Buffer): void => {
    received += chunk.byteLength;
    if (received > lingerBytes) resolve();
  };
  const timer = setTimeout(resolve, lingerMs);
  request.on('data', count).once('end', resolve).once('close', resolve);
  request.resume();
  await promise;
  clearTimeout(timer);
  request.off('data', count);
}

function answer(context: RequestContext, thrown: unknown): void {
  const { log } = context.state;
  if (thrown instanceof ClientClosedError || context.res.destroyed) {
    log.debug({ reason: thrown instanceof Error ? thrown.message : thrown }, 'the client closed the connection');
    context.respond = false;
    context.res.destroy();
    return;
  }
  const error = serviceError(thrown);
  if (error.status >= 500) log.error({ err: error, code: error.code }, 'failed');
  else log.info({ code: error.code, details: error.details, cause: causeText(error) }, 'refused');
  context.status = error.status;
  context.set(error.headers);
  context.body = failure(error, context.state.requestId);
}

function serviceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  // Koa's own errors, such as a path that cannot be decoded.
  if (thrown instanceof Error && 'status' in thrown && thrown.status === 400) {
    return new ServiceError({ code: 'malformed_request', message: 'The request cannot be read. Check its address.' });
  }
  return unexpectedError(thrown);
}

/** The message of the library, where the engine has replaced it by its own. */
function causeText({ cause }: ServiceError): string | undefined {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : undefined;
  return inner instanceof Error ? inner.message : undefined;
}
