/**
 * `npm run web`: builds the pages into `dist/web`, where the service looks for them. `npm ci` runs it too. With
 * `--watch` it builds again after every change of a source.
 */
import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packWebsite } from '../services/website.ts';
import { officeReaders } from './office.ts';
import { makeSample } from './sample.ts';
import { withShell } from './shell.ts';

const ROOT = import.meta.dirname;

interface BuildOptions {
  readonly outDir: string;
  readonly watch?: boolean;
}

/** Builds the website into a directory, which is emptied first. */
export async function buildWebsite({ outDir, watch = false }: BuildOptions): Promise<void> {
  const { build } = await import('vite');
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: 'public',
    // Before everything else: assets that the shell refers to are built with the page.
    plugins: [{ name: 'shell', transformIndexHtml: { order: 'pre', handler: withShell } }],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    // The readers of office files run in a thread of one file.
    worker: {
      format: 'es',
      plugins: () => [officeReaders()],
      rolldownOptions: { output: { codeSplitting: false } },
    },
    build: {
      outDir: resolve(outDir),
      emptyOutDir: true,
      // The reader of PDF files, which is loaded when one is shown.
      chunkSizeWarningLimit: 2000,
      target: 'es2023',
      // Small images would become `data:` URLs, which the pages' policy forbids.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // How long plugins take is no warning about the pages.
        checks: { bundlerTimings: false },
        input: globSync('{*,docs/*}.html', { cwd: ROOT }).map((name) => join(ROOT, name)),
        // What every page has comes in one file: each has headers, and is compressed by itself.
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'shared',
                test: /\/node_modules\/@?preact|\/src\/(shell|i18n)\/|\/client\/|vite\/|preload-helper/,
              },
            ],
          },
        },
      },
      ...(watch && { watch: {} }),
    },
  });
  if (!watch) await packWebsite(outDir);
}

/** An installation without development dependencies has no builder; the pages come with the published package. */
function isBuilderInstalled(): boolean {
  return existsSync(resolve(ROOT, '../../node_modules/vite/package.json'));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { watch: { type: 'boolean' } } });
  const outDir = join(ROOT, '../../dist/web');
  if (isBuilderInstalled()) {
    await buildWebsite({ outDir, watch: values.watch });
    // The first page goes without it where a part of the engine is not installed.
    await makeSample(join(outDir, 'sample')).catch((error: unknown) =>
      process.stderr.write(`The sample of the website was not made: ${String(error)}\n`),
    );
  } else process.stderr.write('The website was not built: vite is a development dependency, which is not installed.\n');
}
