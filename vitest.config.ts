import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Files with a process of their own: those that measure how much theirs grows or computes, since memory that earlier
 * files gave back would hide growth, and those that set the tracer of their process, which is possible once.
 */
const ALONE = [
  ...['archives', 'bad-input', 'ebooks', 'images', 'images-svg'].map((name) => `test/hostile/${name}.test.ts`),
  ...['tracing', 'tracing-roles'].map((name) => `test/api/${name}.test.ts`),
];

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    // Codecs compile WASM and start threads: two cores do not gain from more than two test files at once.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A test that hangs, not one on a slow machine: the slowest take 20 s on two idle cores.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      // One process runs many files: sources, codecs and an engine are loaded once, and not by every file.
      { extends: true, test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: ALONE, isolate: false } },
    ],
  },
});
