import { ServiceError } from '../errors.ts';
import type { GuessLimiter } from '../services/guess-limiter.ts';
import type { Keys } from '../services/keys.ts';
import { quotaHeaders, requireQuota } from '../services/quotas.ts';
import { holderOf, type RequestContext, type RequestMiddleware } from './state.ts';

/** Finds out who calls by the API key, before any of the body is read. */
export function authenticate(keys: Keys, guesses: GuessLimiter): RequestMiddleware {
  return async (context, next) => {
    try {
      context.state.holder = await keys.authenticate(context.get('X-API-Key'));
    } catch (error) {
      throw guessed(error, context, guesses);
    }
    await next();
  };
}

function guessed(error: unknown, { state }: RequestContext, guesses: GuessLimiter): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'invalid_api_key') return error;
  const retryAfterSeconds = guesses.count(state.address);
  if (retryAfterSeconds === undefined) return error;
  const message = 'Too many requests with invalid API keys. Wait, and check the key.';
  const headers = {
    'RateLimit-Policy': `"wrong-keys";q=${guesses.perMinute};w=60`,
    RateLimit: `"wrong-keys";r=0;t=${Math.ceil(retryAfterSeconds)}`,
  };
  return new ServiceError({ code: 'rate_limited', message, retryAfterSeconds, headers });
}

/**
 * Refuses early when the quota is used up; the reservation after the upload is what counts. A request that may be a
 * repetition is let through: its answer may be there already.
 */
export function peekQuota(now: () => number): RequestMiddleware {
  return async (context, next) => {
    const { usage } = holderOf(context);
    const time = now();
    context.set(quotaHeaders(usage, time));
    if (context.get('Idempotency-Key') === '') requireQuota(usage, time);
    await next();
  };
}
