import { describe, expect, it } from 'vitest';
import type { ConversionView, HistoryView, PendingView } from '../../server/openapi/conversion-schemas.ts';
import { LOCAL_ACCOUNT } from '../../server/services/local-account.ts';
import { runScript } from '../support/child-service.ts';
import { deployment } from '../support/deployment.ts';
import { listen } from '../support/event-listener.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, call, form, FORM_TYPE } from '../support/http-client.ts';
import { postgresAnswers } from '../support/postgres.ts';
import { PDF, type TestService, TO_DOCX } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { receive } from '../support/webhook-receiver.ts';

const HOUR_MS = 3_600_000;

const ask = (service: TestService, path: string, { method = 'GET', key = service.key } = {}): Promise<Answer> =>
  call(service.url + path, { method, headers: { 'X-API-Key': key } });
const look = async (service: TestService, id: string) =>
  (await ask(service, `/api/v1/conversions/${id}`)).data<HistoryView>();
const begin = async (service: TestService, parts = [PDF, TO_DOCX]) => {
  const answer = await service.convert(parts, { Prefer: 'respond-async' });
  await service.engine.begun;
  return answer.data<PendingView>().conversionId;
};
const errorOf = async (answer: Promise<Answer>) => (await answer).failure.error.code;
/** The link as the other process would have written it: tests have an address for each. */
const at = (service: TestService, url: string): string => service.url + new URL(url).pathname + new URL(url).search;

