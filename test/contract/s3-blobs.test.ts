import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Blobs } from '../../server/stores/blobs.ts';
import { S3Blobs } from '../../server/stores/s3/blobs.ts';
import { s3Client } from '../../server/stores/s3/client.ts';
import { eventually } from '../support/eventually.ts';
import { objectStorage, type ObjectStorage } from '../support/object-storage.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';
import { describeBlobs } from './blobs-contract.ts';

describeBlobs('S3', async () => {
  const storage = await objectStorage();
  return { blobs: await S3Blobs.open(storage.config), [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose]() };
});

const MiB = 1024 * 1024;
/** Bytes without a pattern, the same ones in every run. */
const LARGE = createHash('shake256', { outputLength: 20 * MiB + 17 }).digest();

let directory: TemporaryDirectory;
let storage: ObjectStorage;
let blobs: Blobs;
let file: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  storage = await objectStorage();
  blobs = await S3Blobs.open(storage.config);
  file = join(directory.path, 'result');
  await writeFile(file, LARGE);
});
afterEach(async () => {
  await storage[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

const parts = () => storage.requests.filter((request) => request.includes('partNumber='));
const isPart = (request: { readonly url?: string }, number: number) => request.url?.includes(`partNumber=${number}&`);

describe('a large file', () => {
  it('goes up in parts and comes back whole, and in any range', async () => {
    const sha256 = createHash('sha256').update(LARGE).digest('hex');
    expect(await blobs.put('one', { path: file, size: LARGE.byteLength })).toEqual({
      sizeBytes: LARGE.byteLength,
      sha256,
    });
    expect(parts()).toHaveLength(5);
    expect(await storage.unfinished()).toEqual([]);
    await expect(access(file)).rejects.toThrow('ENOENT');
    const blob = (await blobs.open('one'))!;
    expect(blob.sizeBytes).toBe(LARGE.byteLength);
    expect((await buffer(blob.stream({ start: 0, end: blob.sizeBytes - 1 }))).equals(LARGE)).toBe(true);
    const ranged = (await blobs.open('one'))!;
    const [start, end] = [5 * MiB - 3, 5 * MiB + 3];
    expect((await buffer(ranged.stream({ start, end }))).equals(LARGE.subarray(start, end + 1))).toBe(true);
  });

  it('whose upload is aborted leaves nothing', async () => {
    const abort = new AbortController();
    storage.onRequest = (request) => {
      if (isPart(request, 2)) abort.abort(new Error('the client has gone'));
    };
    const put = blobs.put('one', { path: file, size: LARGE.byteLength }, abort.signal);
    await expect(put).rejects.toThrow('the client has gone');
    await eventually(async () => expect(await storage.unfinished()).toEqual([]));
    expect(storage.requests.at(-1)).toMatch(/^DELETE .*uploadId=/);
    expect(await blobs.open('one')).toBeUndefined();
    await access(file);
  });

  it('whose upload was aborted before is not even begun', async () => {
    storage.requests.length = 0;
    const put = blobs.put('one', { path: file, size: LARGE.byteLength }, AbortSignal.abort(new Error('gone')));
    await expect(put).rejects.toThrow('gone');
    expect(storage.requests).toEqual([]);
  });

  it('is sent on after a part was lost on its way', async () => {
    let cut = false;
    storage.onRequest = (request) => {
      if (cut || !isPart(request, 2)) return;
      cut = true;
      request.socket.destroy();
    };
    await blobs.put('one', { path: file, size: LARGE.byteLength });
    expect(cut).toBe(true);
    const blob = (await blobs.open('one'))!;
    expect((await buffer(blob.stream({ start: 0, end: blob.sizeBytes - 1 }))).equals(LARGE)).toBe(true);
  });

  it('that cannot be sent leaves nothing', async () => {
    storage.onRequest = (request) => {
      if (isPart(request, 2)) request.socket.destroy();
    };
    await expect(blobs.put('one', { path: file, size: LARGE.byteLength })).rejects.toThrow();
    expect(await storage.unfinished()).toEqual([]);
    expect(await blobs.open('one')).toBeUndefined();
  });

  it('is no longer fetched once its reader has gone', async () => {
    await blobs.put('one', { path: file, size: LARGE.byteLength });
    let closed = false;
    storage.onRequest = (request) => request.socket.once('close', () => (closed = true));
    const stream = (await blobs.open('one'))!.stream({ start: 0, end: LARGE.byteLength - 1 });
    stream.once('data', () => stream.destroy());
    await eventually(() => expect(closed).toBe(true));
  });
});

describe('the bucket', () => {
  it('may hold what is not ours: it is neither listed nor read', async () => {
    const client = s3Client(storage.config);
    await client.putObject('other/two', 'of somebody else');
    await client.putObject('athanor/deeper/three', 'of somebody else');
    await blobs.put('one', { bytes: Buffer.from('ours') });
    expect((await Array.fromAsync(blobs.list())).map(({ key }) => key)).toEqual(['one']);
  });

  it('is listed page by page, to its end', async () => {
    const pages: Record<string, string> = {
      '': page(['one', 'two'], 'second&page'),
      'second&page': page(['three']),
    };
    const server = createServer((request, response) => {
      const token = new URL(request.url!, 'http://localhost').searchParams.get('continuation-token') ?? '';
      response.writeHead(200, { 'Content-Type': 'application/xml' }).end(pages[token]);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const paged = await S3Blobs.open({ ...storage.config, endpoint: `http://127.0.0.1:${port}` });
    const found = await Array.fromAsync(paged.list());
    expect(found.map(({ key }) => key)).toEqual(['one', 'two', 'three']);
    expect(found[0]!.modifiedAt).toBe(Date.UTC(2026, 10, 21, 12));
    server.closeAllConnections();
    server.close();
  });

  it('is listed to its end when it holds more than a page', async () => {
    const names = Array.from({ length: 1_010 }, (_, index) => `blob${index}`);
    for (let first = 0; first < names.length; first += 50)
      await Promise.all(names.slice(first, first + 50).map((key) => blobs.put(key, { bytes: Buffer.from('x') })));
    const found = await Array.fromAsync(blobs.list());
    expect(found.map(({ key }) => key).sort()).toEqual(names.sort());
  }, 60_000);

  it('that is not there, or that may not be used, is told before anything is served', async () => {
    await expect(S3Blobs.open({ ...storage.config, bucket: 'missing' })).rejects.toThrow('S3_BUCKET');
    await expect(S3Blobs.open({ ...storage.config, accessKeyId: 'stranger' })).rejects.toThrow('S3_ACCESS_KEY_ID');
    const endpoint = 'http://127.0.0.1:9';
    await expect(S3Blobs.open({ ...storage.config, endpoint })).rejects.toThrow('S3_ENDPOINT');
  });
});

/** A page of a listing, as S3 writes it. */
function page(keys: readonly string[], nextToken?: string): string {
  const contents = keys.map(
    (key) =>
      `<Contents><Key>athanor/${key}</Key><LastModified>2026-11-21T12:00:00.000Z</LastModified>` +
      `<ETag>&quot;e&quot;</ETag><Size>1</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const next = nextToken && `<NextContinuationToken>${nextToken.replace('&', '&amp;')}</NextContinuationToken>`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `<Name>results</Name><IsTruncated>${nextToken !== undefined}</IsTruncated>${next ?? ''}${contents.join('')}` +
    '</ListBucketResult>'
  );
}
