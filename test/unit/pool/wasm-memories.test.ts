import { describe, expect, it } from 'vitest';
import { grownBytes, watchMemories } from '../../../engine/pool/wasm-memories.ts';

const PAGE_BYTES = 65_536;

/** A module with a memory of one page, which it exports as `m`. */
const OWN_MEMORY = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // magic number and version
  ...[5, 3, 1, 0, 1], // a memory of at least one page
  ...[7, 5, 1, 1, 0x6d, 2, 0], // exported as m
]);

/** A module that wants a memory as `e.m`, and exports it again. */
const GIVEN_MEMORY = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[2, 8, 1, 1, 0x65, 1, 0x6d, 2, 0, 1],
  ...[7, 5, 1, 1, 0x6d, 2, 0],
]);

const memoryOf = ({ exports }: WebAssembly.Instance): WebAssembly.Memory => exports['m'] as WebAssembly.Memory;

describe('memories of WebAssembly', () => {
  watchMemories();
  const module = new WebAssembly.Module(OWN_MEMORY);

  it.each<[string, () => WebAssembly.Memory | Promise<WebAssembly.Memory>]>([
    ['made by a program', () => new WebAssembly.Memory({ initial: 2 })],
    ['that threads share', () => new WebAssembly.Memory({ initial: 2, maximum: 20, shared: true })],
    ['of an instance', () => memoryOf(new WebAssembly.Instance(module))],
    ['of a module that is instantiated later', async () => memoryOf(await WebAssembly.instantiate(module))],
    ['of bytes', async () => memoryOf((await WebAssembly.instantiate(OWN_MEMORY)).instance)],
  ])('%s count with what they grow by', async (_, create) => {
    const memory = await create();
    expect(memory).toBeInstanceOf(WebAssembly.Memory);
    const before = grownBytes();
    memory.grow(3);
    expect(grownBytes() - before).toBe(3 * PAGE_BYTES);
  });

  it('count once when they are given to an instance that exports them', async () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const given = await WebAssembly.instantiate(new WebAssembly.Module(GIVEN_MEMORY), { e: { m: memory } });
    expect(memoryOf(given)).toBe(memory);
    const before = grownBytes();
    memory.grow(1);
    expect(grownBytes() - before).toBe(PAGE_BYTES);
  });

  it('are watched once, however often that is asked for', () => {
    const { Memory } = WebAssembly;
    watchMemories();
    expect(WebAssembly.Memory).toBe(Memory);
  });
});
