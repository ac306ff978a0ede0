import { hash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthanorClient } from '../../server/client/index.ts';
import type { ConversionView } from '../../server/openapi/conversion-schemas.ts';
import type { UploadView } from '../../server/openapi/upload-schemas.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, call, form, FORM_TYPE, type Part } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const MAX_BYTES = 53_000_000;
const HOUR_MS = 3_600_000;
const PLANS = JSON.stringify([
  { id: 'free', name: 'Free', monthlyConversions: 50 },
  { id: 'large', name: 'Large', monthlyConversions: 50, maxFileBytes: MAX_BYTES },
]);
const environment = { ACCOUNTS: 'yes', PLANS };
const PDF_SIGNATURE = Buffer.from('%PDF-1.7');
const CONTENT = Buffer.from('%PDF-1.7 sent in several requests');
const NAME = { 'Upload-Metadata': `filename ${Buffer.from('Übersicht.pdf').toString('base64')},filetype YQ==` };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ environment, limits: { uploadWindowMs: 300, uploadBytesPerSecond: 100 } });
});
afterAll(() => service[Symbol.asyncDispose]());

let people = 0;
/** Somebody with the plan, who speaks tus with a key. */
async function somebody(tierId = 'large', { service: { store, keys }, url, clock } = service) {
  const id = `person-${people++}`;
  await store.accounts.create({ id, tierId, createdAt: clock.now });
  const { key } = await keys.create(id, 'test');
  const headers = { 'X-API-Key': key, 'Tus-Resumable': '1.0.0' };
  const send = (method: string, path: string, more: Readonly<Record<string, string>> = {}, body?: Buffer) =>
    call(path.startsWith('http') ? path : url + path, { method, headers: { ...headers, ...more }, body });
  const create = (sizeBytes: number | string, more: Readonly<Record<string, string>> = NAME) =>
    send('POST', '/api/v1/uploads', { 'Upload-Length': String(sizeBytes), ...more });
  return {
    ...{ headers, send, create },
    created: async (sizeBytes: number) => (await create(sizeBytes)).headers.location!,
    append: (address: string, offset: number, body: Buffer) => send('PATCH', address, bytesFrom(offset), body),
    several: (call: 'merge' | 'batch', uploads: readonly string[], ...others: readonly Part[]) => {
      const parts = uploads.map((value) => ({ name: 'upload', value }));
      return send('POST', `/api/v1/${call}`, { 'Content-Type': FORM_TYPE }, form(...parts, TO_DOCX, ...others));
    },
    convert: (upload: string, ...others: readonly Part[]) =>
      send(
        'POST',
        '/api/v1/convert',
        { 'Content-Type': FORM_TYPE },
        form({ name: 'upload', value: upload }, TO_DOCX, ...others),
      ),
  };
}

