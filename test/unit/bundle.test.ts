import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ENTRIES, folderOfSources } from '../../server/bundle/sources.js';
import { bundleFolder } from '../support/bundle.ts';
import { REASONS } from '../support/docs-dependencies.ts';
import { bundledDependencies, type PackageManifest } from '../support/docs-tables.ts';
import { makePng } from '../support/make-files.ts';
import { ROOT } from '../support/source-tree.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);

it('names another folder for the bundle when a source or the lock file changes, or a source appears', async () => {
  await using project = await temporaryDirectory();
  for (const folder of ['engine/io', 'server/web', 'bundle']) {
    await mkdir(join(project.path, folder), { recursive: true });
  }
  await writeFile(join(project.path, 'package-lock.json'), '{}');
  const source = join(project.path, 'engine/io/a.ts');
  await writeFile(source, 'export const a = 1;');
  const before = folderOfSources(project.path);
  expect(folderOfSources(project.path)).toBe(before);
  await utimes(source, 1, 1);
  const touched = folderOfSources(project.path);
  await writeFile(join(project.path, 'server/b.ts'), '');
  const withFile = folderOfSources(project.path);
  await writeFile(join(project.path, 'package-lock.json'), '{ "lockfileVersion": 3 }');
  const added = folderOfSources(project.path);
  expect(new Set([before, touched, withFile, added]).size).toBe(4);
  await writeFile(join(project.path, 'server/web/page.ts'), '');
  await writeFile(join(project.path, 'server/README.md'), '');
  expect(folderOfSources(project.path)).toBe(added);
});

it('holds the packages that are not installed beside it, with their versions and licences', async () => {
  const folder = await bundleFolder();
  const bundled = JSON.parse(await readFile(join(folder, 'packages.json'), 'utf8')) as Record<string, string>;
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as PackageManifest;
  const inReasons = bundledDependencies(manifest);
  expect(inReasons.length).toBeGreaterThan(0);
  expect(bundled).toMatchObject(Object.fromEntries(inReasons));
  // What is for development alone is not in it.
  const others = Object.keys(bundled).filter((name) => name in manifest.devDependencies && !(name in REASONS));
  expect(others).toEqual([]);
  const licences = await readFile(join(folder, 'LICENCES.txt'), 'utf8');
  for (const [name, version] of Object.entries(bundled)) expect(licences).toContain(`${name} ${version}\n\n`);
});

it('loads each of its files that is loaded on demand', async () => {
  const folder = await bundleFolder();
  const starts = new RegExp(`^(?:${Object.keys(ENTRIES).join('|')}|seal-thread|.*worker)`); // when it is loaded
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js') && !starts.test(name));
  expect(files.length).toBeGreaterThan(100);
  const program = `const failed = [];
    for (const file of ${JSON.stringify(files.map((name) => join(folder, name)))})
      await import(file).catch((error) => failed.push(file + ': ' + error.message));
    console.log(JSON.stringify(failed));
    process.exit();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(JSON.parse(stdout)).toEqual([]);
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
