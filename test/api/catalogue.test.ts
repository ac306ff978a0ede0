import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormatDetails } from '../../server/services/formats.ts';
import { call, form, FORM_TYPE } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const headers = () => ({ 'X-API-Key': service.key });

describe('GET /api/v1/formats', () => {
  it('is public and lists every format', async () => {
    const answer = await call(`${service.url}/api/v1/formats`);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
    expect(answer.data<unknown[]>()).toContainEqual({
      id: 'docx',
      name: 'Word document',
      family: 'document',
      extensions: ['docx'],
      mimeTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      read: false,
      write: true,
    });
  });

  it('describes one with its targets and their options as JSON Schema', async () => {
    const data = (await call(`${service.url}/api/v1/formats/png`)).data<FormatDetails>();
    expect(data.targets).toHaveLength(2);
    const jpg = data.targets.find(({ id }) => id === 'jpg')!;
    expect(jpg).toMatchObject({ lost: [], gone: [], route: [{ codec: 'fake', from: 'png', to: 'jpg' }] });
    const [, , place] = /^#\/data\/(optionSets)\/(\d+)$/.exec(jpg.options.$ref)!;
    expect(data.optionSets[Number(place)]).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: {
        quality: { type: 'integer', minimum: 1, maximum: 100, description: expect.any(String) as string },
      },
    });
    expect(data.sources).toMatchObject([{ id: 'pdf' }]);
  });

  it('takes aliases', async () => {
    expect((await call(`${service.url}/api/v1/formats/JPEG`)).data()).toMatchObject({ id: 'jpg', targets: [] });
  });

  it('does not know others, and names the nearest', async () => {
    const answer = await call(`${service.url}/api/v1/formats/pngg`);
    expect(answer.status).toBe(404);
    expect(answer.failure.error).toMatchObject({
      code: 'not_found',
      details: { nearest: expect.arrayContaining(['png']) as string[] },
    });
    expect((await call(`${service.url}/api/v1/formats/__proto__`)).status).toBe(404);
  });
});

