import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { ConversionResult } from '../../engine/index.ts';
import { ServiceError } from '../errors.ts';
import type { Performed } from './perform-conversion.ts';

const tracer = trace.getTracer('athanor');

export interface TracedConversion {
  readonly id: string;
  readonly from: string;
  readonly to: string;
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
  { id, from, to }: TracedConversion,
  convert: () => Promise<Performed>,
): Promise<Performed> {
  const attributes = { 'athanor.conversion_id': id, 'athanor.from': from, 'athanor.to': to };
  return tracer.startActiveSpan(`convert ${from} to ${to}`, { attributes }, async (span) => {
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
