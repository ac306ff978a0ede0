import { ServiceError } from '../errors.ts';
import type { Keys } from '../services/keys.ts';
import { quotaHeaders, requireQuota } from '../services/quotas.ts';
import type { RateLimits } from '../services/rate-limits.ts';
import { holderOf, type RequestMiddleware } from './state.ts';

/** Counts the request, and refuses it when its address has made too many. */
export function limitAddress({ perAddress }: RateLimits): RequestMiddleware {
  return async (context, next) => {
    context.set({ ...(await perAddress.count(context.state.address)) });
    await next();
  };
}

/** Finds out who calls by the API key, before any of the body is read, and refuses whoever calls too often. */
export function authenticate(keys: Keys, { perKey, wrongKeys }: RateLimits): RequestMiddleware {
  return async (context, next) => {
    try {
      context.state.holder = await keys.authenticate(context.get('X-API-Key'));
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'invalid_api_key')
        await wrongKeys.count(context.state.address);
      throw error;
    }
    context.set({ ...(await perKey.count(context.state.holder.keyId)) });
    await next();
  };
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
