import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import type { ConversionView } from '../../server/openapi/conversion-schemas.ts';
import { call } from '../support/http-client.ts';
import { PDF, startTestService, TO_DOCX } from '../support/service.ts';

describe('Idempotency-Key', () => {
  it('gives a repeated request the answer of the first', async () => {
    await using service = await startTestService();
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await service.convert(undefined, headers);
    const second = await service.convert(undefined, headers);
    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(service.engine.calls).toHaveLength(1);
    expect(await service.used()).toBe(1);
    const { downloadUrl } = second.data<ConversionView>();
    expect((await call(downloadUrl)).status).toBe(200);
  });

  it('also when that conversion was the last of the quota', async () => {
    await using service = await startTestService({ environment: { MONTHLY_CONVERSIONS: '1' } });
    const headers = { 'Idempotency-Key': 'the-last-one' };
    const first = await service.convert(undefined, headers);
    expect((await service.convert(undefined, headers)).text).toBe(first.text);
    expect((await service.convert(undefined, { 'Idempotency-Key': 'another' })).status).toBe(429);
    expect((await service.convert()).status).toBe(429);
  });

  it('gives the answer of one that was left to run', async () => {
    await using service = await startTestService();
    const release = service.engine.hold();
    const headers = { 'Idempotency-Key': 'k', Prefer: 'respond-async' };
    const first = await service.convert(undefined, headers);
    const second = await service.convert(undefined, headers);
    expect(second.status).toBe(202);
    expect(second.text).toBe(first.text);
    expect(second.headers.location).toBe(first.headers.location);
    release();
  });

  it('refuses another request under the same key', async () => {
    await using service = await startTestService();
    const headers = { 'Idempotency-Key': 'k' };
    await service.convert(undefined, headers);
    for (const parts of [
      [{ ...PDF, value: '%PDF another' }, TO_DOCX],
      [PDF, { name: 'targetFormat', value: 'png' }],
      [PDF, TO_DOCX, { name: 'options', value: '{"pages":"1"}' }],
    ]) {
      expect((await service.convert(parts, headers)).failure.error.code).toBe('idempotency_conflict');
    }
    expect(service.engine.calls).toHaveLength(1);
  });

  it('refuses a repetition while the first is at work', async () => {
    await using service = await startTestService();
    const release = service.engine.hold();
    const headers = { 'Idempotency-Key': 'k' };
    const first = service.convert(undefined, headers);
    await service.engine.begun;
    const second = await service.convert(undefined, headers);
    expect(second.status).toBe(409);
    expect(second.failure.error).toMatchObject({ code: 'idempotency_in_flight', retryable: true });
    expect(second.headers['retry-after']).toBe('2');
    release();
    expect((await first).status).toBe(200);
  });

  it('lets a request that failed be tried again', async () => {
    await using service = await startTestService();
    const headers = { 'Idempotency-Key': 'k' };
    service.engine.failure = new ConversionError({ code: 'conversion_failed', message: 'The worker ended.' });
    expect((await service.convert(undefined, headers)).status).toBe(500);
    service.engine.failure = undefined;
    expect((await service.convert(undefined, headers)).status).toBe(200);
  });

  it('belongs to its account, for an hour', async () => {
    await using service = await startTestService();
    const headers = { 'Idempotency-Key': 'k' };
    await service.convert(undefined, headers);
    const other = await service.addAccount('other', 5);
    expect((await service.convert(undefined, { ...headers, 'X-API-Key': other.key })).status).toBe(200);
    expect(service.engine.calls).toHaveLength(2);
    service.clock.now += 3_600_000;
    await service.convert(undefined, headers);
    expect(service.engine.calls).toHaveLength(3);
  });

  it('is checked', async () => {
    await using service = await startTestService();
    for (const key of ['a b', 'x'.repeat(129), 'é'])
      expect((await service.convert(undefined, { 'Idempotency-Key': key })).failure.error).toMatchObject({
        code: 'malformed_request',
        field: 'Idempotency-Key',
      });
  });
});

describe('Accept: application/octet-stream', () => {
  it('is answered with the file itself', async () => {
    await using service = await startTestService();
    const answer = await service.convert(undefined, { Accept: 'application/octet-stream' });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(`docx made of ${PDF.value.length} bytes`);
    expect(answer.headers['x-conversion-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['content-disposition']).toContain('Report 2026.docx');
    expect(answer.headers['content-type']).toContain('wordprocessingml');
    expect(answer.headers['x-quota-remaining']).toBe('999999');
  });

  it('of a repeated request too, while other clients get JSON', async () => {
    await using service = await startTestService();
    const headers = { 'Idempotency-Key': 'k' };
    const data = (await service.convert(undefined, headers)).data<ConversionView>();
    const file = await service.convert(undefined, { ...headers, Accept: 'application/octet-stream' });
    expect(file.headers['x-conversion-id']).toBe(data.conversionId);
    for (const Accept of ['*/*', 'application/json', 'text/html', 'application/json, application/octet-stream'])
      expect((await service.convert(undefined, { ...headers, Accept })).data<ConversionView>()).toEqual(data);
  });

  it('failures stay envelopes', async () => {
    await using service = await startTestService();
    const answer = await service.convert([PDF], { Accept: 'application/octet-stream' });
    expect(answer.failure.error.code).toBe('missing_target_format');
  });
});
