import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthanorClient } from '../../server/client/index.ts';
import type { ConversionView } from '../../server/openapi/conversion-schemas.ts';
import type { PresetView } from '../../server/openapi/preset-schemas.ts';
import { call, form, FORM_TYPE } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';

const CHAIN = {
  steps: [
    { do: 'convert', to: 'png' },
    { do: 'convert', to: 'webp', options: { quality: 70 } },
  ],
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const ask = (method: string, path: string, body?: unknown, key = service.key) =>
  call(`${service.url}/api/v1/presets${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const named = (value: string) => ({ name: 'preset', value });

describe('a preset', () => {
  it('is saved, listed, replaced and deleted', async () => {
    const created = await ask('POST', '', { name: 'to-word', targetFormat: 'DOCX', options: { pages: '1' } });
    expect(created.status).toBe(201);
    expect(created.data()).toMatchObject({ name: 'to-word', targetFormat: 'docx', options: { pages: '1' } });
    expect((await ask('POST', '', { name: 'to-word', targetFormat: 'html' })).failure.error.code).toBe('preset_exists');
    expect((await ask('PUT', '/to-word', { targetFormat: 'html' })).data()).toMatchObject({ targetFormat: 'html' });
    expect((await ask('PUT', '/a-chain', CHAIN)).data<PresetView>().steps).toHaveLength(2);
    const { presets, limit } = (await ask('GET', '')).data<{ presets: PresetView[]; limit: number }>();
    expect([presets.map(({ name }) => name), limit]).toEqual([['a-chain', 'to-word'], 50]);
    expect((await ask('DELETE', '/to-word')).status).toBe(200);
    for (const method of ['GET', 'DELETE'])
      expect((await ask(method, '/to-word')).failure.error.code).toBe('not_found');
  });

  it('says what becomes of a file, and the options of the request count more', async () => {
    await ask('PUT', '/options', { targetFormat: 'docx', options: { pages: '1', dpi: 100 }, allowLoss: 'any' });
    const answer = await service.convert([PDF, named('options'), { name: 'options', value: '{"pages": "2"}' }]);
    expect(answer.data<ConversionView>().targetFormat).toBe('DOCX');
    const asked = service.engine.calls.at(-1)!;
    expect(asked).toMatchObject({ options: { pages: '2', dpi: 100 }, allowLoss: 'any' });
    await ask('PUT', '/chain', CHAIN);
    expect((await service.convert([PDF, named('chain')])).data<ConversionView>().steps).toHaveLength(2);
    const batch = await call(`${service.url}/api/v1/batch`, {
      headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': service.key },
      body: form(PDF, PDF, named('chain')),
    });
    expect(batch.data<{ items: { success: boolean }[] }>().items.map(({ success }) => success)).toEqual([true, true]);
  });

  it('leaves no doubt about what is asked', async () => {
    await ask('PUT', '/chain', CHAIN);
    const both = await service.convert([PDF, named('chain'), TO_DOCX]);
    expect(both.failure.error).toMatchObject({ code: 'malformed_request', field: 'targetFormat' });
    const options = await service.convert([PDF, named('chain'), { name: 'options', value: '{"dpi": 90}' }]);
    expect(options.failure.error).toMatchObject({ code: 'malformed_request', field: 'options' });
    const unknown = await service.convert([PDF, named('unknown')]);
    expect(unknown.failure.error).toMatchObject({ code: 'not_found', field: 'preset' });
  });

  it('is refused where it could not be used', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{}, 'malformed_request'],
      [{ targetFormat: 'docx', ...CHAIN }, 'malformed_request'],
      [{ targetFormat: 'nonsense' }, 'unknown_target_format'],
      [{ targetFormat: 'docx', options: { nope: 1 } }, 'invalid_options'],
      [{ targetFormat: 'docx', options: { quality: 1000 } }, 'invalid_options'],
      [{ targetFormat: 'docx', allowLoss: ['everything'] }, 'invalid_options'],
      [{ steps: [] }, 'invalid_options'],
      [{ steps: [{ do: 'convert' }] }, 'invalid_options'],
      [{ ...CHAIN, options: { quality: 1 } }, 'malformed_request'],
      [{ targetFormat: 'docx', accountId: 'other' }, 'malformed_request'],
      [{ targetFormat: 'docx', options: { bibliography: 'x'.repeat(20_000) } }, 'file_too_large'],
    ];
    for (const [settings, code] of cases)
      expect((await ask('PUT', '/bad', settings)).failure.error.code, JSON.stringify(settings).slice(0, 80)).toBe(code);
    for (const name of ['', 'Upper', '../etc', 'a b', '-a', 'x'.repeat(65), '__proto__'])
      expect((await ask('POST', '', { name, targetFormat: 'docx' })).status, name).toBe(400);
    expect((await ask('PUT', '/UPPER', { targetFormat: 'docx' })).status).toBe(400);
  });

  it('is never seen, used, replaced or deleted by another account', async () => {
    await ask('PUT', '/mine', { targetFormat: 'docx' });
    const { key } = await service.addAccount('stranger', 10);
    expect((await ask('GET', '', undefined, key)).data<{ presets: unknown[] }>().presets).toEqual([]);
    expect((await ask('GET', '/mine', undefined, key)).status).toBe(404);
    expect((await ask('DELETE', '/mine', undefined, key)).status).toBe(404);
    expect((await service.convert([PDF, named('mine')], { 'X-API-Key': key })).status).toBe(404);
    await ask('PUT', '/mine', { targetFormat: 'html' }, key);
    expect((await ask('GET', '/mine')).data()).toMatchObject({ targetFormat: 'docx' });
  });

  it('is one of fifty at most, also when many are saved at once', async () => {
    const { key } = await service.addAccount('collector', 10);
    const save = (index: number) => ask('PUT', `/p${index}`, { targetFormat: 'docx' }, key);
    const answers = await Promise.all(Array.from({ length: 55 }, (_, index) => save(index)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect(refused.failure.error).toMatchObject({ code: 'preset_limit_reached', details: { limit: 50 } });
    const saved = answers.findIndex(({ status }) => status === 200);
    expect((await save(saved)).status).toBe(200);
  });

  it('may be read, but not changed, by a key that only reads', async () => {
    await ask('PUT', '/shared', { targetFormat: 'docx' });
    const { key } = await service.service.keys.create('local', 'reader', { scopes: ['read'] });
    expect((await ask('GET', '/shared', undefined, key)).status).toBe(200);
    for (const [method, path] of [
      ['PUT', '/shared'],
      ['DELETE', '/shared'],
      ['POST', ''],
    ] as const)
      expect((await ask(method, path, { targetFormat: 'html' }, key)).failure.error.code).toBe('key_not_allowed');
    expect((await call(`${service.url}/api/v1/presets`)).failure.error.code).toBe('missing_api_key');
  });

  it('is handled by the client', async () => {
    const client = new AthanorClient({ url: service.url, apiKey: service.key });
    await client.savePreset('by-client', { steps: [{ do: 'convert', to: 'png' }] });
    expect(await client.preset('by-client')).toMatchObject({ name: 'by-client', steps: [{ to: 'png' }] });
    const file = { name: 'a.pdf', content: new TextEncoder().encode('%PDF-1.7 a') };
    expect(await client.convert(file, { preset: 'by-client' })).toMatchObject({ targetFormat: 'PNG' });
    await client.deletePreset('by-client');
    expect((await client.presets()).presets.map(({ name }) => name)).not.toContain('by-client');
  });
});
