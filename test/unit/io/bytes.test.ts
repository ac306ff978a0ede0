import { describe, expect, it } from 'vitest';
import {
  base64Of,
  bytesOfBase64,
  bytesOfHex,
  compareBytes,
  concatBytes,
  equalBytes,
  hexOf,
  indexOfBytes,
  isUtf8Bytes,
  lastIndexOfBytes,
  latin1Bytes,
  latin1Of,
  utf8Bytes,
  utf8Length,
  utf8Of,
  viewOf,
} from '../../../engine/io/bytes.ts';

/** Every byte, seen through a view that does not begin where its memory does. */
const ALL = Uint8Array.from({ length: 260 }, (_, index) => index - 2).subarray(2, 258);

describe('bytes', () => {
  it('are the same after a way through any text form', () => {
    expect(latin1Bytes(latin1Of(ALL))).toEqual(ALL);
    expect(bytesOfBase64(base64Of(ALL))).toEqual(ALL);
    expect(bytesOfHex(hexOf(ALL))).toEqual(ALL);
    expect(utf8Of(utf8Bytes('a\u00e9\u{1F600}'))).toBe('a\u00e9\u{1F600}');
  });

  it('are plain arrays whose slice is a copy', () => {
    const made = [latin1Bytes('abc'), bytesOfBase64('YWJj'), bytesOfHex('616263'), concatBytes([utf8Bytes('abc')])];
    for (const bytes of made) {
      expect(bytes.constructor).toBe(Uint8Array);
      bytes.slice()[0] = 0;
      expect(latin1Of(bytes)).toBe('abc');
    }
  });

  it('are read in part as Latin-1', () => {
    expect(latin1Of(latin1Bytes('abcdef'), 2, 4)).toBe('cd');
  });

  it('are found as bytes and as text, from both ends', () => {
    const bytes = latin1Bytes('\u00ffab\u00ffab');
    expect(indexOfBytes(bytes, 'ab')).toBe(1);
    expect(indexOfBytes(bytes, latin1Bytes('\u00ff'), 1)).toBe(3);
    expect(indexOfBytes(bytes, '\u00ffb')).toBe(-1);
    expect(lastIndexOfBytes(bytes, 'ab')).toBe(4);
    expect(lastIndexOfBytes(bytes, 'ab', 3)).toBe(1);
  });

  it('are compared by content and in order', () => {
    expect(equalBytes(latin1Bytes('ab'), latin1Bytes('ab'))).toBe(true);
    expect(equalBytes(latin1Bytes('ab'), latin1Bytes('abc'))).toBe(false);
    expect(compareBytes(latin1Bytes('a'), latin1Bytes('b'))).toBeLessThan(0);
  });

  it('tell whether they are UTF-8, and how many a text takes', () => {
    expect(isUtf8Bytes(utf8Bytes('\u00e9'))).toBe(true);
    expect(isUtf8Bytes(latin1Bytes('\u00e9'))).toBe(false);
    expect(utf8Length('a\u00e9\u{1F600}')).toBe(7);
  });

  it('have a view of the same memory', () => {
    viewOf(ALL.subarray(4, 8)).setUint32(0, 0x04050607);
    expect(viewOf(ALL).getUint32(4)).toBe(0x04050607);
    expect(() => viewOf(ALL).getUint32(254)).toThrow(RangeError);
  });
});
