import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, form, FORM_TYPE } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';

const ORIGIN = 'https://app.example';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ environment: { CORS_ORIGINS: `${ORIGIN}, http://localhost:3000` } });
});
afterAll(() => service[Symbol.asyncDispose]());

const preflight = (path: string, origin: string) =>
  call(service.url + path, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-api-key' },
  });

describe('a page of another website', () => {
  it('may ask before it calls', async () => {
    const { status, headers } = await preflight('/api/v1/convert', ORIGIN);
    expect(status).toBe(204);
    expect(headers).toMatchObject({ 'access-control-allow-origin': ORIGIN, vary: 'Origin' });
    expect(headers['access-control-allow-headers']).toContain('X-API-Key');
    expect(headers['access-control-allow-methods']).toContain('DELETE');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('converts with a key, and downloads', async () => {
    const { headers, data } = await service.convert([PDF, TO_DOCX], { Origin: ORIGIN });
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ');
    const own = Object.keys(headers).filter((name) => /^(x-(?!content)|ratelimit|retry|location)/.test(name));
    expect(own.filter((name) => !exposed.includes(name))).toEqual([]);
    const { downloadUrl } = data<{ downloadUrl: string }>();
    const file = await call(downloadUrl, { headers: { Origin: ORIGIN } });
    expect(file.headers).toMatchObject({ 'access-control-allow-origin': ORIGIN });
  });

  it('can read refusals', async () => {
    const headers = { Origin: ORIGIN, 'Content-Type': FORM_TYPE };
    const refused = await call(`${service.url}/api/v1/convert`, { headers, body: form(PDF, TO_DOCX) });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, ORIGIN]);
    const unknown = await call(`${service.url}/api/v1/nothing`, { headers: { Origin: ORIGIN } });
    expect([unknown.status, unknown.headers['access-control-allow-origin']]).toEqual([404, ORIGIN]);
  });

  it.each(['https://app.example.evil.example', 'https://evil.example', 'http://app.example', 'null'])(
    'from %s may not',
    async (origin) => {
      expect((await preflight('/api/v1/convert', origin)).headers['access-control-allow-origin']).toBeUndefined();
      const { headers } = await service.convert([PDF, TO_DOCX], { Origin: origin });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['vary']).toContain('Origin'); // caches keep it apart from answers for listed origins
    },
  );

  it.each(['/web/session', '/web/convert', '/', '/readyz'])('may not call %s, which is for own pages', async (path) => {
    expect((await preflight(path, ORIGIN)).headers['access-control-allow-origin']).toBeUndefined();
  });

  it('of any origin may call where the operator says so, without cookies', async () => {
    await using open = await startTestService({ environment: { CORS_ORIGINS: '*' } });
    const { headers } = await open.convert([PDF, TO_DOCX], { Origin: 'https://evil.example' });
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('may not call where no origin is listed', async () => {
    await using closed = await startTestService();
    const { headers } = await closed.convert([PDF, TO_DOCX], { Origin: ORIGIN });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
