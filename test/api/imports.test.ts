import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthanorClient } from '../../server/client/index.ts';
import { call, form, FORM_TYPE, type Part } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

let service: TestService;
let upstream: Upstream;
beforeAll(async () => {
  service = await startTestService({ environment: { IMPORTS_FROM_PRIVATE_ADDRESSES: 'yes' } });
  upstream = await startUpstream((request, response) => {
    if (request.url === '/missing.pdf') response.writeHead(404).end();
    else if (request.url === '/empty.pdf') response.end();
    else response.end(`%PDF-1.7 ${request.url}`);
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const at = (path: string): Part => ({ name: 'url', value: `${upstream.url}${path}` });
const post = (path: string, parts: readonly Part[], headers: Readonly<Record<string, string>> = {}) =>
  call(`${service.url}${path}`, {
    headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': service.key, ...headers },
    body: form(...parts),
  });

describe('a file that is named by its address', () => {
  it('is converted, and counted once', async () => {
    const before = await service.used();
    const answer = await post('/api/v1/convert', [at('/Report 2026.pdf'), TO_DOCX]);
    expect(answer.status).toBe(200);
    expect(answer.data()).toMatchObject({ sourceFormat: 'PDF', downloadName: 'Report 2026.docx' });
    expect(service.engine.calls.at(-1)).toMatchObject({ fileName: 'Report 2026.pdf' });
    expect(await service.used()).toBe(before + 1);
  });

  it('is converted after the answer', async () => {
    const answer = await post('/api/v1/convert', [at('/a.pdf'), TO_DOCX], { Prefer: 'respond-async' });
    expect(answer.status).toBe(202);
    const client = new AthanorClient({ url: service.url, apiKey: service.key });
    const running = await client.start(new URL(`${upstream.url}/b.pdf`), { to: 'docx' });
    await expect(running.finished()).resolves.toMatchObject({ status: 'succeeded', downloadName: 'b.docx' });
  });

  it('is detected and planned for', async () => {
    expect((await post('/api/v1/detect', [at('/a.pdf')])).data()).toMatchObject({ format: 'PDF' });
    expect((await post('/api/v1/plan', [at('/a.pdf'), TO_DOCX])).data()).toMatchObject({ from: 'pdf', to: 'docx' });
  });

  it('is one of several, in their order', async () => {
    const client = new AthanorClient({ url: service.url, apiKey: service.key });
    const addresses = ['/1.pdf', '/missing.pdf', '/2.pdf'].map((path) => new URL(upstream.url + path));
    const merged = await client.merge([addresses[0]!, addresses[2]!], { to: 'docx' });
    expect(merged).toMatchObject({ sourceFormat: 'PDF', targetFormat: 'DOCX' });
    await expect(client.merge(addresses, { to: 'docx' })).rejects.toMatchObject({ code: 'url_unreachable' });
    const items = await client.batch([addresses[0]!, addresses[2]!], { to: 'docx' });
    expect(items.map(({ file }) => file)).toEqual(['1.pdf', '2.pdf']);
  });

  it('fails by itself in a batch', async () => {
    const before = await service.used();
    const client = new AthanorClient({ url: service.url, apiKey: service.key });
    const paths = ['/1.pdf', '/missing.pdf', '/empty.pdf', '/2.pdf'];
    const addresses = paths.map((path) => new URL(upstream.url + path));
    const items = await client.batch(addresses, { to: 'docx' });
    expect(items.map(({ file, success }) => [file, success])).toEqual([
      ['1.pdf', true],
      [`${upstream.url}/missing.pdf`, false],
      [`${upstream.url}/empty.pdf`, false],
      ['2.pdf', true],
    ]);
    expect(items[1]).toMatchObject({ error: { code: 'url_unreachable', field: 'url', details: { status: 404 } } });
    expect(items[2]).toMatchObject({ error: { code: 'empty_file' } });
    expect(await service.used()).toBe(before + 2);
  });

  it('fails by itself in a batch in which no other is there, or none is an address', async () => {
    const before = await service.used();
    const long = `http://[${'x'.repeat(50_000)}`;
    const parts = ['/missing.pdf', 'file:///etc/passwd', long].map((value) => ({
      name: 'urls',
      value: value.startsWith('/') ? upstream.url + value : value,
    }));
    const answer = await post('/api/v1/batch', [...parts, TO_DOCX]);
    expect(answer.status).toBe(200);
    const { items } = answer.data<{ items: { file: string; error: { code: string } }[] }>();
    expect(items.map(({ error }) => error.code)).toEqual(['url_unreachable', 'invalid_url', 'invalid_url']);
    expect(items[2]!.file).toBe(long.slice(0, 2000));
    expect(await service.used()).toBe(before);
  });

  it('fails by itself in a batch when the files together are too large', async () => {
    await using small = await startTestService({
      environment: { IMPORTS_FROM_PRIVATE_ADDRESSES: 'yes' },
      limits: { allFilesBytes: 40 },
    });
    const client = new AthanorClient({ url: small.url, apiKey: small.key });
    const paths = ['/1.pdf', '/a-name-that-makes-it-long.pdf', '/2.pdf', '/3.pdf'];
    const items = await client.batch(
      paths.map((path) => new URL(upstream.url + path)),
      { to: 'docx' },
    );
    expect(items.map((item) => (item.success ? 'done' : item.error.code))).toEqual([
      ...['done', 'file_too_large', 'done', 'file_too_large'],
    ]);
  });

  it('is refused beside a file, and where there are two', async () => {
    const both = await post('/api/v1/convert', [PDF, at('/a.pdf'), TO_DOCX]);
    expect(both.failure.error).toMatchObject({ code: 'malformed_request', field: 'url' });
    const two = await post('/api/v1/convert', [at('/a.pdf'), at('/b.pdf'), TO_DOCX]);
    expect(two.failure.error).toMatchObject({ code: 'too_many_files', field: 'url' });
  });

  it('is not charged when its address fails', async () => {
    const before = await service.used();
    const answer = await post('/api/v1/convert', [at('/missing.pdf'), TO_DOCX]);
    expect(answer.status).toBe(422);
    expect(answer.failure.error).toMatchObject({ code: 'url_unreachable', details: { status: 404 } });
    expect(await service.used()).toBe(before);
  });

  it('must be on the public internet, and be allowed in production', async () => {
    await using plain = await startTestService();
    const refused = await plain.convert([at('/a.pdf'), TO_DOCX]);
    expect([refused.status, refused.failure.error.code]).toEqual([403, 'url_not_allowed']);
    await using production = await startTestService({
      environment: { NODE_ENV: 'production', SIGNING_SECRET: 's'.repeat(32) },
    });
    const off = await production.convert([at('/a.pdf'), TO_DOCX]);
    expect(off.failure.message).toContain('does not import files');
  });
});
