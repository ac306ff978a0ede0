import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversionView } from '../../server/openapi/conversion-schemas.ts';
import { LOCAL_ACCOUNT } from '../../server/services/local-account.ts';
import { openSqliteStore } from '../../server/stores/sqlite/store.ts';
import { call, form, FORM_TYPE, rawConnection } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const HOUR_MS = 3_600_000;

const blobsOf = ({ dataDir }: TestService) => readdir(join(dataDir, 'blobs'));

describe('the sweeper', () => {
  it('removes results after their hour, and keeps the rows as history', async () => {
    await using service = await startTestService();
    const { conversionId } = (await service.convert()).data<ConversionView>();
    expect(await blobsOf(service)).toEqual([`${conversionId}_1`]);
    service.clock.now += HOUR_MS - 1;
    await service.service.retention.sweep();
    expect(await blobsOf(service)).toEqual([`${conversionId}_1`]);
    service.clock.now += 1;
    await service.service.retention.sweep();
    expect(await blobsOf(service)).toEqual([]);
    const row = await service.service.store.conversions.find(LOCAL_ACCOUNT, conversionId);
    expect(row).toMatchObject({ status: 'expired', targetFormat: 'docx' });
  });

  it('removes more results than fit one batch', async () => {
    await using service = await startTestService();
    for (let count = 0; count < 11; count++) await Promise.all(Array.from({ length: 20 }, () => service.convert()));
    expect(await blobsOf(service)).toHaveLength(220);
    service.clock.now += HOUR_MS;
    await service.service.retention.sweep();
    expect(await blobsOf(service)).toEqual([]);
  });

  it('removes blobs that a crash has left, once they are old enough not to be at work', async () => {
    await using service = await startTestService();
    const orphan = join(service.dataDir, 'blobs', 'orphan');
    await writeFile(orphan, 'left over');
    service.clock.now = Math.round((await stat(orphan)).mtimeMs) + 60_000;
    const { conversionId } = (await service.convert()).data<ConversionView>();
    await service.service.retention.sweep();
    expect((await blobsOf(service)).sort()).toEqual([`${conversionId}_1`, 'orphan'].sort());
    service.clock.now += 10 * 60_000;
    await service.service.retention.sweep();
    expect(await blobsOf(service)).toEqual([`${conversionId}_1`]);
  });

  it('forgets old history', async () => {
    await using service = await startTestService();
    const { conversionId } = (await service.convert()).data<ConversionView>();
    service.clock.now += 92 * 24 * HOUR_MS;
    await service.service.retention.sweep();
    expect(await service.service.store.conversions.find(LOCAL_ACCOUNT, conversionId)).toBeDefined();
    service.clock.now += 2 * 24 * HOUR_MS;
    await service.service.retention.sweep();
    expect(await service.service.store.conversions.find(LOCAL_ACCOUNT, conversionId)).toBeUndefined();
  });

  it('runs by itself', async () => {
    await using service = await startTestService({ limits: { sweepIntervalMs: 20 } });
    await service.convert();
    service.clock.now += HOUR_MS;
    await eventually(async () => expect(await blobsOf(service)).toEqual([]));
  });

  it('leaves alone what runs in this process', async () => {
    await using service = await startTestService();
    const release = service.engine.hold();
    const asked = service.convert();
    await service.engine.begun;
    await service.service.retention.sweep();
    release();
    expect((await asked).status).toBe(200);
    expect(await service.used()).toBe(1);
  });
});

