import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConversionError, type ConvertOptions, type Engine } from '../../../engine/index.ts';
import { runCli } from '../../support/cli-session.ts';
import { convertToName } from '../../support/named-results.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../../support/temporary-directory.ts';

let directory: TemporaryDirectory;
let running: number;
let most: number;
beforeEach(async () => {
  directory = await temporaryDirectory();
  [running, most] = [0, 0];
});
afterEach(() => directory[Symbol.asyncDispose]());

const at = (...names: string[]): string => join(directory.path, ...names);

/** Results hold the names of their sources. Those that are called bad fail; others wait for a second one, if told so. */
function engineOf(together = 1): Engine {
  const { promise: full, resolve } = Promise.withResolvers<void>();
  return {
    async convert(input: string, options: ConvertOptions) {
      most = Math.max(most, ++running);
      if (running === together) resolve();
      await full;
      running--;
      if (options.signal!.aborted) throw new ConversionError({ code: 'aborted', message: 'Aborted.' });
      return convertToName(input, options);
    },
  } as unknown as Engine;
}

const run = (argv: readonly string[], { engine = engineOf(), signal = new AbortController().signal } = {}) =>
  runCli(['convert', ...argv], { engine, signal, directory: directory.path });
const fill = async (...paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await mkdir(at(path, '..'), { recursive: true });
    await writeFile(at(path), '1');
  }
};
const below = async (folder: string): Promise<string[]> =>
  (await readdir(at(folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(at(folder).length + 1))
    .sort();

describe('a folder', () => {
  it('is converted with its subfolders, without what is hidden or a link', async () => {
    await fill('in/a.png', 'in/sub/a.png', 'in/sub/deep/b.png', 'in/.git/c.png', 'in/.hidden.png', 'secret.png');
    await symlink(at('secret.png'), at('in/link.png'));
    await symlink(directory.path, at('in/loop'));
    const { exitCode, stdout } = await run(['in', '--to', 'webp', '--out-dir', 'out']);
    expect(exitCode).toBe(0);
    expect(await below('out')).toEqual(['a.webp', 'sub/a.webp', 'sub/deep/b.webp']);
    expect(stdout.toString()).toMatch(/\n3 of 3 converted, [\d.]+ s\n$/);
  });

  it('gets its results beside its files, or in a folder of its own that is no input', async () => {
    await fill('in/a.png', 'in/sub/b.png');
    expect((await run(['in', '--to', 'webp', '-q'])).exitCode).toBe(0);
    expect(await below('in')).toEqual(['a.png', 'a.webp', 'sub/b.png', 'sub/b.webp']);
    await fill('other/a.png');
    for (let time = 0; time < 2; time++)
      expect((await run(['other', '--to', 'webp', '--out-dir', 'other/out', '-q'])).exitCode).toBe(0);
    expect(await below('other')).toEqual(['a.png', 'out/a.webp']);
  });

  it('is refused where it is empty, or its results would replace each other', async () => {
    await mkdir(at('empty'));
    const empty = await run(['empty', '--to', 'webp']);
    expect(empty).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no file in empty') });
    await fill('in/a.png', 'in/a.jpg');
    const twice = await run(['in', '--to', 'webp', '--out-dir', 'out']);
    expect(twice).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('would both become') });
  });

  it('may hold thousands of files', async () => {
    await mkdir(at('in'));
    for (let index = 0; index < 2_000; index++) await writeFile(at('in', `${index}.png`), '1');
    const { exitCode, stdout } = await run(['in', '--to', 'webp', '--out-dir', 'out', '--jobs', '8']);
    expect(exitCode).toBe(0);
    expect(stdout.toString()).toContain('2000 of 2000 converted');
  }, 60_000);
});

describe('several files', () => {
  it('are converted at the same time, as many as asked', async () => {
    await fill(...Array.from({ length: 6 }, (_, index) => `in/${index}.png`));
    await run(['in', '--to', 'webp', '--out-dir', 'out', '--jobs', '3', '-q'], { engine: engineOf(3) });
    expect(most).toBe(3);
    expect(await readFile(at('out/5.webp'), 'utf8')).toBe('5.png');
  });

  it('are told in their order, with those that failed', async () => {
    await fill('in/1.png', 'in/bad.png', 'in/z.png');
    const argv = ['in', '--to', 'webp', '--out-dir', 'out', '--jobs', '2'];
    const { exitCode, stdout, stderr } = await run([...argv, '--json'], { engine: engineOf(2) });
    expect(exitCode).toBe(1);
    expect(stderr).toBe('athanor: in/bad.png: It is damaged.\n');
    const told = JSON.parse(stdout.toString()) as { input: string; error?: object }[];
    expect(told.map(({ input, error }) => [input, error !== undefined])).toEqual([
      ['in/1.png', false],
      ['in/bad.png', true],
      ['in/z.png', false],
    ]);
    expect((await run(argv)).stdout.toString()).toContain('2 of 3 converted, 1 failed');
  });

  it('stop at an interrupt, and leave nothing behind', async () => {
    await fill(...Array.from({ length: 6 }, (_, index) => `in/${index}.png`));
    const signal = AbortSignal.abort();
    const { exitCode } = await run(['in', '--to', 'webp', '--out-dir', 'out', '--jobs', '2'], { signal });
    expect(exitCode).toBe(1);
    expect(await below('out')).toEqual([]);
    expect(await readdir(at('out'))).toEqual([]);
  });

  it.each(['0', '65', '-1', 'many', '1.5', ''])('are not converted by %j jobs', async (jobs) => {
    await fill('in/a.png');
    expect((await run(['in', '--to', 'webp', `--jobs=${jobs}`])).exitCode).toBe(2);
  });
});
