import { failure } from '../envelope.ts';
import { ClientClosedError, ServiceError, unexpectedError } from '../errors.ts';
import type { RequestContext, RequestMiddleware } from './state.ts';

/** Turns whatever was thrown into the failure envelope. Stands before everything that can fail. */
export function errors(): RequestMiddleware {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      answer(context, error);
    }
  };
}

function answer(context: RequestContext, thrown: unknown): void {
  const { log } = context.state;
  if (thrown instanceof ClientClosedError || context.res.destroyed) {
    log.debug({ reason: thrown instanceof Error ? thrown.message : thrown }, 'the client has gone');
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
  // Koa's own refusals, such as a path that cannot be decoded.
  if (thrown instanceof Error && 'status' in thrown && thrown.status === 400) {
    return new ServiceError({ code: 'malformed_request', message: 'The request cannot be read. Check its address.' });
  }
  return unexpectedError(thrown);
}

/** What the library said, where the engine has put it into its own words. */
function causeText({ cause }: ServiceError): string | undefined {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : undefined;
  return inner instanceof Error ? inner.message : undefined;
}
