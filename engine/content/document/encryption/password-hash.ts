import { hash } from 'node:crypto';
import { unknownEncryption } from './errors.ts';

/** Rounds that a document may ask for: Office writes 100,000, and a million takes about a second. */
const MOST_ROUNDS = 1_000_000;
const HASHES: Readonly<Record<string, string>> = { SHA1: 'sha1', SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512' };

/** Node's name of a hash, from the name that office files give it (`SHA-1`, `SHA512`). */
export function hashNamed(name: string): string {
  const known = HASHES[name.replace('-', '').toUpperCase()];
  if (known === undefined) throw unknownEncryption(name);
  return known;
}

export function digest(algorithm: string, ...parts: readonly Uint8Array[]): Buffer {
  return hash(algorithm, Buffer.concat(parts), 'buffer');
}

export function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A password hashed so often that guessing is slow: [MS-OFFCRYPTO] 2.3.4.7 and 2.3.4.11. */
export function hashPassword(
  password: string,
  { salt, algorithm, rounds }: { readonly salt: Uint8Array; readonly algorithm: string; readonly rounds: number },
): Buffer {
  if (!(rounds <= MOST_ROUNDS)) throw unknownEncryption(`${rounds} rounds`);
  let hashed = digest(algorithm, salt, Buffer.from(password, 'utf16le'));
  const round = Buffer.alloc(4 + hashed.byteLength);
  for (let count = 0; count < rounds; count++) {
    round.writeUInt32LE(count);
    round.set(hashed, 4);
    hashed = hash(algorithm, round, 'buffer');
  }
  return hashed;
}
