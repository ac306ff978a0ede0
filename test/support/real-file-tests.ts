import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeResult, FAULTS } from '../matrix/matrix.ts';
import { tryRealFile } from '../matrix/real-files.ts';
import { hasCorpora } from './corpora.ts';
import { sharedEngine } from './shared-engine.ts';

/** Tests that each of these files of the corpora is converted, or refused by name: nothing else may become of it. */
export function testRealFiles(title: string, files: readonly string[]): void {
  describe.skipIf(!hasCorpora)(title, () => {
    const engine = sharedEngine();

    it.each(files.map((path) => [basename(path), path]))(
      '%s is converted, or refused by name',
      async (_name, path) => {
        const result = await tryRealFile(engine, path!);
        expect(FAULTS.has(result.outcome), describeResult(result)).toBe(false);
      },
      60_000,
    );
  });
}
