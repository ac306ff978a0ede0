import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailureEnvelope } from '../../server/envelope.ts';
import { call, FORM_TYPE, rawConnection } from '../support/http-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Sends bytes as they are; the answer until the server closes the connection. */
async function send(bytes: string): Promise<string> {
  await using connection = await rawConnection(service.port);
  connection.write(bytes);
  return await connection.received();
}

function bodyOf(response: string): FailureEnvelope {
  return JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4)) as FailureEnvelope;
}

describe('broken HTTP is answered with the envelope, once, and the connection closed', () => {
  const start = 'POST /api/v1/convert HTTP/1.1\r\nHost: localhost\r\n';
  it.each([
    ['not HTTP at all', 'hello\r\n\r\n', 400],
    [
      'Content-Length and Transfer-Encoding',
      `${start}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['no Host header', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Host headers', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: other\r\nConnection: close\r\n\r\n', 400],
    ['two lengths', `${start}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`, 400],
    ['a negative length', `${start}Content-Length: -1\r\n\r\n`, 400],
    ['an unknown transfer encoding', `${start}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
    ['a space before the colon', `${start}X-Header : 1\r\n\r\n`, 400],
    ['a bare CR in a header', `${start}X-Header: a\rb\r\n\r\n`, 400],
    ['headers of 20 KB', `${start}X-Header: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s', async (_name, bytes, status) => {
    const response = await send(bytes);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(response.toLowerCase()).toContain('connection: close');
    const { success, error } = bodyOf(response);
    expect(success).toBe(false);
    expect(error.status).toBe(status);
    expect(error.code).toBe(status === 431 ? 'headers_too_large' : 'malformed_request');
  });

  it('a broken chunk in the middle of an upload', async () => {
    const head = `${start}X-API-Key: ${service.key}\r\nContent-Type: ${FORM_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const response = await send(`${head}5\r\nhello\r\nnot a length\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodyOf(response).error.code).toBe('malformed_request');
    expect(await service.leftovers()).toEqual([]);
  });

  it('an expectation that nobody can meet', async () => {
    await using connection = await rawConnection(service.port);
    connection.write(`${start}Expect: 200-maybe\r\nContent-Length: 0\r\n\r\n`);
    const response = await connection.received('requestId');
    expect(response).toMatch(/^HTTP\/1\.1 417 /);
    expect(bodyOf(response).error.code).toBe('expectation_failed');
  });
});

describe('a refusal before the body was read reaches a client that closes its connection', () => {
  const bodyBytes = 6_000_000;

  it.each([
    ['no key', `Content-Type: ${FORM_TYPE}\r\n`, 401],
    ['an unknown type', 'Content-Type: text/plain\r\n', 415],
    ['too large', `X-API-Key: {key}\r\nContent-Type: ${FORM_TYPE}\r\n`, 413],
  ])('%s', async (_name, headers, status) => {
    const limits = { lingerMs: 60_000, ...(status === 413 && { fileBytes: 1_000_000 }) };
    await using patient = await startTestService({ limits });
    await using connection = await rawConnection(patient.port);
    connection.socket.pause(); // it writes everything before it reads, as simple clients do
    connection.write(
      `POST /api/v1/convert HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${bodyBytes}\r\n` +
        `${headers.replace('{key}', patient.key)}\r\n`,
    );
    await new Promise((resolve) => connection.socket.write(Buffer.alloc(bodyBytes, 'x'), resolve));
    connection.socket.resume();
    const response = await connection.received();
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(bodyOf(response).success).toBe(false);
  });
});

describe('the request id', () => {
  it('is in the header, the body and the log', async () => {
    const answer = await call(`${service.url}/nothing`);
    const id = answer.headers['x-request-id'];
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.failure.requestId).toBe(id);
    expect(service.log.text).toContain(`"requestId":"${String(id)}"`);
  });

  it('may come from the caller', async () => {
    const given = await call(`${service.url}/nothing`, { headers: { 'X-Request-Id': 'trace-0001' } });
    expect(given.headers['x-request-id']).toBe('trace-0001');
    const refused = await call(`${service.url}/nothing`, { headers: { 'X-Request-Id': 'no "quotes" {here}' } });
    expect(refused.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the Host header', () => {
  const host = (value: string) => call(`${service.url}/healthz`, { headers: { Host: value } });

  it('must be an own name: a foreign page cannot reach this machine under its own', async () => {
    const answer = await host('evil.example');
    expect(answer.status).toBe(421);
    expect(answer.failure.error.code).toBe('misdirected_request');
    expect((await host(`localhost.evil.example:${service.port}`)).status).toBe(421);
  });

  it.each(['localhost', 'LOCALHOST:1234', '127.0.0.1:80', '[::1]:8080'])('may be %s', async (name) => {
    expect((await host(name)).status).toBe(200);
  });

  it('may be that of PUBLIC_URL, and never appears in a link', async () => {
    await using named = await startTestService({ environment: { PUBLIC_URL: 'https://files.example/' } });
    const origin = `http://127.0.0.1:${named.port}`;
    expect((await call(`${origin}/healthz`, { headers: { Host: 'files.example' } })).status).toBe(200);
    expect(named.url).toBe('https://files.example');
  });

  it('is not looked at in production, where a proxy may set it', async () => {
    const environment = { NODE_ENV: 'production', SIGNING_SECRET: 's'.repeat(32) };
    await using open = await startTestService({ environment });
    expect((await call(`${open.url}/healthz`, { headers: { Host: 'any.example' } })).status).toBe(200);
  });
});

it.each([
  ['https://convert.example', 'max-age=31536000'],
  ['http://convert.example', undefined],
])('browsers are told to come by https alone where that is the address: %s', async (publicUrl, expected) => {
  await using own = await startTestService({ environment: { PUBLIC_URL: publicUrl } });
  const answer = await call(`http://localhost:${own.port}/healthz`);
  expect(answer.headers['strict-transport-security']).toBe(expected);
});

describe('health', () => {
  it('says that the service is alive and ready', async () => {
    const alive = await call(`${service.url}/healthz`);
    expect(alive.data()).toEqual({ status: 'alive' });
    const ready = await call(`${service.url}/readyz`);
    expect(ready.data()).toEqual({ status: 'ready', running: 0, waiting: 0 });
    expect(ready.headers['cache-control']).toBe('no-store');
  });

  it('answers HEAD', async () => {
    const { status, body } = await call(`${service.url}/healthz`, { method: 'HEAD' });
    expect({ status, bytes: body.byteLength }).toEqual({ status: 200, bytes: 0 });
  });
});
