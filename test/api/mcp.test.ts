import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call as request } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, type TestServiceOptions } from '../support/service.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');

interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly uri?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** The SDK's own client, with the key as a bearer token. `era` is the generation of the protocol. */
async function connect({ url, key }: Pick<TestService, 'url' | 'key'>, era: 'legacy' | 'auto' = 'legacy') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return {
    client,
    tool: async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as ToolAnswer,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const inline = (content: string | Buffer, name: string) => ({ name, base64: Buffer.from(content).toString('base64') });
const A_PDF = inline('%PDF-1.7 a small file', 'Report 2026.pdf');

const start = (options: TestServiceOptions = {}) =>
  startTestService({ environment: { IMPORTS_FROM_PRIVATE_ADDRESSES: 'yes' }, ...options });

describe('an agent with a key', () => {
  let service: TestService;
  let upstream: Upstream;
  let agent: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    service = await start();
    upstream = await startUpstream((asked, response) => void response.end(`%PDF-1.7 ${asked.url}`));
    agent = await connect(service);
  });
  afterAll(async () => {
    await agent[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  it.each(['legacy', 'auto'] as const)('finds the tools (%s)', async (era) => {
    await using other = await connect(service, era);
    const { tools } = await other.client.listTools();
    const names = ['list_formats', 'detect', 'plan', 'convert', 'merge', 'read_as_text'];
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(JSON.stringify(tools)).not.toMatch(/"(path|output|overwrite)":/);
    expect((await other.tool('detect', { file: A_PDF })).structuredContent).toMatchObject({ format: 'pdf' });
  });

  it('converts what it sends, counted once, and gets an address for the result', async () => {
    const before = await service.used();
    const { content, structuredContent } = await agent.tool('convert', { file: A_PDF, to: 'docx' });
    expect(structuredContent).toMatchObject({ sourceFormat: 'pdf', files: [{ name: 'Report 2026.docx' }] });
    expect(await service.used()).toBe(before + 1);
    const link = content.find(({ type }) => type === 'resource_link')!;
    expect((await request(link.uri!)).status).toBe(200);
  });

  it('converts and merges files by their address', async () => {
    const files = ['/a.pdf', '/b.pdf'].map((path) => ({ url: upstream.url + path }));
    expect((await agent.tool('convert', { file: files[0], to: 'docx' })).isError).toBeUndefined();
    const merged = await agent.tool('merge', { files, to: 'docx' });
    expect(merged.structuredContent).toMatchObject({ targetFormat: 'docx' });
    expect(upstream.asked).toEqual(['/a.pdf', '/a.pdf', '/b.pdf']);
    const refused = await agent.tool('convert', { file: { url: 'file:///etc/passwd' }, to: 'docx' });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^invalid_url: /) }] });
  });

  it('gets small results within the answer when it asks', async () => {
    const { content } = await agent.tool('convert', { file: A_PDF, to: 'docx', inline: true });
    expect(content[1]).toMatchObject({ type: 'resource', resource: { blob: expect.any(String) } });
    service.engine.output = new Uint8Array(2 * 1024 ** 2);
    const large = await agent.tool('convert', { file: A_PDF, to: 'docx', inline: true });
    service.engine.output = undefined;
    expect(large.content[1]).toMatchObject({ type: 'resource_link' });
  });

  it('is told what to do about a refusal, and is not charged for it', async () => {
    const before = await service.used();
    const cases = [
      [{ file: inline('nothing known', 'x'), to: 'docx' }, /^source_format_undetected: .*\n.*`from`/],
      [{ file: A_PDF, to: 'webp' }, /^unsupported_conversion: .*\n.*list_formats/],
      [{ file: { path: '/etc/passwd' }, to: 'docx' }, /Unrecognized key/],
      [{ file: inline('', 'x.pdf'), to: 'docx' }, /^empty_file: /],
      [{ file: { base64: 'no base64!' }, to: 'docx' }, /^invalid_file: /],
    ] as const;
    for (const [args, message] of cases) {
      const { isError, content } = await agent.tool('convert', args);
      expect(isError).toBe(true);
      expect(content[0]!.text).toMatch(message);
    }
    expect(await service.used()).toBe(before);
  });

  it('hears of the progress', async () => {
    const release = service.engine.hold();
    const heard = Promise.withResolvers<number>();
    const convert = { name: 'convert', arguments: { file: A_PDF, to: 'docx' } };
    const running = agent.client.callTool(convert, { onprogress: ({ progress }) => heard.resolve(progress) });
    await service.engine.begun;
    service.engine.calls.at(-1)!.onProgress!(0.25);
    expect(await heard.promise).toBe(0.25);
    release();
    await running;
  });

  it.each(['cancels', 'closes its connection'])('%s, and its conversion ends', async (way) => {
    await using other = await connect(service, way === 'cancels' ? 'auto' : 'legacy');
    const before = await service.used();
    const release = service.engine.hold();
    const aborted = new AbortController();
    const convert = { name: 'convert', arguments: { file: A_PDF, to: 'docx' } };
    const running = other.client.callTool(convert, { signal: aborted.signal });
    running.catch(() => {});
    await service.engine.begun;
    if (way === 'cancels') aborted.abort();
    else await other.client.close();
    await expect(running).rejects.toThrow();
    await expect.poll(() => service.used()).toBe(before);
    release();
  });
});

