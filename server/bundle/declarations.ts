import { existsSync } from 'node:fs';
import { glob, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const REFERENCE = /(?:from|import\()\s*['"](\.[^'"]+)['"]/g;

/**
 * Deletes the declarations in the folder that none of the entries leads to, which are most of them: the compiler writes one
 * for each module. `entries` are paths within the folder, as `engine/index.d.ts`.
 */
export async function keepReachable(folder: string, entries: readonly string[]): Promise<void> {
  const reached = new Set(entries.map((entry) => join(folder, entry)));
  // A set can grow while it is walked.
  for (const path of reached) {
    const text = await readFile(path, 'utf8');
    for (const [, reference] of text.matchAll(REFERENCE)) {
      const target = join(dirname(path), reference!.replace(/\.[jt]s$/, '.d.ts'));
      if (existsSync(target)) reached.add(target);
    }
  }
  for await (const name of glob('{engine,server}/**/*.d.ts', { cwd: folder }))
    if (!reached.has(join(folder, name))) await rm(join(folder, name));
}
