import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Codecs compile WASM and start threads: two cores do not gain from more than two test files at once.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A test that hangs, not one on a slow machine: the slowest take 20 s on two idle cores.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
