import { describe, expect, it } from 'vitest';
import type { IdempotencyClaim, Store } from '../../server/stores/store.ts';
import { conversion, NOW, OUTCOME } from './store-fixtures.ts';

/** What a store promises of the keys of repeatable requests. */
export function describeIdempotencyKeys(store: () => Store): void {
  describe('keys of repeatable requests', () => {
    const claim = (changes: Partial<IdempotencyClaim> = {}) =>
      store().idempotency.claim({
        ...{ accountId: 'a', key: 'k', fingerprint: 'one', now: NOW, processId: 'own', expiresAt: NOW + 1000 },
        ...changes,
      });

    it('are taken once, whoever comes at the same time', async () => {
      const claims = await Promise.all([claim(), claim(), claim()]);
      expect(claims.filter((entry) => entry === undefined)).toHaveLength(1);
      expect(await claim({ fingerprint: 'two' })).toEqual({ fingerprint: 'one', answer: undefined });
      expect(await claim({ accountId: 'b' }), 'of another account').toBeUndefined();
    });

    it('give the answer again until its time is over', async () => {
      await claim();
      await store().idempotency.complete('a', 'k', { answer: '{"status":200}', expiresAt: NOW + 3000 });
      expect(await claim({ now: NOW + 2999 })).toEqual({ fingerprint: 'one', answer: '{"status":200}' });
      expect(await claim({ now: NOW + 3000, fingerprint: 'two', expiresAt: NOW + 9000 })).toBeUndefined();
      expect(await claim({ now: NOW + 3001 })).toEqual({ fingerprint: 'two', answer: undefined });
    });

    it('are free again when nothing came of the request', async () => {
      await claim();
      await store().idempotency.release('a', 'k');
      expect(await claim()).toBeUndefined();
      await store().idempotency.complete('a', 'k', { answer: 'kept', expiresAt: NOW + 3000 });
      await store().idempotency.release('a', 'k');
      await store().idempotency.releaseAbandoned(NOW);
      expect(await claim(), 'an answer stays').toMatchObject({ answer: 'kept' });
    });

    it('are free again when their process has died', async () => {
      await store().processes.renew('own', NOW + 10);
      await claim();
      await store().idempotency.releaseAbandoned(NOW + 9);
      expect(await claim()).toMatchObject({ fingerprint: 'one' });
      await store().idempotency.releaseAbandoned(NOW + 10);
      expect(await claim()).toBeUndefined();
    });

    it('are forgotten after their time', async () => {
      await claim();
      await claim({ key: 'later', expiresAt: NOW + 2000 });
      expect(await store().idempotency.deleteExpired(NOW + 1000)).toBe(1);
      expect(await store().idempotency.deleteExpired(NOW + 1000)).toBe(0);
    });
  });
}

/** What a store promises of webhooks. `fail` ends a conversion without a result. */
export function describeWebhooks(store: () => Store, fail: (id: string) => Promise<unknown>): void {
  describe('webhooks', () => {
    const due = async (now: number) =>
      (await store().webhooks.takeDue(now, { retryAt: now, limit: 10 })).map(({ conversionId }) => conversionId);
    const told = (id: string, createdAt = NOW) =>
      store().conversions.reserve(conversion(id, { callbackUrl: 'https://example.com/', createdAt }));

    it('fall due when their conversion has ended, however it has', async () => {
      for (const id of ['c1', 'c2', 'c3']) await told(id);
      expect(await due(NOW)).toEqual([]);
      await store().conversions.succeed('c1', OUTCOME);
      await fail('c2');
      await store().conversions.failInterrupted({ now: NOW, processId: 'own', running: [] });
      expect((await due(NOW)).sort()).toEqual(['c1', 'c2', 'c3']);
      expect(await due(NOW - 1)).toEqual([]);
    });

    it('are tried again at their time, until they are settled', async () => {
      await told('c1');
      await fail('c1');
      const pending = {
        state: 'pending',
        attempts: 1,
        nextAt: NOW + 10,
        lastStatus: 500,
        lastError: undefined,
      } as const;
      await store().webhooks.record('c1', pending);
      expect(await due(NOW + 9)).toEqual([]);
      expect(await due(NOW + 10)).toEqual(['c1']);
      await store().webhooks.record('c1', { ...pending, state: 'failed', nextAt: undefined, lastError: 'gone' });
      expect(await due(NOW + 99)).toEqual([]);
      expect(await store().webhooks.find('a', 'c1')).toEqual({
        ...{ conversionId: 'c1', accountId: 'a', url: 'https://example.com/', createdAt: NOW },
        ...{ state: 'failed', attempts: 1, nextAt: undefined, lastStatus: 500, lastError: 'gone' },
      });
    });

    it('are taken by one process only, until it must have died with them', async () => {
      await told('c1');
      await fail('c1');
      const take = (now: number) => store().webhooks.takeDue(now, { retryAt: now + 10, limit: 10 });
      const taken = await Promise.all([take(NOW), take(NOW), take(NOW)]);
      expect(taken.flat()).toHaveLength(1);
      expect(await take(NOW + 9)).toEqual([]);
      expect(await take(NOW + 10)).toHaveLength(1);
    });

    it('are shown to their account only, from the newest on, and go with their conversion', async () => {
      await told('c1');
      await told('c2', NOW + 1);
      expect((await store().webhooks.list('a', 10)).map(({ conversionId }) => conversionId)).toEqual(['c2', 'c1']);
      expect(await store().webhooks.list('b', 10)).toEqual([]);
      expect(await store().webhooks.find('b', 'c1')).toBeUndefined();
      await fail('c1');
      await store().conversions.deleteEndedBefore(NOW + 1);
      expect(await store().webhooks.find('a', 'c1')).toBeUndefined();
    });

    it('are not made when the quota is used up', async () => {
      for (const id of ['c1', 'c2', 'c3']) await store().conversions.reserve(conversion(id));
      expect(await told('c4')).toBeUndefined();
      expect(await store().webhooks.list('a', 10)).toEqual([]);
    });
  });
}
