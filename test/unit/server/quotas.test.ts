import { expect, it } from 'vitest';
import { periodEnd, periodOf, quotaHeaders, requireQuota } from '../../../server/services/quotas.ts';

const DECEMBER_END = Date.UTC(2027, 0, 1);

it('a period is a calendar month in UTC', () => {
  expect(periodOf(DECEMBER_END - 1)).toBe('2026-12');
  expect(periodOf(DECEMBER_END)).toBe('2027-01');
  expect(periodEnd(DECEMBER_END - 1)).toBe(DECEMBER_END);
  expect(periodEnd(Date.UTC(2026, 1, 28))).toBe(Date.UTC(2026, 2, 1));
});

it('what remains is never negative, also after a plan has shrunk', () => {
  expect(quotaHeaders({ used: 7, limit: 5 }, DECEMBER_END - 1)).toEqual({
    'X-Quota-Limit': '5',
    'X-Quota-Remaining': '0',
    'X-Quota-Reset': String(DECEMBER_END / 1000),
  });
});

it('the last conversion may still be made', () => {
  requireQuota({ used: 4, limit: 5 }, DECEMBER_END - 1);
  expect(() => requireQuota({ used: 5, limit: 5 }, DECEMBER_END - 1)).toThrow(
    expect.objectContaining({
      code: 'quota_exceeded',
      headers: expect.objectContaining({ 'Retry-After': '1' }) as object,
    }),
  );
});
