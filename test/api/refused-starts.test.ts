import { describe, expect, it } from 'vitest';
import pg from 'pg';
import { openPostgresStore } from '../../server/stores/postgres/store.ts';
import { runScript } from '../support/child-service.ts';
import { objectStorage } from '../support/object-storage.ts';
import { postgresAnswers, testDatabase } from '../support/postgres.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Starts the service, which ends at once, and returns what it says. */
async function refusal(environment: Readonly<Record<string, string>>): Promise<string> {
  await using directory = await temporaryDirectory();
  const { exitCode, stdout, stderr } = await runScript('server/main.ts', [], {
    ...{ PORT: '0', DATA_DIR: directory.path, SIGNING_SECRET: 's'.repeat(32) },
    ...environment,
  });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  // A sentence for operators, and no stack.
  expect(stderr).not.toContain('    at ');
  return stderr;
}

const needsPostgres = it.skipIf(!(await postgresAnswers()));

describe('a start is refused with what to do', () => {
  it('for a role that there is not', async () => {
    expect(await refusal({ ROLE: 'queen' })).toMatch(/ROLE.*all.*api.*worker/s);
  });

  it('for a role without what its processes share', async () => {
    expect(await refusal({ ROLE: 'worker' })).toMatch(/DATABASE_URL: required.*S3_ENDPOINT/s);
  });

  needsPostgres('for a bucket that is not there', async () => {
    await using database = await testDatabase();
    await using storage = await objectStorage();
    const said = await refusal({
      DATABASE_URL: database.url,
      ...storage.environment,
      S3_BUCKET: 'missing',
      ROLE: 'api',
    });
    expect(said).toMatch(/The bucket missing \(S3_BUCKET\).*does not exist, or S3_ACCESS_KEY_ID has no access/);
  });

  needsPostgres('for a database that a newer version has migrated', async () => {
    await using database = await testDatabase();
    await using storage = await objectStorage();
    await (await openPostgresStore(database.url)).close();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')");
    await client.end();
    const said = await refusal({ DATABASE_URL: database.url, ...storage.environment, ROLE: 'worker' });
    expect(said).toMatch(/newer version of Athanor \(9999_later\)\. Start that version or a later one, or restore/);
  });
});
