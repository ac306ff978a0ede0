import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EditableModule, readMemories } from '../../../engine/pool/editable-module.ts';

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

function limited(bytes: Uint8Array, maxPages: number): Uint8Array<ArrayBuffer> {
  const module = EditableModule.of(bytes);
  module.limitMemories(maxPages);
  return module.bytes;
}

describe('memories', () => {
  it('are bounded that had no maximum', async () => {
    const bytes = growingModule(1);
    expect(await grow(bytes, 100)).toBe(1);
    const capped = limited(bytes, 50);
    expect(readMemories(capped)).toMatchObject([{ minimum: 1, maximum: 50, imported: false }]);
    expect(await grow(capped, 49)).toBe(1);
    expect(await grow(capped, 50)).toBe(-1);
  });

  it('get a lower maximum, also when the number takes fewer bytes', async () => {
    for (const [before, after] of [
      [[100], 50],
      [[127], 126],
      [[0x80, 0x80, 0x04], 20_000],
      [[0x80, 0x80, 0x04], 300],
      [[0x80, 0x80, 0x04], 50],
      [[0x80, 0x80, 0x84, 0x80, 0x00], 50],
    ] as const) {
      const capped = limited(growingModule(1, before), after);
      expect(readMemories(capped)[0]!.maximum).toBe(after);
      expect(await grow(capped, after)).toBe(-1);
      expect(await grow(capped, after - 1)).toBe(1);
    }
  });

  it('stay as they are where they are bounded already', () => {
    const bytes = growingModule(1, [20]);
    expect(limited(bytes, 50)).toEqual(bytes);
  });

  it('may not need more than the ceiling to start', () => {
    expect(() => limited(growingModule(10), 5)).toThrow(/needs 10 pages/);
  });

  it('are looked for in modules alone', () => {
    expect(() => limited(new Uint8Array(16), 5)).toThrow(/not a WebAssembly module/);
  });

  it('of a real codec are bounded, and nothing else of it is changed', async () => {
    const file = fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'));
    const module = await EditableModule.read(file);
    const whole = await readFile(file);
    expect(Buffer.compare(module.bytes, whole)).toBe(0);
    const [known] = readMemories(whole);
    module.limitMemories(8192);
    const [capped] = readMemories(module.bytes);
    expect(capped?.maximum).toBe(8192);
    expect(Buffer.compare(module.bytes.subarray(capped!.to), whole.subarray(known!.to))).toBe(0);
    expect(
      Buffer.compare(module.bytes.subarray(0, capped!.section.start), whole.subarray(0, known!.section.start)),
    ).toBe(0);
    expect(WebAssembly.validate(module.bytes)).toBe(true);
  });
});

describe('the table of functions', () => {
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

  it('grows without its maximum', async () => {
    await expect(tableOf(fixed).then((table) => table.grow(1))).rejects.toThrow(RangeError);
    const module = EditableModule.of(fixed);
    module.letTableGrow();
    const table = await tableOf(module.bytes);
    expect(table.grow(3)).toBe(2);
    expect(table.length).toBe(5);
  });

  it('stays as it is where there is none, or one that grows', () => {
    const module = EditableModule.of(fixed);
    module.letTableGrow();
    const once = module.bytes.slice();
    module.letTableGrow();
    expect(module.bytes).toEqual(once);
    const without = EditableModule.of(growingModule(1));
    without.letTableGrow();
    expect(without.bytes).toEqual(growingModule(1));
  });
});
