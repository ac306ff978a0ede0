import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../errors.ts';

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
}

export interface RateLimitNumbers {
  readonly requestsPerKeyPerMinute: number;
  readonly requestsPerAddressPerMinute: number;
  readonly wrongKeysPerMinute: number;
  readonly signInsPerMinute: number;
}

export function createRateLimits(numbers: RateLimitNumbers): RateLimits {
  const { requestsPerKeyPerMinute, requestsPerAddressPerMinute, wrongKeysPerMinute, signInsPerMinute } = numbers;
  const message = 'Too many requests. Wait for the number of seconds in Retry-After.';
  return {
    perKey: rateLimit('key', requestsPerKeyPerMinute, message),
    perAddress: byNetwork(rateLimit('address', requestsPerAddressPerMinute, message)),
    signIns: byNetwork(rateLimit('sign-in', signInsPerMinute, 'Too many attempts to sign in. Wait a minute.')),
    wrongKeys: byNetwork(
      rateLimit(
        'wrong-keys',
        wrongKeysPerMinute,
        'Too many requests with invalid API keys. Check the key, and wait a minute.',
      ),
    ),
  };
}

function rateLimit(name: string, perMinute: number, message: string): RateLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  const headersOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes): RateHeaders => ({
    'RateLimit-Policy': `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`,
    RateLimit: `"${name}";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`,
  });
  return {
    async count(who) {
      try {
        return headersOf(await limiter.consume(who));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const retryAfterSeconds = refused.msBeforeNext / 1000;
        throw new ServiceError({
          code: 'rate_limited',
          message,
          retryAfterSeconds,
          headers: { ...headersOf(refused) },
        });
      }
    },
  };
}

/**
 * One subscriber has as many IPv6 addresses as they like, all of one /64, so these count as one. The address was
 * validated before: a colon tells that it is IPv6.
 */
function byNetwork(limit: RateLimit): RateLimit {
  return { count: (address) => limit.count(address.includes(':') ? networkOf(address) : address) };
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const missing = 8 - groups.length - (tail ? tail.split(':').length : 0);
  const all = tail === undefined ? groups : [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')];
  return all.slice(0, 4).join(':');
}
