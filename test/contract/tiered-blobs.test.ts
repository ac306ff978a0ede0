import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { DiskBlobs } from '../../server/stores/disk/blobs.ts';
import { openSqliteStore } from '../../server/stores/sqlite/store.ts';
import { type SmallFiles, tieredBlobs } from '../../server/stores/tiered-blobs.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { describeBlobs } from './blobs-contract.ts';

const NOW = Date.UTC(2026, 10, 21);

async function open(directory: string, { smallBytes = 1_000_000, changes = {} as Partial<SmallFiles> } = {}) {
  const store = await openSqliteStore(join(directory, 'test.db'));
  const large = await DiskBlobs.open(join(directory, 'blobs'));
  const small = { ...store.smallFiles, ...changes };
  const blobs = tieredBlobs({ small, large, smallBytes, now: Date.now });
  return { blobs, large, store, [Symbol.asyncDispose]: () => store.close() };
}

describeBlobs('small files in a database', (directory) => open(directory));
describeBlobs('files too large for the database', (directory) => open(directory, { smallBytes: 0 }));

const keysOf = async (blobs: DiskBlobs): Promise<string[]> =>
  (await Array.fromAsync(blobs.list())).map(({ key }) => key);

it('the size decides where a file is kept, and both are found, listed and deleted', async () => {
  await using directory = await temporaryDirectory();
  await using tiers = await open(directory.path, { smallBytes: 4 });
  await tiers.blobs.put('small', { bytes: Buffer.from('four') });
  await tiers.blobs.put('large', { bytes: Buffer.from('fives') });
  expect(await keysOf(tiers.large)).toEqual(['large']);
  expect((await Array.fromAsync(tiers.blobs.list())).map(({ key }) => key).sort()).toEqual(['large', 'small']);
  const blob = (await tiers.blobs.open('small'))!;
  expect((await buffer(blob.stream({ start: 1, end: 2 }))).toString()).toBe('ou');
  for (const key of ['small', 'large']) await tiers.blobs.delete(key);
  expect(await Array.fromAsync(tiers.blobs.list())).toEqual([]);
});

it('nothing is kept in the database while a process lives that does not look there', async () => {
  await using directory = await temporaryDirectory();
  const known: boolean[] = [false, true];
  const areKnownToAll = async (): Promise<boolean> => known.shift()!;
  await using tiers = await open(directory.path, { changes: { areKnownToAll } });
  for (const key of ['first', 'second', 'third']) await tiers.blobs.put(key, { bytes: Buffer.from(key) });
  expect(await keysOf(tiers.large)).toEqual(['first']);
});

it('processes of earlier versions are those that are recorded without a version', async () => {
  await using directory = await temporaryDirectory();
  await using tiers = await open(directory.path);
  const { processes, smallFiles, sql } = tiers.store;
  await processes.renew('new', NOW + 10);
  expect(await smallFiles.areKnownToAll(NOW)).toBe(true);
  await sql.db
    .insertInto('process')
    .values({ id: 'old', alive_until: NOW + 10, locks: 1, slots: 0, version: 0 })
    .execute();
  expect(await smallFiles.areKnownToAll(NOW)).toBe(false);
  expect(await smallFiles.areKnownToAll(NOW + 10)).toBe(true);
});
