import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../engine/index.ts';
import type { ConversionView } from '../../server/openapi/conversion-schemas.ts';
import { call, form, FORM_TYPE, type Part } from '../support/http-client.ts';
import { CORPORA, hasCorpora } from '../support/corpora.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { tiffOfPages } from '../support/tiff-pages.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');

let engine: Engine;
let service: TestService;
beforeAll(async () => {
  engine = createEngine();
  service = await startTestService({ engine });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await engine.close();
});

async function convertFile(path: string, to: string, others: readonly Part[] = []) {
  const file = { name: 'file', value: await readFile(path), fileName: path.split('/').at(-1)! };
  return service.convert([file, { name: 'targetFormat', value: to }, ...others]);
}

async function resultOf(
  path: string,
  to: string,
  others?: readonly Part[],
): Promise<{ data: ConversionView; bytes: Buffer }> {
  const answer = await convertFile(path, to, others);
  const data = answer.data<ConversionView>();
  const { body: bytes } = await call(data.downloadUrl);
  expect(bytes.byteLength).toBe(data.fileSize);
  return { data, bytes };
}

const IMAGE = join(SOURCES, 'png/gradient-16bit-alpha.png');
const TABLE = join(SOURCES, 'csv/semicolons-ragged-duplicate-headers.csv');
const DOCUMENT = join(SOURCES, 'docx/report-notes-merged-cells-repeated-picture.docx');

