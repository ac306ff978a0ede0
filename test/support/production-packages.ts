import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from './source-tree.ts';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** Links what `npm install athanor` brings into a folder, which is without the packs, and other packages by name. */
export async function linkProductionPackages(directory: string, others: readonly string[] = []): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  for (const [path, { dev = false }] of Object.entries(packages)) {
    const name = path.replace('node_modules/', '');
    const isNested = name.includes('node_modules/');
    if (path === '' || isNested || (dev && !others.includes(name))) continue;
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await symlink(join(ROOT, path), join(directory, name));
  }
}
