import { context as active, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { routeOfRequest } from './measure.ts';
import type { RequestMiddleware } from './state.ts';

const tracer = trace.getTracer('athanor');

/**
 * Records one span per request, a child of the caller's span when it sends a `traceparent`. The log has the trace id.
 */
export function traced(): RequestMiddleware {
  return async (context, next) => {
    const { method, path, state } = context;
    const caller = propagation.extract(active.active(), context.headers);
    const span = tracer.startSpan(
      method,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'url.path': path,
          'athanor.request_id': state.requestId,
        },
      },
      caller,
    );
    state.log = state.log.child({ traceId: span.spanContext().traceId });
    try {
      await active.with(trace.setSpan(caller, span), next);
    } finally {
      const route = routeOfRequest(context);
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': context.status });
      if (context.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
  };
}
