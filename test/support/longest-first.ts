import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, in this order: begun last, one would keep a worker busy while the other has nothing to do. */
const LONG = [
  'test/golden/document.test.ts',
  'test/golden/media.test.ts',
  'test/golden/image.test.ts',
  'test/matrix/matrix.test.ts',
  'test/unit/codecs/',
  'test/unit/pages.test.ts',
  'test/hostile/',
  'test/browser/',
];

/**
 * Runs files with a process of their own first, since a process that runs many ends when one of those is next, and then
 * the longest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted
      .map((file) => ({ file, rank: file.project.config.isolate ? -1 : rankOf(file.moduleId) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ file }) => file);
  }
}

function rankOf(path: string): number {
  const rank = LONG.findIndex((part) => path.includes(part));
  return rank < 0 ? LONG.length : rank;
}
