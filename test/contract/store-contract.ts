import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../server/stores/store.ts';
import { conversion, key, NOW, OUTCOME, PERIOD } from './store-fixtures.ts';
import { describeRequests } from './store-requests-contract.ts';

export interface StoreHarness extends AsyncDisposable {
  readonly store: Store;
}

/** What every store promises, whatever database it sits on. */
export function describeStore(name: string, open: () => Promise<StoreHarness>): void {
  describe(name, () => {
    let harness: StoreHarness;
    let store: Store;

    beforeEach(async () => {
      harness = await open();
      ({ store } = harness);
      await store.accounts.saveTier({ id: 'small', name: 'Small', monthlyConversions: 3 });
      await store.accounts.create({ id: 'a', tierId: 'small', createdAt: NOW });
      await store.accounts.create({ id: 'b', tierId: 'small', createdAt: NOW });
    });
    afterEach(() => harness[Symbol.asyncDispose]());

    const used = async (accountId = 'a', period = PERIOD) => (await store.accounts.usage(accountId, period))!.used;
    const fail = (id: string, attempt?: number) => {
      const failure = { status: 'failed', errorCode: 'input_corrupt', errorMessage: 'It is damaged.' } as const;
      return store.conversions.fail(id, { ...failure, finishedAt: NOW + 5 }, { attempt });
    };

    describe('accounts', () => {
      it('are created once', async () => {
        expect(await store.accounts.create({ id: 'c', tierId: 'small', createdAt: NOW })).toBe(true);
        expect(await store.accounts.create({ id: 'c', tierId: 'small', createdAt: NOW })).toBe(false);
        expect(await store.accounts.exists('c')).toBe(true);
        expect(await store.accounts.exists('d')).toBe(false);
      });

      it('start with a full quota, and a changed tier shows at once', async () => {
        expect(await store.accounts.usage('a', PERIOD)).toEqual({ used: 0, limit: 3 });
        await store.accounts.saveTier({ id: 'small', name: 'Small', monthlyConversions: 5 });
        expect(await store.accounts.usage('a', PERIOD)).toEqual({ used: 0, limit: 5 });
        expect(await store.accounts.usage('nobody', PERIOD)).toBeUndefined();
      });

      it('have what their tier allows', async () => {
        const limits = { maxFileBytes: 52_428_800, maxConcurrent: 8, priority: 2 };
        const tier = { id: 'large', name: 'Large', monthlyConversions: 5_000_000_000, ...limits };
        await store.accounts.saveTier(tier);
        await store.accounts.setTier('a', 'large');
        expect((await store.accounts.find('a', PERIOD))?.tier).toEqual(tier);
        await store.keys.add(key('k1'), 10);
        expect((await store.keys.findHolder('hash of k1', PERIOD, NOW))?.tier).toEqual(tier);
      });
    });

    describe('keys', () => {
      it('are found by their hash while they are active', async () => {
        await store.keys.add(key('k1'), 10);
        expect(await store.keys.findHolder('hash of k1', PERIOD, NOW)).toEqual({
          ...{ keyId: 'k1', accountId: 'a', lastUsedAt: undefined },
          usage: { used: 0, limit: 3 },
          tier: { id: 'small', name: 'Small', monthlyConversions: 3 },
          ...{ scopes: ['convert', 'read'], hasQuota: false },
        });
        expect(await store.keys.findHolder('hash of k2', PERIOD, NOW)).toBeUndefined();
        expect(await store.keys.revoke('b', 'k1', NOW)).toBe(false);
        expect(await store.keys.revoke('a', 'k1', NOW)).toBe(true);
        expect(await store.keys.revoke('a', 'k1', NOW)).toBe(false);
        expect(await store.keys.findHolder('hash of k1', PERIOD, NOW)).toBeUndefined();
      });

      it('expire', async () => {
        await store.keys.add(key('k1', { expiresAt: NOW + 1000 }), 10);
        expect(await store.keys.findHolder('hash of k1', PERIOD, NOW + 999)).toBeDefined();
        expect(await store.keys.findHolder('hash of k1', PERIOD, NOW + 1000)).toBeUndefined();
      });

      it('are at most as many as allowed, counting active ones only', async () => {
        const added = await Promise.all(Array.from({ length: 20 }, (_, index) => store.keys.add(key(`k${index}`), 10)));
        expect(added.filter(Boolean)).toHaveLength(10);
        expect(await store.keys.add(key('more', { accountId: 'b' }), 10)).toBe(true);
        await store.keys.revoke('a', 'k0', NOW);
        expect(await store.keys.add(key('next', { expiresAt: NOW + 1000 }), 10)).toBe(true);
        expect(await store.keys.add(key('full'), 10)).toBe(false);
        expect(await store.keys.add(key('after expiry', { createdAt: NOW + 1000 }), 10)).toBe(true);
      });

      it('are never two of one hash', async () => {
        await store.keys.add(key('k1'), 10);
        await expect(store.keys.add(key('k2', { hash: 'hash of k1' }), 10)).rejects.toThrow();
      });

      it('are listed with all that is known, and remember their last use', async () => {
        await store.keys.add(key('k1'), 10);
        await store.keys.add(key('k2', { createdAt: NOW + 1 }), 10);
        await store.keys.add(key('other', { accountId: 'b' }), 10);
        await store.keys.touch('k2', NOW + 7);
        await store.keys.revoke('a', 'k1', NOW + 9);
        const common = { prefix: 'ath_live_abc', expiresAt: undefined, scopes: ['convert', 'read'], quota: undefined };
        expect(await store.keys.list('a')).toEqual([
          { ...common, id: 'k1', name: 'key k1', createdAt: NOW, lastUsedAt: undefined, revokedAt: NOW + 9 },
          { ...common, id: 'k2', name: 'key k2', createdAt: NOW + 1, lastUsedAt: NOW + 7, revokedAt: undefined },
        ]);
      });
    });

    describe('a key with rights of its own', () => {
      it('is for some uses', async () => {
        await store.keys.add(key('k1', { scopes: ['read'], monthlyLimit: 2 }), 10);
        const holder = await store.keys.findHolder('hash of k1', PERIOD, NOW);
        expect(holder).toMatchObject({ scopes: ['read'], hasQuota: true });
        expect(await store.keys.list('a')).toMatchObject([
          { scopes: ['read'], quota: { used: 0, limit: 2, period: undefined } },
        ]);
      });

      it('has a limit of each month, which failures do not count against', async () => {
        await store.keys.add(key('k1', { monthlyLimit: 1 }), 10);
        await store.keys.add(key('k2'), 10);
        const by = (id: string, changes = {}) =>
          store.conversions.reserve(conversion(id, { keyId: 'k1', hasKeyQuota: true, ...changes }));
        expect(await by('c1')).toEqual({ used: 1, limit: 3 });
        expect(await by('c2')).toBeUndefined();
        expect(await used(), 'a refused one is not charged').toBe(1);
        expect(await store.conversions.reserve(conversion('c3', { keyId: 'k2' }))).toBeDefined();
        expect(await store.keys.list('a')).toMatchObject([
          { quota: { used: 1, period: PERIOD } },
          { quota: undefined },
        ]);
        const failure = { status: 'failed', errorCode: 'internal', errorMessage: '', finishedAt: NOW } as const;
        expect(await store.conversions.fail('c1', failure)).toBe(true);
        expect(await by('c4')).toBeDefined();
        expect(await by('c5')).toBeUndefined();
        expect(await by('c6', { period: '2026-12' })).toEqual({ used: 1, limit: 3 });
        expect(await by('c7', { period: '2026-12' })).toBeUndefined();
        await store.conversions.fail('c4', failure);
        expect(await by('c8', { period: '2026-12' }), 'a refund of another month').toBeUndefined();
      });

      it('is never used beyond its limit by requests at once', async () => {
        await store.keys.add(key('k1', { monthlyLimit: 2 }), 10);
        const all = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            store.conversions.reserve(conversion(`c${index}`, { keyId: 'k1', hasKeyQuota: true })),
          ),
        );
        expect(all.filter(Boolean)).toHaveLength(2);
        expect(await used()).toBe(2);
      });
    });

    describe('reserving', () => {
      it('takes one off the quota with each row, and neither beyond it', async () => {
        for (const count of [1, 2, 3])
          expect(await store.conversions.reserve(conversion(`c${count}`))).toEqual({ used: count, limit: 3 });
        expect(await store.conversions.reserve(conversion('c4'))).toBeUndefined();
        expect(await used()).toBe(3);
        expect(await store.conversions.find('a', 'c4')).toBeUndefined();
        expect(await used('b')).toBe(0);
        expect(await store.conversions.reserve(conversion('next', { period: '2026-12' }))).toEqual({
          used: 1,
          limit: 3,
        });
      });

      it('takes nothing when the row cannot be written', async () => {
        await store.conversions.reserve(conversion('c1'));
        await expect(store.conversions.reserve(conversion('c1'))).rejects.toThrow();
        expect(await used()).toBe(1);
      });

      it('follows a tier that has changed', async () => {
        for (const count of [1, 2, 3]) await store.conversions.reserve(conversion(`c${count}`));
        await store.accounts.saveTier({ id: 'small', name: 'Small', monthlyConversions: 4 });
        expect(await store.conversions.reserve(conversion('c4'))).toEqual({ used: 4, limit: 4 });
        await store.accounts.saveTier({ id: 'small', name: 'Small', monthlyConversions: 1 });
        expect(await store.conversions.reserve(conversion('c5'))).toBeUndefined();
        expect(await fail('c4')).toBe(true);
        expect(await used()).toBe(3);
      });

      it('of a hundred at once never passes the cap', async () => {
        const ids = Array.from({ length: 100 }, (_, index) => `c${index}`);
        const usages = await Promise.all(ids.map((id) => store.conversions.reserve(conversion(id))));
        expect(usages.filter((usage) => usage !== undefined)).toHaveLength(3);
        expect(await used()).toBe(3);
      });
    });

    describe('ending', () => {
      it('with success keeps the quota and stores the outcome', async () => {
        await store.conversions.reserve(conversion('c1'));
        expect(await store.conversions.succeed('c1', OUTCOME)).toBe(true);
        expect(await used()).toBe(1);
        const { keyId: _, processId: __, predictedMs: ___, ...row } = conversion('c1');
        expect(await store.conversions.find('a', 'c1')).toEqual({
          ...row,
          ...{ attempt: 0, errorDetail: undefined },
          ...OUTCOME,
          status: 'succeeded',
          errorCode: undefined,
          errorMessage: undefined,
          progress: undefined,
        });
      });

      it('with failure gives the quota back, once', async () => {
        await store.conversions.reserve(conversion('c1'));
        const outcomes = await Promise.all([fail('c1'), fail('c1'), fail('c1')]);
        expect(outcomes.filter(Boolean)).toHaveLength(1);
        expect(await store.conversions.succeed('c1', OUTCOME)).toBe(false);
        expect(await used()).toBe(0);
        expect(await store.conversions.find('a', 'c1')).toMatchObject({
          ...{ status: 'failed', errorCode: 'input_corrupt', errorMessage: 'It is damaged.' },
        });
      });

      it('in both ways at once is one of them', async () => {
        await store.conversions.reserve(conversion('c1'));
        const [failed, succeeded] = await Promise.all([fail('c1'), store.conversions.succeed('c1', OUTCOME)]);
        expect(failed).toBe(!succeeded);
        expect(await used()).toBe(succeeded ? 1 : 0);
      });

      it('is decided by whoever comes first', async () => {
        await store.conversions.reserve(conversion('c1'));
        expect(await store.conversions.succeed('c1', OUTCOME)).toBe(true);
        expect(await fail('c1')).toBe(false);
        expect(await store.conversions.succeed('c1', OUTCOME)).toBe(false);
        expect(await used()).toBe(1);
        expect(await fail('unknown')).toBe(false);
      });

      it('comes to what nobody runs any more', async () => {
        for (const id of ['c1', 'c2', 'c3']) await store.conversions.reserve(conversion(id));
        await store.conversions.succeed('c1', OUTCOME);
        const present = { now: NOW + 9, processId: 'own' };
        expect(await store.conversions.failInterrupted({ ...present, running: ['c3'] })).toEqual(['c2']);
        expect(await used()).toBe(2);
        expect(await store.conversions.find('a', 'c2')).toMatchObject({ status: 'failed', errorCode: 'interrupted' });
        expect(await store.conversions.find('a', 'c3')).toMatchObject({ status: 'running' });
        expect(await store.conversions.failInterrupted({ ...present, running: [] })).toEqual(['c3']);
        expect(await used()).toBe(1);
      });
    });

    describe('attempts', () => {
      const claim = (processId: string, now = NOW) =>
        store.conversions.claim({ processId, now, generation: 0, shares: true });
      const waiting = (id: string) => store.conversions.reserve(conversion(id, { processId: undefined, job: '{}' }));
      const takeBack = (running: string[], now = NOW) => store.conversions.takeBack({ now, processId: 'own', running });

      it('count only while none was begun later', async () => {
        await waiting('c1');
        const first = { id: 'c1', accountId: 'a', attempt: 1, job: '{}', predictedMs: 100, isDemoted: false };
        expect(await claim('worker')).toEqual(first);
        expect(await claim('another'), 'begun already').toBeUndefined();
        expect(await takeBack([])).toEqual(['c1']);
        expect(await claim('another')).toEqual({ ...first, attempt: 2 });
        expect(await store.conversions.succeed('c1', OUTCOME, { attempt: 1 })).toBe(false);
        expect(await fail('c1', 1)).toBe(false);
        expect(await store.conversions.giveBack('c1', { attempt: 1 })).toBe(false);
        expect(await used()).toBe(1);
        expect(await store.conversions.succeed('c1', OUTCOME, { attempt: 2 })).toBe(true);
        expect(await claim('worker')).toBeUndefined();
        expect(await store.conversions.find('a', 'c1')).toMatchObject({ status: 'succeeded', attempt: 2 });
      });

      it('are given back once, to any process or to their own', async () => {
        await waiting('c1');
        await claim('worker');
        expect(await store.conversions.giveBack('c1', { attempt: 1, isKept: true })).toBe(true);
        expect(await store.conversions.giveBack('c1', { attempt: 1 })).toBe(false);
        expect(await claim('another'), 'kept').toBeUndefined();
        expect(await claim('worker')).toMatchObject({ id: 'c1', attempt: 2 });
        expect(await store.conversions.giveBack('c1', { attempt: 2 })).toBe(true);
        expect(await claim('another')).toMatchObject({ id: 'c1', attempt: 3 });
      });

      it('of dead processes and of forgotten ones are taken back, once', async () => {
        for (const id of ['sibling', 'own']) await store.processes.renew(id, NOW + 5_000);
        for (const processId of ['sibling', 'dead', 'own']) {
          await waiting(`of ${processId}`);
          await claim(processId);
        }
        expect(await takeBack(['of own'])).toEqual(['of dead']);
        expect(await takeBack(['of own'])).toEqual([]);
        expect(await takeBack([]), 'the answer to the claim may be on its way').toEqual([]);
        expect(await takeBack([], NOW + 2_001)).toEqual(['of own']);
        const present = { now: NOW, processId: 'own', running: [] };
        expect(await store.conversions.failInterrupted(present)).toEqual([]);
        expect(await store.conversions.load()).toMatchObject({ running: 1, waiting: 2, oldestAt: NOW, waitingMs: 200 });
        expect(await used()).toBe(3);
      });

      it('end when the process that waits for them is dead', async () => {
        await store.processes.renew('sibling', NOW + 10);
        for (const waiterId of ['dead', 'sibling'])
          await store.conversions.reserve(conversion(waiterId, { processId: undefined, job: '{}', waiterId }));
        const present = { now: NOW, processId: 'own', running: ['dead'] };
        expect(await store.conversions.failInterrupted(present)).toEqual(['dead']);
        expect(await used()).toBe(1);
      });

      it('run only as many at a time as the account may', async () => {
        const reserve = (id: string) => store.conversions.reserve(conversion(id, { maxConcurrent: 2 }));
        expect(await reserve('c1')).toBeDefined();
        expect(await reserve('c2')).toBeDefined();
        expect(await reserve('c3')).toBeUndefined();
        expect(await used()).toBe(2);
        await store.conversions.succeed('c1', OUTCOME);
        expect(await reserve('c4')).toBeDefined();
        await fail('c2');
        expect(await reserve('c5')).toBeDefined();
        expect(await reserve('c6')).toBeUndefined();
      });
    });

    describe('processes', () => {
      const find = async (id: string) => (await store.conversions.find('a', id))!;

      it('that are alive keep what they run, and what a dead one has left is failed by any other', async () => {
        await store.processes.renew('sibling', NOW + 10);
        await store.conversions.reserve(conversion('c1', { processId: 'sibling' }));
        await store.conversions.reserve(conversion('c2', { processId: 'unheard of' }));
        const own = { processId: 'own', running: [] };
        expect(await store.conversions.failInterrupted({ ...own, now: NOW + 9 })).toEqual(['c2']);
        expect(await find('c1')).toMatchObject({ status: 'running' });
        expect(await find('c2')).toMatchObject({ status: 'failed', errorMessage: expect.stringContaining('stopped') });
        await store.processes.renew('sibling', NOW + 20);
        expect(await store.conversions.failInterrupted({ ...own, now: NOW + 10 })).toEqual([]);
        expect(await used()).toBe(1);
        const settled = await Promise.all(
          ['own', 'another', 'a third'].map((processId) =>
            store.conversions.failInterrupted({ processId, running: [], now: NOW + 20 }),
          ),
        );
        expect(settled.flat(), 'failed once').toEqual(['c1']);
        expect(await used()).toBe(0);
      });

      it('that have stopped are dead at once', async () => {
        await store.processes.renew('sibling', NOW + 1000);
        await store.conversions.reserve(conversion('c1', { processId: 'sibling' }));
        await store.processes.remove('sibling');
        expect(await store.conversions.failInterrupted({ processId: 'own', running: [], now: NOW })).toEqual(['c1']);
      });

      it('run a task one at a time, and only when it is due', async () => {
        const turn = (now: number) => store.processes.claimTask('sweep', { now, nextAt: now + 10 });
        const first = await Promise.all([turn(NOW), turn(NOW), turn(NOW)]);
        expect(first.filter(Boolean)).toHaveLength(1);
        expect(await turn(NOW + 9)).toBe(false);
        expect(await turn(NOW + 10)).toBe(true);
        expect(await store.processes.claimTask('another', { now: NOW, nextAt: NOW + 1 })).toBe(true);
      });

      it('tell each other how far conversions are, and how many there are', async () => {
        await store.conversions.reserve(conversion('c1'));
        await store.conversions.reserve(conversion('c2'));
        await store.conversions.saveProgress('c1', 0.256);
        expect(await find('c1')).toMatchObject({ progress: 0.256 });
        expect(await find('c2')).toMatchObject({ progress: undefined });
        expect((await store.conversions.load()).waiting).toBe(2);
        await fail('c1');
        expect(await store.conversions.load()).toMatchObject({ running: 0, waiting: 1, demoted: 0 });
      });
    });

    it('any text can be kept and looked for', async () => {
      const odd = 'a\0b \u{1F600} \uD800 \'; -- "';
      await store.conversions.reserve(conversion('c1', { sourceFormat: odd }));
      expect((await store.conversions.find('a', 'c1'))!.sourceFormat).toContain('b \u{1F600}');
      await store.keys.add(key('k1', { name: odd }), 10);
      expect((await store.keys.list('a'))[0]!.name).toContain('b \u{1F600}');
      expect(await store.conversions.find('a', odd)).toBeUndefined();
      expect(await store.keys.findHolder(odd, PERIOD, NOW)).toBeUndefined();
    });

    describe('the history', () => {
      it('shows an account its own conversions only', async () => {
        await store.conversions.reserve(conversion('c1'));
        expect(await store.conversions.find('b', 'c1')).toBeUndefined();
        expect(await store.conversions.list('b', { limit: 10 })).toEqual([]);
        expect(await store.conversions.erase('b', 'c1')).toBe(false);
      });

      it('is listed from the newest on', async () => {
        for (const count of [1, 2, 3])
          await store.conversions.reserve(conversion(`c${count}`, { createdAt: NOW + count }));
        const idsOf = async (page: { limit: number; before?: number }) =>
          (await store.conversions.list('a', page)).map(({ id }) => id);
        expect(await idsOf({ limit: 2 })).toEqual(['c3', 'c2']);
        expect(await idsOf({ limit: 2, before: NOW + 2 })).toEqual(['c1']);
      });

      it('is searched by name, format and status', async () => {
        await store.conversions.reserve(conversion('c1', { createdAt: NOW + 1 }));
        await store.conversions.reserve(
          conversion('c2', { createdAt: NOW + 2, uploadName: 'Map.png', sourceFormat: 'PNG', targetFormat: 'WEBP' }),
        );
        await fail('c2');
        await store.conversions.succeed('c1', { ...OUTCOME, downloadName: 'Årsrapport_50%.docx' });
        const found = async (search: string) =>
          (await store.conversions.list('a', { limit: 9, search })).map(({ id }) => id);
        expect(await found('rapport_50%')).toEqual(['c1']);
        expect(await found('RAPPORT')).toEqual(['c1']);
        expect(await found('map.')).toEqual(['c2']);
        expect(await found('webp')).toEqual(['c2']);
        expect(await found('failed')).toEqual(['c2']);
        expect(await found('rapportx50')).toEqual([]);
        expect(await found('%')).toEqual(['c1']);
        expect(await found('\\')).toEqual([]);
      });

      it('counts by day what counts, and tells the website from keys', async () => {
        const DAY = 86_400_000;
        await store.accounts.saveTier({ id: 'small', name: 'Small', monthlyConversions: 9 });
        await store.conversions.reserve(conversion('c1', { createdAt: NOW - 1 }));
        await store.conversions.reserve(conversion('c2'));
        await store.conversions.reserve(conversion('c3', { origin: 'web', createdAt: NOW + DAY - 1 }));
        await store.conversions.reserve(conversion('c4', { createdAt: NOW + DAY }));
        await store.conversions.reserve(conversion('c5', { accountId: 'b' }));
        await store.conversions.reserve(conversion('c6', { createdAt: Date.UTC(2026, 11, 1), period: '2026-12' }));
        await fail('c4');
        expect(await store.conversions.countByDay('a', PERIOD)).toEqual([
          { day: '2026-11-20', api: 1, web: 0 },
          { day: '2026-11-21', api: 1, web: 1 },
        ]);
      });

      it('finds a result by its whole name', async () => {
        await store.conversions.reserve(conversion('c1'));
        await store.conversions.succeed('c1', OUTCOME);
        expect(await store.conversions.findResult('c1.docx')).toMatchObject({ id: 'c1', downloadName: 'Report.docx' });
        for (const name of ['c1', 'c1.exe', 'c1.docx.exe', '.docx', ''])
          expect(await store.conversions.findResult(name)).toBeUndefined();
      });

      it('loses results that are erased, and the quota stays used', async () => {
        await store.conversions.reserve(conversion('c1'));
        expect(await store.conversions.erase('a', 'c1')).toBe(false);
        await store.conversions.succeed('c1', OUTCOME);
        expect(await store.conversions.erase('a', 'c1')).toBe(true);
        expect(await store.conversions.erase('a', 'c1')).toBe(false);
        expect(await store.conversions.find('a', 'c1')).toMatchObject({ status: 'expired' });
        expect(await used()).toBe(1);
      });
    });

    describe('retention', () => {
      it('finds what has expired, the oldest first, and marks it', async () => {
        for (const count of [1, 2, 3]) {
          await store.conversions.reserve(conversion(`c${count}`));
          await store.conversions.succeed(`c${count}`, {
            ...OUTCOME,
            resultName: `c${count}.docx`,
            expiresAt: NOW + 10 - count,
          });
        }
        expect(await store.conversions.findExpired(NOW + 6, 10)).toEqual([]);
        expect(await store.conversions.findExpired(NOW + 8, 10)).toEqual(['c3', 'c2']);
        expect(await store.conversions.findExpired(NOW + 8, 1)).toEqual(['c3']);
        await store.conversions.markExpired(['c3', 'c2']);
        expect(await store.conversions.findExpired(NOW + 8, 10)).toEqual([]);
        expect([...(await store.conversions.filterLive(['c1', 'c2', 'c3', 'unknown'])).keys()]).toEqual(['c1']);
      });

      it('counts what runs as live', async () => {
        await store.conversions.reserve(conversion('c1'));
        await store.conversions.reserve(conversion('c2'));
        await fail('c2');
        expect([...(await store.conversions.filterLive(['c1', 'c2'])).keys()]).toEqual(['c1']);
      });

      it('forgets what has ended long ago, and nothing else', async () => {
        for (const id of ['ended', 'running', 'available']) await store.conversions.reserve(conversion(id));
        await fail('ended');
        await store.conversions.succeed('available', OUTCOME);
        expect(await store.conversions.deleteEndedBefore(NOW)).toBe(0);
        expect(await store.conversions.deleteEndedBefore(NOW + 1)).toBe(1);
        expect((await store.conversions.list('a', { limit: 10 })).map(({ id }) => id).sort()).toEqual([
          'available',
          'running',
        ]);
      });
    });

    describeRequests(() => store, fail);
  });
}
