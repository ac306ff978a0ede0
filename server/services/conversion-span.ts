import { SpanStatusCode, trace } from '@opentelemetry/api';
import { ServiceError } from '../errors.ts';
import type { Performed } from './perform-conversion.ts';

const tracer = trace.getTracer('athanor');

export interface TracedConversion {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** Records an OpenTelemetry span for one conversion: its formats, its route, and the time of each phase. */
export function inConversionSpan(
  { id, from, to }: TracedConversion,
  convert: () => Promise<Performed>,
): Promise<Performed> {
  const attributes = { 'athanor.conversion_id': id, 'athanor.from': from, 'athanor.to': to };
  return tracer.startActiveSpan(`convert ${from} to ${to}`, { attributes }, async (span) => {
    try {
      const performed = await convert();
      const { plan, timings, report } = performed.result;
      span.setAttributes({
        'athanor.route': plan.steps.map(({ codec }) => codec),
        'athanor.queued_ms': timings.queued,
        'athanor.converted_ms': timings.converted,
        'athanor.verified_ms': timings.verified,
        'athanor.verified': report.verified,
      });
      return performed;
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : 'client_closed';
      span.setStatus({ code: SpanStatusCode.ERROR, message: code });
      throw error;
    } finally {
      span.end();
    }
  });
}
