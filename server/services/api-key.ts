import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** Base-62 digits for 32 bytes, and for a CRC-32. */
const SECRET_DIGITS = 43;
const CHECK_DIGITS = 6;
const PREFIX = 'ath_live_';
/** Characters of a key that may be shown: the marker and three digits. */
const SHOWN_CHARS = PREFIX.length + 3;

/** Matches a key anywhere in a text. Secret scanners and the redaction of the log search for it. */
export const API_KEY_PATTERN = /ath_live_[0-9A-Za-z]{20,}/g;

/**
 * `ath_live_`, 256 random bits and a checksum: secret scanners find it, and a mistyped key is refused without a
 * look-up.
 */
export function createApiKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_DIGITS);
  return PREFIX + secret + checksum(secret);
}

export function isWellFormedApiKey(text: string): boolean {
  if (text.length !== PREFIX.length + SECRET_DIGITS + CHECK_DIGITS || !text.startsWith(PREFIX)) return false;
  const secret = text.slice(PREFIX.length, -CHECK_DIGITS);
  return text.endsWith(checksum(secret));
}

/** A fast hash is safe here: a key has 256 random bits, so a dictionary attack is impossible. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

export function shownPrefix(key: string): string {
  return key.slice(0, SHOWN_CHARS);
}

function checksum(secret: string): string {
  return base62(BigInt(crc32(secret)), CHECK_DIGITS);
}

function base62(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text.padStart(digits, '0');
}
