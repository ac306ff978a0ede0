import { describe, expect, it } from 'vitest';
import { bytesOfHex, hexOf, latin1Bytes } from '../../../engine/io/bytes.ts';
import { decrypt, deriveKey, hashBase64, hashBytes, hashHex, RunningHash } from '../../../engine/io/hash.ts';

describe('hashes', () => {
  it('are those of the standards', () => {
    expect(hashHex('md5', '')).toBe('d41d8cd98f00b204e9800998ecf8427e');
    expect(hashHex('sha1', 'abc')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
    expect(hexOf(hashBytes('sha256', latin1Bytes('abc')))).toMatch(/^ba7816bf8f01cfea/);
    expect(hashBase64('md5', '')).toBe('1B2M2Y8AsgTpgAmY7PhCfg==');
  });

  it('are the same piece by piece', () => {
    expect(new RunningHash('sha256').update('a').update(latin1Bytes('bc')).hex()).toBe(hashHex('sha256', 'abc'));
  });
});

describe('keys and ciphers', () => {
  it('derive the key of RFC 6070', () => {
    const key = deriveKey(latin1Bytes('password'), latin1Bytes('salt'), {
      iterations: 2,
      keyBytes: 20,
      algorithm: 'sha1',
    });
    expect(hexOf(key)).toBe('ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957');
  });

  it('decrypt a block of AES-128 (FIPS 197, appendix C.1)', () => {
    const key = bytesOfHex('000102030405060708090a0b0c0d0e0f');
    const encrypted = bytesOfHex('69c4e0d86a7b0430d8cdb78070b4c55a');
    expect(hexOf(decrypt('aes-128-ecb', key, null, encrypted))).toBe('00112233445566778899aabbccddeeff');
  });
});
