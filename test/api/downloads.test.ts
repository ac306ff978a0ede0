import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConversionView } from '../../server/openapi/conversion-schemas.ts';
import { call, rawConnection } from '../support/http-client.ts';
import { eventually } from '../support/eventually.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';

const HOUR_MS = 3_600_000;

let service: TestService;
let content: Buffer;
let link: string;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

beforeEach(async () => {
  content = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
  service.engine.output = content;
  link = (await service.convert()).data<ConversionView>().downloadUrl;
});

function changed(name: string, value: string): string {
  const url = new URL(link);
  url.searchParams.set(name, value);
  return url.href;
}

const flip = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1);

describe('a download', () => {
  it('is the file, under its own name, and nothing that a browser would run', async () => {
    const { status, headers, body } = await call(link);
    expect(status).toBe(200);
    expect(body.equals(content)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'content-length': '1000',
      'content-disposition': 'attachment; filename="Report 2026.docx"',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-transform, max-age=0, must-revalidate',
      'accept-ranges': 'bytes',
    });
  });

  it('needs no API key and may be repeated', async () => {
    expect((await call(link)).status).toBe(200);
    expect((await call(link)).status).toBe(200);
  });

  it('answers HEAD with the length and no body', async () => {
    const { status, headers, body } = await call(link, { method: 'HEAD' });
    expect({ status, length: headers['content-length'], bytes: body.byteLength }).toEqual({
      status: 200,
      length: '1000',
      bytes: 0,
    });
  });

  it('of an empty result is empty', async () => {
    service.engine.output = new Uint8Array();
    const { downloadUrl, fileSize } = (await service.convert()).data<ConversionView>();
    expect(fileSize).toBe(0);
    const { status, headers, body } = await call(downloadUrl);
    expect({ status, length: headers['content-length'], bytes: body.byteLength }).toEqual({
      status: 200,
      length: '0',
      bytes: 0,
    });
  });
});