describe('a restart', () => {
  it('after a crash fails and refunds what ran, and clears scratch space', async () => {
    await using directory = await temporaryDirectory();
    const dataDir = directory.path;
    const id = 'dead-conversion';
    await using before = await startTestService({ dataDir });
    await before[Symbol.asyncDispose]();

    // What a killed process leaves: a running row that was charged, a half-written upload, a blob without a result.
    const store = await openSqliteStore(join(dataDir, 'athanor.db'));
    const { now } = before.clock;
    await store.conversions.reserve({
      ...{ id, accountId: LOCAL_ACCOUNT, keyId: undefined, origin: 'api', period: '2026-11', createdAt: now },
      ...{
        sourceFormat: 'pdf',
        targetFormat: 'docx',
        inputBytes: 1,
        inputSha256: '',
        processId: 'killed',
        predictedMs: 1,
      },
    });
    expect((await store.accounts.usage(LOCAL_ACCOUNT, '2026-11'))!.used).toBe(1);
    await store.close();
    await writeFile(join(dataDir, 'scratch', 'uploads', 'half'), 'x');
    await mkdir(join(dataDir, 'scratch', 'outputs', id));
    await writeFile(join(dataDir, 'blobs', id), 'x');

    await using after = await startTestService({ dataDir });
    after.clock.now = Date.now();
    expect(await after.leftovers()).toEqual([]);
    expect(await after.service.store.conversions.find(LOCAL_ACCOUNT, id)).toMatchObject({
      status: 'failed',
      errorCode: 'interrupted',
    });
    expect((await after.service.store.accounts.usage(LOCAL_ACCOUNT, '2026-11'))!.used).toBe(0);
    await after.service.retention.sweep();
    expect(await blobsOf(after)).toEqual([]);
  });

  it('keeps results, keys and the secret that signs links', async () => {
    await using directory = await temporaryDirectory();
    await using before = await startTestService({ dataDir: directory.path });
    const { downloadUrl } = (await before.convert()).data<ConversionView>();
    await before[Symbol.asyncDispose]();
    await using after = await startTestService({ dataDir: directory.path });
    const { pathname, search } = new URL(downloadUrl);
    expect((await call(after.url + pathname + search)).status).toBe(200);
    expect((await after.convert([PDF, TO_DOCX], { 'X-API-Key': before.key })).status).toBe(200);
    const secrets = join(directory.path, 'signing-secrets');
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);
    expect((await readFile(secrets, 'utf8')).trim()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused while another server uses the directory', async () => {
    await using service = await startTestService();
    await expect(startTestService({ dataDir: service.dataDir })).rejects.toThrow('in use by another server');
    expect((await service.convert()).status).toBe(200);
  });
});

