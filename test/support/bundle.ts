import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCheckout } from '../../server/bundle/build.ts';
import { folderOfSources } from '../../server/bundle/sources.js';

/** The folder with the bundle of the sources as they are; it is made if it is not there. */
export async function bundleFolder(): Promise<string> {
  const folder = folderOfSources();
  if (!existsSync(join(folder, 'athanor.js'))) await bundleCheckout();
  return folder;
}
