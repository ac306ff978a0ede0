import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/http-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { packWebsite } from '../../server/services/website.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

const PAGE = '<!doctype html><title>Athanor</title>';
const NOT_FOUND = '<!doctype html><title>Page not found</title>';
const SCRIPT = 'console.log("warm");'.repeat(50);

let directory: TemporaryDirectory;
let service: TestService;
beforeAll(async () => {
  directory = await temporaryDirectory();
  const websiteDir = join(directory.path, 'web');
  await mkdir(join(websiteDir, 'assets'), { recursive: true });
  await mkdir(join(websiteDir, 'docs'));
  await writeFile(join(directory.path, 'secret.html'), 'outside');
  await writeFile(join(websiteDir, 'index.html'), PAGE);
  await writeFile(join(websiteDir, 'docs/index.html'), PAGE);
  await writeFile(join(websiteDir, 'not-found.html'), NOT_FOUND);
  await writeFile(join(websiteDir, 'docs/errors.html'), PAGE);
  await writeFile(join(websiteDir, 'assets/page-Ab_3-x9Z.js'), SCRIPT);
  await writeFile(join(websiteDir, 'theme.js'), SCRIPT);
  await writeFile(join(websiteDir, '.env'), 'SECRET');
  await packWebsite(websiteDir);
  service = await startTestService({ websiteDir });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}) => call(service.url + path, { headers });

describe('pages', () => {
  it.each(['/', '/docs', '/docs/', '/docs/errors', '/?lang=de'])('%s is one', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(PAGE);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
  });

  it('tell a browser of an unknown address so, and a program in JSON', async () => {
    const shown = await get('/nothing', { Accept: 'text/html,*/*' });
    expect({ status: shown.status, text: shown.text }).toEqual({ status: 404, text: NOT_FOUND });
    expect((await get('/nothing', { Accept: 'application/json' })).failure.error.code).toBe('not_found');
    expect((await get('/api/v1/convert', { Accept: 'text/html' })).failure.error.code).toBe('method_not_allowed');
  });

  it('allow nothing but what the service itself serves', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*|http|data:/);
    // Pictures, sound and texts of the page itself are shown, and never run.
    const blobs = policy.split('; ').filter((rule) => rule.includes('blob:'));
    expect(blobs.map((rule) => rule.split(' ')[0])).toEqual(['img-src', 'media-src', 'connect-src']);
  });

  it('are asked for again, and are the same until they change', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'If-None-Match': headers.etag! });
    expect({ status: again.status, length: again.body.byteLength }).toEqual({ status: 304, length: 0 });
  });

  it('answer HEAD without a body', async () => {
    const answer = await call(`${service.url}/`, { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  it('are not found by methods that change something', async () => {
    expect((await call(`${service.url}/`, { method: 'POST', body: '' })).status).toBe(404);
  });

  it('send another name of this machine to the one that the service knows itself by', async () => {
    const other = service.url.replace('localhost', '127.0.0.1');
    const answer = await call(`${other}/docs?x=1`);
    expect([answer.status, answer.headers.location]).toEqual([302, `${service.url}/docs?x=1`]);
    expect((await call(`${other}/theme.js`)).status).toBe(200);
    expect((await call(`${other}/healthz`)).status).toBe(200);
  });
});

describe('their parts', () => {
  it('are kept for ever when their name holds their hash', async () => {
    const hashed = await get('/assets/page-Ab_3-x9Z.js');
    expect(hashed.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache');
  });

  it('come compressed to whoever takes that, under an own tag', async () => {
    const plain = await get('/theme.js');
    const packed = await get('/theme.js', { 'Accept-Encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(packed.body).toString()).toBe(plain.text);
    const smallest = await get('/theme.js', { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect(smallest.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(smallest.body).toString()).toBe(plain.text);
    expect(new Set([plain, packed, smallest].map(({ headers }) => headers.etag)).size).toBe(3);
    expect((await get('/theme.js', { 'Accept-Encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe('gzip');
  });

  it.each([
    '/../secret',
    '/../secret.html',
    '/..%2fsecret.html',
    '/assets/..%2f..%2fsecret.html',
    '/%2e%2e/secret.html',
    '/assets/%2e%2e/%2e%2e/secret.html',
    '/.env',
    '/index.html',
    '/assets',
    '/assets/',
    '/assets/page-Ab_3-x9Z.js/',
    '///',
    '/\\..\\secret.html',
    '/constructor',
  ])('%s is none of them', async (path) => {
    const answer = await get(path);
    expect(answer.text).not.toContain('outside');
    expect(answer.failure.error).toMatchObject({ code: 'not_found', status: 404 });
  });
});

describe('without a build', () => {
  it('a browser is told how to make one, and programs find what they find', async () => {
    await using bare = await startTestService({ websiteDir: join(directory.path, 'none') });
    const answer = await call(`${bare.url}/`, { headers: { Accept: 'text/html,*/*;q=0.8' } });
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('npm run web');
    expect((await call(`${bare.url}/`)).failure.error.code).toBe('not_found');
    expect((await call(`${bare.url}/api/v1/formats`)).status).toBe(200);
  });
});
