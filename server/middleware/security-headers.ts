import type { RequestMiddleware } from './state.ts';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const;

/** Headers for JSON answers. Routes that serve something else overwrite them. */
export function securityHeaders(): RequestMiddleware {
  return async (context, next) => {
    context.set(HEADERS);
    await next();
  };
}
