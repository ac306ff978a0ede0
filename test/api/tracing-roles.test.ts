import { expect, it } from 'vitest';
import { objectStorage } from '../support/object-storage.ts';
import { postgresAnswers, testDatabase } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';
import { CALLER, startCollector } from '../support/trace-collector.ts';

it.skipIf(!(await postgresAnswers()))('a worker goes on with the trace of the request', async () => {
  await using collector = await startCollector();
  await using database = await testDatabase();
  await using storage = await objectStorage();
  const shared = {
    DATABASE_URL: database.url,
    SIGNING_SECRET: 's'.repeat(32),
    ...storage.environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  {
    await using worker = await startTestService({ ownClock: false, environment: { ...shared, ROLE: 'worker' } });
    await using api = await startTestService({ ownClock: false, environment: { ...shared, ROLE: 'api' } });
    expect(worker.url).not.toBe(api.url);
    const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
    expect((await api.convert(undefined, { traceparent })).status).toBe(200);
  }
  const [converted] = collector.spans().filter(({ name }) => name === 'convert pdf to docx');
  const [request] = collector.spans().filter(({ name }) => name === 'POST /api/v1/convert');
  expect(request!.parentSpanId).toBe(CALLER.spanId);
  expect(converted).toMatchObject({ traceId: CALLER.traceId, parentSpanId: request!.spanId });
});
