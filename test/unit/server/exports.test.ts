import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../server/log.ts';
import { createExports, type ExportRules } from '../../../server/services/exports.ts';
import { outboundRequests, type ResolveName } from '../../../server/services/outbound-requests.ts';

const CONTENT = 'the result';
const LARGE = 8 * 1024 * 1024;

interface Received {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let received: Received[] = [];
let failures = 0;
let port = 0;
const answers: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>> = {
  '/denied': (response) => response.writeHead(403).end('<Error/>'),
  '/moved': (response) => response.writeHead(307, { Location: '/bucket/a.docx' }).end(),
  '/busy-once': (response) => response.writeHead(failures++ === 0 ? 503 : 200).end(),
  '/busy': (response) => response.writeHead(503).end(),
  '/hangs-up': (_response, request) => request.socket.destroy(),
  '/silent': () => {},
};
const server = createServer(async (request, response) => {
  const answer = answers[request.url!.split('?')[0]!];
  // Some receivers answer before they have read anything.
  if (answer && request.url!.includes('early')) return answer(response, request);
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { url = '', method = '', headers } = request;
  received.push({ url, method, headers, body: Buffer.concat(chunks).toString() });
  return answer ? answer(response, request) : response.writeHead(200).end();
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
beforeEach(() => {
  received = [];
  failures = 0;
});

const isAllowed = (address: string): boolean => address === '127.0.0.1';
const resolveName: ResolveName = (_name, _options, done) => done(null, [{ address: '10.0.0.7', family: 4 }]);

let logged = '';
const exportsWith = (rules: Partial<ExportRules> = {}) =>
  createExports({
    ...{ enabled: true, hosts: [], toPrivateAddresses: true, userAgent: 'test' },
    requests: outboundRequests(isAllowed, resolveName),
    log: createLog({ level: 'debug', destination: { write: (line) => void (logged += line) } }),
    limits: { exportTimeoutMs: 20_000, exportRetryMs: 10 },
    ...rules,
  });

let opened = 0;
const result = (content = CONTENT) => ({
  conversionId: 'an-id',
  sizeBytes: content.length,
  mimeType: 'text/plain',
  open: async () => {
    opened++;
    return Readable.from([Buffer.from(content)]);
  },
});
const never = new AbortController().signal;
const send = (path: string, rules?: Partial<ExportRules>, content?: string) =>
  exportsWith(rules).send(`http://127.0.0.1:${port}${path}`, result(content), never);

describe('a result', () => {
  it('is put where the address says, with its length and type', async () => {
    await expect(send('/bucket/a.docx?signature=secret')).resolves.toEqual({ status: 'done' });
    expect(received).toMatchObject([{ url: '/bucket/a.docx?signature=secret', method: 'PUT', body: CONTENT }]);
    expect(received[0]!.headers).toMatchObject({ 'content-length': '10', 'content-type': 'text/plain' });
    expect(received[0]!.headers).not.toHaveProperty('transfer-encoding');
    expect(logged).toContain('"host"');
    expect(logged).not.toContain('secret');
  });

  it('may be empty, or large', async () => {
    await expect(send('/empty', {}, '')).resolves.toEqual({ status: 'done' });
    await expect(send('/large', {}, 'x'.repeat(LARGE))).resolves.toEqual({ status: 'done' });
    expect(received.map(({ body }) => body.length)).toEqual([0, LARGE]);
  });

  it('is sent once more after an answer that may pass, and not after others', async () => {
    await expect(send('/busy-once')).resolves.toEqual({ status: 'done' });
    expect(received.map(({ body }) => body)).toEqual([CONTENT, CONTENT]);
    const outcome = await send('/denied');
    expect(outcome).toMatchObject({ status: 'failed', message: expect.stringContaining('answered 403') });
    expect(received).toHaveLength(3);
    expect(await send('/busy')).toMatchObject({ message: expect.stringContaining('answered 503') });
    expect(received).toHaveLength(5);
  });

  it('is not sent where a redirect leads', async () => {
    expect(await send('/moved')).toMatchObject({ message: expect.stringContaining('answered 307') });
    expect(received.map(({ url }) => url)).toEqual(['/moved']);
  });

  it.each([
    ['/hangs-up', 'closed the connection'],
    ['/denied?early', /answered 403|closed the connection/],
    ['/hangs-up?early', 'closed the connection'],
  ])('is not lost by a receiver such as %s', async (path, message) => {
    const outcome = await send(path, {}, 'x'.repeat(LARGE));
    expect(outcome).toMatchObject({ status: 'failed', message: expect.stringMatching(message) });
  });

  it('is not waited for without end', async () => {
    const limits = { exportTimeoutMs: 200, exportRetryMs: 10 };
    const outcome = await send('/silent', { limits });
    expect(outcome).toMatchObject({ status: 'failed', message: expect.stringContaining('took too long') });
  });

  it('is not sent any more after an abort', async () => {
    const aborted = new AbortController();
    const sending = exportsWith().send(`http://127.0.0.1:${port}/silent`, result(), aborted.signal);
    await expect.poll(() => received.length).toBe(1);
    aborted.abort(new Error('cancelled'));
    await expect(sending).rejects.toThrow('cancelled');
  });
});

describe('an address', () => {
  const refusal = async (address: string, rules: Partial<ExportRules> = {}): Promise<string> => {
    opened = 0;
    const exports = exportsWith(rules);
    // What the request accepted may be refused when it is sent.
    const outcome = await exports.send(address, result(), never);
    expect(outcome.status).toBe('failed');
    expect(received).toEqual([]);
    return exports.requireAllowed(address).then(
      () => 'sending only',
      (error: { code: string; field: string }) => `${error.field} ${error.code}`,
    );
  };

  it.each([
    'ftp://127.0.0.1/a',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//127.0.0.1/a',
    'a.docx',
    'http://me:secret@127.0.0.1/a',
  ])('such as %s is none', async (address) => {
    expect(await refusal(address)).toBe('exportUrl invalid_url');
  });

  it('must be https on the public internet', async () => {
    expect(await refusal(`http://127.0.0.1:${port}/a`, { toPrivateAddresses: false })).toBe('exportUrl invalid_url');
  });

  it.each([
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '0.0.0.0',
    '2130706434',
    '0x7f.2',
    'localhost',
  ])('may not lead to %s', async (host) => {
    const outcome = await refusal(`https://${host}/a`);
    expect(['exportUrl url_not_allowed', 'sending only']).toContain(outcome);
  });

  it('may not lead to a name that resolves to a private address', async () => {
    expect(await refusal('https://bucket.example/a')).toBe('sending only');
  });

  it('must have a listed host, and the port of a web server', async () => {
    const rules = { hosts: ['*.storage.example'] };
    expect(await refusal('https://storage.example.evil.example/a', rules)).toBe('exportUrl url_not_allowed');
    expect(await refusal('https://evilstorage.example/a', rules)).toBe('exportUrl url_not_allowed');
    expect(await refusal('http://127.0.0.1:25/a')).toBe('exportUrl url_not_allowed');
  });

  it('is refused where nothing is exported', async () => {
    expect(await refusal(`http://127.0.0.1:${port}/a`, { enabled: false })).toBe('exportUrl url_not_allowed');
  });
});
