import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import type { HistoryView, PendingView } from '../../server/openapi/conversion-schemas.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http-client.ts';
import { listen as listenTo } from '../support/event-listener.ts';
import { startTestService, type TestService, TO_DOCX } from '../support/service.ts';

const ASYNC = { Prefer: 'respond-async' };

const begin = async (service: TestService) => {
  const answer = await service.convert(undefined, ASYNC);
  expect(answer.status).toBe(202);
  return { answer, pending: answer.data<PendingView>() };
};
const look = async (service: TestService, { statusUrl }: PendingView) =>
  (await call(statusUrl, { headers: { 'X-API-Key': service.key } })).data<HistoryView>();

const listen = (service: TestService, { eventsUrl }: PendingView, headers: Readonly<Record<string, string>> = {}) =>
  listenTo(eventsUrl, { 'X-API-Key': service.key, ...headers });

describe('Prefer: respond-async', () => {
  it('answers at once, converts after it, and keeps the result for its hour', async () => {
    await using service = await startTestService();
    const release = service.engine.hold();
    const { answer, pending } = await begin(service);
    expect(answer.headers.location).toBe(pending.statusUrl);
    expect(answer.headers['preference-applied']).toBe('respond-async');
    expect(answer.headers['x-quota-remaining']).toBe('999999');
    expect(pending).toMatchObject({ status: 'running', sourceFormat: 'PDF', targetFormat: 'DOCX' });
    expect(await look(service, pending)).toMatchObject({ status: 'running', finishedAt: null });
    expect(await service.leftovers(), 'the upload is still needed').toHaveLength(1);
    release();
    await eventually(async () => expect(await look(service, pending)).toMatchObject({ status: 'succeeded' }));
    const done = await look(service, pending);
    expect(done).toMatchObject({ report: { verified: 'content' }, route: [{ codec: 'fake' }], warnings: [] });
    expect((await call(done.downloadUrl!)).text).toContain('docx made of');
    await eventually(async () => expect(await service.leftovers()).toEqual([]));
  });

  it('is refused at once when the conversion cannot begin', async () => {
    await using service = await startTestService();
    const refused = await service.convert([{ name: 'file', value: 'what is it?', fileName: 'a' }, TO_DOCX], ASYNC);
    expect(refused.failure.error.code).toBe('source_format_undetected');
    expect(await service.leftovers()).toEqual([]);
    expect(await service.used()).toBe(0);
  });

  it('tells afterwards why it failed, and gives the quota back', async () => {
    await using service = await startTestService();
    service.engine.failure = new ConversionError({ code: 'input_corrupt', message: 'Page 3 is damaged.' });
    const { pending } = await begin(service);
    const failed = { status: 'failed', uploadName: 'Report 2026.pdf' };
    await eventually(async () => expect(await look(service, pending)).toMatchObject(failed));
    expect((await look(service, pending)).error).toEqual({
      ...{ code: 'input_corrupt', message: 'Page 3 is damaged.', retryable: false },
    });
    expect(await service.used()).toBe(0);
    await eventually(async () => expect(await service.leftovers()).toEqual([]));
  });

  it('can be cancelled', async () => {
    await using service = await startTestService();
    service.engine.hold();
    const { pending } = await begin(service);
    await service.engine.begun;
    const headers = { 'X-API-Key': service.key };
    expect((await call(pending.statusUrl, { method: 'DELETE', headers })).status).toBe(200);
    await eventually(async () => expect(await look(service, pending)).toMatchObject({ status: 'cancelled' }));
    expect(await service.used()).toBe(0);
  });

  it('ends before the service stops, or goes on when it starts again', async () => {
    await using patient = await startTestService();
    const release = patient.engine.hold();
    const { pending } = await begin(patient);
    await patient.engine.begun;
    const stopping = patient.service.close();
    release();
    await stopping;

    expect(patient.log.text).toContain(pending.conversionId);
    expect(patient.log.text).toContain('"msg":"converted"');

    await using hasty = await startTestService({ limits: { drainMs: 20 } });
    hasty.engine.hold();
    const { pending: left } = await begin(hasty);
    await hasty.engine.begun;
    await hasty.service.close();
    await using again = await startTestService({ dataDir: hasty.dataDir });
    const lookAt = (service: TestService) =>
      look(service, { ...left, statusUrl: `${service.url}/api/v1/conversions/${left.conversionId}` });
    await eventually(async () => expect(await lookAt(again)).toMatchObject({ status: 'succeeded' }));
    expect(await again.used()).toBe(1);
    const blobs = () => readdir(join(hasty.dataDir, 'blobs'));
    await eventually(async () => expect(await blobs()).toEqual([`${left.conversionId}_2`]));
  });
});

