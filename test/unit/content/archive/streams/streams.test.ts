import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryFile } from '../../../../../engine/io/memory-file.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { SevenZipLoader } from '../../../../../engine/content/archive/seven-zip/seven-zip.ts';
import { listWithSevenZip } from '../../../../../engine/content/archive/seven-zip/reader.ts';
import { pieceBytesOfExpanded } from '../../../../../engine/content/archive/streams/sizes.ts';
import {
  compressStream,
  expandStream,
  type WrittenStream,
} from '../../../../../engine/content/archive/streams/streams.ts';
import { writeTar } from '../../../../../engine/content/archive/tar/writer.ts';

const loader = new SevenZipLoader(
  new WebAssembly.Module(readFileSync(new URL(import.meta.resolve('7z-wasm/7zz.wasm')))),
);
const limits = DEFAULT_LIMITS;
const MEGABYTE = 2 ** 20;

/** Digits that hardly repeat, so that they stay large when they are packed. */
function content(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => (state = (state * 48_271) % 0x7fffffff) & 0xff);
}

function withLastSize(gzip: Uint8Array, size: number): Uint8Array {
  const changed = Buffer.from(gzip);
  changed.writeUInt32LE(size, changed.byteLength - 4);
  return changed;
}

describe('the size that a compressed file says to hold', () => {
  // Each of the ways in which the header of a frame writes it: in 1, 2 and 4 bytes.
  it.each([0, 1, 255, 256, 65_791, 65_792, 3 * MEGABYTE])('is that of a Zstandard frame of %i bytes', (length) => {
    const packed = zstdCompressSync(content(length), { pledgedSrcSize: length });
    expect(pieceBytesOfExpanded('zst', packed, limits)).toBe(Math.max(64, length + 1));
  });

  it.each([1, 65_536, 3 * MEGABYTE])('is that of a gzip of %i bytes', (length) => {
    expect(pieceBytesOfExpanded('gz', gzipSync(content(length)), limits)).toBe(Math.max(64, length + 1));
  });

  it('is believed within the limits of an expansion', () => {
    const bomb = withLastSize(gzipSync(content(100)), 0xffffffff);
    expect(pieceBytesOfExpanded('gz', bomb, limits)).toBeLessThanOrEqual(10 * MEGABYTE + 1);
  });

  it('is guessed where it is not said', () => {
    expect(pieceBytesOfExpanded('gz', Uint8Array.of(0x1f, 0x8b), limits)).toBe(MEGABYTE + 1);
    expect(pieceBytesOfExpanded('br', content(10), limits)).toBe(MEGABYTE + 1);
  });
});

describe('a compressed file', () => {
  const formats: readonly WrittenStream[] = ['gz', 'zst', 'br', 'zlib'];
  const lengths = [1, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 5 * MEGABYTE];

  it.each(formats.flatMap((format) => lengths.map((length) => [format, length] as const)))(
    'of %s holds all %i bytes',
    async (format, length) => {
      const bytes = content(length);
      const packed = await compressStream(format, bytes, { loader, effort: 1 });
      const expanded = await expandStream(format, packed, { loader, limits });
      expect(Buffer.compare(expanded, bytes)).toBe(0);
    },
  );

  it('of several members is more than the last one says', async () => {
    const bytes = content(MEGABYTE);
    const members = Buffer.concat([gzipSync(bytes), gzipSync(bytes.subarray(0, 10))]);
    const expanded = await expandStream('gz', members, { loader, limits });
    expect(Buffer.compare(expanded, gunzipSync(members))).toBe(0);
    expect(expanded.byteLength).toBe(MEGABYTE + 10);
  });

  it('whose last size lies is refused', async () => {
    const damaged = withLastSize(gzipSync(content(1000)), 999);
    await expect(expandStream('gz', damaged, { loader, limits })).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});

it('lists a tar of which it reads the headers alone', async () => {
  const parts: Uint8Array[] = [];
  const entries = ['a.bin', 'b.bin'].map((path) => {
    const bytes = content(2 * MEGABYTE);
    return { path, kind: 'file', sizeBytes: bytes.byteLength, content: () => bytes } as const;
  });
  writeTar(entries, (bytes) => void parts.push(bytes));
  const whole = memoryFile(Buffer.concat(parts));
  let bytesRead = 0;
  const file = {
    size: whole.size,
    read(target: Uint8Array, position: number): number {
      const read = whole.read(target, position);
      bytesRead += read;
      return read;
    },
  };
  const listed = await listWithSevenZip(loader, file, { type: 'tar', extension: 'tar', limits });
  expect(listed.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
    ['a.bin', 2 * MEGABYTE],
    ['b.bin', 2 * MEGABYTE],
  ]);
  expect(bytesRead).toBeGreaterThan(0);
  expect(bytesRead).toBeLessThan(MEGABYTE);
});
