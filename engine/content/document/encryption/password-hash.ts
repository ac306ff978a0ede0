import { concatBytes, utf16Bytes, viewOf } from '../../../io/bytes.ts';
import { hashBytes, type HashAlgorithm } from '../../../io/hash.ts';
import { unknownEncryption } from './errors.ts';

/** Rounds that a document may ask for: Office writes 100,000, and a million takes about a second. */
const MOST_ROUNDS = 1_000_000;
const HASHES: Readonly<Record<string, HashAlgorithm>> = {
  SHA1: 'sha1',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
};

/** Node's name of a hash, from the name that office files give it (`SHA-1`, `SHA512`). */
export function hashNamed(name: string): HashAlgorithm {
  const known = HASHES[name.replace('-', '').toUpperCase()];
  if (known === undefined) throw unknownEncryption(name);
  return known;
}

export function digest(algorithm: HashAlgorithm, ...parts: readonly Uint8Array[]): Uint8Array {
  return hashBytes(algorithm, concatBytes(parts));
}

export function littleEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value, true);
  return bytes;
}

/** A password hashed so often that guessing is slow: [MS-OFFCRYPTO] 2.3.4.7 and 2.3.4.11. */
export function hashPassword(
  password: string,
  {
    salt,
    algorithm,
    rounds,
  }: { readonly salt: Uint8Array; readonly algorithm: HashAlgorithm; readonly rounds: number },
): Uint8Array {
  if (!(rounds <= MOST_ROUNDS)) throw unknownEncryption(`${rounds} rounds`);
  let hashed = digest(algorithm, salt, utf16Bytes(password));
  const round = new Uint8Array(4 + hashed.byteLength);
  const view = viewOf(round);
  for (let count = 0; count < rounds; count++) {
    view.setUint32(0, count, true);
    round.set(hashed, 4);
    hashed = hashBytes(algorithm, round);
  }
  return hashed;
}
