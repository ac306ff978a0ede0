import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { AthanorClient } from '../../server/client/index.ts';
import type { ConversionView, HistoryView } from '../../server/openapi/conversion-schemas.ts';
import { call, form, FORM_TYPE, type Part } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');
const PNG_WEBP = [
  { do: 'convert', to: 'png' },
  { do: 'convert', to: 'webp' },
];
const steps = (value: unknown): Part => ({ name: 'steps', value: JSON.stringify(value) });

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

describe('steps', () => {
  it('are done in one call, with one result and a report of each', async () => {
    const answer = await service.convert([PDF, steps(PNG_WEBP)]);
    const data = answer.data<ConversionView>();
    expect(data).toMatchObject({ sourceFormat: 'PDF', targetFormat: 'WEBP', downloadName: 'Report 2026.webp' });
    expect(data.steps).toMatchObject([
      { do: 'convert', sourceFormat: 'PDF', targetFormat: 'PNG', files: 1, report: { score: 100 } },
      { do: 'convert', sourceFormat: 'PNG', targetFormat: 'WEBP' },
    ]);
    expect((await call(data.downloadUrl)).text).toContain('webp made of');
    const status = await call(`${service.url}/api/v1/conversions/${data.conversionId}`, {
      headers: { 'X-API-Key': service.key },
    });
    expect(status.data<HistoryView>().steps).toEqual(data.steps);
  });

  it('count one each, and are refunded together', async () => {
    const before = await service.used();
    await service.convert([PDF, steps(PNG_WEBP)]);
    expect(await service.used()).toBe(before + 2);
    service.engine.failure = new ConversionError({ code: 'input_corrupt', message: 'It is damaged.' });
    const failed = await service.convert([PDF, steps(PNG_WEBP)]);
    service.engine.failure = undefined;
    expect(failed.failure.error.code).toBe('input_corrupt');
    expect(await service.used()).toBe(before + 2);
    const usage = await call(`${service.url}/api/v1/usage?by=day`, { headers: { 'X-API-Key': service.key } });
    const { days, used } = usage.data<{ days: { api: number; web: number }[]; used: number }>();
    expect(days.reduce((sum, { api, web }) => sum + api + web, 0)).toBe(used);
  });

  it('need quota for all of them', async () => {
    const { key } = await service.addAccount('three', 3);
    const send = (value: unknown) => service.convert([PDF, steps(value)], { 'X-API-Key': key });
    expect((await send(PNG_WEBP)).status).toBe(200);
    const refused = await send(PNG_WEBP);
    expect(refused.failure).toMatchObject({
      error: { code: 'quota_exceeded' },
      message: expect.stringContaining('1 of 3'),
    });
    expect(await service.used('three')).toBe(2);
    expect((await service.convert([PDF, TO_DOCX], { 'X-API-Key': key })).status).toBe(200);
    expect((await send([PNG_WEBP[0]])).failure.message).toContain('All 3 conversions');
    const limited = await service.service.keys.create('local', 'limited', { monthlyLimit: 3 });
    const sendBy = () => service.convert([PDF, steps(PNG_WEBP)], { 'X-API-Key': limited.key });
    expect((await sendBy()).status).toBe(200);
    expect((await sendBy()).failure.message).toContain('1 of 3 are left of this month with this key');
  });

  it('are checked as a whole before anything is done or charged', async () => {
    const before = await service.used();
    const calls = service.engine.calls.length;
    const cases: readonly (readonly [readonly Part[], string, string])[] = [
      [
        [
          steps([
            { do: 'convert', to: 'png' },
            { do: 'convert', to: 'docx' },
          ]),
        ],
        'unsupported_conversion',
        'steps',
      ],
      [[steps([{ do: 'convert', to: 'nonsense' }])], 'unknown_target_format', 'steps'],
      [[steps([])], 'invalid_options', 'steps'],
      [[steps(Array.from({ length: 9 }, () => ({ do: 'optimise' })))], 'invalid_options', 'steps'],
      [[steps([{ do: 'shell', to: 'png' }])], 'invalid_options', 'steps'],
      [[{ name: 'steps', value: '[{' }], 'invalid_options', 'steps'],
      [[steps(PNG_WEBP), TO_DOCX], 'malformed_request', 'targetFormat'],
      [[steps(PNG_WEBP), { name: 'options', value: '{}' }], 'malformed_request', 'options'],
    ];
    for (const [parts, code, field] of cases) {
      const { error } = (await service.convert([PDF, ...parts])).failure;
      expect(error, JSON.stringify(parts)).toMatchObject({ code, field });
    }
    expect(await service.used()).toBe(before);
    expect(service.engine.calls).toHaveLength(calls);
  });

  it('are done for each file of a batch, and for all files of a merge', async () => {
    const post = (path: string) =>
      call(service.url + path, {
        headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': service.key },
        body: form(PDF, PDF, steps(PNG_WEBP)),
      });
    const before = await service.used();
    const items = (await post('/api/v1/batch')).data<{ items: { success: boolean }[] }>().items;
    expect(items.map(({ success }) => success)).toEqual([true, true]);
    expect(await service.used()).toBe(before + 4);
    expect((await post('/api/v1/merge')).data()).toMatchObject({ targetFormat: 'WEBP' });
    expect(await service.used()).toBe(before + 6);
  });

  it('need not be waited for, and are sent by the client', async () => {
    const client = new AthanorClient({ url: service.url, apiKey: service.key });
    const file = { name: 'a.pdf', content: new TextEncoder().encode('%PDF-1.7 a') };
    const running = await client.start(file, {
      steps: [
        { do: 'convert', to: 'png' },
        { do: 'convert', to: 'jpg', options: { quality: 50 } },
      ],
    });
    expect(running.targetFormat).toBe('JPG');
    const done = await running.finished();
    expect(done.steps).toHaveLength(2);
  });
});

