import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readMemories, withGrowableTable, withMemoryMaximum } from '../../../engine/pool/memory-maximum.ts';

/** A module with one memory of `minimum` pages, at most `maximum` (LEB128), and an export that grows it by its argument. */
function growingModule(minimum: number, maximum?: readonly number[]): Uint8Array<ArrayBuffer> {
  const limits = maximum === undefined ? [0, minimum] : [1, minimum, ...maximum];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f], // type (i32) → i32
    ...[3, 2, 1, 0], // one function of it
    ...[5, limits.length + 1, 1, ...limits], // one memory
    ...[7, 8, 1, 4, 0x67, 0x72, 0x6f, 0x77, 0, 0], // export "grow"
    ...[10, 8, 1, 6, 0, 0x20, 0, 0x40, 0, 0x0b], // local.get 0, memory.grow
  ]);
}

async function grow(bytes: Uint8Array, pages: number): Promise<number> {
  const { instance } = await WebAssembly.instantiate(bytes as Uint8Array<ArrayBuffer>);
  return (instance.exports['grow'] as (pages: number) => number)(pages);
}

describe('withMemoryMaximum', () => {
  it('bounds a memory that had no maximum', async () => {
    const bytes = growingModule(1);
    expect(await grow(bytes, 100)).toBe(1);
    const capped = withMemoryMaximum(bytes, 50);
    expect(readMemories(capped)).toMatchObject([{ minimum: 1, maximum: 50, imported: false }]);
    expect(await grow(capped, 49)).toBe(1);
    expect(await grow(capped, 50)).toBe(-1);
  });

  it('lowers a maximum where it stands, also when the number takes fewer bytes', async () => {
    for (const [before, after] of [
      [[100], 50],
      [[127], 126],
      [[0x80, 0x80, 0x04], 20_000],
      [[0x80, 0x80, 0x04], 300],
      [[0x80, 0x80, 0x04], 50],
      [[0x80, 0x80, 0x84, 0x80, 0x00], 50],
    ] as const) {
      const bytes = growingModule(1, before);
      const capped = withMemoryMaximum(bytes, after);
      expect(capped).toBe(bytes);
      expect(readMemories(capped)[0]!.maximum).toBe(after);
      expect(await grow(capped, after)).toBe(-1);
      expect(await grow(capped, after - 1)).toBe(1);
    }
  });

  it('leaves a module alone that is bounded already', () => {
    const bytes = growingModule(1, [20]);
    expect(withMemoryMaximum(bytes, 50)).toBe(bytes);
  });

  it('refuses a ceiling below what the module needs to start', () => {
    expect(() => withMemoryMaximum(growingModule(10), 5)).toThrow(/needs 10 pages/);
  });

  it('refuses what is not a module', () => {
    expect(() => withMemoryMaximum(new Uint8Array(16), 5)).toThrow(/not a WebAssembly module/);
  });

  it('caps a real codec, which still compiles', async () => {
    const file = fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'));
    const capped = withMemoryMaximum(await readFile(file), 8192);
    expect(readMemories(capped)[0]?.maximum).toBe(8192);
    expect(WebAssembly.validate(capped as Uint8Array<ArrayBuffer>)).toBe(true);
  });
});

describe('withGrowableTable', () => {
  /** A module that exports its table of two functions, which cannot grow. */
  const fixed = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[4, 5, 1, 0x70, 1, 2, 2], // one table of functions
    ...[7, 5, 1, 1, 0x74, 1, 0], // export "t"
  ]);
  const tableOf = async (bytes: Uint8Array): Promise<WebAssembly.Table> => {
    const { instance } = await WebAssembly.instantiate(bytes as Uint8Array<ArrayBuffer>);
    return instance.exports['t'] as WebAssembly.Table;
  };

  it('takes the maximum away', async () => {
    await expect(tableOf(fixed).then((table) => table.grow(1))).rejects.toThrow(RangeError);
    const table = await tableOf(withGrowableTable(fixed));
    expect(table.grow(3)).toBe(2);
    expect(table.length).toBe(5);
  });

  it('leaves a module alone that has no table, or one that grows', () => {
    expect(withGrowableTable(withGrowableTable(fixed))).toEqual(withGrowableTable(fixed));
    const without = growingModule(1);
    expect(withGrowableTable(without)).toBe(without);
  });
});
