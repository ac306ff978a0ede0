import { join } from 'node:path';
import { it } from 'vitest';
import { openSqliteStore } from '../../server/stores/sqlite/store.ts';
import { expectExactQuota } from '../support/several-processes.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { describeQueue } from './queue-contract.ts';
import { describeStore, type StoreHarness } from './store-contract.ts';

const open = async (): Promise<StoreHarness> => {
  const directory = await temporaryDirectory();
  const store = await openSqliteStore(join(directory.path, 'test.db'));
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      await directory[Symbol.asyncDispose]();
    },
  };
};

describeStore('SQLite', open);
describeQueue('SQLite', open, 1_000);

it('four processes at once keep quota, concurrency, rates and keys exactly', async () => {
  await using directory = await temporaryDirectory();
  const file = join(directory.path, 'shared.db');
  const store = await openSqliteStore(file);
  await expectExactQuota(store, file);
  await store.close();
});
