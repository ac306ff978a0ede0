import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RouteContext } from './state.ts';

const brotli = promisify(brotliCompress);
const compress = promisify(gzip);

/** Answers are compressed while somebody waits: beyond this a smaller size takes much more time. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

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
    const encoding = ['br', 'gzip'].find((name) => context.acceptsEncodings(name, 'identity') === name);
    if (encoding === undefined) return;
    const json = JSON.stringify(context.body);
    if (json.length < LEAST_BYTES) return;
    context.type = 'application/json';
    context.set('Content-Encoding', encoding);
    context.body = encoding === 'br' ? await brotli(json, QUALITY) : await compress(json);
  };
}
