import { describe, expect, it } from 'vitest';
import { expandBlock, expandChunks } from '../../../../../engine/content/document/iwork/snappy.ts';
import { encode, writeArchive } from '../../../../../corpus/make/iwork-archive.ts';

const LIMIT = 1_000_000;
const block = (...bytes: readonly (number | string)[]): Uint8Array =>
  Buffer.concat(bytes.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('a block of Snappy', () => {
  it('repeats what came before, even what it is just writing', () => {
    // Ten characters: "ab" as it is, then eight more from two back.
    expect(textOf(expandBlock(block(10, 1 << 2, 'ab', (4 << 2) | 1, 2), LIMIT))).toBe('ababababab');
  });

  it('reaches back by two and by four bytes', () => {
    const short = block(6, 2 << 2, 'xyz', (2 << 2) | 2, 3, 0);
    const long = block(6, 2 << 2, 'xyz', (2 << 2) | 3, 3, 0, 0, 0);
    expect([textOf(expandBlock(short, LIMIT)), textOf(expandBlock(long, LIMIT))]).toEqual(['xyzxyz', 'xyzxyz']);
  });

  it('holds long literals', () => {
    const text = 'q'.repeat(300);
    expect(textOf(expandBlock(block(0xac, 2, 61 << 2, 43, 1, text), LIMIT))).toBe(text);
  });

  it.each([
    ['copies from before its beginning', block(4, 0, 'a', (3 << 2) | 2, 9, 0)],
    ['copies from nowhere', block(4, 0, 'a', (3 << 2) | 2, 0, 0)],
    ['is shorter than it says', block(9, 0, 'a')],
    ['is longer than it says', block(1, 2 << 2, 'abc')],
    ['ends inside a literal', block(9, 8 << 2, 'abc')],
    ['ends inside a tag', block(9, 0, 'a', 2)],
    ['has no length', block()],
  ])('is refused when it %s', (_what, bytes) => {
    expect(() => expandBlock(bytes, LIMIT)).toThrow(expect.objectContaining({ code: 'input_corrupt' }));
  });

  it('is refused before it takes memory for more than is allowed', () => {
    const bomb = block(0xff, 0xff, 0xff, 0xff, 0x0f, 0, 'a');
    expect(() => expandBlock(bomb, LIMIT)).toThrow(expect.objectContaining({ code: 'input_too_complex' }));
  });
});

describe('a file of chunks', () => {
  const objects = [{ id: 1, type: 10_000, fields: { 3: 'text of an object '.repeat(9000) } }];

  it('is joined', () => {
    const whole = expandChunks(writeArchive(objects), LIMIT);
    expect(textOf(whole)).toContain(textOf(encode(objects[0]!.fields)).slice(-1000));
  });

  it('may not hold more than is allowed in all its chunks', () => {
    expect(() => expandChunks(writeArchive(objects), 100_000)).toThrow(
      expect.objectContaining({ code: 'input_too_complex' }),
    );
  });

  it.each([
    ['another beginning', Uint8Array.of(0xff, 6, 0, 0, 0x73)],
    ['a chunk that is clipped', Uint8Array.of(0, 200, 0, 0, 1, 0, 0x61)],
  ])('is refused with %s', (_what, bytes) => {
    expect(() => expandChunks(bytes, LIMIT)).toThrow(expect.objectContaining({ code: 'input_corrupt' }));
  });
});
