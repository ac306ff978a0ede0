import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../../engine/index.ts';
import type { ExitCode, Terminal } from '../../../engine/cli/terminal.ts';
import { NoAddress, warmAddress } from '../../../engine/cli/warm/address.ts';
import { callWarmEngine, warmPolicy } from '../../../engine/cli/warm/client.ts';
import { serveCalls } from '../../../engine/cli/warm/server.ts';
import { makePng } from '../../support/make-files.ts';
import { ROOT } from '../../support/source-tree.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../../support/temporary-directory.ts';

let runtime: TemporaryDirectory;

beforeEach(async () => {
  runtime = await temporaryDirectory();
  vi.stubEnv('XDG_RUNTIME_DIR', runtime.path);
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await runtime[Symbol.asyncDispose]();
});

type Program = (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;

/** A server whose calls run `runProgram`. */
async function serve(runProgram: Program, idleMs = 60_000) {
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  const ended = serveCalls({
    address: warmAddress(),
    engine: {} as Engine,
    runProgram,
    signal: stopping.signal,
    idleMs,
    onReady: ready.resolve,
  });
  await ready.promise;
  return {
    ended,
    [Symbol.asyncDispose]: () => {
      stopping.abort();
      return ended;
    },
  };
}

/** One call; `stdin` is what it is given. */
async function call(argv: readonly string[], stdin: Readable = Readable.from([]), signal?: AbortSignal) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([buffer(stdout), text(stderr)]);
  const terminal = { stdin, stdout, stderr, signal: signal ?? new AbortController().signal };
  const exitCode = await callWarmEngine(argv, terminal);
  stdout.end();
  stderr.end();
  const [out, err] = await written;
  return { exitCode, stdout: out, stderr: err };
}

