import { createHash } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Blobs } from '../../server/stores/blobs.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';

export interface BlobsHarness extends AsyncDisposable {
  readonly blobs: Blobs;
}

const CONTENT = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 253));

/** What every store of results promises, wherever the bytes lie. */
export function describeBlobs(name: string, open: (directory: string) => Promise<BlobsHarness>): void {
  describe(name, () => {
    let directory: TemporaryDirectory;
    let harness: BlobsHarness;
    let blobs: Blobs;
    let file: string;

    beforeEach(async () => {
      directory = await temporaryDirectory();
      harness = await open(directory.path);
      ({ blobs } = harness);
      file = join(directory.path, 'result');
      await writeFile(file, CONTENT);
    });
    afterEach(async () => {
      await harness[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    });

    const read = async (key: string, range?: { start: number; end: number }): Promise<Buffer> => {
      const blob = (await blobs.open(key))!;
      return buffer(blob.stream(range ?? { start: 0, end: blob.sizeBytes - 1 }));
    };
    const keys = async (): Promise<string[]> => (await Array.fromAsync(blobs.list())).map(({ key }) => key).sort();

    it('takes a file over and tells its size and hash', async () => {
      const sha256 = createHash('sha256').update(CONTENT).digest('hex');
      expect(await blobs.put('one', { path: file, size: CONTENT.byteLength })).toEqual({
        sizeBytes: CONTENT.byteLength,
        sha256,
      });
      await expect(access(file)).rejects.toThrow('ENOENT');
      expect((await read('one')).equals(CONTENT)).toBe(true);
    });

    it('takes bytes', async () => {
      const sha256 = createHash('sha256').update(CONTENT).digest('hex');
      expect(await blobs.put('one', { bytes: CONTENT })).toEqual({ sizeBytes: CONTENT.byteLength, sha256 });
      expect((await read('one')).equals(CONTENT)).toBe(true);
    });

    it('takes a small file', async () => {
      await writeFile(file, 'small');
      const sha256 = createHash('sha256').update('small').digest('hex');
      expect(await blobs.put('one', { path: file, size: 5 })).toEqual({ sizeBytes: 5, sha256 });
      expect((await read('one')).toString()).toBe('small');
    });

    it('takes an empty file', async () => {
      await writeFile(file, '');
      expect((await blobs.put('one', { path: file, size: 0 })).sizeBytes).toBe(0);
      const blob = (await blobs.open('one'))!;
      expect(blob.sizeBytes).toBe(0);
      await blob.close();
    });

    it('reads any range, both ends included', async () => {
      await blobs.put('one', { path: file, size: CONTENT.byteLength });
      for (const [start, end] of [
        [0, 0],
        [1, 9],
        [300_000, 699_999],
      ] as const)
        expect((await read('one', { start, end })).equals(CONTENT.subarray(start, end + 1))).toBe(true);
    });

    it('has nothing under other keys', async () => {
      expect(await blobs.open('one')).toBeUndefined();
    });

    it('refuses keys that could lead elsewhere', async () => {
      for (const key of ['../one', 'a/b', '', '.', 'a\0b', 'x'.repeat(200)]) {
        await expect(blobs.put(key, { bytes: CONTENT })).rejects.toThrow('key');
        await expect(blobs.open(key)).rejects.toThrow('key');
        await expect(blobs.delete(key)).rejects.toThrow('key');
      }
    });

    it('deletes, also what is not there', async () => {
      await blobs.put('one', { path: file, size: CONTENT.byteLength });
      await blobs.delete('one');
      await blobs.delete('one');
      expect(await blobs.open('one')).toBeUndefined();
      expect(await keys()).toEqual([]);
    });

    it('lets a reader finish what is deleted meanwhile', async () => {
      await blobs.put('one', { path: file, size: CONTENT.byteLength });
      const blob = (await blobs.open('one'))!;
      await blobs.delete('one');
      const content = await buffer(blob.stream({ start: 0, end: blob.sizeBytes - 1 }));
      expect(content.equals(CONTENT)).toBe(true);
    });

    it('lists every blob with its age', async () => {
      const before = Date.now() - 5_000;
      await blobs.put('one', { path: file, size: CONTENT.byteLength });
      await blobs.put('two-2_b', { bytes: CONTENT });
      expect(await keys()).toEqual(['one', 'two-2_b']);
      for await (const { modifiedAt } of blobs.list()) {
        expect(modifiedAt).toBeGreaterThan(before);
        expect(modifiedAt).toBeLessThan(Date.now() + 5_000);
      }
    });
  });
}
