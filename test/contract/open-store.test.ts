import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../server/stores/sqlite/store.ts';
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

it('a database that a newer version has migrated is refused with what to do', async () => {
  await using directory = await temporaryDirectory();
  const file = join(directory.path, 'test.db');
  await (await openSqliteStore(file)).close();
  const database = new DatabaseSync(file);
  database.exec(`insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')`);
  database.close();
  await expect(openSqliteStore(file)).rejects.toThrow(/newer version of Athanor \(9999_later\)\. Start that version/);
});
