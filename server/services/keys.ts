import { randomUUID } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import type { KeyHolder, KeyRecord, NewKey, Store } from '../stores/store.ts';
import { createApiKey, hashApiKey, isWellFormedApiKey, shownPrefix } from './api-key.ts';
import { periodOf } from './quotas.ts';

export interface CreatedKey {
  readonly id: string;
  /** Shown once: only its hash is kept. */
  readonly key: string;
}

/** What a key may do, and for how long; everything, without an end, where absent. */
export type KeyRights = Pick<NewKey, 'expiresAt' | 'scopes' | 'monthlyLimit'>;

export interface Keys {
  /** Throws `key_limit_reached`. */
  create(accountId: string, name: string, rights?: KeyRights): Promise<CreatedKey>;
  /** Finds the holder of the key in a request. Throws `missing_api_key` or `invalid_api_key`. */
  authenticate(presented: string | undefined): Promise<KeyHolder>;
  list(accountId: string): Promise<readonly KeyRecord[]>;
  /** Throws `not_found`, also for another account's key. */
  rename(accountId: string, keyId: string, name: string): Promise<void>;
  /** Throws `not_found`, also for another account's key. */
  revoke(accountId: string, keyId: string): Promise<void>;
}

export interface KeysDependencies {
  readonly store: Store;
  readonly now: () => number;
  readonly limits: { readonly activeKeys: number; readonly keyTouchMs: number };
}

export function createKeys({ store, now, limits }: KeysDependencies): Keys {
  return {
    async create(accountId, name, rights = {}) {
      const key = createApiKey();
      const id = randomUUID();
      const own = { id, accountId, name, prefix: shownPrefix(key), hash: hashApiKey(key), createdAt: now() };
      const record = { ...own, ...rights };
      if (await store.keys.add(record, limits.activeKeys)) return { id, key };
      throw new ServiceError({
        code: 'key_limit_reached',
        message: `The account has ${limits.activeKeys} of ${limits.activeKeys} active keys. Revoke one first.`,
        details: { limit: limits.activeKeys },
      });
    },

    async authenticate(presented) {
      if (presented === undefined || presented === '') throw missingKey();
      if (!isWellFormedApiKey(presented)) throw invalidKey();
      const time = now();
      const holder = await store.keys.findHolder(hashApiKey(presented), periodOf(time), time);
      if (!holder) throw invalidKey();
      const due = holder.lastUsedAt === undefined || time - holder.lastUsedAt >= limits.keyTouchMs;
      if (due) await store.keys.touch(holder.keyId, time);
      return holder;
    },

    list: (accountId) => store.keys.list(accountId),

    async rename(accountId, keyId, name) {
      if (!(await store.keys.rename(accountId, keyId, name))) throw noSuchKey();
    },

    async revoke(accountId, keyId) {
      if (!(await store.keys.revoke(accountId, keyId, now()))) throw noSuchKey();
    },
  };
}

function noSuchKey(): ServiceError {
  return new ServiceError({ code: 'not_found', message: 'The account has no active key with this id.' });
}

const CHALLENGE = { 'WWW-Authenticate': 'ApiKey realm="athanor", header="X-API-Key"' };

function missingKey(): ServiceError {
  const message = 'This call needs an API key. Send it in the header X-API-Key.';
  return new ServiceError({ code: 'missing_api_key', message, field: 'X-API-Key', headers: CHALLENGE });
}

/** Unknown, mistyped, revoked and expired keys get the same answer. */
function invalidKey(): ServiceError {
  const message = 'The API key in the header X-API-Key is not valid. Check it, or create a new one.';
  return new ServiceError({ code: 'invalid_api_key', message, field: 'X-API-Key', headers: CHALLENGE });
}
