import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, in this order: begun last, one would keep a worker busy while the other has nothing to do. */
const LONG = [
  'test/golden/document.test.ts',
  'test/matrix/matrix.test.ts',
  'test/golden/',
  'test/unit/docs.test.ts',
  'test/unit/bench/run.test.ts',
  'test/sabotage/',
  'test/chaos/',
  'test/unit/pool/lanes.test.ts',
  'test/contract/postgres-store.test.ts',
  'test/hostile/',
  'test/unit/codecs/',
];

/** Runs the longest files of tests first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted
      .map((file) => ({ file, rank: rankOf(file.moduleId) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ file }) => file);
  }
}

function rankOf(path: string): number {
  const rank = LONG.findIndex((part) => path.includes(part));
  return rank < 0 ? LONG.length : rank;
}
