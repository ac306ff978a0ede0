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

/** HTTP/1.1 requires exactly one Host header: Node reads the first of several, and a proxy perhaps the last. */
export function requireHost(): RequestMiddleware {
  return async (context, next) => {
    const { headersDistinct, httpVersion } = context.req;
    const hosts = headersDistinct['host'] ?? [];
    if (hosts.length > 1) throw malformed('The request has several Host headers. Send one.');
    if (httpVersion !== '1.0' && (hosts[0] ?? '') === '') throw malformed('The request has no Host header. Send one.');
    return next();
  };
}

function malformed(message: string): ServiceError {
  return new ServiceError({ code: 'malformed_request', message });
}
