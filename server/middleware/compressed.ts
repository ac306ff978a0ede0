import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RouteContext } from './state.ts';

const compress = promisify(gzip);

/** Smaller answers fit into one packet anyway. */
const LEAST_BYTES = 1_400;

/**
 * Compresses JSON answers, for public data only. If a secret stood beside text that a stranger chooses, the length of
 * the compressed answer would reveal the secret.
 */
export function compressed() {
  return async (context: RouteContext, next: () => Promise<unknown>): Promise<void> => {
    await next();
    context.vary('Accept-Encoding');
    if (context.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
    const json = JSON.stringify(context.body);
    if (json.length < LEAST_BYTES) return;
    context.type = 'application/json';
    context.set('Content-Encoding', 'gzip');
    context.body = await compress(json);
  };
}
