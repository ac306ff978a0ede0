import type { Metrics } from '../services/metrics.ts';
import type { RequestMiddleware, RouteContext } from './state.ts';

/** Counts and times every answer by its route; whatever no route has taken is one route. */
export function measure(metrics: Metrics): RequestMiddleware {
  return async (context, next) => {
    const begun = performance.now();
    try {
      await next();
    } finally {
      const { _matchedRoute: matched = 'none' } = context as Partial<RouteContext>;
      const route = String(matched);
      const { method, status } = context;
      metrics.request({ method, route, status, ms: performance.now() - begun });
    }
  };
}
