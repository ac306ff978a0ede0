import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Files that measure how much their process grows or computes: memory that earlier files gave back would hide growth.
 */
const MEASURING = ['archives', 'bad-input', 'ebooks', 'images', 'images-svg'].map(
  (name) => `test/hostile/${name}.test.ts`,
);

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
      { extends: true, test: { name: 'alone', include: MEASURING } },
      // One process runs many files: sources, codecs and an engine are loaded once, and not by every file.
      { extends: true, test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: MEASURING, isolate: false } },
    ],
  },
});
