import { concatBytes, equalBytes, viewOf } from '../../../io/bytes.ts';
import { decrypt } from '../../../io/hash.ts';
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
export function decryptStandard(header: Uint8Array, encrypted: Uint8Array, password: string): Uint8Array {
  const view = viewOf(header);
  const headerBytes = view.getUint32(0, true);
  const verifierAt = 4 + headerBytes;
  if (headerBytes < 32 || verifierAt + 72 > header.byteLength) throw damagedEncryption();
  const algorithm = view.getUint32(4 + 8, true);
  if (!AES.has(algorithm)) throw unknownEncryption(`algorithm ${algorithm.toString(16)}`);
  const keyBytes = view.getUint32(4 + 16, true) / 8;
  const salt = header.subarray(verifierAt + 4, verifierAt + 4 + SALT_BYTES);
  const verifier = header.subarray(verifierAt + 20, verifierAt + 36);
  const verifierHash = header.subarray(verifierAt + 40, verifierAt + 72);
  const key = keyOf(hashPassword(password, { salt, algorithm: SHA1, rounds: ROUNDS }), keyBytes);
  const expected = digest(SHA1, decryptBlocks(verifier, key));
  if (!equalBytes(decryptBlocks(verifierHash, key).subarray(0, SHA1_BYTES), expected))
    throw encryptedDocument(password);
  return decryptBlocks(encrypted, key);
}

function keyOf(hashed: Uint8Array, keyBytes: number): Uint8Array {
  const final = digest(SHA1, hashed, littleEndian(0));
  const half = (padding: number): Uint8Array => {
    const padded = new Uint8Array(PADDED_BYTES).fill(padding);
    for (const [index, byte] of final.entries()) padded[index]! ^= byte;
    return digest(SHA1, padded);
  };
  return concatBytes([half(INNER), half(OUTER)]).subarray(0, keyBytes);
}

function decryptBlocks(value: Uint8Array, key: Uint8Array): Uint8Array {
  if (value.byteLength % 16 !== 0 || ![16, 24, 32].includes(key.byteLength)) throw damagedEncryption();
  return decrypt(`aes-${8 * key.byteLength}-ecb`, key, null, value);
}
