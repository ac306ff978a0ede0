import { describe, expect, it } from 'vitest';
import { contentsIndex } from '../../../engine/content/document/mobi/contents-index.ts';
import type { MobiFile } from '../../../engine/content/document/mobi/header.ts';
import { HuffCdic } from '../../../engine/content/document/mobi/huff-cdic.ts';
import { readIndex } from '../../../engine/content/document/mobi/index-reader.ts';
import { IndexTexts, writeIndex } from '../../../engine/content/document/mobi/index-writer.ts';
import { readKf7 } from '../../../engine/content/document/mobi/kf7.ts';
import { withAnchors } from '../../../engine/content/document/mobi/places.ts';
import { expandPalmDoc, packPalmDoc } from '../../../engine/content/document/mobi/palm-doc.ts';
import type { RunContext } from '../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { plainTextOf } from '../../../engine/content/document/book/plain-text.ts';
import { utf8Of } from '../../../engine/io/bytes.ts';

describe('PalmDOC', () => {
  it('gives back every byte', () => {
    const texts = ['', 'a', 'banana banana banana', 'Ünïcode – 灯 '.repeat(90), ' A B C\u0001\u0002\u0000 end'];
    for (const text of texts) {
      const bytes = Buffer.from(text).subarray(0, 4096);
      expect(Buffer.from(expandPalmDoc(packPalmDoc(bytes)))).toEqual(bytes);
    }
    const all = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 31 + (index >> 3)) & 255));
    expect(Buffer.from(expandPalmDoc(packPalmDoc(all)))).toEqual(all);
  });

  it('makes text smaller', () => {
    const text = Buffer.from('The light is lit, and the light keeps the keeper. '.repeat(80)).subarray(0, 4096);
    expect(packPalmDoc(text).length).toBeLessThan(text.length / 3);
  });

  it('ends with damaged data', () => {
    expect(expandPalmDoc(Buffer.alloc(60_000, 0x87)).length).toBeLessThan(70_000);
  });
});

/** Eight codes of three bits, which stand for the phrases in reverse order. */
function huffRecord(): Buffer {
  const huff = Buffer.alloc(24 + 1024 + 256);
  huff.write('HUFF', 0, 'latin1');
  huff.writeUInt32BE(24, 4);
  huff.writeUInt32BE(24, 8);
  huff.writeUInt32BE(24 + 1024, 12);
  for (let index = 0; index < 256; index++) huff.writeUInt32BE((7 << 8) | 0x80 | 3, 24 + 4 * index);
  return huff;
}

function cdicRecord(phrases: readonly (readonly [bytes: Buffer, isPlain: boolean])[]): Buffer {
  const offsets = Buffer.alloc(2 * phrases.length);
  const pieces: Buffer[] = [];
  let offset = offsets.length;
  for (const [index, [bytes, isPlain]] of phrases.entries()) {
    offsets.writeUInt16BE(offset, 2 * index);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length | (isPlain ? 0x8000 : 0));
    pieces.push(length, bytes);
    offset += 2 + bytes.length;
  }
  const header = Buffer.alloc(16);
  header.write('CDIC', 0, 'latin1');
  header.writeUInt32BE(16, 4);
  header.writeUInt32BE(phrases.length, 8);
  header.writeUInt32BE(3, 12);
  return Buffer.concat([header, offsets, ...pieces]);
}

describe('HUFF/CDIC', () => {
  const plain = (text: string) => [Buffer.from(text), true] as const;

  it('expands phrases, and phrases in phrases', () => {
    // 000 is phrase 7, 001 is phrase 6 … 111 is phrase 0; the phrase 1 is codes of others itself: 111 111 and filling.
    const nested = [Buffer.from([0b11111100]), false] as const;
    const codes = new HuffCdic(huffRecord(), [
      cdicRecord([plain('la'), nested, plain(' '), plain('d'), plain('e'), plain('f'), plain('g'), plain('h')]),
    ]);
    // 110 → nested: 'la' 'la' and the last two bits are no code; 101 → ' '; the byte's last two bits are none.
    expect(Buffer.from(codes.expand(Buffer.from([0b11010100]))).toString()).toBe('lala ');
  });

  it('refuses a dictionary that holds itself, and codes without a phrase', () => {
    const itself = [Buffer.from([0b11111111]), false] as const;
    const codes = new HuffCdic(huffRecord(), [cdicRecord([itself])]);
    expect(() => codes.expand(Buffer.from([0b11100000]))).toThrow(/dictionary/);
    expect(() => new HuffCdic(Buffer.from('HUFF'), [])).toThrow(/codes/);
  });
});

