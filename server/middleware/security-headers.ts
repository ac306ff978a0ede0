import type { RequestMiddleware } from './state.ts';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const;

/** A year: what browsers' lists of https-only sites ask for at least. Other hosts of the domain are not ours to decide. */
const HTTPS_ONLY = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/** Headers for JSON answers. Routes that serve something else overwrite them. */
export function securityHeaders(publicUrl: () => string): RequestMiddleware {
  return async (context, next) => {
    context.set(HEADERS);
    if (publicUrl().startsWith('https:')) context.set(HTTPS_ONLY);
    await next();
  };
}
