import { describe, expect, it } from 'vitest';
import type { NewPreset } from '../../server/stores/preset-store.ts';
import type { NewUpload } from '../../server/stores/upload-store.ts';
import type { IdempotencyClaim, Store } from '../../server/stores/store.ts';
import { conversion, key, NOW, OUTCOME, PERIOD } from './store-fixtures.ts';

/** What a store promises of what belongs to requests, beside conversions. */
export function describeRequests(store: () => Store, fail: (id: string) => Promise<unknown>): void {
  describeIdempotencyKeys(store);
  describeUnits(store, fail);
  describePresets(store);
  describeUploads(store);
  describeWebhooks(store, fail);
}

/** What a store promises of the keys of repeatable requests. */
function describeIdempotencyKeys(store: () => Store): void {
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
function describeWebhooks(store: () => Store, fail: (id: string) => Promise<unknown>): void {
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

/** What a store promises of chains, which count as many conversions. `fail` ends one without a result. */
function describeUnits(store: () => Store, fail: (id: string) => Promise<unknown>): void {
  describe('a conversion of several units', () => {
    const used = async () => (await store().accounts.usage('a', PERIOD))!.used;

    it('takes all of them off the quota, or none', async () => {
      expect(await store().conversions.reserve(conversion('c1', { units: 4 }))).toBeUndefined();
      expect(await used()).toBe(0);
      expect(await store().conversions.reserve(conversion('c2', { units: 2 }))).toEqual({ used: 2, limit: 3 });
      expect(await store().conversions.reserve(conversion('c3', { units: 2 }))).toBeUndefined();
      expect(await store().conversions.reserve(conversion('c4'))).toEqual({ used: 3, limit: 3 });
      expect(await store().conversions.countByDay('a', PERIOD)).toEqual([{ day: '2026-11-21', api: 3, web: 0 }]);
      await fail('c2');
      expect(await used()).toBe(1);
      expect(await store().conversions.countByDay('a', PERIOD)).toEqual([{ day: '2026-11-21', api: 1, web: 0 }]);
    });

    it('takes them off the limit of its key as well', async () => {
      await store().keys.add(key('k1', { monthlyLimit: 2 }), 10);
      const by = (id: string, units: number) =>
        store().conversions.reserve(conversion(id, { keyId: 'k1', hasKeyQuota: true, units }));
      expect(await by('c1', 3)).toBeUndefined();
      expect(await by('c2', 2)).toBeDefined();
      expect(await by('c3', 1)).toBeUndefined();
      await fail('c2');
      expect(await by('c4', 1)).toBeDefined();
      expect(await used()).toBe(1);
    });

    it('is never more than the cap, when many come at once', async () => {
      const ids = Array.from({ length: 40 }, (_, index) => `c${index}`);
      const usages = await Promise.all(ids.map((id) => store().conversions.reserve(conversion(id, { units: 2 }))));
      expect(usages.filter((usage) => usage !== undefined)).toHaveLength(1);
      expect(await used()).toBe(2);
    });
  });
}

/** What a store promises of presets. */
function describePresets(store: () => Store): void {
  describe('presets', () => {
    const settings = { steps: [{ do: 'convert', to: 'pdf', options: { title: 'Ü "’ \u0001' } }] } as const;
    const save = (name: string, changes: Partial<NewPreset> = {}, replaces = false) =>
      store().presets.save({ accountId: 'a', name, settings, now: NOW, ...changes }, { maxPresets: 2, replaces });

    it('are saved once, replaced where that is asked, and deleted', async () => {
      expect(await save('one')).toBe('created');
      expect(await save('one', { settings: { targetFormat: 'docx' } })).toBe('exists');
      expect(await store().presets.find('a', 'one')).toEqual({ name: 'one', settings, createdAt: NOW, updatedAt: NOW });
      expect(await save('one', { settings: { targetFormat: 'docx' }, now: NOW + 5 }, true)).toBe('replaced');
      const replaced = { name: 'one', settings: { targetFormat: 'docx' }, createdAt: NOW, updatedAt: NOW + 5 };
      expect(await store().presets.find('a', 'one')).toEqual(replaced);
      expect(await store().presets.delete('a', 'one')).toBe(true);
      expect(await store().presets.delete('a', 'one')).toBe(false);
      expect(await store().presets.find('a', 'one')).toBeUndefined();
    });

    it('belong to their account, and are at most as many as allowed', async () => {
      expect([await save('b'), await save('a'), await save('c')]).toEqual(['created', 'created', 'full']);
      expect([await save('c', {}, true), await save('a', {}, true)]).toEqual(['full', 'replaced']);
      expect(await save('a', { accountId: 'b' })).toBe('created');
      expect((await store().presets.list('a')).map(({ name }) => name)).toEqual(['a', 'b']);
      expect(await store().presets.delete('b', 'b')).toBe(false);
      expect(await store().presets.list('b')).toHaveLength(1);
    });

    it('are never more than allowed, when many are saved at once', async () => {
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => save(`p${index}`, {}, true)));
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(2);
      expect(await store().presets.list('a')).toHaveLength(2);
    });
  });
}