describe('the rules of the account', () => {
  it('hold: scopes, quota and rates', async () => {
    await using service = await start();
    const { key: reading } = await service.service.keys.create('local', 'reader', { scopes: ['read'] });
    const post = (headers: Readonly<Record<string, string>>, body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}') =>
      request(`${service.url}/mcp`, { headers: { 'Content-Type': 'application/json', ...headers }, body });
    expect((await post({})).failure.error.code).toBe('missing_api_key');
    expect((await post({ Authorization: 'Bearer wrong' })).failure.error.code).toBe('invalid_api_key');
    expect((await post({ 'X-API-Key': reading })).failure.error.code).toBe('key_not_allowed');
    expect((await post({ Authorization: `Basic ${service.key}` })).failure.error.code).toBe('missing_api_key');
    const limited = await service.addAccount('small', 1);
    await using agent = await connect({ url: service.url, key: limited.key });
    expect((await agent.tool('convert', { file: A_PDF, to: 'docx' })).isError).toBeUndefined();
    const over = await agent.tool('convert', { file: A_PDF, to: 'docx' });
    expect(over.content[0]!.text).toMatch(/^quota_exceeded: /);
  });

  it('hold for texts: nobody reads on in those of others', async () => {
    await using service = await start();
    const converted = (await service.convert([PDF, { name: 'targetFormat', value: 'html' }])).data<{
      conversionId: string;
    }>();
    const other = await service.addAccount('other', 10);
    for (const key of [other.key, service.key]) {
      await using agent = await connect({ url: service.url, key });
      // The account itself has the conversion, but it is no text.
      const answer = await agent.tool('read_as_text', { document: converted.conversionId });
      expect(answer.content[0]!.text).toMatch(/^not_found: /);
    }
  });

  it('refuses messages that are too large, no JSON, or of another method', async () => {
    await using service = await start({ limits: { mcpBytes: 1000 } });
    const headers = { 'X-API-Key': service.key, 'Content-Type': 'application/json' };
    const large = await request(`${service.url}/mcp`, { headers, body: `"${'x'.repeat(2000)}"` });
    expect(large.failure.error.code).toBe('file_too_large');
    const broken = await request(`${service.url}/mcp`, { headers, body: '{' });
    expect(broken.failure.error.code).toBe('malformed_request');
    const text = await request(`${service.url}/mcp`, {
      headers: { ...headers, 'Content-Type': 'text/plain' },
      body: '{}',
    });
    expect(text.failure.error.code).toBe('unsupported_media_type');
    const list = await request(`${service.url}/mcp`, { headers, body: '[{"jsonrpc":"2.0","id":1,"method":"ping"}]' });
    expect(list.failure.message).toContain('one JSON-RPC message');
    const get = await request(`${service.url}/mcp`, { headers });
    expect([get.status, get.headers.allow]).toEqual([405, 'POST']);
  });

  it('keeps no connection open for what never changes', async () => {
    await using service = await start();
    await using agent = await connect(service, 'auto');
    expect(agent.client.getServerCapabilities()).toMatchObject({ tools: { listChanged: false } });
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const { text } = await request(`${service.url}/mcp`, {
      headers: {
        ...{ 'X-API-Key': service.key, 'Content-Type': 'application/json', 'Mcp-Method': 'subscriptions/listen' },
        ...{ Accept: 'application/json, text/event-stream', 'Mcp-Protocol-Version': '2026-07-28' },
      },
      body: JSON.stringify({ ...listen, params }),
    });
    expect(text).toContain('Subscription limit reached');
  });

  it('names no address where the service imports nothing', async () => {
    await using service = await startTestService({ environment: { IMPORTS: 'no' } });
    await using agent = await connect(service);
    const refused = await agent.tool('detect', { file: { url: 'https://example.com/a.pdf' } });
    expect(refused.content[0]!.text).toMatch(/^url_not_allowed: /);
  });
});

describe('reading, with the real engine', () => {
  it('gives a document with images as Markdown, and reads it on without another conversion', async () => {
    const engine = sharedEngine();
    await using service = await start({ engine });
    await using agent = await connect(service);
    const docx = await readFile(join(SOURCES, 'docx/report-notes-merged-cells-repeated-picture.docx'));
    const first = await agent.tool('read_as_text', { file: inline(docx, 'report.docx') });
    expect(first.isError).toBeUndefined();
    expect(first.content[0]!.text!.length).toBeGreaterThan(200);
    expect(first.content[0]!.text).toMatch(/^#|\n#|\|/);
    expect(await service.used()).toBe(1);
    const { document } = first.structuredContent as { document: string };
    const again = await agent.tool('read_as_text', { document });
    expect(again.content[0]!.text).toBe(first.content[0]!.text);
    expect(await service.used()).toBe(1);
    const beyond = await agent.tool('read_as_text', { document, page: 99 });
    expect(beyond.content[0]!.text).toMatch(/^no_such_page: /);
    const plain = await agent.tool('read_as_text', { file: inline('# Title\n\nText.', 'a.md') });
    expect(plain.content[0]!.text).toBe('# Title\n\nText.');
    expect(await service.used()).toBe(1);
    const silent = await agent.tool('read_as_text', {
      file: inline('WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n', 'a.vtt'),
    });
    expect(silent.content[0]!.text).toContain('Hi');
  });
});
