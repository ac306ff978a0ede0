import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireSupportedNode } from '../../engine/io/runtime.ts';
import { codecTable, dependencyTable, formatTables, limitTable, optionTable, settingTable } from './readme-tables.ts';
import { ROOT } from './source-tree.ts';

export const README = join(ROOT, 'README.md');

/** What makes each generated part, by the name in its marker. */
export const README_PARTS: Readonly<Record<string, () => string>> = {
  formats: formatTables,
  options: optionTable,
  settings: settingTable,
  limits: limitTable,
  codecs: codecTable,
  dependencies: dependencyTable,
};

/** `<!-- generated: name -->` … `<!-- end -->`, each marker on a line of its own. */
const PART = /^<!-- generated: (?<name>[\w-]+) -->\n.*?^<!-- end -->$/gms;

/** Replaces what stands between the markers. Throws when a part is unknown or missing. */
export function fillReadme(text: string, parts: Readonly<Record<string, () => string>> = README_PARTS): string {
  const missing = new Set(Object.keys(parts));
  const filled = text.replace(PART, (_part, name: string) => {
    const make = parts[name];
    if (!make)
      throw new Error(`There is nothing to generate for ${name}; known parts: ${Object.keys(parts).join(', ')}.`);
    missing.delete(name);
    return `<!-- generated: ${name} -->\n\n${make()}\n\n<!-- end -->`;
  });
  if (missing.size > 0) throw new Error(`The README has no markers for ${[...missing].join(', ')}.`);
  return filled;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  const before = await readFile(README, 'utf8');
  const after = fillReadme(before);
  if (before === after) return 0;
  if (!values.write) {
    process.stderr.write('README.md is stale. Run node test/support/generate-readme.ts --write\n');
    return 1;
  }
  await writeFile(README, after);
  process.stdout.write('README.md was brought up to date.\n');
  return 0;
}

if (import.meta.main) {
  requireSupportedNode();
  process.exitCode = await main();
}
