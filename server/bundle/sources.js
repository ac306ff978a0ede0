// JavaScript, like the other files that every call from a checkout loads: Node would need 30 ms to take the types out.
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where the checkout keeps its bundles, one folder for each state of the sources. */
export const CODE = join(ROOT, '.code');

/** What is bundled: programs, entries of the package, and modules that threads start with. */
export const ENTRIES = {
  athanor: 'engine/cli/main.ts',
  engine: 'engine/index.ts',
  server: 'server/app.ts',
  service: 'server/main.ts',
  client: 'server/client/index.ts',
  'start-worker': 'engine/pool/start-worker.ts',
  'start-detection': 'engine/pool/start-detection.ts',
};

/** Modules whose text is put into the module of a thread (`moduleText`): each whole in a file of its own. */
export const TEXTS = {
  'seal-thread': 'engine/pool/seal-thread.ts',
  'glue-scope': 'engine/codecs/libreoffice/glue-scope.ts',
};

const SOURCE_FOLDERS = ['engine', 'server'];

/** The folder for the bundle of the sources as they are now: another one as soon as any of them has changed. */
export function folderOfSources(root = ROOT) {
  const hash = createHash('sha256');
  const add = (path) => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  };
  // Packages are bundled too, in the versions that it names.
  add(join(root, 'package-lock.json'));
  const notBundled = join(root, 'server/web'); // the website is built by itself
  for (const name of SOURCE_FOLDERS) {
    for (const entry of readdirSync(join(root, name), { recursive: true, withFileTypes: true })) {
      if (!/\.(ts|js|json)$/.test(entry.name) || entry.parentPath.startsWith(notBundled)) continue;
      add(join(entry.parentPath, entry.name));
    }
  }
  return join(CODE, hash.digest('hex').slice(0, 16));
}
