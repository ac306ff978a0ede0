import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** Parameters that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Hashes a password into the form that is stored: parameters, salt and tag. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, salt);
  return ['argon2id', MEMORY_KIB, PASSES, LANES, salt.toString('base64url'), tag.toString('base64url')].join('$');
}

export async function verifyPassword({
  hash,
  password,
}: {
  readonly hash: string;
  readonly password: string;
}): Promise<boolean> {
  const [, , , , salt = '', tag = ''] = hash.split('$');
  const expected = Buffer.from(tag, 'base64url');
  const found = await tagOf(password, Buffer.from(salt, 'base64url'));
  return expected.byteLength === found.byteLength && timingSafeEqual(expected, found);
}

function tagOf(password: string, nonce: Buffer): Promise<Buffer> {
  // Keyboards produce one letter in several ways: NFKC makes them equal.
  const message = Buffer.from(password.normalize('NFKC'));
  const parameters = { message, nonce, memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, tagLength: TAG_BYTES };
  return derive('argon2id', parameters);
}
