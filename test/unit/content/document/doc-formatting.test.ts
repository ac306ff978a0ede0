import { describe, expect, it } from 'vitest';
import { Formatting, withLookOfNext, withPlainPart } from '../../../../engine/content/document/doc/formatting.ts';

const PAGE_BYTES = 512;
const NUMBER_OF_PAGE = 1;

interface Run {
  readonly end: number;
  readonly modifiers: readonly number[];
}

/** A page of formatting about the bytes from 0 on; `filled` leaves no room between its entries and its modifiers. */
function pageOf(runs: readonly Run[], kind: 'characters' | 'paragraphs', filled = false): Uint8Array {
  const page = Buffer.alloc(PAGE_BYTES);
  const size = kind === 'paragraphs' ? 13 : 1;
  const entries = 4 * (runs.length + 1);
  let free = filled ? entries + size * runs.length : 300;
  free += free % 2;
  for (const [index, { end, modifiers }] of runs.entries()) {
    page.writeUInt32LE(end, 4 * (index + 1));
    if (modifiers.length === 0) continue;
    page[entries + size * index] = free / 2;
    const length = kind === 'characters' ? [modifiers.length] : [(modifiers.length + 1) / 2];
    page.set([...length, ...modifiers], free);
    free += 2 * Math.ceil((modifiers.length + 1) / 2);
  }
  page[PAGE_BYTES - 1] = runs.length;
  return page;
}

/** What is said of each of some bytes, in hexadecimal digits. */
function saidOf(page: Uint8Array, kind: 'characters' | 'paragraphs', bytes: readonly number[]): string[] {
  const table = Buffer.alloc(12);
  table.writeUInt32LE(PAGE_BYTES, 4);
  table.writeUInt32LE(NUMBER_OF_PAGE, 8);
  const formatting = new Formatting(Buffer.concat([Buffer.alloc(PAGE_BYTES), page]), table, kind);
  return bytes.map((byte) => Buffer.from(formatting.at(byte).modifiers).toString('hex'));
}

describe('a page of characters', () => {
  const runs = [
    { end: 10, modifiers: [0x00, 0x08, 0x01] },
    { end: 20, modifiers: [0x35, 0x08, 0x01] },
  ];

  it.each([
    ['the first character of a run', 10, ['000801', '', '350801', '350801']],
    ['the last one', 19, ['000801', '350801', '350801', '']],
    ['one within it', 15, ['000801', '350801', '', '350801']],
  ])('says nothing of %s, and the same of the others', (_name, byte, expected) => {
    const page = pageOf(runs, 'characters');
    const before = Buffer.from(page);
    const split = withPlainPart(page, byte, byte + 1)!;
    expect(saidOf(split, 'characters', [9, 10, 15, 19])).toEqual(expected);
    expect(page).toEqual(before);
  });

  it('takes a part that is a whole run where it has no room for more', () => {
    const page = pageOf(runs, 'characters', true);
    expect(saidOf(withPlainPart(page, 10, 20)!, 'characters', [9, 10])).toEqual(['000801', '']);
    expect(withPlainPart(page, 12, 14)).toBeUndefined();
  });

  it('has no part that two runs share', () => {
    expect(withPlainPart(pageOf(runs, 'characters'), 8, 12)).toBeUndefined();
  });
});

describe('a page of paragraphs', () => {
  const runs = [
    { end: 5, modifiers: [1, 0, 9] },
    { end: 6, modifiers: [2, 0, 9] },
    { end: 9, modifiers: [3, 0, 9] },
  ];

  it('says of paragraphs what it says of those that they were joined with, however many', () => {
    const { page, first } = withLookOfNext(pageOf(runs, 'paragraphs'), new Set([5, 6]));
    expect(saidOf(page, 'paragraphs', [0, 5, 6])).toEqual(['030009', '030009', '030009']);
    expect(Buffer.from(first).toString('hex')).toBe('030009');
  });

  it.each([
    ['an odd number of bytes', [4, 0, 7], '040007'],
    ['an even one', [4, 0], '0400'],
    ['nothing', [], ''],
  ])('says of the last one what the next page says of its first: %s', (_name, next, expected) => {
    const { page } = withLookOfNext(pageOf(runs, 'paragraphs'), new Set([9]), Uint8Array.from(next));
    expect(saidOf(page, 'paragraphs', [0, 5, 6])).toEqual(['010009', '020009', expected]);
  });

  it('stays as it is where it has no room', () => {
    const page = pageOf(runs, 'paragraphs', true);
    expect(withLookOfNext(page, new Set([9]), Uint8Array.of(4, 0)).page).toEqual(Uint8Array.from(page));
  });
});
