import { bytesOfBase64, bytesOfHex, concatBytes, equalBytes } from '../../../io/bytes.ts';
import { decrypt, type HashAlgorithm } from '../../../io/hash.ts';
import { scanXml, type XmlAttributes } from '../../../io/xml.ts';
import { damagedEncryption, encryptedDocument, unknownEncryption } from './errors.ts';
import { digest, hashNamed, hashPassword, littleEndian } from './password-hash.ts';

/** Numbers that make different keys of one password ([MS-OFFCRYPTO] 2.3.4.13). */
const BLOCK_KEYS = {
  verifierInput: bytesOfHex('fea7d2763b4b9e79'),
  verifierHash: bytesOfHex('d7aa0f6d3061344e'),
  key: bytesOfHex('146e0be7abacd0d6'),
} as const;
/** Each piece of the package has an initialisation vector of its own. */
const SEGMENT_BYTES = 4096;
const PADDING = 0x36;
const MAX_DEPTH = 16;

interface Cipher {
  readonly salt: Uint8Array;
  readonly hash: HashAlgorithm;
  readonly keyBytes: number;
  readonly blockBytes: number;
}

interface KeyEncryptor extends Cipher {
  readonly rounds: number;
  readonly verifierInput: Uint8Array;
  readonly verifierHash: Uint8Array;
  readonly key: Uint8Array;
}

/** Decrypts a package of Office 2010 and later ([MS-OFFCRYPTO] 2.3.4.10 to 2.3.4.15). Throws `input_encrypted`. */
export function decryptAgile(descriptor: string, encrypted: Uint8Array, password: string): Uint8Array {
  const { data, encryptor } = readDescriptor(descriptor);
  const hashed = hashPassword(password, { salt: encryptor.salt, algorithm: encryptor.hash, rounds: encryptor.rounds });
  const open = (value: Uint8Array, blockKey: Uint8Array): Uint8Array => {
    const key = fitted(digest(encryptor.hash, hashed, blockKey), encryptor.keyBytes);
    return decryptBlocks(value, key, fitted(encryptor.salt, encryptor.blockBytes));
  };
  const input = open(encryptor.verifierInput, BLOCK_KEYS.verifierInput).subarray(0, encryptor.salt.byteLength);
  const expected = digest(encryptor.hash, input);
  const verifier = open(encryptor.verifierHash, BLOCK_KEYS.verifierHash).subarray(0, expected.byteLength);
  if (!equalBytes(expected, verifier)) throw encryptedDocument(password);
  const key = open(encryptor.key, BLOCK_KEYS.key).subarray(0, data.keyBytes);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < encrypted.byteLength; at += SEGMENT_BYTES) {
    const vector = fitted(digest(data.hash, data.salt, littleEndian(at / SEGMENT_BYTES)), data.blockBytes);
    pieces.push(decryptBlocks(encrypted.subarray(at, at + SEGMENT_BYTES), key, vector));
  }
  return concatBytes(pieces);
}

function readDescriptor(descriptor: string): { readonly data: Cipher; readonly encryptor: KeyEncryptor } {
  let data: Cipher | undefined;
  let encryptor: KeyEncryptor | undefined;
  scanXml(
    descriptor,
    {
      open(name, attributes) {
        if (name === 'keyData') data = cipherOf(attributes);
        if (name === 'encryptedKey') encryptor = encryptorOf(attributes);
      },
      close() {},
      text() {},
    },
    MAX_DEPTH,
  );
  if (!data || !encryptor) throw unknownEncryption('without a password');
  return { data, encryptor };
}

function cipherOf(attributes: XmlAttributes): Cipher {
  const cipher = `${attributes.get('cipherAlgorithm')} ${attributes.get('cipherChaining')}`;
  if (cipher !== 'AES ChainingModeCBC') throw unknownEncryption(cipher);
  return {
    salt: base64(attributes, 'saltValue'),
    hash: hashNamed(attributes.get('hashAlgorithm') ?? ''),
    keyBytes: Number(attributes.get('keyBits')) / 8,
    blockBytes: Number(attributes.get('blockSize')),
  };
}

function encryptorOf(attributes: XmlAttributes): KeyEncryptor {
  return {
    ...cipherOf(attributes),
    rounds: Number(attributes.get('spinCount')),
    verifierInput: base64(attributes, 'encryptedVerifierHashInput'),
    verifierHash: base64(attributes, 'encryptedVerifierHashValue'),
    key: base64(attributes, 'encryptedKeyValue'),
  };
}

function base64(attributes: XmlAttributes, name: string): Uint8Array {
  return bytesOfBase64(attributes.get(name) ?? '');
}

/** The first bytes, or as many more as are missing ([MS-OFFCRYPTO] 2.3.4.12). */
function fitted(bytes: Uint8Array, length: number): Uint8Array {
  if (!(length <= 64)) throw damagedEncryption();
  const padded = new Uint8Array(length).fill(PADDING);
  padded.set(bytes.subarray(0, length));
  return padded;
}

function decryptBlocks(value: Uint8Array, key: Uint8Array, vector: Uint8Array): Uint8Array {
  if (value.byteLength % vector.byteLength !== 0 || ![16, 24, 32].includes(key.byteLength)) throw damagedEncryption();
  return decrypt(`aes-${8 * key.byteLength}-cbc`, key, vector, value);
}
