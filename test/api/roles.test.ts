import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import type { ConversionView, HistoryView, PendingView } from '../../server/openapi/conversion-schemas.ts';
import { listen } from '../support/event-listener.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http-client.ts';
import { objectStorage, type ObjectStorage } from '../support/object-storage.ts';
import { postgresAnswers, testDatabase } from '../support/postgres.ts';
import { PDF, startTestService, type TestService, type TestServiceOptions, TO_DOCX } from '../support/service.ts';
import { startUpstream } from '../support/upstream.ts';

interface Deployment extends AsyncDisposable {
  readonly storage: ObjectStorage;
  start(role: 'api' | 'worker', options?: TestServiceOptions): Promise<TestService>;
}

async function deployment(): Promise<Deployment> {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await testDatabase());
  const storage = resources.use(await objectStorage());
  const shared = { DATABASE_URL: database.url, SIGNING_SECRET: 's'.repeat(32), ...storage.environment };
  const held = resources.move();
  return {
    storage,
    start: async (role, options = {}) =>
      held.use(
        await startTestService({
          ...options,
          // Tests look into the object storage for everything, unless they say otherwise.
          limits: { smallFileBytes: 0, ...options.limits },
          ownClock: false,
          environment: { ...shared, ROLE: role, ...options.environment },
        }),
      ),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const FAILURE = { status: 'failed', errorCode: 'internal', errorMessage: '', finishedAt: 1 } as const;

const begin = async (api: TestService) =>
  (await api.convert([PDF, TO_DOCX], { Prefer: 'respond-async' })).data<PendingView>();
const look = async (api: TestService, id: string) =>
  (await call(`${api.url}/api/v1/conversions/${id}`, { headers: { 'X-API-Key': api.key } })).data<HistoryView>();

describe('a role', () => {
  it('needs the database and the storage that all processes share', () => {
    expect(() => loadConfig({ ROLE: 'worker' })).toThrow(/DATABASE_URL: required with ROLE=worker.*\nS3_ENDPOINT/s);
    expect(() => loadConfig({ ROLE: 'queen' })).toThrow(/ROLE/);
  });
});

describe.skipIf(!(await postgresAnswers()))('API and worker processes', () => {
  it('convert together: the answer, its events and its file come from the API', async () => {
    await using services = await deployment();
    const api = await services.start('api');
    const worker = await services.start('worker');
    const data = (await api.convert()).data<ConversionView>();
    expect((await call(data.downloadUrl)).text).toContain('docx made of');
    expect([api.engine.calls.length, worker.engine.calls.length]).toEqual([0, 1]);
    await eventually(async () => expect(await services.storage.keys()).toEqual([`${data.conversionId}_1`]));

    const release = worker.engine.hold();
    const { conversionId } = await begin(api);
    await worker.engine.begun;
    const events = listen(`${api.url}/api/v1/conversions/${conversionId}/events`, { 'X-API-Key': api.key });
    await events.until('event: queued');
    worker.engine.calls.at(-1)!.onProgress!(0.25);
    await events.until('"progress":0.25');
    release();
    expect(await events.ended).toContain('"status":"succeeded"');
    expect(await api.used()).toBe(2);
  });

  it('run chains and export their results, by presets that both know', async () => {
    await using services = await deployment();
    const environment = { EXPORTS_TO_PRIVATE_ADDRESSES: 'yes' };
    const api = await services.start('api', { environment });
    const worker = await services.start('worker', { environment });
    const bodies: string[] = [];
    await using bucket = await startUpstream(async (request, response) => {
      bodies.push(await text(request));
      response.end();
    });
    const steps = [
      { do: 'convert', to: 'png' },
      { do: 'convert', to: 'webp' },
    ];
    const saved = await call(`${api.url}/api/v1/presets/small`, {
      method: 'PUT',
      headers: { 'X-API-Key': api.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ steps }),
    });
    expect(saved.status).toBe(200);
    const parts = [PDF, { name: 'preset', value: 'small' }, { name: 'exportUrl', value: `${bucket.url}/a` }];
    const data = (await api.convert(parts)).data<ConversionView>();
    expect(data).toMatchObject({ targetFormat: 'WEBP', steps: [{}, {}], export: { status: 'done' } });
    expect(bodies).toEqual([(await call(data.downloadUrl)).text]);
    expect([api.engine.calls.length, worker.engine.calls.length]).toEqual([0, 2]);
    expect(await api.used()).toBe(2);
    const refused = await services.start('worker');
    await worker.service.close();
    const failed = (await api.convert(parts)).data<ConversionView>();
    expect(failed.export).toMatchObject({ status: 'failed', message: expect.stringContaining('https') });
    expect(refused.engine.calls).toHaveLength(2);
  });

  it('tell errors and cancelling across processes', async () => {
    await using services = await deployment();
    const [api, other, worker] = [
      await services.start('api'),
      await services.start('api'),
      await services.start('worker'),
    ];
    const wrong = await api.convert([{ ...PDF, value: '%PDF' }, TO_DOCX, { name: 'sourceFormat', value: 'png' }]);
    expect(wrong.failure.error).toMatchObject({ code: 'source_format_mismatch', details: { detected: 'pdf' } });
    expect(await api.used()).toBe(0);

    worker.engine.hold();
    const { conversionId } = await begin(api);
    await worker.engine.begun;
    const path = `${other.url}/api/v1/conversions/${conversionId}`;
    expect((await call(path, { method: 'DELETE', headers: { 'X-API-Key': other.key } })).status).toBe(200);
    await eventually(() => expect(worker.engine.calls.at(-1)!.signal!.aborted).toBe(true));
    expect(await look(api, conversionId)).toMatchObject({ status: 'cancelled' });
    expect(await api.used()).toBe(0);
    await eventually(async () => expect(await services.storage.keys()).toEqual([]));
  });

  it('need no object for small files', async () => {
    await using services = await deployment();
    const limits = { smallFileBytes: 1_000 };
    const api = await services.start('api', { limits });
    await services.start('worker', { limits });
    const { downloadUrl } = (await api.convert()).data<ConversionView>();
    expect((await call(downloadUrl)).text).toContain('docx made of');
    expect(await services.storage.keys()).toEqual([]);
  });

  it('hand on what a stopping worker has not finished', async () => {
    await using services = await deployment();
    const api = await services.start('api');
    const worker = await services.start('worker', { limits: { drainMs: 20 } });
    worker.engine.hold();
    const { conversionId } = await begin(api);
    await worker.engine.begun;
    await worker.service.close();
    expect(await look(api, conversionId)).toMatchObject({ status: 'running' });
    await services.start('worker');
    await eventually(async () => expect(await look(api, conversionId)).toMatchObject({ status: 'succeeded' }));
    await eventually(async () => expect(await services.storage.keys()).toEqual([`${conversionId}_2`]));
    expect(await api.used()).toBe(1);
  });

  it('finish the synchronous requests of an API process that stops, and refuse it new ones', async () => {
    await using services = await deployment();
    const api = await services.start('api');
    const worker = await services.start('worker');
    const release = worker.engine.hold();
    const asked = api.convert();
    await worker.engine.begun;
    const closed = api.service.close();
    await expect(api.convert()).rejects.toThrow();
    release();
    expect((await asked).status).toBe(200);
    await closed;
    await eventually(async () => expect(await worker.used()).toBe(1));
  });

  it('give an input that is gone a name, and refund it', async () => {
    await using services = await deployment();
    const api = await services.start('api');
    const { conversionId } = await begin(api);
    for (const key of await services.storage.keys()) await services.storage.remove(key);
    await services.start('worker');
    await eventually(async () =>
      expect(await look(api, conversionId)).toMatchObject({ status: 'failed', error: { code: 'input_lost' } }),
    );
    expect(await api.used()).toBe(0);
  });

  it('refuse at once what the plan does not allow, and what the queue does not hold', async () => {
    await using services = await deployment();
    const environment = { QUEUE_LENGTH: '3' };
    const [one, other] = [await services.start('api', { environment }), await services.start('api', { environment })];
    const { key } = await one.addAccount('tenant', 100);
    await one.service.store.accounts.saveTier({ id: 'tenant', name: 't', monthlyConversions: 100, maxConcurrent: 2 });
    const ask = (api: TestService) => api.convert([PDF, TO_DOCX], { 'X-API-Key': key, Prefer: 'respond-async' });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index % 2 ? one : other)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(18);
    expect(await one.used('tenant')).toBe(2);
    await begin(one);
    expect((await one.convert()).failure.error.code).toBe('server_busy');
  });

  it('start and work although the storage cannot be listed, and sweep when it can', async () => {
    await using services = await deployment();
    services.storage.onRequest = (request) => {
      if (request.url!.includes('list-type')) request.socket.destroy();
    };
    // Whoever begins a sweep says when the next one is.
    const limits = { sweepIntervalMs: 50, orphanAgeMs: -60_000 };
    const api = await services.start('api', { limits });
    expect(api.log.text).toContain('the next sweep tries again');
    const { conversionId } = await begin(api);
    await api.service.store.conversions.fail(conversionId, FAILURE);
    expect(await services.start('worker', { limits }).then(() => api.convert())).toMatchObject({ status: 200 });
    services.storage.onRequest = undefined;
    await eventually(async () => expect(await services.storage.keys()).not.toContain(`${conversionId}_in0`));
  });

  it('serve no requests but those of an operator where they only work', async () => {
    await using services = await deployment();
    const worker = await services.start('worker');
    expect((await call(`${worker.url}/healthz`)).status).toBe(200);
    expect((await call(`${worker.url}/readyz`)).status).toBe(200);
    expect((await worker.convert()).status).toBe(404);
  });
});
