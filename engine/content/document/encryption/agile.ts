import { createDecipheriv } from 'node:crypto';
import { scanXml, type XmlAttributes } from '../../../io/xml.ts';
import { damagedEncryption, encryptedDocument, unknownEncryption } from './errors.ts';
import { digest, hashNamed, hashPassword, littleEndian } from './password-hash.ts';

/** Numbers that make different keys of one password ([MS-OFFCRYPTO] 2.3.4.13). */
const BLOCK_KEYS = {
  verifierInput: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  key: Buffer.from('146e0be7abacd0d6', 'hex'),
} as const;
/** Each piece of the package has an initialisation vector of its own. */
const SEGMENT_BYTES = 4096;
const PADDING = 0x36;
const MAX_DEPTH = 16;

interface Cipher {
  readonly salt: Buffer;
  readonly hash: string;
  readonly keyBytes: number;
  readonly blockBytes: number;
}

interface KeyEncryptor extends Cipher {
  readonly rounds: number;
  readonly verifierInput: Buffer;
  readonly verifierHash: Buffer;
  readonly key: Buffer;
}

/** Decrypts a package of Office 2010 and later ([MS-OFFCRYPTO] 2.3.4.10 to 2.3.4.15). Throws `input_encrypted`. */
export function decryptAgile(descriptor: string, encrypted: Uint8Array, password: string): Buffer {
  const { data, encryptor } = readDescriptor(descriptor);
  const hashed = hashPassword(password, { salt: encryptor.salt, algorithm: encryptor.hash, rounds: encryptor.rounds });
  const open = (value: Buffer, blockKey: Buffer): Buffer => {
    const key = fitted(digest(encryptor.hash, hashed, blockKey), encryptor.keyBytes);
    return decrypt(value, key, fitted(encryptor.salt, encryptor.blockBytes));
  };
  const input = open(encryptor.verifierInput, BLOCK_KEYS.verifierInput).subarray(0, encryptor.salt.byteLength);
  const expected = digest(encryptor.hash, input);
  const verifier = open(encryptor.verifierHash, BLOCK_KEYS.verifierHash).subarray(0, expected.byteLength);
  if (!expected.equals(verifier)) throw encryptedDocument(password);
  const key = open(encryptor.key, BLOCK_KEYS.key).subarray(0, data.keyBytes);
  const pieces: Buffer[] = [];
  for (let at = 0; at < encrypted.byteLength; at += SEGMENT_BYTES) {
    const vector = fitted(digest(data.hash, data.salt, littleEndian(at / SEGMENT_BYTES)), data.blockBytes);
    pieces.push(decrypt(encrypted.subarray(at, at + SEGMENT_BYTES), key, vector));
  }
  return Buffer.concat(pieces);
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

function base64(attributes: XmlAttributes, name: string): Buffer {
  return Buffer.from(attributes.get(name) ?? '', 'base64');
}

/** The first bytes, or as many more as are missing ([MS-OFFCRYPTO] 2.3.4.12). */
function fitted(bytes: Buffer, length: number): Buffer {
  if (!(length <= 64)) throw damagedEncryption();
  const padded = Buffer.alloc(length, PADDING);
  bytes.copy(padded);
  return padded;
}

function decrypt(value: Uint8Array, key: Buffer, vector: Buffer): Buffer {
  if (value.byteLength % vector.byteLength !== 0 || ![16, 24, 32].includes(key.byteLength)) throw damagedEncryption();
  const decipher = createDecipheriv(`aes-${8 * key.byteLength}-cbc`, key, vector).setAutoPadding(false);
  return Buffer.concat([decipher.update(value), decipher.final()]);
}
