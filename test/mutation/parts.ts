import { globSync } from 'node:fs';
import { ROOT } from '../support/source-tree.ts';

/** Sources that are changed to see whether a test notices, and the tests that should. */
interface Part {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/** What decides: which way a conversion takes, whether its result is right, and who may have it. */
export const PARTS: Readonly<Record<string, Part>> = {
  // Golden plans and property tests are of whole graphs: they take ten seconds to a minute for each change.
  planner: { sources: ['engine/planner/**/*.ts'], tests: ['test/unit/planner/!(golden-plans).test.ts'] },
  // Tests that run whole engines would notice nothing: the sources that work there are those of other threads.
  verify: { sources: ['engine/verify/**/*.ts'], tests: ['test/unit/verify/**/*.test.ts'] },
  diff: {
    sources: ['engine/content/**/diff*.ts', 'engine/content/**/{diff,compare}/**/*.ts'],
    tests: ['test/unit/content/**/*.test.ts', 'test/unit/verify/**/*.test.ts'],
  },
  services: { sources: ['server/services/**/*.ts'], tests: ['test/unit/server/**/*.test.ts', 'test/api/**/*.test.ts'] },
  stores: {
    sources: ['server/stores/**/*.ts'],
    tests: ['test/contract/**/*.test.ts', 'test/unit/server/**/*.test.ts'],
  },
};

/** The sources of a part, by their paths. */
export function sourcesOf(part: string): string[] {
  const found = PARTS[part]!.sources.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  return [...new Set(found)].filter((path) => !path.endsWith('.d.ts')).sort();
}
