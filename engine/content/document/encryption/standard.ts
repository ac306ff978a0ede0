import { createDecipheriv } from 'node:crypto';
import { damagedEncryption, encryptedDocument, unknownEncryption } from './errors.ts';
import { digest, hashPassword, littleEndian } from './password-hash.ts';

const ROUNDS = 50_000;
const SHA1 = 'sha1';
const SHA1_BYTES = 20;
const SALT_BYTES = 16;
/** Bytes that the inner and the outer padding of the key are made of ([MS-OFFCRYPTO] 2.3.4.7). */
const INNER = 0x36;
const OUTER = 0x5c;
const PADDED_BYTES = 64;
/** The algorithms that Office 2007 writes: AES with three lengths of keys. */
const AES: ReadonlySet<number> = new Set([0x660e, 0x660f, 0x6610]);

/** Decrypts a package of Office 2007 ([MS-OFFCRYPTO] 2.3.4.5 to 2.3.4.9). Throws `input_encrypted`. */
export function decryptStandard(header: Buffer, encrypted: Uint8Array, password: string): Buffer {
  const headerBytes = header.readUInt32LE(0);
  const verifierAt = 4 + headerBytes;
  if (headerBytes < 32 || verifierAt + 72 > header.byteLength) throw damagedEncryption();
  const algorithm = header.readUInt32LE(4 + 8);
  if (!AES.has(algorithm)) throw unknownEncryption(`algorithm ${algorithm.toString(16)}`);
  const keyBytes = header.readUInt32LE(4 + 16) / 8;
  const salt = header.subarray(verifierAt + 4, verifierAt + 4 + SALT_BYTES);
  const verifier = header.subarray(verifierAt + 20, verifierAt + 36);
  const verifierHash = header.subarray(verifierAt + 40, verifierAt + 72);
  const key = keyOf(hashPassword(password, { salt, algorithm: SHA1, rounds: ROUNDS }), keyBytes);
  const expected = digest(SHA1, decrypt(verifier, key));
  if (!decrypt(verifierHash, key).subarray(0, SHA1_BYTES).equals(expected)) throw encryptedDocument(password);
  return decrypt(encrypted, key);
}

function keyOf(hashed: Buffer, keyBytes: number): Buffer {
  const final = digest(SHA1, hashed, littleEndian(0));
  const half = (padding: number): Buffer => {
    const padded = Buffer.alloc(PADDED_BYTES, padding);
    for (const [index, byte] of final.entries()) padded[index]! ^= byte;
    return digest(SHA1, padded);
  };
  return Buffer.concat([half(INNER), half(OUTER)]).subarray(0, keyBytes);
}

function decrypt(value: Uint8Array, key: Buffer): Buffer {
  if (value.byteLength % 16 !== 0 || ![16, 24, 32].includes(key.byteLength)) throw damagedEncryption();
  const decipher = createDecipheriv(`aes-${8 * key.byteLength}-ecb`, key, null).setAutoPadding(false);
  return Buffer.concat([decipher.update(value), decipher.final()]);
}
