import { success } from '../envelope.ts';
import type { RouteContext } from '../middleware/state.ts';
import type { Readiness } from '../services/readiness.ts';

/** `GET /healthz`: whether the process answers. */
export function alive() {
  return async (context: RouteContext): Promise<void> => {
    context.body = success('The service is alive.', { status: 'alive' });
  };
}

/** `GET /readyz`: whether the process can serve requests. */
export function ready(readiness: Readiness) {
  return async (context: RouteContext): Promise<void> => {
    context.body = success('The service is ready.', { status: 'ready', ...(await readiness.check()) });
  };
}
