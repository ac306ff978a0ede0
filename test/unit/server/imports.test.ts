import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImports, type ImportRules } from '../../../server/services/imports.ts';
import { outboundRequests, type ResolveName } from '../../../server/services/outbound-requests.ts';
import type { Upload } from '../../../server/services/upload.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';

const FILE = Buffer.from('a small file');
const LIMITS = { importTimeoutMs: 300, requestTimeoutMs: 5_000, uploadBytesPerSecond: 1_000, uploadWindowMs: 100 };
const FILE_BYTES = 100_000;

/** The only address of this machine that counts as public here. */
const isAllowed = (address: string): boolean => address === '127.0.0.1';
const BOMB = gzipSync(Buffer.alloc(50_000_000));
let lookups = 0;
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'files.example': ['127.0.0.1'],
  'sub.files.example': ['127.0.0.1'],
  'inside.example': ['10.0.0.7'],
  'mixed.example': ['127.0.0.1', '169.254.169.254'],
};
const resolveName: ResolveName = (name, _options, done) => {
  lookups++;
  const addresses = name === 'rebinding.example' ? [lookups === 1 ? '127.0.0.1' : '127.0.0.9'] : NAMES[name];
  if (!addresses) return done(Object.assign(new Error(`unknown ${name}`), { code: 'ENOTFOUND' }), []);
  return done(
    null,
    addresses.map((address) => ({ address, family: 4 })),
  );
};

const answers: Readonly<Record<string, (response: ServerResponse, upstream: Upstream) => void>> = {
  '/file.pdf': (response) => response.end(FILE),
  '/a%20b%2Fc.pdf?x=1': (response) => response.end(FILE),
  '/named': (response) =>
    response.setHeader('Content-Disposition', "attachment; filename*=UTF-8''%C3%9C.pdf").end(FILE),
  '/outside': (response) => response.setHeader('Content-Disposition', 'inline; filename="../../etc/passwd"').end(FILE),
  '/empty': (response) => response.end(),
  '/missing': (response) => response.writeHead(404).end('no'),
  '/broken': (response) => response.writeHead(200, { 'Content-Length': '1000' }).end(FILE, () => response.destroy()),
  '/huge': (response) => response.writeHead(200, { 'Content-Length': String(FILE_BYTES + 1) }).end(),
  '/endless': (response) => endless(response),
  '/bomb': (response) => response.setHeader('Content-Encoding', 'gzip').end(BOMB),
  '/gzip': (response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync(FILE)),
  '/deflate': (response) => response.setHeader('Content-Encoding', 'deflate').end(deflateSync(FILE)),
  '/br': (response) => response.setHeader('Content-Encoding', 'br').end(brotliCompressSync(FILE)),
  '/zstd': (response) => response.setHeader('Content-Encoding', 'zstd').end(zstdCompressSync(FILE)),
  '/not-gzip': (response) => response.setHeader('Content-Encoding', 'gzip').end(FILE),
  '/strange': (response) => response.setHeader('Content-Encoding', 'constructor').end(FILE),
  '/silent': () => {},
  '/slow': (response) => {
    response.write('a');
    const timer = setInterval(() => response.write('b'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/to/file.pdf': (response) => redirect(response, '/file.pdf'),
  '/to/to/to/file.pdf': (response) => redirect(response, '/to/to/file.pdf'),
  '/to/to/file.pdf': (response) => redirect(response, '/to/file.pdf'),
  '/to/to/to/to/file.pdf': (response) => redirect(response, '/to/to/to/file.pdf'),
  '/round': (response) => redirect(response, '/round'),
  '/to/inside': (response) => redirect(response, 'http://inside.example/'),
  '/to/metadata': (response) => redirect(response, 'http://169.254.169.254/latest/meta-data/'),
  '/to/loopback': (response, { port }) => redirect(response, `http://127.0.0.2:${port}/file.pdf`),
  '/to/disk': (response) => redirect(response, 'file:///etc/passwd'),
  '/to/user': (response, { port }) => redirect(response, `http://me:secret@127.0.0.1:${port}/file.pdf`),
};

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location }).end();
}

function endless(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(10_000)));
  };
  response.on('drain', more);
  more();
}

let upstream: Upstream;
const listener: RequestListener = (request, response) => answers[request.url!]!(response, upstream);
beforeAll(async () => {
  upstream = await startUpstream(listener);
});
afterAll(() => upstream[Symbol.asyncDispose]());

/** Fetches into a directory of its own; nothing may be left there after a failure. */
async function fetch(
  address: string,
  rules: Partial<ImportRules> = {},
): Promise<Upload & { readonly content: Buffer }> {
  await using directory = await temporaryDirectory();
  const imports = createImports({
    ...{
      enabled: true,
      hosts: [],
      requests: outboundRequests(isAllowed, resolveName),
      userAgent: 'test',
      limits: LIMITS,
    },
    ...rules,
  });
  try {
    const request = { directory: directory.path, fileBytes: FILE_BYTES, signal: new AbortController().signal };
    const upload = await imports.fetch(address, request);
    return { ...upload, content: await readFile(upload.path) };
  } catch (error) {
    expect(await readdir(directory.path)).toEqual([]);
    throw error;
  }
}