const bytesFrom = (offset: number) => ({
  ...{ 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
});
const idOf = (address: string): string => address.split('/').at(-1)!;
const codeOf = ({ failure }: Answer): string => failure.error.code;
const filesOf = (dataDir: string): Promise<string[]> => readdir(join(dataDir, 'blobs'));
/** Bytes that requests have brought and that are not stored yet. */
async function arriving(dataDir: string): Promise<number> {
  const directory = join(dataDir, 'scratch', 'uploads');
  const files = await Promise.all((await readdir(directory)).map((name) => stat(join(directory, name))));
  return files.reduce((sum, { size }) => sum + size, 0);
}

describe('an upload of several requests', () => {
  it('is created, sent, looked at, converted more than once, and deleted', async () => {
    const ada = await somebody();
    const created = await ada.create(CONTENT.byteLength);
    expect(created.status).toBe(201);
    expect(created.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'upload-offset': '0' });
    const view = created.data<UploadView>();
    expect(view).toMatchObject({ fileName: 'Übersicht.pdf', sizeBytes: CONTENT.byteLength, offset: 0 });
    expect(Date.parse(created.headers['upload-expires'] as string)).toBe(service.clock.now + 24 * HOUR_MS);
    const address = created.headers.location!;
    expect(address).toBe(`${service.url}/api/v1/uploads/${view.id}`);

    const first = await ada.append(address, 0, CONTENT.subarray(0, 10));
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '10']);
    expect(codeOf(await ada.convert(view.id))).toBe('upload_conflict');
    const head = await ada.send('HEAD', address);
    expect(head.headers).toMatchObject({ 'upload-offset': '10', 'upload-length': '33', 'cache-control': 'no-store' });
    expect((await ada.append(address, 10, CONTENT.subarray(10))).headers['upload-offset']).toBe('33');

    for (let times = 0; times < 2; times++) {
      const converted = await ada.convert(view.id);
      expect(converted.data()).toMatchObject({ sourceFormat: 'PDF', downloadName: 'Übersicht.docx' });
    }
    expect((await ada.send('DELETE', address)).status).toBe(204);
    expect(codeOf(await ada.send('GET', address))).toBe('not_found');
    expect(codeOf(await ada.convert(view.id))).toBe('not_found');
    expect((await filesOf(service.dataDir)).filter((name) => name.startsWith(view.id))).toEqual([]);
  });

  it('is merged with others, and is one of a batch', async () => {
    const ada = await somebody();
    const ids: string[] = [];
    for (const name of ['one.pdf', 'two.pdf']) {
      const metadata = { 'Upload-Metadata': `filename ${Buffer.from(name).toString('base64')}` };
      const address = (await ada.create(CONTENT.byteLength, metadata)).headers.location!;
      await ada.append(address, 0, CONTENT);
      ids.push(idOf(address));
    }
    const merged = (await ada.several('merge', ids)).data<ConversionView>();
    expect((await call(merged.downloadUrl)).text).toBe(`docx made of ${2 * CONTENT.byteLength} bytes`);
    const batch = await ada.several('batch', ids);
    expect(batch.data<{ items: object[] }>().items).toMatchObject([
      { file: 'one.pdf', success: true },
      { file: 'two.pdf', success: true },
    ]);
  });

  it('may be larger than one request may bring', async () => {
    const ada = await somebody();
    const content = Buffer.alloc(MAX_BYTES, PDF.value);
    const address = await ada.created(MAX_BYTES);
    await ada.append(address, 0, content.subarray(0, 30_000_000));
    await ada.append(address, 30_000_000, content.subarray(30_000_000));
    const converted = await ada.convert(idOf(address));
    expect(converted.status).toBe(200);
    await ada.send('DELETE', address);
  });

  it('goes on where a connection has broken off, and ends a request that hangs', async () => {
    const ada = await somebody();
    const address = await ada.created(CONTENT.byteLength);
    const headers = { ...ada.headers, ...bytesFrom(0), 'Content-Length': String(CONTENT.byteLength) };
    const broken = httpRequest(address, { method: 'PATCH', headers, agent: false });
    broken.on('error', () => {});
    broken.write(CONTENT.subarray(0, 7));
    await eventually(async () => expect(await arriving(service.dataDir)).toBe(7));
    // The first request still waits for the rest. Who only looks does not end it.
    expect((await ada.send('GET', address)).data()).toMatchObject({ offset: 0 });
    expect((await ada.send('HEAD', address)).headers['upload-offset']).toBe('7');
    const next = await ada.append(address, 7, CONTENT.subarray(7, 12));
    expect([next.status, next.headers['upload-offset']]).toEqual([204, '12']);
    broken.destroy();
    expect((await ada.append(address, 12, CONTENT.subarray(12))).headers['upload-offset']).toBe('33');
    expect((await ada.convert(idOf(address))).status).toBe(200);
    expect(service.engine.calls.at(-1)).toMatchObject({ fileName: 'Übersicht.pdf' });
  });

  it('goes on after a restart of the service', async () => {
    await using directory = await temporaryDirectory();
    const options = { environment, dataDir: directory.path };
    let before: TestService | undefined = await startTestService(options);
    const ada = await somebody('large', before);
    const id = idOf(await ada.created(CONTENT.byteLength));
    await ada.append(`${before.url}/api/v1/uploads/${id}`, 0, CONTENT.subarray(0, 5));
    await before[Symbol.asyncDispose]();
    before = undefined;
    await using after = await startTestService(options);
    const shown = await call(`${after.url}/api/v1/uploads/${id}`, { headers: ada.headers });
    expect(shown.data()).toMatchObject({ id, offset: 5, fileName: 'Übersicht.pdf' });
  });

  it('has each byte once when several requests send the same, and is gone when it is deleted meanwhile', async () => {
    const ada = await somebody();
    const content = Buffer.from(Array.from({ length: 12_000_000 }, (_, index) => index % 251));
    PDF_SIGNATURE.copy(content);
    const address = await ada.created(content.byteLength);
    await Promise.all(Array.from({ length: 6 }, () => ada.append(address, 0, content)));
    const offset = Number((await ada.send('HEAD', address)).headers['upload-offset']);
    expect(offset).toBeGreaterThan(0);
    if (offset < content.byteLength)
      expect((await ada.append(address, offset, content.subarray(offset))).status).toBe(204);
    const { conversionId } = (await ada.convert(idOf(address))).data<ConversionView>();
    const converted = await service.service.store.conversions.findAny(conversionId);
    expect(converted).toMatchObject({ inputBytes: content.byteLength, inputSha256: hash('sha256', content) });

    const other = await ada.created(content.byteLength);
    const headers = { ...ada.headers, ...bytesFrom(0), 'Content-Length': String(content.byteLength) };
    const sending = httpRequest(other, { method: 'PATCH', headers, agent: false });
    sending.on('error', () => {});
    sending.write(content.subarray(0, 1000));
    await eventually(async () => expect(await arriving(service.dataDir)).toBe(1000));
    expect((await ada.send('DELETE', other)).status).toBe(204);
    sending.destroy();
    expect((await filesOf(service.dataDir)).filter((name) => name.startsWith(idOf(other)))).toEqual([]);
  });

  it('is not found by others, and not by other names', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    const address = await ada.created(CONTENT.byteLength);
    const id = idOf(address);
    for (const answer of [
      await bob.send('GET', address),
      await bob.append(address, 0, CONTENT),
      await bob.send('DELETE', address),
      await bob.convert(id),
      await bob.convert('../../etc/passwd'),
      await bob.convert('constructor'),
      await ada.convert(`${id}.json`),
      await ada.send('GET', `/api/v1/uploads/..%2F..%2Fathanor.db`),
    ])
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    expect((await ada.send('GET', address)).data()).toMatchObject({ offset: 0 });
    const anybody = await call(address, { headers: { 'Tus-Resumable': '1.0.0' } });
    expect(anybody.status).toBe(401);
  });

  it('is removed when it has expired', async () => {
    await using own = await startTestService({ environment });
    const ada = await somebody('large', own);
    const address = await ada.created(CONTENT.byteLength);
    await ada.append(address, 0, CONTENT.subarray(0, 5));
    own.clock.now += 24 * HOUR_MS;
    expect(codeOf(await ada.append(address, 5, CONTENT.subarray(5)))).toBe('not_found');
    expect(await filesOf(own.dataDir)).toHaveLength(1);
    await own.service.retention.sweep();
    expect(await filesOf(own.dataDir)).toEqual([]);
  });
});

