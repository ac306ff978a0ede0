import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireSupportedNode } from '../../engine/io/runtime.ts';
import {
  codecTable,
  dependencyTable,
  formatTables,
  limitTable,
  optionTable,
  outsideTable,
  packTable,
  settingTable,
} from './docs-tables.ts';
import { determinismTable, differenceTable } from '../determinism/kept.ts';
import { difficultTable, faultTable, matrixTable, refusalTable } from '../matrix/report.ts';
import { mutationTable } from '../mutation/report.ts';
import { ROOT } from './source-tree.ts';

/** Pages of the documentation, by the path in the checkout, with what makes each generated part by its marker. */
export const PAGES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': { packs: packTable },
  'corpus/MATRIX.md': {
    matrix: matrixTable,
    difficult: difficultTable,
    refusals: refusalTable,
    faults: faultTable,
  },
  'corpus/DETERMINISM.md': { determinism: determinismTable, differences: differenceTable },
  'engine/README.md': { limits: limitTable },
  'engine/ARCHITECTURE.md': {},
  'engine/LICENCES.md': { dependencies: dependencyTable },
  'engine/codecs/CODECS.md': { codecs: codecTable },
  'engine/mcp/README.md': {},
  'engine/formats/FORMATS.md': { formats: formatTables, options: optionTable },
  'server/README.md': {},
  'server/SETTINGS.md': { settings: settingTable },
  'server/deploy/README.md': {},
  'test/mutation/README.md': { mutation: mutationTable },
  'test/outside/README.md': { outside: outsideTable },
};

/** `<!-- generated: name -->` … `<!-- end -->`, each marker on a line of its own. */
const PART = /^<!-- generated: (?<name>[\w-]+) -->\n.*?^<!-- end -->$/gms;

/** Replaces what stands between the markers. Throws when a part is unknown or missing. */
export function fillPage(text: string, parts: Readonly<Record<string, () => string>>): string {
  const missing = new Set(Object.keys(parts));
  const filled = text.replace(PART, (_part, name: string) => {
    const make = parts[name];
    if (!make)
      throw new Error(`There is nothing to generate for ${name}; known parts: ${Object.keys(parts).join(', ')}.`);
    missing.delete(name);
    return `<!-- generated: ${name} -->\n\n${make()}\n\n<!-- end -->`;
  });
  if (missing.size > 0) throw new Error(`The page has no markers for ${[...missing].join(', ')}.`);
  return filled;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  let stale = 0;
  for (const [page, parts] of Object.entries(PAGES)) {
    const path = join(ROOT, page);
    const before = await readFile(path, 'utf8');
    const after = fillPage(before, parts);
    if (before === after) continue;
    if (values.write) await writeFile(path, after);
    else stale++;
    process.stdout.write(values.write ? `${page} was brought up to date.\n` : `${page} is stale.\n`);
  }
  if (stale > 0) process.stderr.write('Run node test/support/generate-docs.ts --write\n');
  return stale === 0 ? 0 : 1;
}

if (import.meta.main) {
  requireSupportedNode();
  process.exitCode = await main();
}
