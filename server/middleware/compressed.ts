import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RouteContext } from './state.ts';

const compress = promisify(gzip);

/** Bytes that fit into one packet anyway. */
const LEAST_BYTES = 1_400;

/**
 * Sends JSON compressed to whoever takes that: for what everybody may know. Where a secret stands beside what a stranger
 * may choose, the length of the answer would tell of the secret.
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