it('a chain is planned without a file', async () => {
  const engine = sharedEngine();
  await using real = await startTestService({ engine });
  const client = new AthanorClient({ url: real.url, apiKey: real.key });
  const plan = await client.planChain(
    ['docx', 'odt'],
    [
      { do: 'convert', to: 'pdf' },
      { do: 'merge', to: 'pdf' },
      { do: 'optimise', options: { quality: 60 } },
    ],
  );
  expect(plan).toMatchObject({
    ...{ from: 'docx', to: 'pdf' },
    steps: [{ do: 'convert', from: ['docx', 'odt'], to: ['pdf'] }, { do: 'merge' }, { do: 'optimise' }],
  });
  const refused = client.planChain(
    ['mp3'],
    [
      { do: 'convert', to: 'wav' },
      { do: 'convert', to: 'docx' },
    ],
  );
  await expect(refused).rejects.toMatchObject({ code: 'unsupported_conversion', field: 'steps', details: { step: 2 } });
  const ask = (body: object) =>
    call(`${real.url}/api/v1/plan`, {
      headers: { 'X-API-Key': real.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const bad = [
    { from: 'pdf' },
    { from: ['pdf', 'docx'], to: 'png' },
    { from: 'pdf', to: 'png', steps: [{ do: 'optimise' }] },
  ];
  for (const body of [...bad, { from: [], steps: [{ do: 'optimise' }] }])
    expect((await ask(body)).failure.error.code, JSON.stringify(body)).toBe('malformed_request');
  expect(await real.used()).toBe(0);
});

it('the real engine merges, selects pages and optimises in one call', async () => {
  const engine = sharedEngine();
  await using real = await startTestService({ engine });
  const pdf = await readFile(join(SOURCES, 'pdf/tables-over-pages.pdf'));
  const file = { name: 'file', value: pdf, fileName: 'tables.pdf' };
  const chain = [{ do: 'merge', to: 'pdf' }, { do: 'split', options: { pages: '1,4' } }, { do: 'optimise' }];
  const answer = await call(`${real.url}/api/v1/merge`, {
    headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': real.key },
    body: form(file, file, steps(chain)),
  });
  const data = answer.data<ConversionView>();
  expect(data).toMatchObject({ targetFormat: 'PDF', downloadName: 'tables.pdf', report: { verdict: 'accepted' } });
  expect(data.steps!.map((step) => step.do)).toEqual(['merge', 'split', 'optimise']);
  expect((await call(data.downloadUrl)).body.subarray(0, 4).toString()).toBe('%PDF');
  expect(await real.used()).toBe(3);
});
