import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ENTRIES, ROOT, folderOfSources } from './sources.js';

/**
 * Runs a program of the checkout from the bundle of its sources, which is made when they have changed; from the sources
 * themselves where no bundler is installed.
 * @param {'athanor' | 'service'} entry
 */
export async function launch(entry) {
  const program = join(folderOfSources(), `${entry}.js`);
  const hasProgram = existsSync(program) || (await bundle());
  await import(pathToFileURL(hasProgram ? program : join(ROOT, ENTRIES[entry])).href);
}

async function bundle() {
  const { bundleCheckout, isBundlerInstalled } = await import('./build.ts');
  if (!isBundlerInstalled()) return false;
  await bundleCheckout();
  return true;
}
