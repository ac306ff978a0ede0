import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversionView } from '../../server/openapi/conversion-schemas.ts';
import { call, form, FORM_TYPE } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';
import { ACCEPTED } from '../support/report.ts';

const PNG = { name: 'file', value: Buffer.from('\x89PNG', 'latin1'), fileName: 'photo.png' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

describe('POST /api/v1/convert', () => {
  it('answers with every field of the interface', async () => {
    const answer = await service.convert();
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const envelope = JSON.parse(answer.text) as Record<string, unknown>;
    expect(Object.keys(envelope)).toEqual(['success', 'message', 'data']);
    expect(envelope.success).toBe(true);
    expect(envelope.message).toBe('The file was converted from PDF to DOCX.');

    const data = answer.data<ConversionView>();
    expect(data.conversionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(data.fileName).toBe(`${data.conversionId}.docx`);
    expect(data.sourceFormat).toBe('PDF');
    expect(data.targetFormat).toBe('DOCX');
    expect(data.durationMs).toBe(12);
    expect(data.downloadUrl.startsWith(`${service.url}/d/${data.fileName}?`)).toBe(true);

    const result = await call(data.downloadUrl);
    expect(result.status).toBe(200);
    expect(result.text).toBe(`docx made of ${PDF.value.length} bytes`);
    expect(data.fileSize).toBe(result.body.byteLength);
    expect(data.sha256).toBe(createHash('sha256').update(result.body).digest('hex'));
  });

  it('adds what the interface leaves open', async () => {
    const data = (await service.convert()).data<ConversionView>();
    expect(data.expiresAt).toBe(new Date(service.clock.now + 3_600_000).toISOString());
    expect(data.route).toEqual([{ codec: 'fake', from: 'pdf', to: 'docx' }]);
    expect(data.report).toEqual(ACCEPTED);
    expect(data.warnings).toEqual([]);
    expect(data).not.toHaveProperty('files');
  });

  it('is the same call at the address that the key-management screen shows', async () => {
    const answer = await call(`${service.url}/converter/convert`, {
      headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': service.key },
      body: form(PDF, TO_DOCX),
    });
    expect(answer.status).toBe(200);
    expect(answer.data<ConversionView>().targetFormat).toBe('DOCX');
  });

  it('takes the parts in any order', async () => {
    expect((await service.convert([TO_DOCX, PDF])).status).toBe(200);
    expect((await service.convert([PDF, TO_DOCX])).status).toBe(200);
  });

  it('accepts aliases and upper case, and answers with the canonical name and extension', async () => {
    for (const value of ['jpeg', 'JPG', '.jpg']) {
      const data = (await service.convert([PNG, { name: 'targetFormat', value }])).data<ConversionView>();
      expect(data.targetFormat).toBe('JPG');
      expect(data.fileName).toBe(`${data.conversionId}.jpg`);
    }
  });

  it('hands sourceFormat, options and allowLoss to the engine', async () => {
    const answer = await service.convert([
      PNG,
      { name: 'targetFormat', value: 'jpg' },
      { name: 'sourceFormat', value: 'PNG' },
      { name: 'options', value: '{"quality": 80}' },
      { name: 'allowLoss', value: 'alpha, metadata' },
    ]);
    expect(answer.status).toBe(200);
    const options = service.engine.calls.at(-1)!;
    expect(options.from).toBe('PNG');
    expect(options.options).toEqual({ quality: 80 });
    expect(options.allowLoss).toEqual(['alpha', 'metadata']);
    expect(options.pack).toBe('zip');
    expect(options.tenant).toBe('local');
    expect(options.fileName).toBe('photo.png');
  });

  it('leaves blank fields out, as forms send them', async () => {
    const answer = await service.convert([
      PDF,
      TO_DOCX,
      { name: 'sourceFormat', value: ' ' },
      { name: 'options', value: '' },
      { name: 'allowLoss', value: '' },
    ]);
    expect(answer.status).toBe(200);
    expect(service.engine.calls.at(-1)).toMatchObject({ from: undefined, options: undefined, allowLoss: undefined });
  });

  it('converts with sourceFormat what cannot be detected', async () => {
    const unknown = { name: 'file', value: 'no signature at all', fileName: 'upload' };
    const refused = await service.convert([unknown, TO_DOCX]);
    expect(refused.status).toBe(422);
    expect(refused.failure.error).toMatchObject({ code: 'source_format_undetected', field: 'sourceFormat' });
    const repeated = await service.convert([unknown, TO_DOCX, { name: 'sourceFormat', value: 'pdf' }]);
    expect(repeated.status).toBe(200);
    expect(repeated.data<ConversionView>().sourceFormat).toBe('PDF');
  });

  it('packs several results into one ZIP and lists them', async () => {
    const answer = await service.convert([PDF, { name: 'targetFormat', value: 'png' }]);
    const data = answer.data<ConversionView>();
    expect(data.fileName).toBe(`${data.conversionId}.zip`);
    expect(data.targetFormat).toBe('PNG');
    expect(data.files).toEqual([
      { name: 'page-1.png', size: 10 },
      { name: 'page-2.png', size: 12 },
    ]);
    const result = await call(data.downloadUrl);
    expect(result.headers['content-type']).toBe('application/zip');
    expect(result.headers['content-disposition']).toBe('attachment; filename="Report 2026.zip"');
  });

  it('takes options as long as a list of sources', async () => {
    const bibliography = '@book{key, title = {Title}}\n'.repeat(5_000);
    const answer = await service.convert([PDF, TO_DOCX, { name: 'options', value: JSON.stringify({ bibliography }) }]);
    expect(answer.status).toBe(200);
    expect(service.engine.calls.at(-1)!.options).toEqual({ bibliography });
  });

  it('leaves nothing in scratch space', async () => {
    await service.convert();
    expect(await service.leftovers()).toEqual([]);
  });
});
