import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const CODECS = ['test/unit/codecs/[a-l]*.test.ts', 'test/unit/codecs/[m-z]*.test.ts'];
/** Of the API and the website; those that trace the whole process have one of their own. */
const SERVICE = ['test/browser/**/*.test.ts', 'test/api/!(tracing*).test.ts'];
/** Mostly without WASM and engines. */
const PURE = ['content', 'contract', 'formats', 'io', 'planner', 'verify'].map(
  (name) => `test/unit/${name}/**/*.test.ts`,
);

/** Codecs compile WASM and start threads: two cores do not gain from more than two test files at once. */
const CORES = 2;
/** Of files that wait for services, browsers and deadlines, a third one takes the time that the others do not need. */
const WITH_WAITING = 3;

interface Group {
  readonly name: string;
  readonly include: readonly string[];
  readonly groupOrder: number;
  readonly maxWorkers: number;
}

/** Files in processes that each run many: sources and codecs are loaded once, and not by every file. */
function together({ name, include, groupOrder, maxWorkers }: Group): object {
  return { extends: true, test: { name, include, isolate: false, maxWorkers, sequence: { groupOrder } } };
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    // A test that hangs, not one on a slow machine: the slowest take 20 s on two idle cores.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // One after the other, since a process that has run all of them holds gigabytes, and is slow.
    projects: [
      // Of codecs two processes that run all of them hold ten gigabytes: half of them are run by others.
      ...CODECS.map((files, index) =>
        together({ name: `codecs-${index + 1}`, include: [files], groupOrder: index, maxWorkers: CORES }),
      ),
      together({ name: 'service', include: SERVICE, groupOrder: 2, maxWorkers: WITH_WAITING }),
      // With a process of their own: those that start engines and services, or measure how much theirs grows.
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.ts'],
          exclude: [...CODECS, ...SERVICE, ...PURE],
          maxWorkers: WITH_WAITING,
          sequence: { groupOrder: 3 },
        },
      },
      together({ name: 'pure', include: PURE, groupOrder: 4, maxWorkers: CORES }),
    ],
  },
});
