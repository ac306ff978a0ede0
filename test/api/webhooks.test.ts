import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import type { HistoryView, WebhookView } from '../../server/openapi/conversion-schemas.ts';
import { outboundRequests } from '../../server/services/outbound-requests.ts';
import { webhookSender } from '../../server/services/webhook-sender.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http-client.ts';
import { receive } from '../support/webhook-receiver.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';

const PRIVATE = { WEBHOOKS_TO_PRIVATE_ADDRESSES: 'yes' };
const QUICK = { webhookPollMs: 10 };

describe('callbackUrl', () => {
  it('is told, signed, how the conversion ended', async () => {
    await using service = await startTestService({ environment: PRIVATE, limits: QUICK });
    await using receiver = await receive(200);
    await convertFor(service, receiver.url);
    await eventually(() => expect(receiver.posts).toHaveLength(1));
    const { headers, body } = receiver.posts[0]!;
    const { type, data } = JSON.parse(body) as { type: string; data: HistoryView };
    expect(type).toBe('conversion.ended');
    expect(data).toMatchObject({ status: 'succeeded', targetFormat: 'DOCX', report: { verified: 'content' } });
    expect((await call(data.downloadUrl!)).text).toContain('docx made of');

    const { secret } = (await ask(service, 'webhooks/secret')).data<{ secret: string }>();
    const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-athanor-signature']))!;
    expect(Number(time)).toBe(Math.floor(service.clock.now / 1000));
    expect(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')).toBe(signature);
    const [delivery] = await deliveries(service);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 200, nextAt: null });
  });

  it('is told of failures too', async () => {
    await using service = await startTestService({ environment: PRIVATE, limits: QUICK });
    await using receiver = await receive(204);
    service.engine.failure = new ConversionError({ code: 'input_corrupt', message: 'It is damaged.' });
    await convertFor(service, receiver.url);
    await eventually(() => expect(receiver.posts).toHaveLength(1));
    expect(JSON.parse(receiver.posts[0]!.body)).toMatchObject({
      data: { status: 'failed', error: { code: 'input_corrupt', message: 'It is damaged.' } },
    });
  });

  it('is told only once the conversion has ended', async () => {
    await using service = await startTestService({ environment: PRIVATE, limits: QUICK });
    await using receiver = await receive(200);
    const release = service.engine.hold();
    const converting = convertFor(service, receiver.url);
    await service.engine.begun;
    await service.service.webhooks.deliver();
    expect(receiver.posts).toHaveLength(0);
    release();
    await converting;
    await eventually(() => expect(receiver.posts).toHaveLength(1));
  });

  it('that fails is tried again later and later, and then given up', async () => {
    await using service = await startTestService({ environment: PRIVATE, limits: { webhookPollMs: 3_600_000 } });
    await using receiver = await receive(500);
    await convertFor(service, receiver.url);
    const waits: number[] = [];
    for (;;) {
      await service.service.webhooks.deliver();
      const [delivery] = await deliveries(service);
      expect(delivery!.lastStatus).toBe(500);
      if (delivery!.nextAt === null) break;
      const nextAt = Date.parse(delivery!.nextAt);
      waits.push((nextAt - service.clock.now) / 1000);
      service.clock.now = nextAt - 1;
      await service.service.webhooks.deliver();
      expect(receiver.posts, 'not before its time').toHaveLength(waits.length);
      service.clock.now = nextAt;
    }
    expect(waits).toEqual([10, 60, 300, 1800, 7200, 28_800]);
    expect((await deliveries(service))[0]).toMatchObject({ state: 'failed', attempts: 7 });
    const headers = receiver.posts.map((post) => post.headers['x-athanor-signature']);
    expect(new Set(headers).size, 'each attempt is signed again').toBe(7);
  });

  it('can be sent again by hand', async () => {
    await using service = await startTestService({ environment: PRIVATE, limits: QUICK });
    await using receiver = await receive(200);
    await convertFor(service, receiver.url);
    await eventually(async () => expect((await deliveries(service))[0]!.state).toBe('delivered'));
    const { conversionId } = (await deliveries(service))[0]!;
    const again = await ask(service, `webhooks/${conversionId}/replay`, 'POST');
    expect(again.data<WebhookView>()).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(receiver.posts).toHaveLength(2);
    const stranger = await service.addAccount('stranger', 5);
    const headers = { 'X-API-Key': stranger.key };
    const url = `${service.url}/api/v1/webhooks/${conversionId}/replay`;
    expect((await call(url, { method: 'POST', headers })).status).toBe(404);
  });

  it('that is not of the public internet is refused at once, and never connected to', async () => {
    await using service = await startTestService();
    await using receiver = await receive(200);
    const { port } = new URL(receiver.url);
    const { send } = webhookSender(outboundRequests());
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
      const url = `http://${host}:${port}/`;
      const answer = await service.convert([PDF, TO_DOCX, { name: 'callbackUrl', value: url }]);
      expect(answer.failure.error, host).toMatchObject({ code: 'malformed_request', field: 'callbackUrl' });
      // A name that leads elsewhere at the time of the request is checked again at the time of the call.
      await expect(send({ url, body: '{}', headers: {}, timeoutMs: 5_000 }), host).rejects.toThrow('public internet');
    }
    expect(receiver.connections()).toBe(0);
    expect(await service.used()).toBe(0);
  });

  it.each(['ftp://example.com/', 'example.com', 'https://user:secret@example.com/', 'file:///etc/passwd'])(
    'cannot be %s',
    async (value) => {
      await using service = await startTestService();
      const answer = await service.convert([PDF, TO_DOCX, { name: 'callbackUrl', value }]);
      expect(answer.failure.error).toMatchObject({ code: 'malformed_request', field: 'callbackUrl' });
    },
  );
});

const convertFor = (service: TestService, callbackUrl: string) =>
  service.convert([PDF, TO_DOCX, { name: 'callbackUrl', value: callbackUrl }]);
const ask = (service: TestService, path: string, method = 'GET') =>
  call(`${service.url}/api/v1/${path}`, { method, headers: { 'X-API-Key': service.key } });
const deliveries = async (service: TestService) => (await ask(service, 'webhooks')).data<WebhookView[]>();
