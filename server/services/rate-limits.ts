import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Store } from '../stores/store.ts';
import { subscriberOf } from './subscriber.ts';

const WINDOW_SECONDS = 60;

/** Limits how many requests a caller may send per minute. */
export interface RateLimit {
  /** Counts one request. The headers tell how many are left. Throws `rate_limited` when none is. */
  count(who: string): Promise<RateHeaders>;
}

/** Header fields of the IETF draft for rate limits. */
export interface RateHeaders {
  readonly 'RateLimit-Policy': string;
  readonly RateLimit: string;
}

export interface RateLimits {
  /** Requests with one key. */
  readonly perKey: RateLimit;
  /** Requests from one address. */
  readonly perAddress: RateLimit;
  /** Wrong keys from one address. */
  readonly wrongKeys: RateLimit;
  /** Attempts to sign in or to sign up from one address. */
  readonly signIns: RateLimit;
  /** Attempts to sign in to one account, by its email address, wherever they come from. */
  readonly signInsToAccount: RateLimit;
}

export interface RateLimitNumbers {
  readonly requestsPerKeyPerMinute: number;
  readonly requestsPerAddressPerMinute: number;
  readonly wrongKeysPerMinute: number;
  readonly signInsPerMinute: number;
}

export interface RateLimitDependencies {
  readonly store: Pick<Store, 'rates' | 'shared'>;
  readonly now: () => number;
  readonly log: Log;
}

/** Counts in the store when other processes share it, otherwise in memory. */
export function createRateLimits(numbers: RateLimitNumbers, dependencies?: RateLimitDependencies): RateLimits {
  const { requestsPerKeyPerMinute, requestsPerAddressPerMinute, wrongKeysPerMinute, signInsPerMinute } = numbers;
  const message = 'Too many requests. Wait for the number of seconds in Retry-After.';
  const signInMessage = 'Too many attempts to sign in. Wait a minute.';
  const limit = (name: string, perMinute: number, refusal: string): RateLimit =>
    rateLimit({ name, perMinute, message: refusal }, dependencies);
  return {
    perKey: limit('key', requestsPerKeyPerMinute, message),
    perAddress: byNetwork(limit('address', requestsPerAddressPerMinute, message)),
    signIns: byNetwork(limit('sign-in', signInsPerMinute, signInMessage)),
    signInsToAccount: limit('sign-in-account', signInsPerMinute, signInMessage),
    wrongKeys: byNetwork(
      limit(
        'wrong-keys',
        wrongKeysPerMinute,
        'Too many requests with invalid API keys. Check the key, and wait a minute.',
      ),
    ),
  };
}

interface Limit {
  readonly name: string;
  readonly perMinute: number;
  readonly message: string;
}

function rateLimit({ name, perMinute, message }: Limit, dependencies: RateLimitDependencies | undefined): RateLimit {
  const counter = counterOf(name, dependencies);
  return {
    async count(who) {
      const { count, msLeft } = await counter(who);
      const headers = {
        'RateLimit-Policy': `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`,
        RateLimit: `"${name}";r=${Math.max(0, perMinute - count)};t=${Math.ceil(msLeft / 1000)}`,
      };
      if (count <= perMinute) return headers;
      throw new ServiceError({ code: 'rate_limited', message, retryAfterSeconds: msLeft / 1000, headers });
    },
  };
}

type CountRequest = (who: string) => Promise<{ readonly count: number; readonly msLeft: number }>;

function counterOf(name: string, dependencies: RateLimitDependencies | undefined): CountRequest {
  // The limit itself is checked above.
  const memory = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_SECONDS });
  const inMemory: CountRequest = async (who) => {
    const { consumedPoints, msBeforeNext } = await memory.consume(who);
    return { count: consumedPoints, msLeft: msBeforeNext };
  };
  if (!dependencies?.store.shared) return inMemory;
  const { store, now, log } = dependencies;
  return async (who) => {
    try {
      const time = now();
      const window = { now: time, lengthMs: WINDOW_SECONDS * 1000 };
      const { count, endsAt } = await store.rates.count(`${name} ${who}`, window);
      return { count, msLeft: Math.max(0, endsAt - time) };
    } catch (error) {
      log.debug({ err: error }, 'a request could not be counted in the database, and is counted in memory');
      return inMemory(who);
    }
  };
}

function byNetwork(limit: RateLimit): RateLimit {
  return { count: (address) => limit.count(subscriberOf(address)) };
}