describe('importing a file by its address', () => {
  it.each([
    ['/file.pdf', 'file.pdf'],
    ['/a%20b%2Fc.pdf?x=1', 'c.pdf'],
    ['/named', 'Ü.pdf'],
    ['/outside', 'passwd'],
    ['/to/to/to/file.pdf', 'file.pdf'],
    ['/gzip', 'gzip'],
    ['/deflate', 'deflate'],
    ['/br', 'br'],
    ['/zstd', 'zstd'],
  ] as const)('fetches %s as %s', async (path, fileName) => {
    const upload = await fetch(upstream.url + path);
    expect(upload).toMatchObject({ fileName, sizeBytes: FILE.byteLength, content: FILE });
    expect(upload.sha256).toBe(hash('sha256', FILE));
  });

  it('asks a name once, and connects to the address that was checked', async () => {
    lookups = 0;
    const upload = await fetch(`http://rebinding.example:${upstream.port}/file.pdf`);
    expect(upload.content).toEqual(FILE);
    expect(lookups).toBe(1);
  });

  it.each([
    ['/empty', 'empty_file'],
    ['/missing', 'url_unreachable'],
    ['/broken', 'url_unreachable'],
    ['/huge', 'file_too_large'],
    ['/endless', 'file_too_large'],
    ['/bomb', 'file_too_large'],
    ['/not-gzip', 'url_unreachable'],
    ['/strange', 'url_unreachable'],
    ['/silent', 'url_timeout'],
    ['/slow', 'url_timeout'],
    ['/round', 'url_unreachable'],
    ['/to/to/to/to/file.pdf', 'url_unreachable'],
    ['/to/inside', 'url_not_allowed'],
    ['/to/metadata', 'url_not_allowed'],
    ['/to/loopback', 'url_not_allowed'],
    ['/to/disk', 'invalid_url'],
    ['/to/user', 'invalid_url'],
  ])('refuses %s with %s', async (path, code) => {
    await expect(fetch(upstream.url + path)).rejects.toMatchObject({ code, field: 'url' });
  });

  it('tells the status of the address', async () => {
    await expect(fetch(`${upstream.url}/missing`)).rejects.toMatchObject({ details: { status: 404 } });
  });

  it.each([
    ...['localhost', '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', '0'],
    ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '169.254.169.254', '224.0.0.1', '255.255.255.255'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[fe80::1]'],
    ...['[2002:7f00:1::]', '[fc00::1]', '[ff02::1]', '１２７.0.0.1', '127。0。0。1', 'ⓛocalhost'],
  ])('never connects to %s', async (host) => {
    const before = upstream.asked.length;
    const failed = fetch(`http://${host}:${upstream.port}/file.pdf`, { requests: outboundRequests() });
    await expect(failed).rejects.toMatchObject({ code: 'url_not_allowed' });
    expect(upstream.asked).toHaveLength(before);
  });

  it.each(['inside.example', 'mixed.example'])(
    'never connects to %s, which resolves to a private address',
    async (host) => {
      await expect(fetch(`http://${host}:${upstream.port}/file.pdf`)).rejects.toMatchObject({
        code: 'url_not_allowed',
      });
    },
  );

  it.each([
    ...[
      'ftp://files.example/a',
      'file:///etc/passwd',
      'data:text/plain,abc',
      'gopher://files.example/',
      'files.example/a',
    ],
    ...['http://me@files.example/', 'http://me:secret@files.example/', 'http://', '//files.example/a', 'javascript:1'],
  ])('takes %s for no address', async (address) => {
    await expect(fetch(address)).rejects.toMatchObject({ code: 'invalid_url' });
  });

  it.each([22, 25, 111, 445])('does not try port %d', async (port) => {
    await expect(fetch(`http://files.example:${port}/`)).rejects.toMatchObject({ code: 'url_not_allowed' });
  });

  it('asks the listed hosts alone, behind redirects too', async () => {
    const at = (host: string, path = '/file.pdf'): string => `http://${host}:${upstream.port}${path}`;
    const listed = { hosts: ['files.example'] };
    await expect(fetch(at('files.example'), listed)).resolves.toMatchObject({ content: FILE });
    for (const address of [at('sub.files.example'), at('127.0.0.1'), at('files.example', '/to/loopback')])
      await expect(fetch(address, listed)).rejects.toMatchObject({ code: 'url_not_allowed' });
    await expect(fetch(at('sub.files.example'), { hosts: ['*.files.example'] })).resolves.toMatchObject({
      content: FILE,
    });
    await expect(fetch(at('files.example'), { hosts: ['*.files.example'] })).rejects.toMatchObject({
      code: 'url_not_allowed',
    });
  });

  it('is off where the operator has not allowed it', async () => {
    await expect(fetch(`${upstream.url}/file.pdf`, { enabled: false })).rejects.toMatchObject({
      code: 'url_not_allowed',
    });
  });

  it('stops when the client leaves', async () => {
    await using directory = await temporaryDirectory();
    const imports = createImports({
      ...{ enabled: true, hosts: [], requests: outboundRequests(isAllowed), userAgent: 'test' },
      limits: { ...LIMITS, importTimeoutMs: 60_000, uploadWindowMs: 60_000 },
    });
    for (const path of ['/silent', '/slow']) {
      const client = new AbortController();
      const fetching = imports.fetch(upstream.url + path, {
        ...{ directory: directory.path, fileBytes: FILE_BYTES, signal: client.signal },
      });
      setTimeout(() => client.abort(new Error('the client left')), 50);
      await expect(fetching).rejects.toThrow('the client left');
    }
    expect(await readdir(directory.path)).toEqual([]);
  });
});
