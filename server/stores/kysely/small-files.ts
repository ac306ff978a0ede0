import type { Kysely } from 'kysely';
import type { SmallFiles } from '../tiered-blobs.ts';
import { prepareQuery, type ValueOf } from './prepared-query.ts';
import { retried, type Retry } from './retry.ts';
import type { Database } from './schema.ts';

/** Processes from this generation on look for files in the database. */
const FILES_IN_DATABASE = 1;

interface Content {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly now: number;
}

type Key = Pick<Content, 'key'>;

export function smallFiles(database: Kysely<Database>, retry: Retry): SmallFiles {
  const put = prepareQuery((value: ValueOf<Content>) =>
    database
      .insertInto('small_file')
      .values({ key: value('key'), bytes: value('bytes'), created_at: value('now') })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ bytes: value('bytes'), created_at: value('now') }))
      .compile(),
  );
  const find = prepareQuery((value: ValueOf<Key>) =>
    database.selectFrom('small_file').select('bytes').where('key', '=', value('key')).compile(),
  );
  const remove = prepareQuery((value: ValueOf<Key>) =>
    database.deleteFrom('small_file').where('key', '=', value('key')).returning('key').compile(),
  );
  const files: SmallFiles = {
    async put(key, bytes, now) {
      await put(database, { key, bytes, now });
    },
    find: async (key) => (await find(database, { key })).rows[0]?.bytes,
    delete: async (key) => (await remove(database, { key })).rows.length > 0,
    async list() {
      const rows = await database.selectFrom('small_file').select(['key', 'created_at']).execute();
      return rows.map(({ key, created_at }) => ({ key, modifiedAt: created_at }));
    },
    async areKnownToAll(now) {
      const older = await database
        .selectFrom('process')
        .select('id')
        .where('alive_until', '>', now)
        .where('version', '<', FILES_IN_DATABASE)
        .executeTakeFirst();
      return older === undefined;
    },
  };
  return retried(files, retry, ['put', 'find', 'list', 'areKnownToAll']);
}
