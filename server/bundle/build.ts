/**
 * `npm run build` bundles the code into `dist/code`, which the package holds: one file for what every start needs, and
 * others beside it for what is loaded on demand; of the declarations that the compiler has written it keeps those that the
 * entries lead to. `npm ci` bundles it for the checkout (see `launch.js`).
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledPackages, isOutside } from './bundled-packages.ts';
import { keepReachable } from './declarations.ts';
import { CODE, ENTRIES, ROOT, TEXTS, folderOfSources } from './sources.js';

/** The types of the package, as its `exports` name them. */
const DECLARATIONS = ['engine/index.d.ts', 'server/app.d.ts', 'server/client/index.d.ts'];

/** Bundles of earlier sources that stay: a process that runs one loads the rest of it on demand. */
const KEPT_BUNDLES = 8;

/**
 * Bundles all entries into a folder that is not there yet. It is written beside it first, so that nothing ever runs half of
 * a bundle; if somebody else has made the folder meanwhile, that one stays, since a program may have loaded a part of it.
 */
export async function bundleCode(outDir: string): Promise<void> {
  const { build } = await import('rolldown');
  await mkdir(dirname(outDir), { recursive: true });
  const unfinished = await mkdtemp(`${outDir}-`);
  try {
    for (const input of [ENTRIES, ...Object.entries(TEXTS).map((text) => Object.fromEntries([text]))]) {
      await build({
        cwd: ROOT,
        input,
        platform: 'node',
        external: isOutside,
        plugins: [bundledPackages()],
        logLevel: 'warn',
        output: {
          dir: unfinished,
          format: 'esm',
          // All in one folder: code that names a file beside it finds it there.
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
        },
      });
    }
    await rename(unfinished, outDir).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(outDir)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Bundles the sources of the checkout as they are now. */
export async function bundleCheckout(): Promise<void> {
  await bundleCode(folderOfSources());
  const folders = (await readdir(CODE)).map((name) => join(CODE, name));
  const dated = await Promise.all(folders.map(async (folder) => ({ folder, time: (await stat(folder)).mtimeMs })));
  const old = dated.sort((a, b) => b.time - a.time).slice(KEPT_BUNDLES);
  for (const { folder } of old) await rm(folder, { recursive: true, force: true });
}

/** A production install has no bundler: the package has brought the bundle, or the sources run. */
export function isBundlerInstalled(): boolean {
  try {
    import.meta.resolve('rolldown');
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  if (process.argv.includes('--checkout')) {
    if (isBundlerInstalled()) await bundleCheckout();
  } else {
    const outDir = fileURLToPath(new URL('../../dist', import.meta.url));
    await rm(join(outDir, 'code'), { recursive: true, force: true });
    await bundleCode(join(outDir, 'code'));
    await keepReachable(outDir, DECLARATIONS);
  }
}
