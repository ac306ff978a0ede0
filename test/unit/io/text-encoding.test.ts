import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../engine/io/text-encoding.ts';

const windows1252 = Uint8Array.of(0x4e, 0x61, 0xef, 0x76, 0x65, 0x20, 0x80);

describe('decoding text', () => {
  it.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffnaïve'), 'utf-8'],
    ['UTF-8 without a mark', Buffer.from('naïve'), 'utf-8'],
    ['UTF-16 little-endian with a mark', Buffer.from('\ufeffnaïve', 'utf16le'), 'utf-16le'],
    ['UTF-16 big-endian with a mark', Buffer.from('\ufeffnaïve', 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16 little-endian without a mark', Buffer.from('naïve', 'utf16le'), 'utf-16le'],
    ['UTF-16 big-endian without a mark', Buffer.from('naïve', 'utf16le').swap16(), 'utf-16be'],
  ])('reads %s', (_, bytes, encoding) => {
    expect(decodeText(bytes)).toEqual({ text: 'naïve', encoding, assumed: false });
  });

  it('takes invalid UTF-8 for windows-1252 and says so', () => {
    expect(decodeText(windows1252)).toEqual({ text: 'Naïve €', encoding: 'windows-1252', assumed: true });
  });

  it('believes a declaration only where the bytes do not speak against it', () => {
    expect(decodeText(windows1252, 'iso-8859-1')).toMatchObject({ text: 'Naïve €', assumed: false });
    expect(decodeText(Buffer.from([0xcf, 0xf0, 0xe8, 0xe2]), 'windows-1251').text).toBe('Прив');
    expect(decodeText(Buffer.from('naïve'), 'windows-1251').text).toBe('naïve');
    expect(decodeText(windows1252, 'no-such-encoding').assumed).toBe(true);
  });
});

describe('recognising an encoding by its letters', () => {
  /** Text as old files hold it; the letters of each code page are written as its bytes. */
  const RUSSIAN = 'cfe5f7fc20e2f1e5e3e4e020f2b8efebe0ff2e20cef220eae0ea20fdf2ee20e1fbebee2e';
  const GREEK = 'cf20f6effdf1edeff220e5dfede1e920f0dcedf4e120e6e5f3f4fcf22e';

  it.each([
    ['windows-1251', RUSSIAN],
    ['windows-1253', GREEK],
  ])('takes text of %s for what it is, and says that it was assumed', (encoding, hex) => {
    expect(decodeText(Buffer.from(hex, 'hex'))).toMatchObject({ encoding, assumed: true });
  });

  it('obeys whoever knows the encoding', () => {
    expect(decodeText(Buffer.from(RUSSIAN, 'hex'), 'koi8-r')).toMatchObject({ encoding: 'koi8-r', assumed: false });
  });
});
