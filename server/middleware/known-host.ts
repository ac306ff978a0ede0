import { ServiceError } from '../errors.ts';
import type { RequestMiddleware } from './state.ts';

/**
 * Protects against DNS rebinding: a foreign page can make a browser send requests to this machine under the site's own
 * name, but it cannot forge the Host header.
 */
export function knownHost(publicUrl: () => string): RequestMiddleware {
  let names: ReadonlySet<string> | undefined;
  return async (context, next) => {
    const host = context.get('Host').toLowerCase();
    names ??= new Set(['localhost', '127.0.0.1', '[::1]', new URL(publicUrl()).hostname]);
    if (names.has(host.replace(/:\d+$/, ''))) return next();
    throw new ServiceError({
      code: 'misdirected_request',
      message: 'The service does not answer under this host name. Use its own address, or set PUBLIC_URL to this one.',
    });
  };
}

/** HTTP/1.1 requires a Host header. */
export function requireHost(): RequestMiddleware {
  return async (context, next) => {
    if (context.req.httpVersion === '1.0' || context.get('Host') !== '') return next();
    throw new ServiceError({ code: 'malformed_request', message: 'The request has no Host header. Send one.' });
  };
}
