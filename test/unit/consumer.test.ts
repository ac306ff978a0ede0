import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepReachable } from '../../server/bundle/declarations.ts';
import { bundleFolder } from '../support/bundle.ts';
import { linkProductionPackages } from '../support/production-packages.ts';
import { ROOT } from '../support/source-tree.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);
const TSC = join(ROOT, 'node_modules/.bin/tsc');

/** Each entry of the package, used as its users do. */
const PROGRAM = `
import { ConversionError, createEngine, type Engine } from 'athanor';
import { AthanorClient } from 'athanor/client';
import { createApp, type App } from 'athanor/server';

export const engine: Engine = createEngine({ memoryMB: 512 });
export const client = new AthanorClient({ url: 'http://localhost:8080', apiKey: 'key' });
export const isRefusal = (error: unknown): boolean => error instanceof ConversionError && error.code === 'loss_not_allowed';
export const callback = (app: App) => app.koa.callback();
export const dependencies: Parameters<typeof createApp> = [] as never;
// @ts-expect-error: the types are found, and not any
export const wrong: number = createEngine({});
// @ts-expect-error: the types are found, and not any
export const unknown: string = client.convert;
`;

let project: TemporaryDirectory;
/** The package as it is published, without the website. */
let athanor: string;

beforeAll(async () => {
  project = await temporaryDirectory();
  athanor = join(project.path, 'node_modules/athanor');
  await mkdir(athanor, { recursive: true });
  await copyFile(join(ROOT, 'package.json'), join(athanor, 'package.json'));
  const { exports } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, { readonly types: string }>>;
  };
  const declarations = Object.values(exports).map(({ types }) => types.replace('./dist/', ''));
  const entries = declarations.map((path) => join(ROOT, path.replace(/\.d\.ts$/, '.ts')));
  const build = join(project.path, 'build.json');
  // The types themselves are checked by `npm run check`.
  const compilerOptions = { ...{ declaration: true, emitDeclarationOnly: true, noCheck: true }, rootDir: ROOT };
  const extended = { extends: join(ROOT, 'tsconfig.build.json'), files: entries, include: [], exclude: [] };
  const outDir = join(athanor, 'dist');
  await writeFile(
    build,
    JSON.stringify({
      ...extended,
      compilerOptions: { ...compilerOptions, outDir, typeRoots: [join(ROOT, 'node_modules/@types')] },
    }),
  );
  await run(TSC, ['-p', build]);
  await keepReachable(outDir, declarations);
  await cp(await bundleFolder(), join(outDir, 'code'), { recursive: true });
  // Every program in TypeScript has the types of Node.
  await linkProductionPackages(join(project.path, 'node_modules'), ['@types/node', 'undici-types']);
  await writeFile(join(project.path, 'program.mts'), PROGRAM);
}, 120_000);

afterAll(() => project[Symbol.asyncDispose]());

describe('the types of the package in a strict program', () => {
  it.each([{ lib: ['esnext'] }, { lib: ['esnext', 'dom'] }])('with the libraries $lib', async ({ lib }) => {
    const compilerOptions = {
      ...{ target: 'esnext', module: 'nodenext', noEmit: true, types: ['node'], lib },
      ...{ strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      // A linked package finds others where a copy would, and not the types beside the original.
      preserveSymlinks: true,
    };
    const path = join(project.path, 'tsconfig.json');
    await writeFile(path, JSON.stringify({ compilerOptions, files: ['program.mts'] }));
    const { stdout } = await run(TSC, ['-p', path]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});

describe('the package', () => {
  it('is as publint wants it', async () => {
    const { messages } = await publint({ pkgDir: athanor, pack: 'npm' });
    expect(messages).toEqual([]);
  });

  it('has types that are right for every way to import it', async () => {
    const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json'], { cwd: athanor });
    const [packed] = JSON.parse(stdout) as { readonly filename: string }[];
    const analysis = await checkPackage(createPackageFromTarballData(await readFile(join(athanor, packed!.filename))));
    expect(analysis.types).toMatchObject({ kind: 'included' });
    // Node 24 requires modules, and the oldest way to resolve imports knows no entries but the first.
    const problems = 'problems' in analysis ? analysis.problems : [];
    expect(problems.filter(({ kind }) => kind !== 'CJSResolvesToESM' && kind !== 'NoResolution')).toEqual([]);
  });
});
