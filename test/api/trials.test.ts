import { describe, expect, it } from 'vitest';
import { PDF, startTestService, TO_DOCX, type TestService, type TestServiceOptions } from '../support/service.ts';
import { type Answer, call, form, FORM_TYPE, type Part } from '../support/http-client.ts';

const PAGE = { 'Sec-Fetch-Site': 'same-origin' };
const environment = { ACCOUNTS: 'yes', TRIAL_CONVERSIONS: '2', TRUSTED_PROXIES: '127.0.0.1' };

/** A visitor of the website who has not signed in. */
function visitor({ url }: TestService, address = '192.0.2.1') {
  const headers = { ...PAGE, 'X-Forwarded-For': address };
  return {
    post: (
      path: string,
      parts: readonly Part[] = [PDF, TO_DOCX],
      more: Readonly<Record<string, string>> = {},
    ): Promise<Answer> =>
      call(url + path, { headers: { 'Content-Type': FORM_TYPE, ...headers, ...more }, body: form(...parts) }),
    send: (method: string, path: string): Promise<Answer> => call(url + path, { method, headers }),
  };
}

const start = (options: TestServiceOptions = {}) => startTestService({ environment, ...options });

describe('conversions of visitors who have not signed in', () => {
  it('count by address, and give back what fails', async () => {
    await using service = await start();
    const ada = visitor(service);
    const remaining = async (who = ada) =>
      (await who.send('GET', '/web/session')).data<{ trial: { limit: number; remaining: number } }>().trial;
    expect(await remaining()).toEqual({ limit: 2, remaining: 2 });
    expect((await ada.post('/api/v1/detect', [PDF])).status).toBe(200);
    expect((await ada.post('/web/convert')).status).toBe(200);
    expect(await remaining()).toEqual({ limit: 2, remaining: 1 });
    service.engine.failure = new Error('it broke');
    expect((await ada.post('/web/convert')).status).toBe(500);
    service.engine.failure = undefined;
    expect((await ada.post('/web/convert')).status).toBe(200);
    expect((await ada.post('/web/convert')).failure.error.code).toBe('quota_exceeded');
    const grace = visitor(service, '192.0.2.2');
    expect((await grace.post('/web/convert')).status).toBe(200);
    // One subscriber has a whole /64.
    await visitor(service, '2001:db8::1').post('/web/convert');
    expect(await remaining(visitor(service, '2001:db8::ffff'))).toEqual({ limit: 2, remaining: 1 });
  });

  it('are followed and erased by their id, from the same address only', async () => {
    await using service = await start();
    const { conversionId } = (await visitor(service).post('/web/convert')).data<{ conversionId: string }>();
    const path = `/api/v1/conversions/${conversionId}`;
    expect((await visitor(service).send('GET', path)).status).toBe(200);
    expect((await visitor(service, '192.0.2.9').send('GET', path)).failure.error.code).toBe('not_found');
    expect((await visitor(service, '192.0.2.9').send('DELETE', path)).failure.error.code).toBe('not_found');
    expect((await visitor(service).send('DELETE', path)).status).toBe(200);
  });

  it('reach nothing else', async () => {
    await using service = await start();
    const ada = visitor(service);
    for (const path of ['conversions', 'usage', 'keys', 'presets', 'webhooks', 'webhooks/secret'])
      expect((await ada.send('GET', `/api/v1/${path}`)).failure.error.code, path).toBe('not_signed_in');
    expect((await ada.post('/api/v1/batch')).failure.error.code).toBe('not_signed_in');
    for (const field of ['callbackUrl', 'exportUrl']) {
      const answer = await ada.post('/web/convert', [PDF, TO_DOCX, { name: field, value: 'https://example.org/x' }]);
      expect(answer.failure.error).toMatchObject({ code: 'not_signed_in', field });
    }
    const url = { name: 'url', value: 'https://example.org/a.pdf' };
    expect((await ada.post('/web/convert', [url, TO_DOCX])).failure.error).toMatchObject({
      code: 'not_signed_in',
      field: 'url',
    });
    expect(
      (await ada.post('/web/convert', [PDF, TO_DOCX], { 'Sec-Fetch-Site': 'cross-site' })).failure.error.code,
    ).toBe('csrf');
    // Programs need a key.
    const plain = { headers: { 'Content-Type': FORM_TYPE }, body: form(PDF, TO_DOCX) };
    expect((await call(`${service.url}/api/v1/convert`, plain)).failure.error.code).toBe('missing_api_key');
  });

  it('are off unless the operator allows them', async () => {
    await using service = await start({ environment: { ACCOUNTS: 'yes' } });
    const ada = visitor(service);
    expect((await ada.post('/web/convert')).failure.error.code).toBe('not_signed_in');
    expect((await ada.send('GET', '/web/session')).data()).not.toHaveProperty('trial');
  });
});
