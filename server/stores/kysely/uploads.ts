import type { Kysely, Transaction } from 'kysely';
import type { UploadPart, UploadStore } from '../upload-store.ts';
import type { Database } from './schema.ts';

export function uploadStore(database: Kysely<Database>): UploadStore {
  return {
    add: ({ id, accountId, fileName, sizeBytes, expiresAt }, { maxUploads, now }) =>
      database.transaction().execute(async (transaction) => {
        // An update that changes nothing locks the account's row: two callers cannot both count before either inserts.
        await transaction
          .updateTable('account')
          .set((column) => ({ status: column.ref('status') }))
          .where('id', '=', accountId)
          .execute();
        const { count } = await transaction
          .selectFrom('upload')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .where('expires_at', '>', now)
          .executeTakeFirstOrThrow();
        if (count >= maxUploads) return false;
        await transaction
          .insertInto('upload')
          .values({
            ...{ id, account_id: accountId, file_name: fileName, size_bytes: sizeBytes, expires_at: expiresAt },
            ...{ received: 0, parts: 0 },
          })
          .execute();
        return true;
      }),

    async find(accountId, id, now) {
      const row = await database
        .selectFrom('upload')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (!row) return undefined;
      const { file_name: fileName, size_bytes: sizeBytes, received: offset, parts, expires_at: expiresAt } = row;
      return { id, accountId, fileName, sizeBytes, offset, parts, expiresAt };
    },

    addPart: (id, { key, offset, sizeBytes }, now) =>
      database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('upload')
          .set((column) => ({ received: offset + sizeBytes, parts: column('parts', '+', 1) }))
          .where('id', '=', id)
          .where('received', '=', offset)
          .where('expires_at', '>', now)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        const row = { upload_id: id, start: offset, size_bytes: sizeBytes, key };
        await transaction.insertInto('upload_part').values(row).execute();
        return true;
      }),

    async listParts(id) {
      const rows = await database
        .selectFrom('upload_part')
        .select(['key', 'size_bytes'])
        .where('upload_id', '=', id)
        .orderBy('start')
        .execute();
      return rows.map(partOf);
    },

    remove: (accountId, id) =>
      database.transaction().execute(async (transaction) => {
        const own = await transaction
          .updateTable('upload')
          // No part is added from here on: adding one changes the same row.
          .set({ expires_at: 0 })
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow();
        return own.numUpdatedRows === 0n ? undefined : removeUploads(transaction, [id]);
      }),

    removeExpired: (now) =>
      database.transaction().execute(async (transaction) => {
        const expired = await transaction
          .updateTable('upload')
          .set({ expires_at: 0 })
          .where('expires_at', '<=', now)
          .returning('id')
          .execute();
        const ids = expired.map(({ id }) => id);
        return ids.length === 0 ? [] : removeUploads(transaction, ids);
      }),

    async filterKeys(keys) {
      // PostgreSQL takes no empty list.
      if (keys.length === 0) return new Set();
      const rows = await database.selectFrom('upload_part').select('key').where('key', 'in', keys).execute();
      return new Set(rows.map(({ key }) => key));
    },
  };
}

async function removeUploads(transaction: Transaction<Database>, ids: readonly string[]): Promise<UploadPart[]> {
  const parts = await transaction
    .deleteFrom('upload_part')
    .where('upload_id', 'in', ids)
    .returning(['key', 'size_bytes'])
    .execute();
  await transaction.deleteFrom('upload').where('id', 'in', ids).execute();
  return parts.map(partOf);
}

function partOf({ key, size_bytes }: { readonly key: string; readonly size_bytes: number }): UploadPart {
  return { key, sizeBytes: size_bytes };
}
