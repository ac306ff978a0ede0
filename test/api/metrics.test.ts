import { expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { call } from '../support/http-client.ts';
import { PDF, startTestService, TO_DOCX } from '../support/service.ts';

it('metrics tell requests by route, and conversions by formats and outcome', async () => {
  await using service = await startTestService({ environment: { METRICS_PORT: '0' } });
  await service.convert();
  service.engine.failure = new ConversionError({ code: 'input_corrupt', message: 'It is damaged.' });
  await service.convert();
  await call(`${service.url}/api/v1/formats/pdf`);
  await call(`${service.url}/nothing/here`);
  const answer = await call(`http://127.0.0.1:${service.service.metricsPort}/metrics`);
  expect(answer.headers['content-type']).toContain('text/plain');
  const value = (line: string): string | undefined => answer.text.split('\n').find((text) => text.startsWith(line));
  expect(value('athanor_conversions_total{from="pdf",to="docx",outcome="succeeded"}')).toMatch(/ 1$/);
  expect(value('athanor_conversions_total{from="pdf",to="docx",outcome="input_corrupt"}')).toMatch(/ 1$/);
  expect(value('athanor_conversion_seconds_count{to="docx"}')).toMatch(/ 1$/);
  const requests = 'athanor_http_request_seconds_count';
  expect(value(`${requests}{method="POST",route="/api/v1/convert",status="200"}`)).toMatch(/ 1$/);
  expect(value(`${requests}{method="POST",route="/api/v1/convert",status="422"}`)).toMatch(/ 1$/);
  expect(value(`${requests}{method="GET",route="/api/v1/formats/:id",status="200"}`)).toMatch(/ 1$/);
  expect(value(`${requests}{method="GET",route="none",status="404"}`)).toMatch(/ 1$/);
  expect(value('athanor_worker_calls_running')).toMatch(/ 0$/);
  expect(value('athanor_lane_worker_starts_total{lane="light"}')).toMatch(/ 3$/);
  expect(value('athanor_lane_worker_losses_total{lane="light"}')).toMatch(/ 1$/);
  expect(value('athanor_process_resident_memory_bytes')).toBeDefined();
  expect(value('athanor_role{role="all"}')).toMatch(/ 1$/);
  expect(value('athanor_attempts_total{attempt="1"}')).toMatch(/ 2$/);
  expect(value('athanor_queue_waiting')).toMatch(/ 0$/);
  expect(value('athanor_queue_oldest_seconds')).toMatch(/ 0$/);
});

it('metrics keep no format names of a caller’s own making', async () => {
  await using service = await startTestService({ environment: { METRICS_PORT: '0' } });
  await service.convert([PDF, TO_DOCX, { name: 'sourceFormat', value: 'made-up' }]);
  const { text } = await call(`http://127.0.0.1:${service.service.metricsPort}/metrics`);
  expect(text).toContain('athanor_conversions_total{from="unknown",to="docx",outcome="unknown_source_format"} 1');
  expect(text).not.toContain('made-up');
});

it('metrics are not at the public address, and nothing else is at theirs', async () => {
  await using service = await startTestService({ environment: { METRICS_PORT: '0' } });
  expect((await call(`${service.url}/metrics`)).status).toBe(404);
  expect((await call(`http://127.0.0.1:${service.service.metricsPort}/api/v1/formats`)).status).toBe(404);
  await using quiet = await startTestService();
  expect(quiet.service.metricsPort).toBeUndefined();
});
