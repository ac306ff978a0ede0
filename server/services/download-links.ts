import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors.ts';

export interface DownloadLinks {
  /**
   * Returns path and query of a link that is valid until `expiresAt` (epoch milliseconds, rounded down to a second).
   */
  sign(resultName: string, expiresAt: number): string;
  /** Throws `invalid_signature` or `download_expired`. The parameters are those of the query. */
  verify(resultName: string, query: LinkQuery): void;
}

export type LinkQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Links signed with HMAC-SHA-256. The first secret signs, and all of them verify, so that secrets can be replaced while
 * links are in use.
 */
export function createDownloadLinks(secrets: readonly string[], now: () => number): DownloadLinks {
  const keys = new Map(secrets.map((secret) => [keyId(secret), secret]));
  const [current] = keys.keys();
  if (current === undefined) throw new Error('at least one signing secret is needed');
  const signatureOf = (secret: string, resultName: string, expires: string): Buffer =>
    createHmac('sha256', secret).update(`v1\n${resultName}\n${expires}`).digest();

  return {
    sign(resultName, expiresAt) {
      const expires = String(Math.floor(expiresAt / 1000));
      const signature = signatureOf(keys.get(current)!, resultName, expires).toString('base64url');
      return `/d/${resultName}?e=${expires}&k=${current}&s=${signature}`;
    },

    verify(resultName, { e: expires, k: id, s: signature }) {
      if (typeof expires !== 'string' || typeof id !== 'string' || typeof signature !== 'string') throw invalid();
      const secret = keys.get(id);
      if (secret === undefined) throw invalid();
      const expected = signatureOf(secret, resultName, expires);
      const presented = Buffer.from(signature, 'base64url');
      // Decoding ignores stray bits of the last character; the text must be exactly the one that was returned.
      const same = presented.length === expected.length && timingSafeEqual(presented, expected);
      if (!same || signature !== expected.toString('base64url')) throw invalid();
      if (now() > Number(expires) * 1000) throw downloadExpired();
    },
  };
}

/** Identifies a secret in a link without revealing anything about it. */
function keyId(secret: string): string {
  return hash('sha256', `key id\n${secret}`).slice(0, 8);
}

function invalid(): ServiceError {
  const message = 'This download link is not valid. Use the downloadUrl of the conversion as it was returned.';
  return new ServiceError({ code: 'invalid_signature', message });
}

export function downloadExpired(): ServiceError {
  const message = 'The result is no longer available: its hour is over, or it was erased. Convert the file again.';
  return new ServiceError({ code: 'download_expired', message });
}
