import { ServiceError } from '../errors.ts';
import type { Usage } from '../stores/store.ts';

/** Returns the billing period of a time: the calendar month in UTC, `2026-11`. */
export function periodOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}

/** Returns when the period of this time ends, in epoch milliseconds. */
export function periodEnd(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** Reset in epoch seconds. */
export function quotaHeaders({ used, limit }: Usage, now: number): Record<string, string> {
  return {
    'X-Quota-Limit': String(limit),
    'X-Quota-Remaining': String(Math.max(0, limit - used)),
    'X-Quota-Reset': String(periodEnd(now) / 1000),
  };
}

/** Throws when the conversions of this period are used up. */
export function requireQuota({ used, limit }: Usage, now: number): void {
  if (used >= limit) throw quotaExceeded({ used, limit }, now);
}

/** `units` is what was asked for; `whose` follows the word month: `with this key`. */
export function quotaExceeded(
  usage: Usage,
  now: number,
  { units = 1, whose }: { readonly units?: number; readonly whose?: string } = {},
): ServiceError {
  const { used, limit } = usage;
  const end = periodEnd(now);
  const resetsAt = new Date(end).toISOString();
  const month = `this month${whose ? ` ${whose}` : ''}`;
  const left = limit - used;
  const what =
    left > 0
      ? `Its ${units} steps count as ${units} conversions, and ${left} of ${limit} are left of ${month}.`
      : `All ${limit} conversions of ${month} are used.`;
  return new ServiceError({
    code: 'quota_exceeded',
    message: `${what} The quota is renewed at ${resetsAt}.`,
    details: { limit, resetsAt },
    retryAfterSeconds: (end - now) / 1000,
    headers: quotaHeaders(usage, now),
  });
}