describe('the client', () => {
  /** Loses the connection in the middle of the second PATCH, and the answer of the fourth. */
  function unreliable(): typeof fetch {
    let patches = 0;
    return async (input, init) => {
      if (init?.method !== 'PATCH') return fetch(input, init);
      patches++;
      const body = init.body as Blob;
      const answer = await fetch(input, { ...init, body: patches === 2 ? body.slice(0, 3) : body });
      if (patches === 2 || patches === 4) throw new TypeError('fetch failed');
      return answer;
    };
  }

  it('sends a file in parts, goes on after failures, and converts it', async () => {
    const { headers } = await somebody();
    const apiKey = headers['X-API-Key'];
    const client = new AthanorClient({ url: service.url, apiKey, fetch: unreliable(), retries: 2 });
    const fractions: number[] = [];
    const uploaded = await client.upload(
      { name: 'Übersicht.pdf', content: CONTENT },
      { chunkBytes: 10, onUpload: (fraction) => fractions.push(Math.round(fraction * CONTENT.byteLength)) },
    );
    expect(fractions).toEqual([10, 13, 23, 33]);
    expect(await client.detect(uploaded)).toMatchObject({ format: 'PDF' });
    expect(await client.convert(uploaded, { to: 'docx' })).toMatchObject({ downloadName: 'Übersicht.docx' });
    const [sent] = service.engine.calls.slice(-1);
    expect(sent).toMatchObject({ fileName: 'Übersicht.pdf' });
    await client.deleteUpload(uploaded);
    await expect(client.detect(uploaded)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('tells what is refused', async () => {
    const { headers } = await somebody();
    const client = new AthanorClient({ url: service.url, apiKey: headers['X-API-Key'] });
    const empty = { name: 'a.pdf', content: new Uint8Array(0) };
    await expect(client.upload(empty)).rejects.toMatchObject({ code: 'empty_file' });
    await expect(client.convert({ upload: 'none' }, { to: 'docx' })).rejects.toMatchObject({ code: 'not_found' });
    const gone = new AbortController();
    gone.abort(new Error('the caller left'));
    const left = client.upload({ name: 'a.pdf', content: CONTENT }, { signal: gone.signal });
    await expect(left).rejects.toThrow('the caller left');
  });
});

describe('what is refused of an upload', () => {
  it('more bytes than the plan allows, than were announced, or at another place', async () => {
    const [ada, free] = [await somebody(), await somebody('free')];
    expect((await ada.create(MAX_BYTES + 1)).failure.error).toMatchObject({
      ...{ code: 'file_too_large', details: { limitBytes: MAX_BYTES } },
    });
    expect((await free.create(52_428_801)).failure.error).toMatchObject({ details: { limitBytes: 52_428_800 } });
    const address = await ada.created(CONTENT.byteLength);
    for (const offset of [1, CONTENT.byteLength, 99_999])
      expect((await ada.append(address, offset, CONTENT)).failure.error).toMatchObject({
        ...{ code: 'upload_conflict', details: { offset: 0 } },
      });
    const tooLong = await ada.append(address, 0, Buffer.alloc(1_000_000));
    expect(tooLong.failure.error).toMatchObject({ code: 'malformed_request', field: 'Upload-Length' });
    expect((await ada.append(address, 0, CONTENT)).status).toBe(204);
    expect(codeOf(await ada.append(address, CONTENT.byteLength, Buffer.from('x')))).toBe('malformed_request');
  });

  it.each(['', '-1', '1e3', '0x10', '1.5', '9'.repeat(16), 'NaN', '1, 2'])('a length of %j', async (length) => {
    const ada = await somebody();
    expect((await ada.create(length)).failure.error).toMatchObject({
      code: 'malformed_request',
      field: 'Upload-Length',
    });
  });

  it('no bytes, other versions of the protocol, other bodies, and names that lead elsewhere', async () => {
    const ada = await somebody();
    expect(codeOf(await ada.create(0))).toBe('empty_file');
    const version = await ada.create(5, { 'Tus-Resumable': '0.2.2' });
    expect([version.status, version.headers['tus-version']]).toEqual([412, '1.0.0']);
    const address = await ada.created(5);
    const typed = await ada.send('PATCH', address, { ...bytesFrom(0), 'Content-Type': 'text/plain' }, Buffer.from('a'));
    expect(codeOf(typed)).toBe('unsupported_media_type');
    const outside = { 'Upload-Metadata': `filename ${Buffer.from('../../etc/passwd').toString('base64')}` };
    expect((await ada.create(5, outside)).data()).toMatchObject({ fileName: 'passwd' });
    for (const metadata of ['filename', ',,,', 'filename %%%', ' '])
      expect((await ada.create(5, { 'Upload-Metadata': metadata })).data()).toMatchObject({ fileName: 'file' });
  });

  it('more of them than an account may have, also at the same time', async () => {
    const ada = await somebody();
    const answers = await Promise.all(Array.from({ length: 14 }, () => ada.create(5)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(codeOf(answers.find(({ status }) => status !== 201)!)).toBe('upload_limit_reached');
    const kept = answers.find(({ status }) => status === 201)!;
    await ada.send('DELETE', kept.headers.location!);
    expect((await ada.create(5)).status).toBe(201);
  });

  it('more parts than an upload may have', async () => {
    await using own = await startTestService({ environment, limits: { resumableParts: 2 } });
    const ada = await somebody('large', own);
    const address = await ada.created(CONTENT.byteLength);
    for (const offset of [0, 1]) await ada.append(address, offset, CONTENT.subarray(offset, offset + 1));
    const third = await ada.append(address, 2, CONTENT.subarray(2));
    expect(third.failure.error).toMatchObject({ code: 'too_many_parts', details: { limit: 2 } });
  });

  it('a body that drips, without what has arrived being lost', async () => {
    const ada = await somebody();
    const address = await ada.created(CONTENT.byteLength);
    const headers = { ...ada.headers, ...bytesFrom(0), 'Content-Length': String(CONTENT.byteLength) };
    const status = Promise.withResolvers<number | undefined>();
    const dripping = httpRequest(address, { method: 'PATCH', headers, agent: false }, (response) => {
      response.resume();
      status.resolve(response.statusCode);
    });
    dripping.on('error', () => {});
    dripping.write(CONTENT.subarray(0, 3));
    expect(await status.promise).toBe(408);
    dripping.destroy();
    expect((await ada.append(address, 3, CONTENT.subarray(3))).headers['upload-offset']).toBe('33');
  });

  it('an upload beside a file, and two of them where a call takes one file', async () => {
    const ada = await somebody();
    const id = idOf(await ada.created(5));
    for (const answer of [await ada.convert(id, PDF), await ada.convert(id, { name: 'upload', value: id })])
      expect(answer.failure.error).toMatchObject({ code: 'malformed_request', field: 'upload' });
    const mixed = await ada.several('merge', [id], PDF);
    expect(mixed.failure.error).toMatchObject({ code: 'malformed_request', field: 'upload' });
    const many = await ada.several(
      'batch',
      Array.from({ length: 51 }, () => id),
    );
    expect(many.failure.error).toMatchObject({ code: 'too_many_files', field: 'upload' });
  });

  it('uploads of a merge that are incomplete, of somebody else, or too large together', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    const whole = async (content: Buffer) => {
      const address = await ada.created(content.byteLength);
      await ada.append(address, 0, content);
      return idOf(address);
    };
    const [sent, begun] = [await whole(CONTENT), idOf(await ada.created(5))];
    expect(codeOf(await ada.several('merge', [sent, begun]))).toBe('upload_conflict');
    expect(codeOf(await bob.several('merge', [sent]))).toBe('not_found');
    const large = await whole(Buffer.alloc(MAX_BYTES, PDF.value));
    // Each is within the plan; the bytes are counted once for each time.
    expect(
      codeOf(
        await ada.several(
          'merge',
          Array.from({ length: 4 }, () => large),
        ),
      ),
    ).toBe('file_too_large');
    const left = await readdir(join(service.dataDir, 'scratch', 'uploads'));
    expect(left).toEqual([]);
  });
});

describe('a service whose plans allow no more than 50 MB', () => {
  it('takes no uploads of several requests', async () => {
    await using plain = await startTestService();
    const answer = await call(`${plain.url}/api/v1/uploads`, { method: 'POST', headers: { 'X-API-Key': plain.key } });
    expect(answer.status).toBe(404);
    const named = await plain.convert([{ name: 'upload', value: 'any' }, TO_DOCX]);
    expect(named.failure.error).toMatchObject({ code: 'malformed_request', field: 'upload' });
  });

  it('says what it understands of the protocol where they do', async () => {
    const answer = await call(`${service.url}/api/v1/uploads`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      ...{ 'tus-version': '1.0.0', 'tus-extension': 'creation,expiration,termination' },
    });
  });
});