describe('indexes', () => {
  const columns = [
    { tag: 1, values: 1, mask: 1 },
    { tag: 3, values: 1, mask: 2 },
    { tag: 6, values: 2, mask: 12 },
  ] as const;

  it('give back entries over many records, and their texts', () => {
    const texts = new IndexTexts();
    const entries = Array.from({ length: 9000 }, (_, index) => ({
      name: String(index).padStart(10, '0'),
      tags: new Map([
        [1, [index * 977]],
        [3, [texts.add(`Chapter ${index} – 灯`)]],
        ...(index % 2 === 0 ? [[6, [index, 5, index + 1, 6]] as const] : []),
      ]),
    }));
    const records = [Buffer.from('other'), ...writeIndex(columns, entries, texts)];
    expect(records.length).toBeGreaterThan(6);
    const index = readIndex(records, 1);
    expect(index.entries).toHaveLength(9000);
    const [first, , , last] = [index.entries[0]!, 0, 0, index.entries[8998]!];
    expect(first.tags.get(6)).toEqual([0, 5, 1, 6]);
    expect(last.tags.get(1)).toEqual([8998 * 977]);
    expect(utf8Of(index.text(last.tags.get(3)![0])!)).toBe('Chapter 8998 – 灯');
    expect(index.entries[8999]!.tags.has(6)).toBe(false);
  });

  it('are refused when they are truncated', () => {
    const [header, entries] = writeIndex(columns, [{ name: 'a', tags: new Map([[1, [1]]]) }], new IndexTexts());
    expect(() => readIndex([header!], 0)).toThrow(/missing/);
    expect(() => readIndex([header!, entries!.subarray(0, 60)], 0)).toThrow(/index/);
    expect(() => readIndex([], 3)).toThrow(/missing/);
  });
});

describe('anchors', () => {
  it('stand before the tag that a position is in', () => {
    expect(withAnchors('<p>ab</p>', [1, 4, 9])).toBe('<a id="p1"></a><p>a<a id="p4"></a>b</p>');
    expect(withAnchors('xy', [12], 11)).toBe('x<a id="p12"></a>y');
  });
});

describe('a page of contents', () => {
  /** Two chapters and a page that leads to both; its index lists as many of them as it is given titles. */
  function bookWith(listed: readonly string[]): MobiFile {
    const head = (at: number): string =>
      `<html><head><guide><reference type="toc" filepos=${String(at).padStart(10, '0')} /></guide></head><body>`;
    const chapters = '<p>First words.</p><mbp:pagebreak/><p>Last words.</p><mbp:pagebreak/>';
    const start = head(0).length;
    const at = start + chapters.length;
    const links = ['Dawn', 'Dusk'].map(
      (title) => `<p><a filepos="${String(start).padStart(10, '0')}">${title}</a></p>`,
    );
    const text = Buffer.from(`${head(at)}${chapters}<h2>Contents</h2>${links.join('')}<mbp:pagebreak/></body></html>`);
    const entries = listed.map((title) => ({ title, target: 'c1', children: [] }));
    const records = contentsIndex(entries, { end: at, positionOf: () => start });
    return {
      ...{ records, isKf8: false, isEncrypted: false, encoding: 'utf-8', cover: undefined },
      metadata: { authors: [], subjects: [] },
      recordAt: () => 0,
      resource: () => undefined,
      text: () => text,
    };
  }

  const context = { limits: DEFAULT_LIMITS, signal: new AbortController().signal, warn() {} } as unknown as RunContext;

  it('is left out where the index lists the same', () => {
    expect(plainTextOf(readKf7(bookWith(['Dawn', 'Dusk']), context))).toBe('First words.\n\n\nLast words.\n');
  });

  it('stays where it lists more', () => {
    expect(plainTextOf(readKf7(bookWith(['Dawn']), context))).toContain('Contents\n\nDawn\n\nDusk');
  });
});
