import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from './scenario.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Every scenario whose source is there: each file of `damages/` exports its family's as `SCENARIOS`. */
export async function loadScenarios(families: readonly string[] = []): Promise<Scenario[]> {
  const scenarios: Scenario[] = [];
  for (const file of globSync('damages/*.ts', { cwd: import.meta.dirname }).sort()) {
    const { SCENARIOS = [] } = (await import(join(import.meta.dirname, file))) as { SCENARIOS?: readonly Scenario[] };
    scenarios.push(...SCENARIOS);
  }
  const known = new Set<string>(scenarios.map(({ family }) => family));
  const unknown = families.filter((family) => !known.has(family));
  if (unknown.length > 0) throw new Error(`No family ${unknown.join(', ')}. There are ${[...known].join(', ')}.`);
  const wanted = families.length === 0 ? scenarios : scenarios.filter(({ family }) => families.includes(family));
  return wanted.filter(({ source }) => existsSync(join(ROOT, source)));
}