it('what everybody may know comes compressed to whoever takes that', async () => {
  const url = `${service.url}/openapi.json`;
  const plain = await call(url);
  const packed = await call(url, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
  });
  expect(packed.body.byteLength).toBeLessThan(plain.body.byteLength);
  expect(gunzipSync(packed.body).toString()).toBe(plain.text);
  const smallest = await call(url, { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect(smallest.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(smallest.body).toString()).toBe(plain.text);
  expect((await call(url, { headers: { 'Accept-Encoding': 'zstd' } })).headers['content-encoding']).toBeUndefined();
});

describe('POST /api/v1/detect', () => {
  it('says what a file is, free of charge', async () => {
    const answer = await call(`${service.url}/api/v1/detect`, {
      headers: { ...headers(), 'Content-Type': FORM_TYPE },
      body: form(PDF),
    });
    expect(answer.data()).toMatchObject({ format: 'PDF', confidence: 1, via: 'content' });
    expect(await service.used()).toBe(0);
    expect(await service.leftovers()).toEqual([]);
  });

  it('says so when it cannot tell', async () => {
    const answer = await call(`${service.url}/api/v1/detect`, {
      headers: { ...headers(), 'Content-Type': FORM_TYPE },
      body: form({ ...PDF, value: 'anything' }),
    });
    expect(answer.status).toBe(422);
    expect(answer.failure.error.code).toBe('source_format_undetected');
  });
});

describe('POST /api/v1/plan', () => {
  const plan = (body: string, type = 'application/json') =>
    call(`${service.url}/api/v1/plan`, { headers: { ...headers(), 'Content-Type': type }, body });

  it('plans a pair without a file', async () => {
    const answer = await plan(JSON.stringify({ from: 'pdf', to: 'DOCX', bytes: 1000, options: {}, allowLoss: 'any' }));
    expect(answer.data()).toMatchObject({
      from: 'pdf',
      to: 'docx',
      route: [{ codec: 'fake', from: 'pdf', to: 'docx' }],
    });
  });

  it('plans for a file', async () => {
    const answer = await call(`${service.url}/api/v1/plan`, {
      headers: { ...headers(), 'Content-Type': FORM_TYPE },
      body: form(PDF, TO_DOCX),
    });
    expect(answer.data()).toMatchObject({ from: 'pdf', to: 'docx' });
    expect(await service.used()).toBe(0);
  });

  it.each([
    ['not JSON', '{', 400, 'malformed_request'],
    ['not an object', '[]', 400, 'malformed_request'],
    ['no target', '{"from":"pdf"}', 400, 'malformed_request'],
    ['something unknown', '{"from":"pdf","to":"docx","x":1}', 400, 'malformed_request'],
    ['options that are no object', '{"from":"pdf","to":"docx","options":[]}', 400, 'invalid_options'],
    ['a pair that nothing converts', '{"from":"pdf","to":"webp"}', 422, 'unsupported_conversion'],
    ['a format that does not exist', '{"from":"pdff","to":"docx"}', 400, 'unknown_source_format'],
    ['too long', JSON.stringify({ from: 'x'.repeat(20_000), to: 'docx' }), 413, 'file_too_large'],
  ])('refuses what is %s', async (_name, body, status, code) => {
    const answer = await plan(body);
    expect({ status: answer.status, code: answer.failure.error.code }).toEqual({ status, code });
  });

  it('needs a key', async () => {
    const answer = await call(`${service.url}/api/v1/plan`, {
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(401);
  });
});

describe('the account', () => {
  it('sees its conversions, the newest first, page by page', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      service.clock.now += 1000;
      ids.push((await service.convert()).data<{ conversionId: string }>().conversionId);
    }
    const list = async (query: string) =>
      (await call(`${service.url}/api/v1/conversions${query}`, { headers: headers() })).data<
        { conversionId: string; createdAt: string; status: string }[]
      >();
    const newest = await list('?limit=2');
    expect(newest.map(({ conversionId }) => conversionId)).toEqual([ids[2], ids[1]]);
    const older = await list(`?limit=2&before=${newest[1]!.createdAt}`);
    expect(older[0]).toMatchObject({
      conversionId: ids[0],
      status: 'succeeded',
      sourceFormat: 'PDF',
      targetFormat: 'DOCX',
    });
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'before=yesterday', 'limit=1&limit=2'])(
    '%s is no page',
    async (query) => {
      const answer = await call(`${service.url}/api/v1/conversions?${query}`, { headers: headers() });
      expect({ status: answer.status, code: answer.failure.error.code }).toEqual({
        status: 400,
        code: 'malformed_request',
      });
    },
  );

  it('sees what is left of its quota', async () => {
    const used = await service.used();
    const answer = await call(`${service.url}/api/v1/usage`, { headers: headers() });
    expect(answer.data()).toEqual({
      ...{ plan: 'Local', period: '2026-11', used, limit: 1_000_000, remaining: 1_000_000 - used },
      resetsAt: '2026-12-01T00:00:00.000Z',
    });
  });

  it('sees on which days it was used', async () => {
    const used = await service.used();
    const usage = (query: string) => call(`${service.url}/api/v1/usage${query}`, { headers: headers() });
    expect((await usage('?by=day')).data()).toMatchObject({ days: [{ day: '2026-11-21', api: used, web: 0 }] });
    expect((await usage('?by=week')).failure.error).toMatchObject({ code: 'malformed_request', field: 'by' });
  });

  it('may cancel what runs', async () => {
    const used = await service.used();
    service.engine.hold();
    const asked = service.convert();
    await service.engine.begun;
    const [running] = (await call(`${service.url}/api/v1/conversions?limit=1`, { headers: headers() })).data<
      { conversionId: string; status: string }[]
    >();
    expect(running!.status).toBe('running');
    const url = `${service.url}/api/v1/conversions/${running!.conversionId}`;
    expect((await call(url, { method: 'DELETE', headers: headers() })).status).toBe(200);
    const answer = await asked;
    expect(answer.status).toBe(409);
    expect(answer.failure).toMatchObject({
      error: { code: 'conversion_cancelled' },
      conversionId: running!.conversionId,
    });
    expect(await service.used()).toBe(used);
    expect((await call(url, { headers: headers() })).data()).toMatchObject({ status: 'cancelled' });
  });
});

describe('GET /api/v1/merge', () => {
  const ask = (from: string) => call(`${service.url}/api/v1/merge?from=${from}`, { headers: headers() });

  it('says what it lacks without the formats', async () => {
    const answer = await call(`${service.url}/api/v1/merge`, { headers: headers() });
    expect(answer.failure).toMatchObject({
      ...{ message: 'The query has no parameter from. Add it: ?from=…', error: { field: 'from' } },
    });
  });

  it('tells what files of these formats can be joined into', async () => {
    const answer = await ask('pdf,PNG,png');
    expect(answer.status).toBe(200);
    expect(answer.data()).toMatchObject([
      { id: 'docx', name: 'Word document', family: 'document', lost: ['look'] },
      { id: 'zip', family: 'archive', lost: [] },
    ]);
    expect(answer.data<{ options: object }[]>()[0]!.options).toMatchObject({ properties: { pageSize: {} } });
  });

  it('refuses a format that there is not, and asks for formats', async () => {
    expect((await ask('pdf,nonsense')).failure.error).toMatchObject({ code: 'unknown_source_format' });
    expect((await ask('')).failure.error).toMatchObject({ code: 'malformed_request', field: 'from.0' });
    expect((await ask('a,'.repeat(30))).failure.error).toMatchObject({ code: 'malformed_request' });
  });
});
