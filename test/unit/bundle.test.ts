import { execFile } from 'node:child_process';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { folderOfSources } from '../../server/bundle/sources.js';
import { bundleFolder } from '../support/bundle.ts';
import { makePng } from '../support/make-files.ts';
import { ROOT } from '../support/source-tree.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);

it('names another folder for the bundle when a source changes, appears or goes', async () => {
  await using project = await temporaryDirectory();
  for (const folder of ['engine/io', 'server/web', 'bundle']) {
    await mkdir(join(project.path, folder), { recursive: true });
  }
  const source = join(project.path, 'engine/io/a.ts');
  await writeFile(source, 'export const a = 1;');
  const before = folderOfSources(project.path);
  expect(folderOfSources(project.path)).toBe(before);
  await utimes(source, 1, 1);
  const touched = folderOfSources(project.path);
  await writeFile(join(project.path, 'server/b.ts'), '');
  const added = folderOfSources(project.path);
  expect(new Set([before, touched, added]).size).toBe(3);
  await writeFile(join(project.path, 'server/web/page.ts'), '');
  await writeFile(join(project.path, 'server/README.md'), '');
  expect(folderOfSources(project.path)).toBe(added);
});

it('converts from the command line of a checkout as the sources do', async () => {
  await bundleFolder();
  await using directory = await temporaryDirectory();
  const [png, csv] = ['a.png', 'a.csv'].map((name) => join(directory.path, name)) as [string, string];
  await writeFile(png, makePng());
  await writeFile(csv, 'a,b\n1,2\n');
  const programs = { bundle: 'server/bundle/athanor.js', sources: 'engine/cli/main.ts' };
  for (const [input, to] of [
    [png, 'jpg'],
    [csv, 'json'],
  ] as const) {
    const results: Buffer[] = [];
    for (const [name, program] of Object.entries(programs)) {
      const output = join(directory.path, `${name}.${to}`);
      const { stdout } = await run(process.execPath, [join(ROOT, program), 'convert', input, output, '--no-warm']);
      expect(stdout).toContain('verified');
      results.push(await readFile(output));
    }
    expect(results[0]).toEqual(results[1]);
  }
});