describe('conditions and ranges', () => {
  it('the same ETag is answered with 304', async () => {
    const { etag } = (await call(link)).headers;
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const { status, body } = await call(link, { headers: { 'If-None-Match': etag! } });
    expect({ status, bytes: body.byteLength }).toEqual({ status: 304, bytes: 0 });
    expect((await call(link, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  const ranges: readonly [string, number, string, number, number][] = [
    ['bytes=0-9', 206, 'bytes 0-9/1000', 0, 10],
    ['bytes=990-', 206, 'bytes 990-999/1000', 990, 1000],
    ['bytes=-5', 206, 'bytes 995-999/1000', 995, 1000],
    ['bytes=500-4000', 206, 'bytes 500-999/1000', 500, 1000],
    ['bytes=0-9,5-19', 206, 'bytes 0-19/1000', 0, 20],
  ];
  it.each(ranges)('%s', async (range, status, contentRange, start, end) => {
    const answer = await call(link, { headers: { Range: range } });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-range']).toBe(contentRange);
    expect(answer.headers['content-length']).toBe(String(end - start));
    expect(answer.body.equals(content.subarray(start, end))).toBe(true);
  });

  it('a range beyond the end is 416 and names the size', async () => {
    const { status, headers, body } = await call(link, { headers: { Range: 'bytes=1000-' } });
    expect(status).toBe(416);
    expect(headers['content-range']).toBe('bytes */1000');
    expect(body.byteLength).toBe(0);
  });

  it.each(['bytes=0-1,500-501', 'bytes', 'lines=1-2', 'bytes=x-y'])(
    '%s is answered with the whole file',
    async (range) => {
      const { status, body } = await call(link, { headers: { Range: range } });
      expect({ status, bytes: body.byteLength }).toEqual({ status: 200, bytes: 1000 });
    },
  );

  it('a thousand overlapping ranges cost one answer', async () => {
    const range = `bytes=${Array.from({ length: 1000 }, (_, index) => `${index % 10}-${500 + (index % 10)}`).join(',')}`;
    const { status, body } = await call(link, { headers: { Range: range.slice(0, 12_000).replace(/,[^,]*$/, '') } });
    expect({ status, bytes: body.byteLength }).toEqual({ status: 206, bytes: 510 });
  });

  it('If-Range continues the same file only', async () => {
    const { etag } = (await call(link)).headers;
    const same = await call(link, { headers: { Range: 'bytes=0-9', 'If-Range': etag! } });
    expect(same.status).toBe(206);
    const other = await call(link, { headers: { Range: 'bytes=0-9', 'If-Range': '"old"' } });
    expect({ status: other.status, bytes: other.body.byteLength }).toEqual({ status: 200, bytes: 1000 });
  });

  it('a broken download goes on where it stopped, to the same bytes', async () => {
    const first = await call(link, { headers: { Range: 'bytes=0-399' } });
    const second = await call(link, { headers: { Range: 'bytes=400-', 'If-Range': first.headers.etag! } });
    expect(Buffer.concat([first.body, second.body]).equals(content)).toBe(true);
  });
});

describe('the signature', () => {
  it.each([
    ['another expiry', () => changed('e', String(Number(new URL(link).searchParams.get('e')) + 1))],
    ['another secret', () => changed('k', '00000000')],
    ['__proto__ as the secret', () => changed('k', '__proto__')],
    ['no signature', () => link.replace(/&s=.*/, '')],
    ['two signatures', () => `${link}&s=x`],
    ['an empty signature', () => changed('s', '')],
    ['another file', () => link.replace('/d/', '/d/0')],
    ['another extension', () => link.replace('.docx', '.exe')],
    ['a traversal', () => link.replace(/\/d\/[^?]*/, '/d/..%2F..%2Fathanor.db')],
  ])('%s is refused', async (_name, address) => {
    const answer = await call(address());
    expect(answer.status).toBe(403);
    expect(answer.failure.error.code).toBe('invalid_signature');
  });

  it('no flipped character passes', async () => {
    const signature = new URL(link).searchParams.get('s')!;
    const statuses = [];
    for (let index = 0; index < signature.length; index++)
      statuses.push((await call(changed('s', flip(signature, index)))).status);
    expect(new Set(statuses)).toEqual(new Set([403]));
  });
});

describe('the hour', () => {
  it('ends after 3600 seconds, and the answer is 410 from then on', async () => {
    service.clock.now += HOUR_MS - 1000;
    expect((await call(link)).status).toBe(200);
    service.clock.now += 1000;
    const answer = await call(link);
    expect(answer.status).toBe(410);
    expect(answer.failure.error.code).toBe('download_expired');
    await service.service.retention.sweep();
    expect((await call(link)).status).toBe(410);
  });

  it('is over for an erased result', async () => {
    const { conversionId, downloadUrl } = (await service.convert([PDF, TO_DOCX])).data<ConversionView>();
    const url = `${service.url}/api/v1/conversions/${conversionId}`;
    const headers = { 'X-API-Key': service.key };
    expect((await call(url, { headers })).data<ConversionView>().downloadUrl).toBe(downloadUrl);
    expect((await call(url, { method: 'DELETE', headers })).status).toBe(200);
    expect((await call(downloadUrl)).status).toBe(410);
    expect((await call(url, { headers })).data<ConversionView>().downloadUrl).toBeUndefined();
  });
});

describe('a download that nobody reads', () => {
  it('is cut when it stands still, and the file is closed', async () => {
    await using slow = await startTestService({ limits: { downloadIdleMs: 100 } });
    slow.engine.output = Buffer.alloc(40 * 1024 * 1024);
    const { downloadUrl } = (await slow.convert()).data<ConversionView>();
    const { pathname, search } = new URL(downloadUrl);
    await using connection = await rawConnection(slow.port);
    connection.socket.pause();
    connection.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    // The socket's buffers take some megabytes; then the server waits for us, and at last no more.
    await eventually(() => expect(slow.log.text).toMatch(/"url":"\/d\/[^"]*","status":200/));
    connection.socket.resume();
    const received = await connection.received();
    expect(received.length).toBeLessThan(40 * 1024 * 1024);
  });
});
