import { mkdir, readdir, rename, symlink, utimes, writeFile, appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseArguments, type WatchArguments } from '../../../engine/cli/arguments.ts';
import { runWatch } from '../../../engine/cli/commands/watch.ts';
import type { ConvertOptions, Engine } from '../../../engine/index.ts';
import { convertToName } from '../../support/named-results.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../../support/temporary-directory.ts';

let directory: TemporaryDirectory;
let converted: string[];
beforeEach(async () => {
  directory = await temporaryDirectory();
  converted = [];
  await mkdir(at('in'));
});
afterEach(() => directory[Symbol.asyncDispose]());

const at = (...names: string[]): string => join(directory.path, ...names);

const engine = {
  convert(input: string, options: ConvertOptions) {
    converted.push(input.split('/').at(-1)!);
    return convertToName(input, options);
  },
} as unknown as Engine;

function start(...argv: readonly string[]) {
  const args = parseArguments(['watch', 'in', '--out-dir', 'out', ...argv]) as WatchArguments;
  const stopping = new AbortController();
  let stderr = '';
  let stdout = '';
  const errors = new PassThrough().on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const output = new PassThrough().on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const terminal = { stdin: Readable.from([]), stdout: output, stderr: errors, directory: directory.path };
  const running = runWatch(engine, args, { ...terminal, signal: stopping.signal }, { settleMs: 30, pollMs: 60 });
  return {
    running,
    stop: () => stopping.abort(),
    get stderr() {
      return stderr;
    },
    get stdout() {
      return stdout;
    },
  };
}

const once = (...argv: readonly string[]) => {
  const watching = start('--once', ...argv);
  return watching.running.then((exitCode) => ({ exitCode, stderr: watching.stderr, stdout: watching.stdout }));
};

describe('a watched folder', () => {
  it('has its files converted, those that are there and those that come', async () => {
    await writeFile(at('in/a.png'), '1');
    const watching = start('--to', 'webp', '--quiet');
    await expect.poll(() => converted).toEqual(['a.png']);
    await writeFile(at('in/b.png'), '2');
    await expect.poll(() => converted).toEqual(['a.png', 'b.png']);
    await appendFile(at('in/a.png'), 'changed');
    await expect.poll(() => converted).toEqual(['a.png', 'b.png', 'a.png']);
    watching.stop();
    expect(await watching.running).toBe(0);
    expect((await readdir(at('out'))).sort()).toEqual(['a.webp', 'b.webp']);
  });

  it('is left alone where results are newer, and while files grow', async () => {
    await writeFile(at('in/old.png'), '1');
    await mkdir(at('out'));
    await writeFile(at('out/old.webp'), 'result');
    await writeFile(at('in/pages.png'), '1');
    await writeFile(at('out/pages-1.webp'), 'result');
    await writeFile(at('in/newer.png'), '1');
    await writeFile(at('out/newer.webp'), 'result');
    await utimes(at('out/newer.webp'), 1, 1);
    const growing = setInterval(() => void appendFile(at('in/growing.png'), 'x'), 5);
    const watching = start('--to', 'webp', '--quiet');
    await expect.poll(() => converted).toEqual(['newer.png']);
    clearInterval(growing);
    await expect.poll(() => converted).toEqual(['newer.png', 'growing.png']);
    watching.stop();
    await watching.running;
  });

  it('has only files of its own converted, whatever their names', async () => {
    await mkdir(at('in/folder.png'));
    await writeFile(at('secret.png'), '1');
    await symlink(at('secret.png'), at('in/link.png'));
    const skipped = ['.hidden.png', '~lock.png', 'a.png.part', 'b.crdownload', 'c.tmp'];
    const names = ['-rf.png', 'ünï çödé.png', 'new\nline.png', 'a b.png', 'quote\'".png', 'no-extension', '日本語.png'];
    for (const name of [...skipped, ...names]) await writeFile(at('in', name), '1');
    expect((await once('--to', 'webp', '--quiet')).exitCode).toBe(0);
    expect([...converted].sort()).toEqual([...names].sort());
    expect(await readdir(at('out'))).toHaveLength(names.length);
  });

  it('goes on after a failure, and tells of it', async () => {
    for (const name of ['bad.png', 'good.png']) await writeFile(at('in', name), '1');
    const { exitCode, stderr, stdout } = await once('--to', 'webp', '--json');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('athanor: in/bad.png: It is damaged.');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { input: string; error?: object });
    expect(lines).toMatchObject([
      { input: 'in/bad.png', error: { code: 'input_corrupt' } },
      { output: 'out/good.webp' },
    ]);
    const twice = ['same.png', 'same.jpg'];
    for (const name of twice) await writeFile(at('in', name), '1');
    expect((await once('--to', 'webp')).stderr).toContain('would both become out/same.webp');
  });

  it('takes a file that was moved in, and forgets one that has gone', async () => {
    const watching = start('--to', 'webp', '--quiet');
    await writeFile(at('moved.png'), '1');
    await rename(at('moved.png'), at('in/moved.png'));
    await expect.poll(() => converted).toEqual(['moved.png']);
    await rm(at('in/moved.png'));
    await rm(at('out/moved.webp'));
    await writeFile(at('in/moved.png'), '1');
    await expect.poll(() => converted).toEqual(['moved.png', 'moved.png']);
    watching.stop();
    expect(await watching.running).toBe(0);
  });

  it('may hold ten thousand files', async () => {
    await mkdir(at('out'));
    for (let index = 0; index < 10_000; index++) {
      await writeFile(at('in', `${index}.png`), '');
      if (index >= 5) await writeFile(at('out', `${index}.webp`), '');
    }
    expect((await once('--to', 'webp', '--quiet')).exitCode).toBe(0);
    expect(converted).toHaveLength(5);
  }, 60_000);

  it('is refused where it is none, or its results would be converted again', async () => {
    await expect(once('--to', 'nonsense')).rejects.toThrow('There is no format');
    await expect(start('--to', 'webp', '--out-dir', 'in').running).rejects.toThrow('would be converted again');
    await rm(at('in'), { recursive: true });
    await expect(once('--to', 'webp')).rejects.toThrow('There is no folder in');
    expect(() => parseArguments(['watch', 'in', '--to', 'webp'])).toThrow('Expected a folder');
  });
});
