import { drainingError } from '../services/readiness.ts';
import type { RequestMiddleware } from './state.ts';

/** Refuses new requests on open connections while the server stops. Running ones continue. */
export function refuseWhenDraining(draining: () => boolean): RequestMiddleware {
  return async (context, next) => {
    if (draining() && context.method === 'POST') throw drainingError();
    await next();
  };
}
