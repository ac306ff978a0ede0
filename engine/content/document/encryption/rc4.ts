import { equalBytes, utf16Bytes, viewOf } from '../../../io/bytes.ts';
import { damagedEncryption, unknownEncryption } from './errors.ts';
import { digest, littleEndian } from './password-hash.ts';

const SALT_BYTES = 16;
/** Office 97 takes so much of each hash: what was sold abroad had keys of 40 bits ([MS-OFFCRYPTO] 2.3.6.2). */
const SHORT_BYTES = 5;
const SALT_ROUNDS = 16;
const KEY_BYTES = 16;
const RC4_ALGORITHM = 0x6801;
const VERSION_97 = '1.1';
const VERSION_CRYPTO_API = /^[234]\.2$/;
const DEFAULT_KEY_BITS = 40;

/** The bytes that each numbered block of an encrypted stream is combined with by exclusive or. */
export type BlockKeys = (block: number) => Rc4;

/** The cipher RC4: OpenSSL has put it among what it no longer offers, and old office files know no other. */
export class Rc4 {
  readonly #state = Uint8Array.from({ length: 256 }, (_, index) => index);
  #i = 0;
  #j = 0;

  constructor(key: Uint8Array) {
    for (let i = 0, j = 0; i < 256; i++) {
      j = (j + this.#state[i]! + key[i % key.byteLength]!) & 255;
      this.#swap(i, j);
    }
  }

  next(): number {
    this.#i = (this.#i + 1) & 255;
    this.#j = (this.#j + this.#state[this.#i]!) & 255;
    this.#swap(this.#i, this.#j);
    return this.#state[(this.#state[this.#i]! + this.#state[this.#j]!) & 255]!;
  }

  apply(bytes: Uint8Array): Uint8Array {
    return bytes.map((byte) => byte ^ this.next());
  }

  #swap(a: number, b: number): void {
    [this.#state[a], this.#state[b]] = [this.#state[b]!, this.#state[a]!];
  }
}

/**
 * The keys of a stream of Excel, Word or PowerPoint 97 to 2003 from the header that says how it is encrypted; nothing if
 * the password is another one ([MS-OFFCRYPTO] 2.3.5 and 2.3.6). Throws `input_corrupt` and `input_encrypted`.
 */
export function openRc4(header: Uint8Array, password: string): BlockKeys | undefined {
  if (header.byteLength < 4) throw damagedEncryption();
  const view = viewOf(header);
  const version = `${view.getUint16(0, true)}.${view.getUint16(2, true)}`;
  if (version === VERSION_97) return openOffice97(header.subarray(4), password);
  if (VERSION_CRYPTO_API.test(version)) return openCryptoApi(header.subarray(4), password);
  throw unknownEncryption(`version ${version}`);
}

function openOffice97(header: Uint8Array, password: string): BlockKeys | undefined {
  if (header.byteLength < 3 * SALT_BYTES) throw damagedEncryption();
  const [salt, verifier, verifierHash] = [0, 1, 2].map((part) =>
    header.subarray(part * SALT_BYTES, (part + 1) * SALT_BYTES),
  ) as [Uint8Array, Uint8Array, Uint8Array];
  const short = digest('md5', utf16Bytes(password)).subarray(0, SHORT_BYTES);
  const salted = digest('md5', ...Array.from({ length: SALT_ROUNDS }, () => [short, salt]).flat());
  const keys: BlockKeys = (block) =>
    new Rc4(digest('md5', salted.subarray(0, SHORT_BYTES), littleEndian(block)).subarray(0, KEY_BYTES));
  return isVerified(keys(0), { verifier, verifierHash, algorithm: 'md5' }) ? keys : undefined;
}

function openCryptoApi(header: Uint8Array, password: string): BlockKeys | undefined {
  const view = viewOf(header);
  if (header.byteLength < 8) throw damagedEncryption();
  const saltAt = 8 + view.getUint32(4, true) + 4;
  if (saltAt < 32 || saltAt + 2 * SALT_BYTES + 24 > header.byteLength) throw damagedEncryption();
  const algorithm = view.getUint32(8 + 8, true);
  if (algorithm !== 0 && algorithm !== RC4_ALGORITHM) throw unknownEncryption(`algorithm ${algorithm.toString(16)}`);
  const keyBytes = (view.getUint32(8 + 16, true) || DEFAULT_KEY_BITS) / 8;
  const at = saltAt + SALT_BYTES;
  const salted = digest('sha1', header.subarray(saltAt, at), utf16Bytes(password));
  const keys: BlockKeys = (block) => new Rc4(fittedKey(digest('sha1', salted, littleEndian(block)), keyBytes));
  const verifier = header.subarray(at, at + SALT_BYTES);
  const verifierHash = header.subarray(at + SALT_BYTES + 4, at + SALT_BYTES + 24);
  return isVerified(keys(0), { verifier, verifierHash, algorithm: 'sha1' }) ? keys : undefined;
}

/** Keys of 40 bits are filled with zeros to 128 ([MS-OFFCRYPTO] 2.3.5.2). */
function fittedKey(hashed: Uint8Array, keyBytes: number): Uint8Array {
  if (keyBytes !== SHORT_BYTES) return hashed.subarray(0, keyBytes);
  const key = new Uint8Array(KEY_BYTES);
  key.set(hashed.subarray(0, SHORT_BYTES));
  return key;
}

function isVerified(
  cipher: Rc4,
  {
    verifier,
    verifierHash,
    algorithm,
  }: { readonly verifier: Uint8Array; readonly verifierHash: Uint8Array; readonly algorithm: 'md5' | 'sha1' },
): boolean {
  const opened = cipher.apply(verifier);
  return equalBytes(digest(algorithm, opened), cipher.apply(verifierHash));
}
