import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { CFB } from '@e965/xlsx';

/**
 * Protects an office file with a password as Office has done since 2010 ([MS-OFFCRYPTO] 2.3.4.10 to 2.3.4.15).
 * Usage: node corpus/make/protected-office.ts source.docx target.docx password
 */
const [source, target, password] = process.argv.slice(2);
if (!source || !target || !password) throw new Error('Expected the source, the target and the password.');

const ROUNDS = 100_000;
const SEGMENT_BYTES = 4096;
const HASH = 'sha512';

const sha512 = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash(HASH)).digest();
const int32 = (value: number): Buffer => Buffer.from(new Uint32Array([value]).buffer);

function encrypt(value: Uint8Array, key: Buffer, vector: Buffer): Buffer {
  const padded = Buffer.alloc(Math.ceil(value.byteLength / 16) * 16);
  padded.set(value);
  const cipher = createCipheriv('aes-256-cbc', key, vector.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(padded), cipher.final()]);
}

const content = readFileSync(source);
const [keySalt, passwordSalt, key, verifier] = [randomBytes(16), randomBytes(16), randomBytes(32), randomBytes(16)];
let hashed = sha512(passwordSalt, Buffer.from(password, 'utf16le'));
for (let round = 0; round < ROUNDS; round++) hashed = sha512(int32(round), hashed);
const sealed = (blockKey: string, value: Uint8Array): Buffer =>
  encrypt(value, sha512(hashed, Buffer.from(blockKey, 'hex')).subarray(0, 32), passwordSalt);

const segments = Array.from({ length: Math.ceil(content.byteLength / SEGMENT_BYTES) }, (_, index) =>
  encrypt(content.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES), key, sha512(keySalt, int32(index))),
);
const size = Buffer.alloc(8);
size.writeBigUInt64LE(BigInt(content.byteLength));
const sealedContent = Buffer.concat([size, ...segments]);

const hmacKey = randomBytes(64);
const inner = Buffer.alloc(128, 0x36).map((byte, index) => byte ^ (hmacKey[index] ?? 0));
const outer = Buffer.alloc(128, 0x5c).map((byte, index) => byte ^ (hmacKey[index] ?? 0));
const hmac = sha512(outer, sha512(inner, sealedContent));
const vectorOf = (blockKey: string): Buffer => sha512(keySalt, Buffer.from(blockKey, 'hex'));
const integrity = {
  key: encrypt(hmacKey, key, vectorOf('5fb2ad010cb9e1f6')),
  value: encrypt(hmac, key, vectorOf('a0677f02b22c8433')),
};

const shared =
  'blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"';
const info = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData saltSize="16" ${shared} saltValue="${keySalt.toString('base64')}"/><dataIntegrity encryptedHmacKey="${integrity.key.toString('base64')}" encryptedHmacValue="${integrity.value.toString('base64')}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${ROUNDS}" saltSize="16" ${shared} saltValue="${passwordSalt.toString('base64')}" encryptedVerifierHashInput="${sealed('fea7d2763b4b9e79', verifier).toString('base64')}" encryptedVerifierHashValue="${sealed('d7aa0f6d3061344e', sha512(verifier)).toString('base64')}" encryptedKeyValue="${sealed('146e0be7abacd0d6', key).toString('base64')}"/></keyEncryptor></keyEncryptors></encryption>`;

const file = CFB.utils.cfb_new();
CFB.utils.cfb_add(
  file,
  '/EncryptionInfo',
  Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(info)]),
);
CFB.utils.cfb_add(file, '/EncryptedPackage', sealedContent);
CFB.utils.cfb_del(file, '/\u0001Sh33tJ5');
writeFileSync(target, CFB.write(file, { type: 'buffer' }) as Buffer);
