import { expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { startTestService } from '../support/service.ts';
import { CALLER, startCollector } from '../support/trace-collector.ts';

it('requests and conversions are traced to a collector, within the trace of the caller', async () => {
  await using collector = await startCollector();
  {
    await using service = await startTestService({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
    await service.convert(undefined, { traceparent });
    service.engine.failure = new ConversionError({ code: 'input_corrupt', message: 'It is damaged.' });
    await service.convert(undefined, { traceparent });
    expect(service.log.text).toContain(`"traceId":"${CALLER.traceId}"`);
  }
  const spans = collector.spans();
  expect(spans.map(({ traceId }) => traceId)).toEqual(Array.from(spans, () => CALLER.traceId));
  const requests = spans.filter(({ name }) => name === 'POST /api/v1/convert');
  expect(requests.map(({ parentSpanId }) => parentSpanId)).toEqual([CALLER.spanId, CALLER.spanId]);
  expect(requests[0]!.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  const [converted, failed] = spans.filter(({ name }) => name === 'convert pdf to docx');
  expect(converted!.parentSpanId).toBe(requests[0]!.spanId);
  expect(converted!.attributes).toContainEqual({ key: 'athanor.verified', value: { stringValue: 'content' } });
  expect(failed!.status).toEqual({ code: 2, message: 'input_corrupt' });
  expect(collector.services()[0]).toContainEqual({ key: 'service.name', value: { stringValue: 'athanor' } });
});
