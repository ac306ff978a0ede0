import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

let project: TemporaryDirectory;

beforeAll(async () => {
  project = await temporaryDirectory();
  const athanor = join(project.path, 'node_modules/athanor');
  await mkdir(athanor, { recursive: true });
  await copyFile(join(ROOT, 'package.json'), join(athanor, 'package.json'));
  const { exports } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, { readonly types: string }>>;
  };
  const entries = Object.values(exports).map(({ types }) =>
    types.replace('./dist/', `${ROOT}/`).replace(/\.d\.ts$/, '.ts'),
  );
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
  await linkProductionPackages(join(project.path, 'node_modules'));
  await writeFile(join(project.path, 'program.mts'), PROGRAM);
}, 120_000);

afterAll(() => project[Symbol.asyncDispose]());

/** What `npm install athanor` brings, and the types of Node, which every program in TypeScript has. */
async function linkProductionPackages(directory: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const ofNode = ['node_modules/@types/node', 'node_modules/undici-types'];
  for (const [path, { dev = false }] of Object.entries(packages)) {
    const name = path.replace('node_modules/', '');
    const isNested = name.includes('node_modules/');
    if (path === '' || isNested || (dev && !ofNode.includes(path))) continue;
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await symlink(join(ROOT, path), join(directory, name));
  }
}

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
