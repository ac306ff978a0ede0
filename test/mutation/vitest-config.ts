import { defineConfig } from 'vitest/config';

/** The tests of one part; several mutants are tried in one process, which has loaded everything else before. */
export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(';'),
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
