import type { RequestContext, RequestMiddleware } from './state.ts';

/** Calls that a key or a signed link authorises. Those of the website's own pages are not for other sites. */
const SHARED = /^\/(api|converter|d)\/|^\/(openapi\.json|mcp)$/;

const ALLOWED_HEADERS = [
  ...['X-API-Key', 'Content-Type', 'Accept', 'Prefer', 'Idempotency-Key', 'Range', 'Last-Event-ID'],
  // Those of the tus protocol.
  ...['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset'],
  // Those of the Model Context Protocol.
  ...['Authorization', 'Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id'],
].join(', ');
const EXPOSED_HEADERS = [
  ...['X-Request-Id', 'X-Conversion-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Location'],
  ...['X-Quota-Limit', 'X-Quota-Remaining', 'X-Quota-Reset', 'Content-Disposition', 'Content-Range', 'ETag'],
  ...['Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
  ...['Upload-Offset', 'Upload-Length', 'Upload-Expires'],
].join(', ');
/** Seconds for which browsers remember a preflight: two hours is what they keep at most. */
const MAX_AGE = '7200';

/**
 * Lets pages of other sites call the interface with a key (`CORS_ORIGINS`). Cookies are never allowed, so that the
 * session of a visitor cannot be used. https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function cors(origins: readonly string[]): RequestMiddleware {
  const isAny = origins.includes('*');
  const listed = new Set(origins);

  return async (context, next) => {
    if (origins.length === 0 || !SHARED.test(context.path)) return next();
    if (!isAny) context.vary('Origin');
    const origin = context.get('Origin');
    if (origin === '' || (!isAny && !listed.has(origin))) return next();
    context.set('Access-Control-Allow-Origin', isAny ? '*' : origin);
    if (!isPreflight(context)) {
      context.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
      return next();
    }
    context.set({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': MAX_AGE,
    });
    context.status = 204;
    return undefined;
  };
}

function isPreflight(context: RequestContext): boolean {
  return context.method === 'OPTIONS' && context.get('Access-Control-Request-Method') !== '';
}
