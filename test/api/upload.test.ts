import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailureEnvelope } from '../../server/envelope.ts';
import type { ConversionView, HistoryView } from '../../server/openapi/conversion-schemas.ts';
import { type Answer, answerOf, call, encodePart, form, FORM_TYPE, rawConnection } from '../support/http-client.ts';
import { eventually } from '../support/eventually.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';

const MB = 1024 * 1024;
const LIMIT = 52_428_800;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

function pdfOf(bytes: number): Buffer {
  const content = Buffer.alloc(bytes, 'x');
  content.write('%PDF');
  return content;
}

const headers = () => ({ 'Content-Type': FORM_TYPE, 'X-API-Key': service.key });
const url = () => `${service.url}/api/v1/convert`;

/** The part before the file's bytes, and what follows them. */
const [BEFORE, AFTER] = (() => {
  const whole = form(TO_DOCX, { ...PDF, value: '|' }).toString();
  const [before = '', after = ''] = whole.split('|');
  return [Buffer.from(before), Buffer.from(after)];
})();

function expectTooLarge(answer: Answer): void {
  expect(answer.status).toBe(413);
  expect(answer.failure.error).toMatchObject({ code: 'file_too_large', field: 'file', details: { limitBytes: LIMIT } });
}

describe('the size of a file', () => {
  it('exactly 50 MB is accepted, and one byte more is not', async () => {
    const accepted = await service.convert([TO_DOCX, { ...PDF, value: pdfOf(LIMIT) }]);
    expect(accepted.status).toBe(200);
    const used = await service.used();
    expectTooLarge(await service.convert([TO_DOCX, { ...PDF, value: pdfOf(LIMIT + 1) }]));
    expect(await service.used()).toBe(used);
    expect(await service.leftovers()).toEqual([]);
  });

  it('300 MB announced by Content-Length are refused before they are sent', async () => {
    const request = httpRequest(url(), {
      method: 'POST',
      agent: false,
      headers: { ...headers(), 'Content-Length': String(300 * MB) },
    });
    request.on('error', () => {}); // we hang up in the middle
    request.flushHeaders();
    const answer = await read(request);
    request.destroy();
    expectTooLarge(answer);
  });

  it('a fetch of 300 MB sees the refusal', async () => {
    const body = Readable.toWeb(Readable.from(chunks(300))) as ReadableStream;
    const response = await fetch(url(), {
      method: 'POST',
      headers: { ...headers(), 'Content-Length': String(300 * MB) },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(((await response.json()) as FailureEnvelope).error.code).toBe('file_too_large');
  });

  // Again: a client that writes faster than it reads may hear of the closed connection before it sees the answer.
  it('300 MB in chunks are refused as soon as they are too many, and leave nothing', { retry: 2 }, async () => {
    const request = httpRequest(url(), { method: 'POST', agent: false, headers: headers() });
    request.on('error', () => {}); // the rest of the body has no reader
    const answered = read(request);
    const sent = await send(request, 300, answered);
    expectTooLarge(await answered);
    request.destroy();
    // 50 MB are read, at most 64 MB more while the answer is on its way, and some wait in the buffers between.
    expect(sent).toBeLessThan(150);
    await eventually(async () => expect(await service.leftovers()).toEqual([]));
  });

  it('a client that writes 60 MB before it reads still sees the refusal', async () => {
    await using connection = await rawConnection(service.port);
    connection.socket.pause();
    const head = Object.entries({ Host: 'localhost', ...headers(), 'Content-Length': String(300 * MB) });
    connection.write(`POST /api/v1/convert HTTP/1.1\r\n${head.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
    for (const chunk of chunks(60)) {
      if (!connection.socket.write(chunk)) await once(connection.socket, 'drain');
    }
    connection.socket.resume();
    expect(await connection.received('"requestId"')).toContain('HTTP/1.1 413');
  });

  it('a client that waits for 100 Continue sends nothing', async () => {
    await using connection = await rawConnection(service.port);
    const head = { Host: 'localhost', ...headers(), 'Content-Length': String(300 * MB), Expect: '100-continue' };
    const lines = Object.entries(head).map((line) => line.join(': '));
    connection.write(`POST /api/v1/convert HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    const text = await connection.received('"requestId"');
    expect(text).toMatch(/^HTTP\/1\.1 413/);
  });

  it('a client that waits for 100 Continue is told to go on when all is well', async () => {
    const body = form(TO_DOCX, PDF);
    const request = httpRequest(url(), {
      method: 'POST',
      agent: false,
      headers: { ...headers(), 'Content-Length': String(body.byteLength), Expect: '100-continue' },
    });
    request.flushHeaders();
    await once(request, 'continue');
    request.end(body);
    expect((await read(request)).status).toBe(200);
  });

  it('the connection serves the next request after a refusal', async () => {
    await using connection = await rawConnection(service.port);
    const body = form(PDF, TO_DOCX);
    const head = { Host: 'localhost', ...headers(), 'X-API-Key': 'wrong', 'Content-Length': String(body.byteLength) };
    const lines = Object.entries(head).map((line) => line.join(': '));
    connection.write(`POST /api/v1/convert HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    await connection.received('HTTP/1.1 401');
    connection.write(body);
    connection.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await connection.received('"alive"')).toContain('HTTP/1.1 200');
  });
});

describe('the pace of an upload', () => {
  it('a body that stalls is cut with 408 and leaves nothing', async () => {
    await using slow = await startTestService({ limits: { uploadWindowMs: 100, uploadBytesPerSecond: 8192 } });
    await using connection = await rawConnection(slow.port);
    const head = { Host: 'localhost', ...headers(), 'X-API-Key': slow.key, 'Content-Length': '100000' };
    const lines = Object.entries(head).map((line) => line.join(': '));
    connection.write(`POST /api/v1/convert HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    connection.write(BEFORE);
    connection.write('%PDF only the beginning');
    const text = await connection.received();
    expect(text).toContain('HTTP/1.1 408');
    expect(text).toContain('"code":"upload_too_slow"');
    expect(text).toContain('Connection: close');
    await eventually(async () => expect(await slow.leftovers()).toEqual([]));
    expect(await slow.used()).toBe(0);
  });

  it('fifty dripping clients are all cut', async () => {
    await using slow = await startTestService({ limits: { uploadWindowMs: 200, uploadBytesPerSecond: 8192 } });
    const head = { Host: 'localhost', ...headers(), 'X-API-Key': slow.key, 'Transfer-Encoding': 'chunked' };
    const lines = Object.entries(head).map((line) => line.join(': '));
    const drip = async (): Promise<string> => {
      await using connection = await rawConnection(slow.port);
      connection.write(`POST /api/v1/convert HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      connection.write(`${BEFORE.byteLength.toString(16)}\r\n${BEFORE.toString()}\r\n`);
      const timer = setInterval(() => connection.write('1\r\nx\r\n'), 20);
      try {
        return await connection.received();
      } finally {
        clearInterval(timer);
      }
    };
    const answers = await Promise.all(Array.from({ length: 50 }, drip));
    expect(answers.filter((text) => text.startsWith('HTTP/1.1 408'))).toHaveLength(50);
    await eventually(async () => expect(await slow.leftovers()).toEqual([]));
  });

  it('headers that never end are cut with 408', async () => {
    await using slow = await startTestService({ limits: { headersTimeoutMs: 100, timeoutCheckMs: 50 } });
    await using connection = await rawConnection(slow.port);
    connection.write('POST /api/v1/convert HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const text = await connection.received();
    expect(text).toContain('HTTP/1.1 408');
    expect(text).toContain('"code":"upload_too_slow"');
  });
});

describe('a client that goes away', () => {
  // What is small is not written before it is whole.
  it.each([
    [200, 0],
    [64 * 1024, 0],
    [5 * MB, 1],
  ])('after %d bytes of the upload leaves no file', async (bytes, begun) => {
    const used = await service.used();
    const hangUps = (): number => service.log.text.split('"status":499').length;
    const before = hangUps();
    await using connection = await rawConnection(service.port);
    const head = { Host: 'localhost', ...headers(), 'Content-Length': String(10 * MB) };
    const lines = Object.entries(head).map((line) => line.join(': '));
    connection.write(`POST /api/v1/convert HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    connection.write(BEFORE);
    connection.write(pdfOf(bytes));
    await eventually(async () => expect(await service.leftovers()).toHaveLength(begun));
    connection.socket.resetAndDestroy();
    await eventually(async () => expect(hangUps()).toBe(before + 1));
    await eventually(async () => expect(await service.leftovers()).toEqual([]));
    expect(await service.used()).toBe(used);
  });

  it('during the conversion aborts it and gives the quota back', async () => {
    const used = await service.used();
    const release = service.engine.hold();
    const client = new AbortController();
    const asked = call(url(), { headers: headers(), body: form(PDF, TO_DOCX), signal: client.signal });
    await service.engine.begun;
    expect(await service.used()).toBe(used + 1);
    client.abort();
    await expect(asked).rejects.toThrow('aborted');
    await eventually(async () => expect(await service.used()).toBe(used));
    expect(service.engine.calls.at(-1)!.signal!.aborted).toBe(true);
    await eventually(async () => expect(await service.leftovers()).toEqual([]));
    const [last] = (await call(`${service.url}/api/v1/conversions?limit=1`, { headers: headers() })).data<
      HistoryView[]
    >();
    expect(last).toMatchObject({ status: 'cancelled', error: { code: 'client_closed' } });
    release();
  });

  it('a hundred at once leave nothing behind', async () => {
    const used = await service.used();
    const head = { Host: 'localhost', ...headers(), 'Content-Length': String(MB) };
    const lines = Object.entries(head).map((line) => line.join(': '));
    const hangUp = async (): Promise<void> => {
      await using connection = await rawConnection(service.port);
      connection.write(`POST /api/v1/convert HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      await new Promise((done) => connection.socket.write(Buffer.concat([BEFORE, pdfOf(1000)]), done));
      connection.socket.resetAndDestroy();
    };
    await Promise.all(Array.from({ length: 100 }, hangUp));
    await eventually(async () => expect(await service.leftovers()).toEqual([]));
    expect(await service.used()).toBe(used);
  });
});

describe('the name of a file', () => {
  const named = async (fileName: string): Promise<string> => {
    const data = (await service.convert([TO_DOCX, { ...PDF, fileName }])).data<ConversionView>();
    return (await call(data.downloadUrl)).headers['content-disposition']!;
  };

  it('comes back with the new extension', async () => {
    expect(await named('Report 2026.pdf')).toBe('attachment; filename="Report 2026.docx"');
  });

  it('keeps every script', async () => {
    const header = await named('Übersicht 文档.pdf');
    expect(header).toContain("filename*=UTF-8''%C3%9Cbersicht%20%E6%96%87%E6%A1%A3.docx");
  });

  it.each([
    ['../../etc/passwd', 'attachment; filename=passwd.docx'],
    ['C:\\\\temp\\\\scan.pdf', 'attachment; filename=scan.docx'],
    ['a%0D%0AX-Evil: 1.pdf', 'attachment; filename="aX-Evil_ 1.docx"'],
    ['a%22; filename=%22b.exe', 'attachment; filename="a_; filename=_b.docx"'],
    ['.htaccess', 'attachment; filename=htaccess.docx'],
    ['\u202Efdp.exe', 'attachment; filename=fdp.docx'],
  ])('%s is harmless as %s', async (fileName, header) => {
    expect(await named(fileName)).toBe(header);
  });

  it('is shortened when it is too long', async () => {
    const header = await named(`${'n'.repeat(10_000)}.pdf`);
    expect(header.length).toBeLessThan(255);
    expect(header).toMatch(/^attachment; filename=n{180}\.docx$/);
  });
});

it('the body is complete before its fields are looked at, whatever their order', async () => {
  const body = Buffer.concat([BEFORE, pdfOf(MB), AFTER]);
  expect((await call(url(), { headers: headers(), body })).status).toBe(200);
  const late = Buffer.concat([encodePart({ ...PDF, value: pdfOf(MB) }), form(TO_DOCX)]);
  expect((await call(url(), { headers: headers(), body: late })).status).toBe(200);
});

function* chunks(megabytes: number): Generator<Buffer> {
  yield BEFORE;
  const chunk = pdfOf(MB);
  for (let sent = 0; sent < megabytes; sent++) yield chunk;
}

/** Writes until the answer is there or all is sent; returns the megabytes written. */
async function send(
  request: ReturnType<typeof httpRequest>,
  megabytes: number,
  answered: Promise<unknown>,
): Promise<number> {
  let done = false;
  // The caller waits for the answer; that writing fails meanwhile is no failure of its own.
  void answered.catch(() => {}).finally(() => (done = true));
  const closed = once(request, 'close').catch(() => {});
  let sent = 0;
  for (const chunk of chunks(megabytes)) {
    if (done || request.destroyed) break;
    if (!request.write(chunk)) await Promise.race([once(request, 'drain'), answered, closed]);
    sent++;
  }
  return sent;
}

async function read(request: ReturnType<typeof httpRequest>): Promise<Answer> {
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response as AsyncIterable<Buffer>) parts.push(part);
  return answerOf(response.statusCode!, response.headers, Buffer.concat(parts));
}
