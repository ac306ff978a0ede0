import { link, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { grantFolders, type GrantedFolders } from '../../../engine/cli/mcp/granted-folders.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../../support/temporary-directory.ts';

let directory: TemporaryDirectory;
let granted: GrantedFolders;
const at = (...names: string[]): string => join(directory.path, ...names);
const write = { overwrite: false };

beforeEach(async () => {
  directory = await temporaryDirectory();
  await mkdir(at('in/sub'), { recursive: true });
  await mkdir(at('outside'));
  await mkdir(at('in-beside'));
  for (const path of ['in/a.txt', 'in/sub/b.txt', 'outside/secret.txt', 'in-beside/c.txt'])
    await writeFile(at(path), '');
  granted = grantFolders([at('in')]);
});
afterEach(() => directory[Symbol.asyncDispose]());

const NOT_GRANTED = expect.objectContaining({ code: 'path_not_granted' }) as unknown;

it('finds files by absolute and by relative path', async () => {
  await expect(granted.input(at('in/a.txt'))).resolves.toMatch(/in\/a\.txt$/);
  await expect(granted.input('sub/../sub/b.txt')).resolves.toMatch(/in\/sub\/b\.txt$/);
  await expect(granted.input('none.txt')).rejects.toMatchObject({ code: 'missing_file' });
  await expect(granted.input('sub')).rejects.toMatchObject({ code: 'missing_file' });
});

it('refuses every path that leads out, and does not tell what is there', async () => {
  const ways = [
    '../outside/secret.txt',
    '../outside/none.txt',
    '/etc/passwd',
    '..',
    '.',
    '',
    'sub/../../outside/secret.txt',
  ];
  for (const path of [...ways, at('in-beside/c.txt'), at('in'), 'a.txt\0.pdf']) {
    await expect(granted.input(path), path).rejects.toEqual(NOT_GRANTED);
    await expect(granted.output(path, write), path).rejects.toEqual(NOT_GRANTED);
  }
});

it('refuses links that lead out, and follows those that do not', async () => {
  await symlink(at('outside/secret.txt'), at('in/file-link'));
  await symlink(at('outside'), at('in/folder-link'));
  await symlink('../outside/secret.txt', at('in/relative-link'));
  await symlink(at('in/file-link'), at('in/link-to-link'));
  await symlink(at('in/a.txt'), at('in/inner-link'));
  for (const path of ['file-link', 'folder-link/secret.txt', 'relative-link', 'link-to-link'])
    await expect(granted.input(path), path).rejects.toEqual(NOT_GRANTED);
  await expect(granted.input('inner-link')).resolves.toMatch(/in\/a\.txt$/);
  await expect(granted.output('folder-link/new.txt', write)).rejects.toEqual(NOT_GRANTED);
  await expect(granted.output('file-link', { overwrite: true })).rejects.toMatchObject({ code: 'output_exists' });
});

it('refuses what is no regular file', async () => {
  execFileSync('mkfifo', [at('in/pipe')]);
  await expect(granted.input('pipe')).rejects.toMatchObject({ code: 'missing_file' });
  await expect(granted.output('pipe', { overwrite: true })).rejects.toMatchObject({ code: 'output_exists' });
});

it('writes beside what is there, and over it only when that was asked', async () => {
  await expect(granted.output('new.txt', write)).resolves.toMatch(/in\/new\.txt$/);
  await expect(granted.output('sub/new.txt', write)).resolves.toMatch(/in\/sub\/new\.txt$/);
  await expect(granted.output('a.txt', write)).rejects.toMatchObject({ code: 'output_exists' });
  await expect(granted.output('a.txt', { overwrite: true })).resolves.toMatch(/in\/a\.txt$/);
  await expect(granted.output('none/new.txt', write)).rejects.toMatchObject({ code: 'missing_file' });
});

it('takes a folder that is itself a link, by both of its names', async () => {
  await symlink(at('in'), at('named'));
  const linked = grantFolders([at('named')]);
  await expect(linked.input(at('named/a.txt'))).resolves.toMatch(/in\/a\.txt$/);
  await expect(linked.input(at('in/a.txt'))).resolves.toMatch(/in\/a\.txt$/);
  // What the link leads to later was not granted.
  await rename(at('named'), at('old'));
  await symlink(at('outside'), at('named'));
  await expect(linked.input(at('named/secret.txt'))).rejects.toEqual(NOT_GRANTED);
});

it('refuses everything where no folder was granted, and no file as a folder', async () => {
  await expect(grantFolders([]).input(at('in/a.txt'))).rejects.toEqual(NOT_GRANTED);
  expect(() => grantFolders([at('in/a.txt')])).toThrow('is not a folder');
  expect(() => grantFolders([at('none')])).toThrow('is not a folder');
  await link(at('in/a.txt'), at('in/hard'));
  await expect(granted.input('hard')).resolves.toMatch(/in\/hard$/);
});