describe('stopping', () => {
  it('lets what runs end, refuses what is new, and closes each connection', async () => {
    await using service = await startTestService();
    const release = service.engine.hold();
    using agent = new DisposableAgent();
    // A kept-alive connection that is idle when the stop comes, and one that is busy.
    expect(await statusOf(service, agent, 'GET', '/healthz')).toEqual({ status: 200, connection: 'keep-alive' });
    const busy = call(`${service.url}/api/v1/convert`, {
      headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': service.key },
      body: form(PDF, TO_DOCX),
    });
    await service.engine.begun;

    const stopped = service.service.close();
    await eventually(() => expect(connects(service.port)).resolves.toBe(false));
    release();
    const answer = await busy;
    expect(answer.status).toBe(200);
    expect(answer.headers.connection).toBe('close');
    await stopped;
  });

  it('tells a client on an open connection to come back later', async () => {
    await using service = await startTestService();
    const release = service.engine.hold();
    const asked = service.convert();
    await service.engine.begun;
    await using connection = await rawConnection(service.port);
    // The headers are on their way when the stop comes: the connection is not idle, so it stays open.
    const body = form(PDF, TO_DOCX);
    const lines = [`X-API-Key: ${service.key}`, `Content-Type: ${FORM_TYPE}`, `Content-Length: ${body.byteLength}`];
    connection.write(
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /api/v1/convert HTTP/1.1\r\nHost: localhost\r\n`,
    );
    await connection.received('"alive"');
    const stopped = service.service.close();
    connection.write(`${lines.join('\r\n')}\r\n\r\n${body.toString('latin1')}`);
    const response = await connection.received('"draining"');
    expect(response).toContain('HTTP/1.1 503 ');
    expect(response).toContain('Retry-After: 10');
    release();
    expect((await asked).status).toBe(200);
    await stopped;
  });

  it('does not wait for a connection that has never sent anything', async () => {
    await using service = await startTestService({ limits: { drainMs: 60_000 } });
    await using connection = await rawConnection(service.port);
    await service.service.close();
    expect(await connection.received()).toBe('');
  }, 10_000);

  it('cuts what does not end in time, and refunds it', async () => {
    await using directory = await temporaryDirectory();
    await using service = await startTestService({ dataDir: directory.path, limits: { drainMs: 100 } });
    service.engine.hold();
    const asked = service.convert();
    await service.engine.begun;
    const outcome = expect(asked).rejects.toThrow(/socket hang up|ECONNRESET/);
    await service.service.close();
    await outcome;
    const store = await openSqliteStore(join(directory.path, 'athanor.db'));
    expect((await store.accounts.usage(LOCAL_ACCOUNT, '2026-11'))!.used).toBe(0);
    const [row] = await store.conversions.list(LOCAL_ACCOUNT, { limit: 1 });
    expect(row).toMatchObject({ status: 'cancelled' });
    await store.close();
  });
});

describe('the log', () => {
  it('holds no key, cookie, credential or signature', async () => {
    await using service = await startTestService();
    const secrets = { Cookie: 'session=cookie-secret', Authorization: 'Bearer credential-secret' };
    const { downloadUrl } = (await service.convert([PDF, TO_DOCX], secrets)).data<ConversionView>();
    await call(downloadUrl);
    await call(`${service.url}/api/v1/formats?api_key=${service.key}&x=${service.key}`);
    await service.convert([PDF, TO_DOCX], { 'X-API-Key': `${service.key}x` });
    service.engine.failure = new Error(`it failed with ${service.key}`);
    await service.convert();
    const signature = new URL(downloadUrl).searchParams.get('s')!;
    const { text } = service.log;
    expect(text).toContain('"url":"/d/');
    expect(text).toContain('it failed with');
    for (const secret of [service.key, signature, 'cookie-secret', 'credential-secret'])
      expect(text).not.toContain(secret);
  });

  it('has one line of JSON for each request, whatever its address holds', async () => {
    await using service = await startTestService();
    await using connection = await rawConnection(service.port);
    connection.write('GET /a%0d%0a"injected":"line HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await connection.received();
    await eventually(() => expect(requestLines(service)).toHaveLength(1));
    expect(requestLines(service)[0]).toMatchObject({ method: 'GET', status: 404, url: '/a%0d%0a"injected":"line' });
  });

  it('names the client behind trusted proxies only', async () => {
    const environment = { TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.1' };
    await using trusting = await startTestService({ environment });
    await using wary = await startTestService();
    for (const service of [trusting, wary]) {
      await call(`${service.url}/healthz`, { headers: { 'X-Forwarded-For': '6.6.6.6, 203.0.113.7, 10.0.0.1' } });
      await eventually(() => expect(requestLines(service)).toHaveLength(1));
    }
    expect(requestLines(trusting)[0]!.address).toBe('203.0.113.7');
    expect(requestLines(wary)[0]!.address).toBe('127.0.0.1');
  });
});

class DisposableAgent extends Agent {
  constructor() {
    super({ keepAlive: true });
  }
  [Symbol.dispose](): void {
    this.destroy();
  }
}

async function statusOf({ url }: TestService, agent: Agent, method: string, path: string) {
  const request = httpRequest(url + path, { method, agent });
  request.end();
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode, connection: response.headers.connection };
}

async function connects(port: number): Promise<boolean> {
  try {
    await using connection = await rawConnection(port);
    return !connection.socket.destroyed;
  } catch {
    return false;
  }
}

function requestLines({ log }: TestService): Record<string, unknown>[] {
  return log.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'request');
}
