import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AthanorClient } from '../../server/client/index.ts';
import type { ConversionView, HistoryView } from '../../server/openapi/conversion-schemas.ts';
import { eventually } from '../support/eventually.ts';
import { call, form, FORM_TYPE, type Part } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { receive } from '../support/webhook-receiver.ts';

const PRIVATE = { EXPORTS_TO_PRIVATE_ADDRESSES: 'yes', WEBHOOKS_TO_PRIVATE_ADDRESSES: 'yes' };

let service: TestService;
let bucket: Upstream;
let stored = new Map<string, string>();
beforeAll(async () => {
  service = await startTestService({ environment: PRIVATE, limits: { webhookPollMs: 10, exportRetryMs: 1 } });
  bucket = await startUpstream(async (request, response) => {
    if (request.url!.startsWith('/denied')) return response.writeHead(403).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    stored.set(`${request.method} ${request.url}`, Buffer.concat(chunks).toString());
    return response.writeHead(200).end();
  });
});
afterAll(async () => {
  await bucket[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
beforeEach(() => {
  stored = new Map();
});

const to = (path: string): Part => ({ name: 'exportUrl', value: `${bucket.url}${path}` });
const statusOf = async (id: string): Promise<HistoryView> =>
  (await call(`${service.url}/api/v1/conversions/${id}`, { headers: { 'X-API-Key': service.key } })).data();

describe('exportUrl', () => {
  it('receives the result, which can be downloaded too', async () => {
    const answer = await service.convert([PDF, TO_DOCX, to('/results/a.docx?signature=s3cret')]);
    const { downloadUrl, conversionId, ...data } = answer.data<ConversionView>();
    expect(data.export).toEqual({ status: 'done' });
    const { text } = await call(downloadUrl);
    expect([...stored]).toEqual([['PUT /results/a.docx?signature=s3cret', text]]);
    expect((await statusOf(conversionId)).export).toEqual({ status: 'done' });
    expect(service.log.text).not.toContain('s3cret');
  });

  it('that refuses it loses nothing, and the status and the webhook say so', async () => {
    await using receiver = await receive(200);
    const callback = { name: 'callbackUrl', value: receiver.url };
    const answer = await service.convert([PDF, TO_DOCX, to('/denied'), callback]);
    expect(answer.status).toBe(200);
    const { downloadUrl, conversionId, ...data } = answer.data<ConversionView>();
    const failed = { status: 'failed', message: expect.stringContaining('answered 403') as unknown };
    expect(data.export).toEqual(failed);
    expect((await call(downloadUrl)).text).toContain('docx made of');
    expect(await statusOf(conversionId)).toMatchObject({ status: 'succeeded', export: failed });
    await eventually(() => expect(receiver.posts).toHaveLength(1));
    expect(JSON.parse(receiver.posts[0]!.body)).toMatchObject({ data: { status: 'succeeded', export: failed } });
  });

  it('takes the results of merges and of conversions that are not waited for', async () => {
    const client = new AthanorClient({ url: service.url, apiKey: service.key });
    const file = { name: 'a.pdf', content: new TextEncoder().encode('%PDF-1.7 a') };
    const merged = await client.merge([file, file], { to: 'docx', exportUrl: `${bucket.url}/merged` });
    expect(merged.export).toEqual({ status: 'done' });
    const running = await client.start(file, { to: 'docx', exportUrl: `${bucket.url}/later` });
    expect((await running.finished()).export).toEqual({ status: 'done' });
    expect([...stored.keys()]).toEqual(['PUT /merged', 'PUT /later']);
  });

  it('is checked before anything is converted or charged', async () => {
    const before = await service.used();
    for (const value of ['nonsense', 'ftp://bucket.example/a', 'https://me:pw@bucket.example/a']) {
      const refused = await service.convert([PDF, TO_DOCX, { name: 'exportUrl', value }]);
      expect(refused.failure.error, value).toMatchObject({ code: 'invalid_url', field: 'exportUrl' });
    }
    const batch = await call(`${service.url}/api/v1/batch`, {
      headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': service.key },
      body: form(PDF, PDF, TO_DOCX, to('/both')),
    });
    expect(batch.failure.error).toMatchObject({ code: 'malformed_request', field: 'exportUrl' });
    expect(await service.used()).toBe(before);
    expect(stored.size).toBe(0);
  });

  it('must be on the public internet, and be allowed in production', async () => {
    await using plain = await startTestService();
    const secure = { name: 'exportUrl', value: 'https://127.0.0.1/a' };
    const refused = await plain.convert([PDF, TO_DOCX, secure]);
    expect([refused.status, refused.failure.error]).toMatchObject([
      403,
      { code: 'url_not_allowed', field: 'exportUrl' },
    ]);
    expect((await plain.convert([PDF, TO_DOCX, to('/a')])).failure.error.code).toBe('invalid_url');
    await using production = await startTestService({
      environment: { NODE_ENV: 'production', SIGNING_SECRET: 's'.repeat(32) },
    });
    const off = await production.convert([PDF, TO_DOCX, secure]);
    expect(off.failure.message).toContain('does not export');
  });
});