/** What a store promises of files that are sent in several requests. */
function describeUploads(store: () => Store): void {
  describe('uploads of several requests', () => {
    const upload: NewUpload = { id: 'u', accountId: 'a', fileName: 'Ü.pdf', sizeBytes: 12, expiresAt: NOW + 100 };
    const add = (changes: Partial<NewUpload> = {}, now = NOW) =>
      store().uploads.add({ ...upload, ...changes }, { maxUploads: 2, now });
    const addPart = (offset: number, sizeBytes: number, key = `part ${offset}`, now = NOW) =>
      store().uploads.addPart('u', { key, offset, sizeBytes }, now);
    const part = (offset: number, sizeBytes: number) => ({ key: `part ${offset}`, sizeBytes });

    it('grow by parts, each at the end of the one before', async () => {
      expect(await add()).toBe(true);
      expect(await store().uploads.find('a', 'u', NOW)).toEqual({ ...upload, offset: 0, parts: 0 });
      expect([await addPart(0, 10), await addPart(0, 2, 'again'), await addPart(9, 3)]).toEqual([true, false, false]);
      expect(await addPart(10, 2)).toBe(true);
      expect(await store().uploads.find('a', 'u', NOW)).toEqual({ ...upload, offset: 12, parts: 2 });
      expect(await store().uploads.listParts('u')).toEqual([part(0, 10), part(10, 2)]);
      expect(await store().uploads.filterKeys(['part 10', 'again', 'constructor'])).toEqual(new Set(['part 10']));
      expect(await store().uploads.filterKeys([])).toEqual(new Set());
    });

    it('take one of several parts that come at once', async () => {
      await add();
      const added = await Promise.all(Array.from({ length: 8 }, (_, index) => addPart(0, 5, `part by ${index}`)));
      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await store().uploads.listParts('u')).toHaveLength(1);
    });

    it('belong to their account, and name the parts when they are removed', async () => {
      await add();
      await addPart(0, 10);
      expect(await store().uploads.find('b', 'u', NOW)).toBeUndefined();
      expect(await store().uploads.remove('b', 'u')).toBeUndefined();
      expect(await store().uploads.remove('a', 'u')).toEqual([part(0, 10)]);
      expect(await store().uploads.remove('a', 'u')).toBeUndefined();
      expect(await addPart(10, 2)).toBe(false);
      expect(await store().uploads.listParts('u')).toEqual([]);
    });

    it('expire', async () => {
      await add();
      await addPart(0, 10);
      expect(await store().uploads.removeExpired(NOW + 99)).toEqual([]);
      expect(await store().uploads.find('a', 'u', NOW + 100)).toBeUndefined();
      expect(await addPart(10, 2, 'late', NOW + 100)).toBe(false);
      expect(await store().uploads.removeExpired(NOW + 100)).toEqual([part(0, 10)]);
      expect(await store().uploads.removeExpired(NOW + 100)).toEqual([]);
    });

    it('are at most as many as allowed, when many are begun at once', async () => {
      const added = await Promise.all(Array.from({ length: 9 }, (_, index) => add({ id: `u${index}` })));
      expect(added.filter(Boolean)).toHaveLength(2);
      expect(await add({ id: 'other', accountId: 'b' })).toBe(true);
      expect(await add({ id: 'next', expiresAt: NOW + 200 }, NOW + 100), 'when the others have expired').toBe(true);
    });
  });
}