describe('a call by the background engine', () => {
  it('has the arguments, the directory and the streams of the process that makes it', async () => {
    await using server = await serve(async (argv, { stdin, stdout, stderr, directory }) => {
      stdout.write(await buffer(stdin));
      stderr.write(`${argv.join(' ')} in ${directory}`);
      return 1;
    });
    void server;
    const bytes = Buffer.alloc(3_000_000, 'abcdefg');
    const { exitCode, stdout, stderr } = await call(['convert', '-', '-'], Readable.from([bytes]));
    expect(stdout.equals(bytes)).toBe(true);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: `convert - - in ${process.cwd()}` });
  });

  it('ends as its program does when its reader has had enough', async () => {
    await using server = await serve(async (_argv, { stdout }) => {
      for (let count = 0; count < 20; count++) stdout.write(Buffer.alloc(100_000));
      return 0;
    });
    void server;
    const closed = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
    const stdout = new Writable({ write: (_bytes, _encoding, done) => setImmediate(done, closed) });
    stdout.on('error', () => {});
    const stderr = new PassThrough();
    const terminal = { stdin: Readable.from([]), stdout, stderr, signal: new AbortController().signal };
    expect(await callWarmEngine(['formats'], terminal)).toBe(0);
    stderr.end();
    expect(await text(stderr)).toBe('');
  });

  it('is interrupted with its process', async () => {
    const begun = Promise.withResolvers<void>();
    await using server = await serve(async (_argv, { signal }) => {
      begun.resolve();
      await once(signal, 'abort');
      return 1;
    });
    void server;
    const interrupt = new AbortController();
    const calling = call(['convert'], undefined, interrupt.signal);
    await begun.promise;
    interrupt.abort();
    expect(await calling).toMatchObject({ exitCode: 1 });
  });

  it('is told when its engine breaks, and done without it when none runs', async () => {
    expect(await call(['convert'])).toMatchObject({ exitCode: undefined });
    await using server = await serve(async (_argv, { stdout }) => {
      await new Promise<void>((resolve) => stdout.write('half', () => resolve()));
      throw new Error('broken');
    });
    void server;
    expect(await call(['convert'])).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--no-warm') });
  });

  it('is done without it when a killed engine left its socket', async () => {
    const address = warmAddress();
    const child = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(${JSON.stringify(address)}, () => console.log(1))`,
    ]);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    expect((await stat(address)).isSocket()).toBe(true);
    expect(await call(['convert'])).toMatchObject({ exitCode: undefined });
    await using server = await serve(async () => 0);
    void server;
    expect(await call(['convert'])).toMatchObject({ exitCode: 0 });
  });

  it('is done without it when what listens says nothing and ends', async () => {
    const server = createServer((socket) => socket.end()).listen(warmAddress());
    await once(server, 'listening');
    expect(await call(['convert'])).toMatchObject({ exitCode: undefined });
    server.close();
  });
});

describe('the background engine', () => {
  it('ends after its idle time, and leaves nothing', async () => {
    const { ended } = await serve(async () => 0, 50);
    await ended;
    expect(await readdir(dirname(warmAddress()))).toEqual([]);
  });

  it('does not end while it serves a call', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { ended } = await serve(async () => {
      begun.resolve();
      await release.promise;
      return 0;
    }, 1_000);
    const calling = call(['convert']);
    await begun.promise;
    vi.advanceTimersByTime(5_000);
    release.resolve();
    expect(await calling).toMatchObject({ exitCode: 0 });
    await vi.waitUntil(() => vi.getTimerCount() > 0); // idle again
    vi.advanceTimersByTime(5_000);
    await ended;
  });

  it('listens in a folder that nobody else can enter', async () => {
    expect((await stat(dirname(warmAddress()))).mode & 0o777).toBe(0o700);
    await chmod(dirname(warmAddress()), 0o755);
    expect(() => warmAddress()).toThrow(NoAddress);
  });

  it('is another one for another umask', () => {
    const address = warmAddress();
    const before = process.umask();
    vi.spyOn(process, 'umask').mockReturnValue(before ^ 0o007);
    expect(warmAddress()).not.toBe(address);
    vi.restoreAllMocks();
  });
});

it.each([
  [['convert', 'a', 'b'], {}, { use: true, start: false }],
  [['convert', 'a', 'b'], { ATHANOR_WARM: 'yes' }, { use: true, start: true }],
  [['convert', 'a', 'b', '--no-warm'], { ATHANOR_WARM: 'yes' }, { use: false, start: false }],
  [['convert', 'a', 'b'], { CI: 'true', ATHANOR_WARM: 'yes' }, { use: false, start: false }],
  [['doctor'], {}, { use: false, start: false }],
])('%j with %j: %j', (argv, environment, policy) => {
  expect(warmPolicy(argv, environment)).toEqual(policy);
});

it('converts relative paths in the directory of each call, by one process, until it is stopped', async () => {
  await using directory = await temporaryDirectory();
  const places = ['one', 'two'].map((name) => join(directory.path, name));
  for (const place of places) {
    await mkdir(place);
    await writeFile(join(place, 'in.png'), makePng());
  }
  const { CI: _ci, ...env } = process.env;
  const run = async (cwd: string, ...argv: string[]) => {
    const child = spawn(process.execPath, [join(ROOT, 'engine/cli/main.ts'), ...argv], { cwd, env });
    child.stdin.end();
    const [stdout, stderr, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { exitCode: exitCode as number, stdout, stderr };
  };
  expect(await run(directory.path, 'warm')).toMatchObject({ exitCode: 0, stderr: '' });
  try {
    for (const place of places) {
      expect(await run(place, 'convert', 'in.png', 'out.jpg', '--quiet')).toEqual({
        exitCode: 0,
        stdout: '',
        stderr: '',
      });
      expect((await readFile(join(place, 'out.jpg'))).subarray(0, 2).toString('hex')).toBe('ffd8');
      expect((await readdir(place)).sort()).toEqual(['in.png', 'out.jpg']);
    }
    expect(await run(places[0]!, 'convert', 'missing.png', 'out.jpg')).toMatchObject({
      exitCode: 2,
      stderr: 'athanor: There is no file missing.png.\n',
    });
  } finally {
    expect(await run(directory.path, 'warm', '--stop')).toMatchObject({
      stdout: 'The background engine was stopped.\n',
    });
  }
  expect(await run(directory.path, 'warm', '--stop')).toMatchObject({ stdout: 'There is no background engine.\n' });
});
