import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCli } from '../../support/cli-session.ts';
import { sharedEngine } from '../../support/shared-engine.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../../support/temporary-directory.ts';

const engine = sharedEngine();
let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
  await writeFile(join(directory.path, 'a.csv'), 'name,price\napple,3\n');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await directory[Symbol.asyncDispose]();
});

const run = (...argv: readonly string[]) => runCli(['convert', ...argv], { engine, directory: directory.path });
const save = (name: string, preset: unknown) => writeFile(join(directory.path, name), JSON.stringify(preset));
const read = (name: string) => readFile(join(directory.path, name), 'utf8');

it('converts as the preset in a file says', async () => {
  await save('p.json', { name: 'p', targetFormat: 'json', createdAt: '2026-11-01T00:00:00Z' });
  const { exitCode, stderr } = await run('a.csv', '--preset', 'p.json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(JSON.parse(await read('a.json'))).toEqual([{ name: 'apple', price: 3 }]);
});

it('takes the answer of the service as it is, and finds presets by name', async () => {
  vi.stubEnv('XDG_CONFIG_HOME', directory.path);
  await mkdir(join(directory.path, 'athanor/presets'), { recursive: true });
  const data = {
    name: 'as-yaml',
    steps: [
      { do: 'convert', to: 'json' },
      { do: 'convert', to: 'yaml' },
    ],
  };
  await save('athanor/presets/as-yaml.json', { success: true, message: 'The preset as-yaml.', data });
  const { exitCode } = await run('a.csv', '--preset', 'as-yaml', '--out-dir', 'out');
  expect(exitCode).toBe(0);
  expect(await read('out/a.yaml')).toContain('apple');
});

it('lets the command line count more than the preset', async () => {
  await save('p.json', { targetFormat: 'json' });
  expect((await run('a.csv', 'b.yaml', '--preset', 'p.json', '--to', 'yaml')).exitCode).toBe(0);
  expect(await read('b.yaml')).toContain('name: apple');
  await save('chain.json', { steps: [{ do: 'convert', to: 'json' }] });
  const both = await run('a.csv', '--preset', 'chain.json', '--to', 'yaml');
  expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('The preset has steps') });
});

it.each([
  ['is not there', undefined, 'There is no preset'],
  ['is no JSON', '{', 'not valid JSON'],
  ['is no object', '[]', 'Expected an object'],
  ['says nothing', '{}', 'either targetFormat or steps'],
  ['says two things', '{"targetFormat": "json", "steps": []}', 'either targetFormat or steps'],
  ['has an unknown setting', '{"target": "json"}', 'no setting target'],
  ['has an unknown format', '{"targetFormat": "nonsense"}', 'cannot be used'],
  ['has steps that are none', '{"steps": [{"do": "run"}]}', 'cannot be used'],
])('refuses a preset that %s', async (_what, text, message) => {
  if (text !== undefined) await writeFile(join(directory.path, 'p.json'), text);
  const { exitCode, stderr } = await run('a.csv', '--preset', './p.json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) });
});
