import { ServiceError } from '../errors.ts';
import type { Store } from '../stores/store.ts';

export interface TimeoutLimits {
  /** Timeouts of one account within the window that are refunded. */
  readonly refundedTimeouts: number;
  readonly timeoutWindowMs: number;
}

export interface TimeoutDependencies {
  readonly store: Pick<Store, 'accounts' | 'rates'>;
  readonly now: () => number;
  readonly limits: TimeoutLimits;
}

interface CountedTimeout {
  /** What the caller is told. */
  readonly error: ServiceError;
  /** Whether the conversion counts against the quota. */
  readonly isCharged: boolean;
}

/**
 * Counts a conversion of the account that has exceeded its time limit. Each takes as much as thousands of others, so
 * beyond the first ones they are not refunded, and the account is slowed down until the window ends.
 */
export async function countTimeout(
  { store, now, limits }: TimeoutDependencies,
  accountId: string,
  timeout: ServiceError,
): Promise<CountedTimeout> {
  const { refundedTimeouts, timeoutWindowMs } = limits;
  const window = { now: now(), lengthMs: timeoutWindowMs };
  const { count, endsAt } = await store.rates.count(`timeout ${accountId}`, window);
  if (count <= refundedTimeouts) return { error: timeout, isCharged: false };
  await store.accounts.slow(accountId, endsAt);
  const until = new Date(endsAt).toISOString();
  const message =
    `${timeout.message} It counts against the quota: ${count} conversions of the account have exceeded the time limit ` +
    `within ${Math.round(timeoutWindowMs / 60_000)} minutes. Until ${until} its conversions run one at a time while ` +
    'others wait.';
  const { code, field, conversionId } = timeout;
  const details = { ...timeout.details, timeouts: count, refundedTimeouts, slowedUntil: until };
  return {
    error: new ServiceError({ code, message, field, details, conversionId }, { cause: timeout }),
    isCharged: true,
  };
}
