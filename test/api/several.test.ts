import { describe, expect, it } from 'vitest';
import type { BatchItem, ConversionView, HistoryView } from '../../server/openapi/conversion-schemas.ts';
import { call, form, FORM_TYPE, type Part } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';

const PNG: Part = { name: 'file', value: Buffer.from('\x89PNG', 'latin1'), fileName: 'photo.png' };
const JUNK: Part = { name: 'file', value: 'what is it?', fileName: 'junk' };

const post = (service: TestService, path: string, parts: readonly Part[], headers = {}) =>
  call(`${service.url}/api/v1/${path}`, {
    headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': service.key, ...headers },
    body: form(...parts),
  });

describe('POST /api/v1/batch', () => {
  it('answers for each file what it alone would have been answered', async () => {
    await using service = await startTestService();
    const answer = await post(service, 'batch', [PDF, JUNK, { ...PDF, fileName: 'second.pdf' }, TO_DOCX]);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ success: true, message: '2 of 3 files were converted.' });
    const { items } = answer.data<{ items: BatchItem[] }>();
    expect(items.map(({ file, success }) => [file, success])).toEqual([
      ['Report 2026.pdf', true],
      ['junk', false],
      ['second.pdf', true],
    ]);
    expect(items[1]).toMatchObject({ error: { code: 'source_format_undetected', status: 422 } });
    for (const item of items) {
      if (item.success) expect((await call(item.data.downloadUrl)).text).toContain('docx made of');
    }
    expect(await service.used()).toBe(2);
    expect(answer.headers['x-quota-remaining']).toBe('999998');
  });

  it('takes each conversion off the quota by itself', async () => {
    await using service = await startTestService({ environment: { MONTHLY_CONVERSIONS: '2' } });
    const { items } = (await post(service, 'batch', [PDF, PDF, PDF, TO_DOCX])).data<{ items: BatchItem[] }>();
    expect(items.filter((item) => item.success)).toHaveLength(2);
    expect(items.find((item) => !item.success)).toMatchObject({ error: { code: 'quota_exceeded' } });
  });

  it('refuses more files than are accepted, and more bytes', async () => {
    await using service = await startTestService({ limits: { files: 2, allFilesBytes: 100 } });
    const three = await post(service, 'batch', [PNG, PNG, PNG, TO_DOCX]);
    expect(three.failure).toMatchObject({ error: { code: 'too_many_files', details: { limit: 2 } } });
    const large = { ...PDF, value: '%PDF'.padEnd(400_000) };
    const heavy = await post(service, 'batch', [large, TO_DOCX]);
    expect(heavy.failure).toMatchObject({ error: { code: 'file_too_large', details: { limitBytes: 100 } } });
    expect(await service.leftovers()).toEqual([]);
  });
});

describe('POST /api/v1/merge', () => {
  it('joins several files into one result', async () => {
    await using service = await startTestService();
    const parts = [PNG, { ...PNG, fileName: 'b.png' }, { name: 'targetFormat', value: 'jpg' }];
    const data = (await post(service, 'merge', parts)).data<ConversionView>();
    expect(data).toMatchObject({ sourceFormat: 'PNG', targetFormat: 'JPG' });
    expect((await call(data.downloadUrl)).text).toBe('jpg made of 8 bytes');
    expect(await service.used()).toBe(1);
  });

  it('is named after the first file', async () => {
    await using service = await startTestService();
    const parts = [PNG, { ...PNG, fileName: 'b.png' }, { name: 'targetFormat', value: 'jpg' }];
    const { downloadUrl } = (await post(service, 'merge', parts)).data<ConversionView>();
    expect((await call(downloadUrl)).headers['content-disposition']).toContain('photo.jpg');
  });

  it('can be left to run', async () => {
    await using service = await startTestService();
    const parts = [PNG, PNG, { name: 'targetFormat', value: 'jpg' }];
    const answer = await post(service, 'merge', parts, { Prefer: 'respond-async' });
    expect(answer.status).toBe(202);
    const [entry] = (await call(`${service.url}/api/v1/conversions`, { headers: { 'X-API-Key': service.key } })).data<
      HistoryView[]
    >();
    expect(entry!.conversionId).toBe(answer.data<ConversionView>().conversionId);
  });
});
