import { describe, expect, it } from 'vitest';
import { encode, float, ref } from '../../../../../corpus/make/iwork-archive.ts';
import { Message } from '../../../../../engine/content/document/iwork/message.ts';

describe('a message without its schema', () => {
  const message = new Message(
    encode({ 1: 300, 2: 'wörter', 3: float(1.5), 4: [ref(7), ref(9)], 5: { 1: 'inner' }, 6: true, 200: 2 ** 40 }),
  );

  it('has fields of every kind', () => {
    expect(message.uint(1)).toBe(300);
    expect(message.text(2)).toBe('wörter');
    expect(message.number(3)).toBe(1.5);
    expect(message.references(4)).toEqual([7, 9]);
    expect(message.message(5)?.text(1)).toBe('inner');
    expect(message.flag(6)).toBe(true);
    expect(message.uint(200)).toBe(2 ** 40);
  });

  it('has nothing where there is none, or something of another kind', () => {
    expect([message.uint(2), message.text(1), message.number(1), message.message(9)]).toEqual(Array(4).fill(undefined));
  });

  it('reads packed numbers as separate ones', () => {
    expect(new Message(encode({ 11: Uint8Array.of(1, 2, 0xac, 2) })).uints(11)).toEqual([1, 2, 300]);
    expect(new Message(encode({ 11: [1, 2, 300] })).uints(11)).toEqual([1, 2, 300]);
  });

  it.each([
    ['a number without an end', Uint8Array.of(8, 0xff)],
    ['a field of no number', Uint8Array.of(0, 1)],
    ['a kind that there is not', Uint8Array.of(11, 1)],
    ['a text that is longer than the message', Uint8Array.of(10, 200, 1, 0x61)],
  ])('is refused with %s', (_what, bytes) => {
    expect(() => new Message(bytes)).toThrow(expect.objectContaining({ code: 'input_corrupt' }));
  });
});
