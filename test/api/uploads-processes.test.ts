import { hash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversionView } from '../../server/openapi/conversion-schemas.ts';
import type { UploadView } from '../../server/openapi/upload-schemas.ts';
import { type Deployment, deployment } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, call, form, FORM_TYPE } from '../support/http-client.ts';
import { postgresAnswers } from '../support/postgres.ts';
import { type TestService, TO_DOCX } from '../support/service.ts';

const PLANS = JSON.stringify([
  { id: 'large', name: 'Large', monthlyConversions: 50, maxFileBytes: 60_000_000, maxConcurrent: 4 },
]);
const PART_BYTES = 100_000;
const CONTENT = Buffer.alloc(3 * PART_BYTES + 5, '%PDF-1.7 sent to several processes ');

describe.skipIf(!(await postgresAnswers()))('an upload to several processes', () => {
  let services: Deployment;
  let one: TestService;
  let other: TestService;
  beforeAll(async () => {
    services = await deployment();
    const options = { environment: { ACCOUNTS: 'yes', PLANS }, limits: { resumablePartBytes: PART_BYTES } };
    [one, other] = await services.two(options);
  });
  afterAll(() => services[Symbol.asyncDispose]());

  let people = 0;
  async function somebody() {
    const id = `person-${people++}`;
    await one.service.store.accounts.create({ id, tierId: 'large', createdAt: one.clock.now });
    const { key } = await one.service.keys.create(id, 'test');
    const headers = { 'X-API-Key': key, 'Tus-Resumable': '1.0.0' };
    const send = (
      to: TestService,
      method: string,
      path: string,
      more: Readonly<Record<string, string>> = {},
      body?: Buffer,
    ): Promise<Answer> => call(to.url + path, { method, headers: { ...headers, ...more }, body });
    return {
      ...{ headers, send },
      async create(): Promise<string> {
        const answer = await send(one, 'POST', '/api/v1/uploads', { 'Upload-Length': String(CONTENT.byteLength) });
        return `/api/v1/uploads/${answer.data<UploadView>().id}`;
      },
      append: (to: TestService, path: string, offset: number, body = CONTENT.subarray(offset)) =>
        send(to, 'PATCH', path, bytesFrom(offset), body),
      convert: (to: TestService, path: string) => {
        const upload = { name: 'upload', value: path.split('/').at(-1)! };
        return send(to, 'POST', '/api/v1/convert', { 'Content-Type': FORM_TYPE }, form(upload, TO_DOCX));
      },
    };
  }
  const bytesFrom = (offset: number) => ({
    ...{ 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
  });
  const offsetOf = ({ headers }: Answer): number => Number(headers['upload-offset']);
  const keysOf = async (path: string): Promise<string[]> =>
    (await services.storage.keys()).filter((key) => key.startsWith(`${path.split('/').at(-1)}_up`));

  it('is sent to each, converted by either, and leaves nothing when it is deleted', async () => {
    const ada = await somebody();
    const path = await ada.create();
    expect(offsetOf(await ada.append(one, path, 0, CONTENT.subarray(0, 150_000)))).toBe(150_000);
    expect(offsetOf(await ada.send(other, 'HEAD', path))).toBe(150_000);
    expect(offsetOf(await ada.append(other, path, 150_000))).toBe(CONTENT.byteLength);
    expect(await keysOf(path)).toHaveLength(4);
    for (const service of [one, other]) {
      const { conversionId } = (await ada.convert(service, path)).data<ConversionView>();
      const { store } = service.service;
      expect(await store.conversions.findAny(conversionId)).toMatchObject({ inputSha256: hash('sha256', CONTENT) });
    }
    expect((await ada.send(other, 'DELETE', path)).status).toBe(204);
    expect((await ada.send(one, 'GET', path)).failure.error.code).toBe('not_found');
    expect(await keysOf(path)).toEqual([]);
  });

  it('takes each byte once when both processes are sent the same', async () => {
    const ada = await somebody();
    const path = await ada.create();
    const answers = await Promise.all([one, other, one, other].map((service) => ada.append(service, path, 0)));
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([204, 409]))).toBe(true);
    const offset = offsetOf(await ada.send(one, 'HEAD', path));
    if (offset < CONTENT.byteLength) expect((await ada.append(other, path, offset)).status).toBe(204);
    const { conversionId } = (await ada.convert(one, path)).data<ConversionView>();
    expect(await one.service.store.conversions.findAny(conversionId)).toMatchObject({
      ...{ inputBytes: CONTENT.byteLength, inputSha256: hash('sha256', CONTENT) },
    });
    const { parts } = (await one.service.store.uploads.find(`person-${people - 1}`, path.split('/').at(-1)!, 0))!;
    expect(await keysOf(path), 'what lost leaves nothing').toHaveLength(parts);
  });

  it('goes on at another process while a connection hangs, which then counts no more', async () => {
    const ada = await somebody();
    const path = await ada.create();
    const headers = { ...ada.headers, ...bytesFrom(0), 'Content-Length': String(CONTENT.byteLength) };
    const answered = Promise.withResolvers<number | undefined>();
    const hanging = httpRequest(one.url + path, { method: 'PATCH', headers, agent: false }, (response) => {
      response.resume();
      answered.resolve(response.statusCode);
    });
    hanging.on('error', answered.reject);
    hanging.write(CONTENT.subarray(0, PART_BYTES + 7));
    await eventually(async () => expect(offsetOf(await ada.send(other, 'HEAD', path))).toBe(PART_BYTES));
    expect(offsetOf(await ada.append(other, path, PART_BYTES))).toBe(CONTENT.byteLength);
    hanging.end(CONTENT.subarray(PART_BYTES + 7));
    expect(await answered.promise).toBe(409);
    expect(await keysOf(path)).toHaveLength(4);
    expect((await ada.convert(other, path)).status).toBe(200);
  });

  it('loses nothing when the storage is away for a while', async () => {
    const ada = await somebody();
    const path = await ada.create();
    await ada.append(one, path, 0, CONTENT.subarray(0, 10));
    services.storage.onRequest = (request) => void request.socket.destroy();
    const away = await ada.append(one, path, 10);
    services.storage.onRequest = undefined;
    expect(away.failure.error).toMatchObject({ code: 'storage_unavailable', retryable: true });
    expect(offsetOf(await ada.send(one, 'HEAD', path))).toBe(10);
    expect(offsetOf(await ada.append(one, path, 10))).toBe(CONTENT.byteLength);
  });

  it('is swept with its parts when it was abandoned, and not before', async () => {
    const ada = await somebody();
    const path = await ada.create();
    await ada.append(one, path, 0, CONTENT.subarray(0, 150_000));
    const day = 24 * 3_600_000;
    one.clock.now += day - 1;
    await one.service.retention.sweep();
    expect(await keysOf(path)).toHaveLength(2);
    one.clock.now += 1;
    await one.service.retention.sweep();
    expect(await keysOf(path)).toEqual([]);
  });
});
