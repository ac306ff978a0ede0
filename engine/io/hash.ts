import { createDecipheriv, createHash, hash, pbkdf2Sync, type Hash } from 'node:crypto';
import { concatBytes, plain } from './bytes.ts';

/** Hashes and ciphers by the platform: what is above this folder never imports Node's crypto itself. */

export type HashAlgorithm = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512';

export function hashBytes(algorithm: HashAlgorithm, bytes: Uint8Array | string): Uint8Array {
  return plain(hash(algorithm, bytes, 'buffer'));
}

export function hashHex(algorithm: HashAlgorithm, bytes: Uint8Array | string): string {
  return hash(algorithm, bytes, 'hex');
}

export function hashBase64(algorithm: HashAlgorithm, bytes: Uint8Array | string): string {
  return hash(algorithm, bytes, 'base64');
}

/** A hash of what comes piece by piece. */
export class RunningHash {
  readonly #hash: Hash;

  constructor(algorithm: HashAlgorithm) {
    this.#hash = createHash(algorithm);
  }

  update(piece: Uint8Array | string): this {
    this.#hash.update(piece);
    return this;
  }

  hex(): string {
    return this.#hash.digest('hex');
  }

  bytes(): Uint8Array {
    return plain(this.#hash.digest());
  }
}

/** A key from a password (PBKDF2, RFC 8018). */
export function deriveKey(
  password: Uint8Array,
  salt: Uint8Array,
  {
    iterations,
    keyBytes,
    algorithm,
  }: { readonly iterations: number; readonly keyBytes: number; readonly algorithm: HashAlgorithm },
): Uint8Array {
  return plain(pbkdf2Sync(password, salt, iterations, keyBytes, algorithm));
}

/**
 * Decrypts whole blocks without padding; `cipher` as OpenSSL names it (`aes-256-cbc`). `iv` is null for ECB. Throws for
 * keys and lengths that the cipher does not take.
 */
export function decrypt(cipher: string, key: Uint8Array, iv: Uint8Array | null, encrypted: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(cipher, key, iv).setAutoPadding(false);
  const start = decipher.update(encrypted);
  const end = decipher.final();
  return end.byteLength === 0 ? plain(start) : concatBytes([start, end]);
}