describe('the events of a conversion', () => {
  it('tell its progress and its end', async () => {
    await using service = await startTestService();
    const release = service.engine.hold();
    const { pending } = await begin(service);
    await service.engine.begun;
    const events = listen(service, pending);
    await events.until('queued');
    service.engine.calls.at(-1)!.onProgress!(0.25);
    await events.until('"progress":0.25');
    service.engine.calls.at(-1)!.onProgress!(0.5);
    await events.until('"progress":0.5');
    release();
    const text = await events.ended;
    expect(text.match(/^event: .*$/gm)).toEqual(['event: queued', 'event: progress', 'event: progress', 'event: done']);
    expect(text.match(/^id: .*$/gm)).toEqual(['id: 0', 'id: 250', 'id: 500', 'id: 1001']);
    const done = JSON.parse(text.match(/^event: done\nid: 1001\ndata: (.*)$/m)![1]!) as HistoryView;
    expect(done).toMatchObject({ conversionId: pending.conversionId, status: 'succeeded' });
    expect(done.downloadUrl).toBeDefined();
  });

  it('go on after Last-Event-ID, and of an ended conversion are its end', async () => {
    await using service = await startTestService();
    const release = service.engine.hold();
    const { pending } = await begin(service);
    await service.engine.begun;
    service.engine.calls.at(-1)!.onProgress!(0.5);
    const again = listen(service, pending, { 'Last-Event-ID': '500' });
    await again.opened;
    release();
    expect((await again.ended).match(/^event: .*$/gm)).toEqual(['event: done']);
    expect((await listen(service, pending).ended).match(/^event: .*$/gm)).toEqual(['event: done']);
    expect(await listen(service, pending, { 'Last-Event-ID': '1001' }).ended).not.toContain('event:');
  });

  it('are not told again that it waits', async () => {
    await using service = await startTestService();
    const release = service.engine.hold();
    const { pending } = await begin(service);
    const again = listen(service, pending, { 'Last-Event-ID': '0' });
    await again.opened;
    release();
    expect((await again.ended).match(/^event: .*$/gm)).toEqual(['event: done']);
  });

  it('keep a silent connection alive', async () => {
    await using service = await startTestService({ limits: { heartbeatMs: 5 } });
    const release = service.engine.hold();
    const { pending } = await begin(service);
    const events = listen(service, pending);
    await events.until('\n:\n\n:\n\n');
    release();
    await events.ended;
  });

  it('are for the owner only, and at most five streams of one key', async () => {
    await using service = await startTestService();
    const release = service.engine.hold();
    const { pending } = await begin(service);
    const stranger = await service.addAccount('stranger', 5);
    expect((await call(pending.eventsUrl, { headers: { 'X-API-Key': stranger.key } })).status).toBe(404);
    const asked = Array.from({ length: 8 }, () => listen(service, pending));
    const answers = await Promise.all(asked.map(({ opened }) => opened));
    expect(answers.toSorted(), 'asked for at the same time').toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const streams = asked.filter((_, index) => answers[index] === 200);
    const refused = await call(pending.eventsUrl, { headers: { 'X-API-Key': service.key } });
    expect(refused.failure.error.code).toBe('too_many_concurrent');
    streams[0]!.close();
    await eventually(async () => {
      const sixth = listen(service, pending);
      expect(await sixth.opened).toBe(200);
      sixth.close();
    });
    release();
    for (const { ended } of streams.slice(1)) await ended;
  });
});
