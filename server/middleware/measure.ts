import type { Metrics } from '../services/metrics.ts';
import type { RequestContext, RequestMiddleware, RouteContext } from './state.ts';

/** Counts and times every answer by its route. */
export function measure(metrics: Metrics): RequestMiddleware {
  return async (context, next) => {
    const begun = performance.now();
    try {
      await next();
    } finally {
      const { method, status } = context;
      metrics.request({ method, route: routeOfRequest(context), status, ms: performance.now() - begun });
    }
  };
}

/** The pattern of the route after the router has run; `none` when no route matched. */
export function routeOfRequest(context: RequestContext): string {
  const { _matchedRoute: matched = 'none' } = context as Partial<RouteContext>;
  return String(matched);
}
