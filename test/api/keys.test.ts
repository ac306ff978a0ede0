import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { CreatedKey, KeysView, SessionView } from '../../server/openapi/key-schemas.ts';
import type { ConversionView, HistoryView } from '../../server/openapi/conversion-schemas.ts';
import { call, form, FORM_TYPE } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';

type Keys = z.infer<typeof KeysView>;
type Created = z.infer<typeof CreatedKey>;

/** As a page of the service sends it. */
const page = (service: TestService, method: string, path: string, body?: object) =>
  call(service.url + path, {
    method,
    headers: { Origin: service.url, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

const create = (service: TestService, name = 'laptop') => page(service, 'POST', '/api/v1/keys', { name });
const list = async (service: TestService) => (await page(service, 'GET', '/api/v1/keys')).data<Keys>();

describe('the keys of an account', () => {
  it('are made, shown once, and work at once', async () => {
    await using service = await startTestService();
    const answer = await create(service);
    expect(answer.status).toBe(201);
    const { id, key } = answer.data<Created>();
    expect((await service.convert(undefined, { 'X-API-Key': key })).status).toBe(200);
    const { active, limit, keys } = await list(service);
    expect([active, limit]).toEqual([2, 10]);
    const found = keys.find((each) => each.id === id)!;
    expect(found).toMatchObject({ name: 'laptop', active: true, lastUsedAt: expect.any(String) });
    expect(key.startsWith(found.prefix)).toBe(true);
    expect(JSON.stringify(keys)).not.toContain(key);
  });

  it('are renamed and deactivated', async () => {
    await using service = await startTestService();
    const { id, key } = (await create(service)).data<Created>();
    const renamed = (await page(service, 'PATCH', `/api/v1/keys/${id}`, { name: 'desk' })).data<Keys>();
    expect(renamed.keys.find((each) => each.id === id)!.name).toBe('desk');
    const ended = (await page(service, 'DELETE', `/api/v1/keys/${id}`)).data<Keys>();
    expect(ended.active).toBe(1);
    expect((await service.convert(undefined, { 'X-API-Key': key })).failure.error.code).toBe('invalid_api_key');
    expect((await page(service, 'DELETE', `/api/v1/keys/${id}`)).status).toBe(404);
    expect((await page(service, 'PATCH', `/api/v1/keys/${id}`, { name: 'x' })).status).toBe(404);
  });

  it('are ten at most, also when twenty are made at once', async () => {
    await using service = await startTestService();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(service)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect(refused.failure.error).toMatchObject({ code: 'key_limit_reached', status: 409 });
    expect((await list(service)).active).toBe(10);
  });

  it('have names', async () => {
    await using service = await startTestService();
    for (const body of [{}, { name: '' }, { name: ' ' }, { name: 'x'.repeat(101) }, { name: 'a', more: 1 }])
      expect((await page(service, 'POST', '/api/v1/keys', body)).failure.error.code).toBe('malformed_request');
  });

  it('may be for one use, for some conversions a month, and for a time', async () => {
    await using service = await startTestService();
    const expiresAt = new Date(service.clock.now + 1000).toISOString();
    const make = async (rights: object): Promise<Readonly<Record<string, string>>> => {
      const answer = await page(service, 'POST', '/api/v1/keys', { name: 'limited', ...rights });
      return { 'X-API-Key': answer.data<Created>().key };
    };
    const reader = await make({ scopes: ['read'] });
    service.clock.now++; // keys are listed by their age
    const converter = await make({ scopes: ['convert'], monthlyLimit: 1, expiresAt });
    const usage = (headers: Readonly<Record<string, string>>) => call(`${service.url}/api/v1/usage`, { headers });

    expect((await usage(reader)).status).toBe(200);
    const refused = await service.convert(undefined, reader);
    expect(refused.failure.error).toMatchObject({
      code: 'key_not_allowed',
      status: 403,
      details: { needed: 'convert' },
    });
    expect((await usage(converter)).failure.error).toMatchObject({ details: { needed: 'read' } });

    const { conversionId } = (await service.convert(undefined, converter)).data<ConversionView>();
    const own = await call(`${service.url}/api/v1/conversions/${conversionId}`, { headers: converter });
    expect(own.status).toBe(200);
    const beyond = (await service.convert(undefined, converter)).failure;
    expect(beyond.error).toMatchObject({ code: 'quota_exceeded', details: { limit: 1 } });
    expect(beyond.message).toContain('with this key');
    expect((await service.convert()).status).toBe(200);

    const found = (await list(service)).keys.filter(({ name }) => name === 'limited');
    expect(found).toMatchObject([
      { scopes: ['read'], monthlyLimit: null, expiresAt: null },
      { scopes: ['convert'], monthlyLimit: 1, usedThisMonth: 1, expiresAt },
    ]);
    service.clock.now += 1000;
    expect((await service.convert(undefined, converter)).failure.error.code).toBe('invalid_api_key');
  });

  it.each([
    { scopes: [] },
    { scopes: ['delete'] },
    { monthlyLimit: 0 },
    { expiresAt: 'soon' },
    { expiresAt: '2020-01-01T00:00:00Z' },
  ])('are not made with %j', async (rights) => {
    await using service = await startTestService();
    const answer = await page(service, 'POST', '/api/v1/keys', { name: 'limited', ...rights });
    expect(answer.failure.error.code).toBe('malformed_request');
  });

  it('cannot be reached with a key, nor from another page', async () => {
    await using service = await startTestService();
    const headers = { 'X-API-Key': service.key, 'Content-Type': 'application/json' };
    const url = `${service.url}/api/v1/keys`;
    for (const Origin of [undefined, 'https://evil.example', 'null']) {
      const answer = await call(url, { headers: { ...headers, ...(Origin && { Origin }) }, body: '{"name":"x"}' });
      expect(answer.failure.error).toMatchObject({ code: 'csrf', status: 403 });
    }
    expect((await list(service)).active).toBe(1);
  });
});

describe('the website', () => {
  it('is known by what the browser says of a request, also under an address that the service does not know', async () => {
    await using service = await startTestService();
    const post = (headers: Readonly<Record<string, string>>) =>
      call(`${service.url}/web/convert`, {
        headers: { 'Content-Type': FORM_TYPE, ...headers },
        body: form(PDF, TO_DOCX),
      });
    expect((await post({ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost:9999' })).status).toBe(200);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await post({ 'Sec-Fetch-Site': site, Origin: 'https://evil.example' })).status).toBe(403);
  });

  it('converts on its own address, counted against the same quota', async () => {
    await using service = await startTestService();
    const headers = { 'Content-Type': FORM_TYPE, Origin: service.url };
    const answer = await call(`${service.url}/web/convert`, { headers, body: form(PDF, TO_DOCX) });
    expect(answer.data<ConversionView>().targetFormat).toBe('DOCX');
    expect(await service.used()).toBe(1);
    const history = (await page(service, 'GET', '/api/v1/conversions')).data<HistoryView[]>();
    expect(history[0]!.conversionId).toBe(answer.data<ConversionView>().conversionId);
    const foreign = await call(`${service.url}/web/convert`, {
      headers: { ...headers, Origin: 'https://evil.example' },
      body: form(PDF, TO_DOCX),
    });
    expect(foreign.failure.error.code).toBe('csrf');
    expect(await service.used()).toBe(1);
  });

  it('knows that nobody has to sign in here', async () => {
    await using service = await startTestService();
    const session = (await call(`${service.url}/web/session`)).data<z.infer<typeof SessionView>>();
    const limits = { requestBytes: 52_428_800, maxFileBytes: 52_428_800, plans: [] };
    expect(session).toEqual({ signInRequired: false, signedIn: true, ...limits });
  });
});
