import { expect, it } from 'vitest';
import { runScript } from '../support/child-service.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it('without a configuration nothing of PostgreSQL or S3 is loaded', async () => {
  await using directory = await temporaryDirectory();
  const { stdout, stderr } = await runScript('test/support/loaded-packages.ts', [directory.path], {});
  expect(stderr).toBe('');
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain('kysely');
  expect(loaded.filter((specifier) => /^(pg|s3mini)$|^\.\/(postgres|s3)\//.test(specifier))).toEqual([]);
});
