import { describe, expect, it } from 'vitest';
import { latin1Bytes, utf8Bytes } from '../../../engine/io/bytes.ts';
import {
  compressBrotli,
  compressZstandard,
  crc32Of,
  deflate,
  deflateRaw,
  expandBrotli,
  expandZstandard,
  gunzip,
  gzip,
  inflate,
  inflateRaw,
  isCutShort,
  isTooLarge,
} from '../../../engine/io/compression.ts';

const CONTENT = utf8Bytes('the same words, '.repeat(1000));

const WAYS = [
  ['zlib', deflate(CONTENT), inflate],
  ['raw deflate', deflateRaw(CONTENT), inflateRaw],
  ['gzip', gzip(CONTENT), gunzip],
  ['brotli', compressBrotli(CONTENT, { quality: 5 }), expandBrotli],
  ['zstandard', compressZstandard(CONTENT, { level: 3 }), expandZstandard],
] as const;

describe.each(WAYS)('%s', (_name, packed, expand) => {
  it('gives back what was compressed', () => {
    expect(packed.byteLength).toBeLessThan(CONTENT.byteLength / 10);
    expect(expand(packed)).toEqual(CONTENT);
  });

  it('fails by name beyond the bound', () => {
    expect(errorOf(() => expand(packed, { maxOutputLength: 1000 }))).toSatisfy(isTooLarge);
  });

  it('fails by name where the data ends too early', () => {
    expect(errorOf(() => expand(packed.subarray(0, packed.byteLength - 3)))).toSatisfy(
      (error) => isCutShort(error) && !isTooLarge(error),
    );
  });
});

describe('compression', () => {
  it('takes what a truncated stream holds where that is asked for', () => {
    const part = inflate(deflate(CONTENT).subarray(0, 40), { allowTruncated: true });
    expect(part.byteLength).toBeGreaterThan(0);
    expect(CONTENT.subarray(0, part.byteLength)).toEqual(part);
  });

  it('counts the CRC-32 of ISO-HDLC, in one piece or several', () => {
    expect(crc32Of(latin1Bytes('123456789'))).toBe(0xcbf43926);
    expect(crc32Of(latin1Bytes('6789'), crc32Of(latin1Bytes('12345')))).toBe(0xcbf43926);
  });
});

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}
