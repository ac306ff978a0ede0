import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRateLimits } from '../../../server/services/rate-limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = () =>
  createRateLimits({
    requestsPerKeyPerMinute: 2,
    requestsPerAddressPerMinute: 2,
    wrongKeysPerMinute: 2,
    signInsPerMinute: 2,
  });

it('somebody has so many requests a minute, and others are not held up', async () => {
  const { perKey } = limits();
  expect(await perKey.count('a')).toEqual({ 'RateLimit-Policy': '"key";q=2;w=60', RateLimit: '"key";r=1;t=60' });
  expect(await perKey.count('a')).toMatchObject({ RateLimit: '"key";r=0;t=60' });
  await expect(perKey.count('a')).rejects.toMatchObject({ code: 'rate_limited', headers: { 'Retry-After': '60' } });
  expect(await perKey.count('b')).toMatchObject({ RateLimit: '"key";r=1;t=60' });
  vi.advanceTimersByTime(45_000);
  await expect(perKey.count('a')).rejects.toMatchObject({ headers: { 'Retry-After': '15' } });
  vi.advanceTimersByTime(15_000);
  expect(await perKey.count('a')).toMatchObject({ RateLimit: '"key";r=1;t=60' });
});

it('the addresses of one IPv6 network count as one, those of another do not', async () => {
  const { perAddress, wrongKeys } = limits();
  await perAddress.count('2001:db8:1:2::1');
  await perAddress.count('2001:db8:1:2:ffff:ffff:ffff:ffff');
  await expect(perAddress.count('2001:db8:1:2:0:0:0:9')).rejects.toMatchObject({ code: 'rate_limited' });
  await perAddress.count('2001:db8:1:3::1');
  await perAddress.count('2001:db8::1'); // the third and fourth group are zero
  await perAddress.count('2001:db8:0:0::2');
  await expect(perAddress.count('2001:db8::3')).rejects.toMatchObject({ code: 'rate_limited' });
  await perAddress.count('10.0.0.1');
  await perAddress.count('10.0.0.2');
  expect(await wrongKeys.count('2001:db8:1:2::1'), 'counted apart').toMatchObject({ RateLimit: expect.any(String) });
});