describe.skipIf(!(await postgresAnswers()))('several processes on one database and one object storage', () => {
  it('know what each of them has converted: it is listed, looked at, downloaded and erased', async () => {
    await using services = await deployment();
    const [one, other] = await services.two();
    const { conversionId, downloadUrl } = (await one.convert()).data<ConversionView>();
    const list = (await ask(other, '/api/v1/conversions')).data<HistoryView[]>();
    expect(list.map((entry) => entry.conversionId)).toEqual([conversionId]);
    expect(await look(other, conversionId)).toMatchObject({ status: 'succeeded', targetFormat: 'DOCX' });
    const whole = await call(at(other, downloadUrl));
    expect(whole.text).toContain('docx made of');
    const part = await call(at(other, downloadUrl), { headers: { Range: 'bytes=5-8' } });
    expect([part.status, part.text]).toEqual([206, 'made']);
    expect((await ask(other, `/api/v1/conversions/${conversionId}`, { method: 'DELETE' })).status).toBe(200);
    expect((await call(downloadUrl)).status).toBe(410);
    expect(services.storage.requests.at(-1)).toMatch(new RegExp(`^DELETE .*${conversionId}`));
  });

  it("accept each other's keys, spend one quota, and answer a repeated request once", async () => {
    await using services = await deployment();
    const [one, other] = await services.two();
    const { key } = await one.addAccount('tenant', 5);
    const convert = (service: TestService, headers = {}) =>
      call(`${service.url}/api/v1/convert`, {
        headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': key, ...headers },
        body: form(PDF, TO_DOCX),
      });
    const repeated = { 'Idempotency-Key': 'once' };
    const first = (await convert(one, repeated)).data<ConversionView>();
    expect((await convert(other, repeated)).data<ConversionView>().conversionId).toBe(first.conversionId);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => convert(index % 2 ? one : other)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(36);
    expect(await one.used('tenant')).toBe(5);
  });

  it('leave alone what a sibling runs, when they start and when they sweep', async () => {
    await using services = await deployment();
    const one = await services.start();
    const release = one.engine.hold();
    const asked = one.convert();
    await one.engine.begun;
    const other = await services.start();
    await other.service.presence.heartbeat();
    await other.service.retention.sweep();
    release();
    expect((await asked).status).toBe(200);
    expect(await other.used()).toBe(1);
  });

  it('tell the progress and the end of what another one runs', async () => {
    await using services = await deployment();
    const [one, other] = await services.two();
    const release = one.engine.hold();
    const id = await begin(one);
    const events = listen(`${other.url}/api/v1/conversions/${id}/events`, { 'X-API-Key': other.key });
    await events.until('event: queued');
    one.engine.calls.at(-1)!.onProgress!(0.25);
    await events.until('"progress":0.25');
    release();
    const text = await events.ended;
    expect(text.match(/^event: .*$/gm)).toEqual(['event: queued', 'event: progress', 'event: done']);
    expect(text).toContain('"status":"succeeded"');
  });

  it('cancel what another one runs, which stops it', async () => {
    await using services = await deployment();
    const [one, other] = await services.two();
    one.engine.hold();
    const asked = one.convert();
    await one.engine.begun;
    const [id] = (await ask(other, '/api/v1/conversions')).data<HistoryView[]>().map((entry) => entry.conversionId);
    const stranger = await other.addAccount('stranger', 1);
    const path = `/api/v1/conversions/${id}`;
    expect((await ask(other, path, { method: 'DELETE', key: stranger.key })).status).toBe(404);
    expect((await ask(other, path, { method: 'DELETE' })).status).toBe(200);
    expect(await look(other, id!)).toMatchObject({ status: 'cancelled', error: { code: 'conversion_cancelled' } });
    expect(await other.used()).toBe(0);
    expect(await errorOf(asked)).toBe('conversion_cancelled');
    expect(one.engine.calls.at(-1)!.signal!.aborted).toBe(true);
    expect(await one.used(), 'given back once').toBe(0);
  });

  it('fail and refund what a dead one has left, and never hand out what it comes with later', async () => {
    await using services = await deployment();
    // It does not even look any more at what has become of its conversions: it stands still.
    const stalled = await services.start({ limits: { syncIntervalMs: HOUR_MS } });
    const other = await services.start();
    const release = stalled.engine.hold();
    const asked = stalled.convert();
    await stalled.engine.begun;
    other.clock.now += 14_000;
    await other.service.presence.heartbeat();
    expect(await other.used()).toBe(1);
    other.clock.now += 2_000;
    await other.service.presence.heartbeat();
    const [entry] = (await ask(other, '/api/v1/conversions')).data<HistoryView[]>();
    expect(entry).toMatchObject({ status: 'failed', error: { code: 'interrupted' } });
    expect(await other.used()).toBe(0);
    release();
    expect(await errorOf(asked)).toBe('conversion_cancelled');
    expect(await other.used()).toBe(0);
    const blobs = await services.storage.keys();
    expect(blobs).toEqual([]);
  });

  it('sweep for one another: what has expired goes, whoever has converted it', async () => {
    await using services = await deployment();
    const [one, other] = await services.two({ limits: { sweepIntervalMs: 50 } });
    await one.convert();
    await other.convert();
    expect(await services.storage.keys()).toHaveLength(2);
    for (const { clock } of [one, other]) clock.now += HOUR_MS;
    await eventually(async () => expect(await services.storage.keys()).toEqual([]));
    await eventually(async () => {
      const list = (await ask(one, '/api/v1/conversions')).data<HistoryView[]>();
      expect(list.map(({ status }) => status)).toEqual(['expired', 'expired']);
    });
    // The jump of the clocks ends the lease of whoever sweeps: the other may look at the same moment, and find the same.
    const sweeps = () => (one.log.text + other.log.text).match(/"expired":\d+/g);
    await eventually(() => expect(new Set(sweeps())).toEqual(new Set(['"expired":2'])));
  });

  it('tell a webhook once', async () => {
    await using services = await deployment();
    const [one, other] = await services.two({
      environment: { WEBHOOKS_TO_PRIVATE_ADDRESSES: 'yes' },
      limits: { webhookPollMs: 5 },
    });
    await using receiver = await receive(200);
    for (const service of [one, other, one, other])
      await service.convert([PDF, TO_DOCX, { name: 'callbackUrl', value: receiver.url }]);
    await eventually(async () => {
      const deliveries = await one.service.webhooks.list(LOCAL_ACCOUNT);
      expect(deliveries.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'delivered'));
    });
    expect(receiver.posts).toHaveLength(4);
  });

  it('bound together what a plan allows at a time', async () => {
    await using services = await deployment();
    const [one, other] = await services.two();
    const { key } = await one.addAccount('tenant', 5);
    await one.service.store.accounts.saveTier({ id: 'tenant', name: 't', monthlyConversions: 5, maxConcurrent: 1 });
    const release = one.engine.hold();
    const asked = one.convert(undefined, { 'X-API-Key': key });
    await one.engine.begun;
    expect(await errorOf(other.convert(undefined, { 'X-API-Key': key }))).toBe('too_many_concurrent');
    release();
    expect((await asked).status).toBe(200);
    expect((await other.convert(undefined, { 'X-API-Key': key })).status).toBe(200);
  });

  it('count requests and wrong keys together', async () => {
    await using services = await deployment();
    const environment = { REQUESTS_PER_MINUTE: '5' };
    const [one, other] = [await services.start({ environment }), await services.start({ environment })];
    const answers: number[] = [];
    for (let count = 0; count < 8; count++)
      answers.push((await ask(count % 2 ? one : other, '/api/v1/usage', { key: one.key })).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const guesses = Array.from({ length: 24 }, (_, index) =>
      ask(index % 2 ? one : other, '/api/v1/usage', { key: 'ath_live_wrong' }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  });

  it('let people sign in at any of them', async () => {
    await using services = await deployment();
    const environment = { ACCOUNTS: 'yes' };
    const [one, other] = await Promise.all([services.start({ environment }), services.start({ environment })]);
    const post = (service: TestService, path: string, body: object, cookie = '') =>
      call(service.url + path, {
        headers: { 'Content-Type': 'application/json', Origin: service.url, ...(cookie && { Cookie: cookie }) },
        body: JSON.stringify(body),
      });
    const ada = { email: 'ada@example.org', password: 'an engine of brass' };
    expect((await post(one, '/web/sign-up', ada)).status).toBe(200);
    const signedIn = await post(one, '/web/sign-in', ada);
    const cookie = signedIn.headers['set-cookie']!.map((text) => text.split(';', 1)[0]).join('; ');
    const session = await call(`${other.url}/web/session`, { headers: { Cookie: cookie } });
    expect(session.text).toContain('ada@example.org');
    expect((await post(other, '/web/sign-in', ada)).status).toBe(200);
    expect((await post(other, '/web/sign-up', { ...ada, password: 'another password' })).status).toBe(200);
    expect((await post(other, '/web/sign-in', ada)).status).toBe(200);
    const cli = (...parameters: string[]) =>
      runScript('server/accounts-cli.ts', parameters, { ...services.environment, DATA_DIR: one.dataDir });
    expect((await cli('set-plan', ada.email, 'pro')).stderr).toBe('');
    expect(JSON.parse((await cli('list')).stdout)).toMatchObject({ email: ada.email, plan: 'pro' });
  });

  it('are looked after on the command line, from any machine', async () => {
    await using services = await deployment();
    await using elsewhere = await temporaryDirectory();
    const [one, other] = await services.two();
    const environment = { ...services.environment, DATA_DIR: elsewhere.path };
    const { stdout: key } = await runScript('server/keys-cli.ts', ['create'], environment);
    const answer = await one.convert(undefined, { 'X-API-Key': key.trim() });
    expect(answer.status).toBe(200);
    expect((await other.convert(undefined, { 'X-API-Key': key.trim() })).status).toBe(200);
    const accounts = await runScript('server/accounts-cli.ts', ['list'], environment);
    expect(accounts.stderr).toContain('No accounts found');
  });

  it('are not ready while the results cannot be kept', async () => {
    await using services = await deployment();
    const one = await services.start({ limits: { storageWaitMs: 100 } });
    expect((await call(`${one.url}/readyz`)).status).toBe(200);
    await services.storage.stop();
    expect((await call(`${one.url}/readyz`)).failure.error.code).toBe('not_ready');
    const failed = await one.convert();
    expect([failed.status, failed.failure.error.code]).toEqual([503, 'storage_unavailable']);
    expect(await one.used()).toBe(0);
    expect(failed.text).not.toContain('127.0.0.1');
  });
});
