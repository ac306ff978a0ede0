import { randomUUID } from 'node:crypto';
import type { Log } from '../log.ts';
import type { RequestMiddleware } from './state.ts';

const ACCEPTABLE = /^[\w-]{8,64}$/;

/** Gives every request an id, or takes the caller's own, and writes one log line per request. */
export function requestId(log: Log): RequestMiddleware {
  return async (context, next) => {
    const started = performance.now();
    const presented = context.get('X-Request-Id');
    const id = ACCEPTABLE.test(presented) ? presented : randomUUID();
    context.state.requestId = id;
    context.state.log = log.child({ requestId: id });
    context.set('X-Request-Id', id);
    context.res.once('close', () => {
      const { method, originalUrl: url, res, state } = context;
      context.state.log.info(
        {
          ...{ method, url, status: res.headersSent ? res.statusCode : 499 },
          address: state.address,
          accountId: state.caller?.accountId,
          ms: Math.round(performance.now() - started),
        },
        'request',
      );
    });
    await next();
  };
}
