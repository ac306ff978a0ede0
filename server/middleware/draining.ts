import { drainingError } from '../services/readiness.ts';
import type { RequestMiddleware } from './state.ts';

/** What came in before goes on; new work on connections that are still open is refused. */
export function refuseWhenDraining(draining: () => boolean): RequestMiddleware {
  return async (context, next) => {
    if (draining() && context.method === 'POST') throw drainingError();
    await next();
  };
}
