import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DiskBlobs } from '../../server/stores/disk/blobs.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { describeBlobs } from './blobs-contract.ts';

describeBlobs('disk', async (directory) => ({
  blobs: await DiskBlobs.open(join(directory, 'blobs')),
  async [Symbol.asyncDispose]() {},
}));

it('only the owner can look into the directory', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'blobs');
  await DiskBlobs.open(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});
