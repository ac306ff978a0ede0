import { describe, expect, it } from 'vitest';
import { readSourceTree, withoutComments } from '../support/source-tree.ts';

const tests = readSourceTree(['test', 'bench'])
  .filter(({ path }) => path !== 'test/unit/seeds.test.ts')
  .map(({ path, text }) => ({ path, code: withoutComments(text) }));

/** Files that do so, but for those that may. */
function filesWith(pattern: RegExp, allowed: readonly string[] = []): string[] {
  return tests.filter(({ path, code }) => pattern.test(code) && !allowed.includes(path)).map(({ path }) => path);
}

describe('what tests and benches draw by chance', () => {
  it('is asserted of properties in one place, which knows the seed', () => {
    expect(filesWith(/\bfc\s*\.\s*(?:assert|check|sample|statistics)\b/, ['test/support/property.ts'])).toEqual([]);
    expect(filesWith(/\bassertProperty\(/).length).toBeGreaterThan(20);
  });

  it('is the same in every run, but for the fuzz runners', () => {
    expect(
      filesWith(/\bMath\.random\b|\brandomInt\b|\brandomBytes\b/, ['test/fuzz/properties.ts', 'test/fuzz/run.ts']),
    ).toEqual([]);
    expect(filesWith(/\bseed\b\s*[:=][^;]*\b(?:Date|performance)\b/i)).toEqual([]);
  });
});
