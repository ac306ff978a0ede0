import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { startTestService } from '../support/service.ts';

/** As much of OTLP in JSON as the tests look at. */
interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code: number; readonly message?: string };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: object }[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

/** Takes what is sent to it, as a collector does. */
async function startCollector() {
  const received: Export[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') received.push((await json(request)) as Export);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    services: () => received.flatMap(({ resourceSpans }) => resourceSpans).map(({ resource }) => resource.attributes),
    spans: () =>
      received.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
      ),
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

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
