import { context, propagation, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ConversionResult } from '../../engine/index.ts';
import { ServiceError } from '../errors.ts';
import type { Performed } from './perform-conversion.ts';

const tracer = trace.getTracer('athanor');

/** Position in a trace, as headers of W3C Trace Context; empty when nothing is traced. */
export type TraceContext = Readonly<Record<string, string>>;

/** Where the caller is in its trace, for a process that goes on with it. */
export function currentTrace(): TraceContext {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

export interface TracedConversion {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The trace of the request, which may have come to another process. */
  readonly trace?: TraceContext | undefined;
}

/** Records what the conversion's span tells of its result: the route, and the time of each phase. */
export function describeResult({ plan, timings, report }: ConversionResult): void {
  trace.getActiveSpan()?.setAttributes({
    'athanor.route': plan.steps.map(({ codec }) => codec),
    'athanor.queued_ms': timings.queued,
    'athanor.converted_ms': timings.converted,
    'athanor.verified_ms': timings.verified,
    'athanor.verified': report.verified,
  });
}

/** Records an OpenTelemetry span for one conversion. */
export function inConversionSpan(
  { id, from, to, trace: received = {} }: TracedConversion,
  convert: () => Promise<Performed>,
): Promise<Performed> {
  const attributes = { 'athanor.conversion_id': id, 'athanor.from': from, 'athanor.to': to };
  const parent = propagation.extract(ROOT_CONTEXT, received);
  return tracer.startActiveSpan(`convert ${from} to ${to}`, { attributes }, parent, async (span) => {
    try {
      return await convert();
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : 'client_closed';
      span.setStatus({ code: SpanStatusCode.ERROR, message: code });
      throw error;
    } finally {
      span.end();
    }
  });
}