describe('the service with the real engine', () => {
  it('turns an image into another and verifies it', async () => {
    const { data, bytes } = await resultOf(IMAGE, 'webp');
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect(data).toMatchObject({ sourceFormat: 'PNG', targetFormat: 'WEBP', report: { verified: 'content' } });
    expect(data.route.length).toBeGreaterThan(0);
  });

  it('hands options on, and refuses what is out of bounds', async () => {
    const quality = (value: string): Part => ({ name: 'options', value: `{"quality": ${value}}` });
    const small = await resultOf(IMAGE, 'jpeg', [quality('60')]);
    const large = await resultOf(IMAGE, 'jpeg', [quality('95')]);
    expect(small.data.fileName).toMatch(/\.jpg$/);
    expect(small.bytes.byteLength).toBeLessThan(large.bytes.byteLength);
    const refused = await convertFile(IMAGE, 'jpeg', [quality('101')]);
    expect(refused.status).toBe(400);
    expect(refused.failure.error).toMatchObject({ code: 'invalid_options', field: 'options' });
  });

  it('packs the pages of an image into one ZIP, or gives the one that is asked for', async () => {
    const file = { name: 'file', value: tiffOfPages([40, 120, 200]), fileName: 'scan.tiff' };
    const to = { name: 'targetFormat', value: 'png' };
    const all = (await service.convert([file, to])).data<ConversionView>();
    expect(all.fileName).toBe(`${all.conversionId}.zip`);
    expect(all.targetFormat).toBe('PNG');
    expect(all.files).toHaveLength(3);
    const zip = await call(all.downloadUrl);
    expect(zip.headers['content-disposition']).toBe('attachment; filename=scan.zip');
    expect(Object.keys(unzipSync(zip.body))).toEqual(all.files!.map(({ name }) => name));

    const one = (
      await service.convert([file, to, { name: 'options', value: '{"pages": "1"}' }])
    ).data<ConversionView>();
    expect(one.fileName).toBe(`${one.conversionId}.png`);
    expect(one).not.toHaveProperty('files');
  });

  it('turns a table into data', async () => {
    const { data, bytes } = await resultOf(TABLE, 'json');
    expect(data).toMatchObject({ sourceFormat: 'CSV', targetFormat: 'JSON' });
    expect(Array.isArray(JSON.parse(bytes.toString()))).toBe(true);
  });

  it('turns a document into markup', async () => {
    const { data, bytes } = await resultOf(DOCUMENT, 'html');
    expect(data.sourceFormat).toBe('DOCX');
    expect(bytes.toString()).toContain('<');
  });

  it.runIf(hasCorpora)('turns a PDF into an editable document', async () => {
    const { data, bytes } = await resultOf(join(CORPORA, 'pdf/pdf2docx/demo-text-alignment.pdf'), 'docx');
    expect(data).toMatchObject({ sourceFormat: 'PDF', targetFormat: 'DOCX' });
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('warns of a name that the content contradicts, and refuses a sourceFormat that it does', async () => {
    const value = await readFile(IMAGE);
    const to = { name: 'targetFormat', value: 'webp' };
    const misnamed = await service.convert([{ name: 'file', value, fileName: 'notes.pdf' }, to]);
    const { sourceFormat, warnings } = misnamed.data<ConversionView>();
    expect(sourceFormat).toBe('PNG');
    expect(warnings.map(({ code }) => code)).toContain('file_name_mismatch');
    const contradicted = await convertFile(IMAGE, 'webp', [{ name: 'sourceFormat', value: 'pdf' }]);
    expect(contradicted.status).toBe(422);
    expect(contradicted.failure.error).toMatchObject({ code: 'source_format_mismatch', field: 'sourceFormat' });
  });

  it.each([
    ['truncated', (whole: Buffer) => whole.subarray(0, whole.byteLength / 2), /^input_(truncated|corrupt)$/],
    [
      'scrambled',
      (whole: Buffer) => Buffer.concat([whole.subarray(0, 60), Buffer.alloc(500, 7)]),
      /^input_(truncated|corrupt)$/,
    ],
    ['not recognisable', () => Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]), /^source_format_undetected$/],
  ])('a file that is %s is the caller’s to mend, and costs nothing', async (_name, damage, code) => {
    const used = await service.used();
    const value = damage(await readFile(IMAGE));
    const answer = await service.convert([
      { name: 'file', value, fileName: 'upload' },
      { name: 'targetFormat', value: 'webp' },
    ]);
    expect(answer.status).toBe(422);
    expect(answer.failure.error.code).toMatch(code);
    expect(await service.used()).toBe(used);
    expect(await service.leftovers()).toEqual([]);
  });

  it('names what is possible when a pair is not', async () => {
    const answer = await convertFile(TABLE, 'mp4');
    expect(answer.status).toBe(422);
    const { code, details } = answer.failure.error;
    expect(code).toBe('unsupported_conversion');
    expect(details!.supportedTargets).toContain('json');
    const misspelt = await convertFile(TABLE, 'jsn');
    expect(misspelt.status).toBe(400);
    expect(misspelt.failure.error).toMatchObject({
      code: 'unknown_target_format',
      details: { nearest: expect.arrayContaining(['json']) as unknown },
    });
  });

  it('converts several files at once, each into its own result', async () => {
    const targets = ['webp', 'jpg', 'tiff', 'webp', 'jpg', 'tiff'];
    const results = await Promise.all(targets.map((target) => resultOf(IMAGE, target)));
    expect(new Set(results.map(({ data }) => data.conversionId)).size).toBe(targets.length);
    expect(results.map(({ data }) => data.targetFormat)).toEqual(targets.map((target) => target.toUpperCase()));
  });

  it('stops working when the caller has gone', async () => {
    const used = await service.used();
    const client = new AbortController();
    const value = await readFile(IMAGE);
    const body = form({ name: 'file', value, fileName: 'a.png' }, { name: 'targetFormat', value: 'avif' });
    const headers = { 'Content-Type': FORM_TYPE, 'X-API-Key': service.key };
    const asked = call(`${service.url}/api/v1/convert`, { headers, body, signal: client.signal });
    await eventually(async () => expect(await service.used()).toBe(used + 1));
    client.abort();
    await expect(asked).rejects.toThrow('aborted');
    await eventually(async () => expect(await service.used()).toBe(used));
    await eventually(async () => expect(await service.leftovers()).toEqual([]));
    await eventually(() => expect(engine.status()).toMatchObject({ running: 0, waiting: 0 }));
  });

  it('describes formats, and plans what it advertises', async () => {
    const formats = (await call(`${service.url}/api/v1/formats`)).data<{ id: string }[]>();
    expect(formats.length).toBeGreaterThan(300);
    const some = formats.filter((_, index) => index % 15 === 0); // of all it takes minutes to check the schemas
    for (const { id } of some) {
      const answer = await call(`${service.url}/api/v1/formats/${id}`);
      expect(answer.status, id).toBe(200);
    }
  });
});

describe('a ZIP', () => {
  const zip = zipSync({
    'thesis/main.md': Buffer.from('# Tides\n\nThey rise twice a day.\n\n![A mark](mark.svg)\n'),
    'thesis/mark.svg': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
    ),
  });
  const file = { name: 'file', value: Buffer.from(zip), fileName: 'thesis.zip' };

  it('stands for the text in it, alone and in a chain', async () => {
    const html = await service.convert([file, { name: 'targetFormat', value: 'html' }]);
    const { downloadUrl, targetFormat } = html.data<ConversionView>();
    expect(targetFormat).toBe('HTML');
    expect((await call(downloadUrl)).text).toContain('They rise twice a day.');
    const steps = JSON.stringify([
      { do: 'convert', to: 'docx' },
      { do: 'convert', to: 'txt' },
    ]);
    const text = await service.convert([file, { name: 'steps', value: steps }]);
    expect((await call(text.data<ConversionView>().downloadUrl)).text).toContain('They rise twice a day.');
  });

  it('without any is refused, and not charged', async () => {
    const before = await service.used();
    const empty = { ...file, value: Buffer.from(zipSync({ 'photo.png': Buffer.from('no text') })) };
    const refused = await service.convert([empty, { name: 'targetFormat', value: 'html' }]);
    expect(refused.status).toBe(422);
    expect(await service.used()).toBe(before);
  });
});
