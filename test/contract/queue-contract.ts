import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Claim, NewConversion, Store } from '../../server/stores/store.ts';
import type { StoreHarness } from './store-contract.ts';
import { conversion, NOW, OUTCOME } from './store-fixtures.ts';

const PREDICTED_MS = 100;

/**
 * The order in which every store hands out conversions, whatever database it sits on. `backlog` is how many conversions
 * of one account wait; recording them takes a while in some databases.
 */
export function describeQueue(name: string, open: () => Promise<StoreHarness>, backlog: number): void {
  describe(`the order of ${name}`, () => {
    let harness: StoreHarness;
    let store: Store;

    beforeEach(async () => {
      harness = await open();
      ({ store } = harness);
      await store.accounts.saveTier({ id: 'plain', name: 'Plain', monthlyConversions: 10_000 });
      await store.accounts.saveTier({ id: 'double', name: 'Double', monthlyConversions: 10_000, priority: 2 });
      for (const id of ['small', 'big', 'slow']) await store.accounts.create({ id, tierId: 'plain', createdAt: NOW });
      await store.accounts.create({ id: 'double', tierId: 'double', createdAt: NOW });
      await store.processes.renew('own', NOW * 2, 4);
    });
    afterEach(() => harness[Symbol.asyncDispose]());

    let created = 0;
    const submit = async (accountId: string, count = 1, changes: Partial<NewConversion> = {}): Promise<void> => {
      const common = { accountId, processId: undefined, job: '{}', predictedMs: PREDICTED_MS };
      const next = async (): Promise<void> => {
        const id = `${accountId}-${String(created++).padStart(4, '0')}`;
        await store.conversions.reserve(conversion(id, { ...common, createdAt: NOW + created, ...changes }));
      };
      // Several at a time: their times of creation, and not of arrival, make the order.
      for (let left = count; left > 0; left -= 10) await Promise.all(Array.from({ length: Math.min(left, 10) }, next));
    };
    const own = { processId: 'own', now: NOW + 60_000, generation: 2, shares: true };
    const claim = () => store.conversions.claim(own);
    const begin = async (): Promise<Claim> => (await claim())!;
    const end = ({ id, attempt }: Claim, usedMs = PREDICTED_MS) =>
      store.conversions.succeed(id, { ...OUTCOME, resultName: id }, { attempt, usedMs });
    const demote = ({ id, attempt }: Claim, now = NOW) => store.conversions.demote(id, attempt, now);
    const accountsOf = (claims: readonly (Claim | undefined)[]) => claims.map((each) => each?.accountId);
    /** Serves one conversion after the other until the account has no more, and returns whose were served. */
    const serveUntilDone = async (accountId: string, count: number, usedMs: Readonly<Record<string, number>> = {}) => {
      const served: string[] = [];
      for (let left = count; left > 0;) {
        const next = await begin();
        served.push(next.accountId);
        if (next.accountId === accountId) left--;
        await end(next, usedMs[next.accountId]);
      }
      return served;
    };

    it(`serves the 10 of a small account within 3 times as many turns behind ${backlog} of a big one`, async () => {
      await submit('big', backlog);
      for (let count = 0; count < 5; count++) await end(await begin());
      await submit('small', 10);
      expect((await serveUntilDone('small', 10)).length).toBeLessThanOrEqual(30);
    });

    it('serves a small account beside one whose conversions run into deadlines', async () => {
      await submit('slow', 20);
      await end(await begin(), 120_000);
      await submit('small', 10);
      const served = await serveUntilDone('small', 10, { slow: 120_000 });
      expect(served.filter((accountId) => accountId === 'slow').length).toBeLessThanOrEqual(1);
    });

    it('counts for what waits already what was used, and not what was predicted', async () => {
      await submit('slow', 4);
      await submit('small', 4);
      const served = await serveUntilDone('small', 4, { slow: 1_000, small: 1 });
      expect(served.filter((accountId) => accountId === 'slow').length).toBeLessThanOrEqual(1);
    });

    it('gives an account of twice the weight twice as much', async () => {
      await submit('double', 20);
      await submit('small', 20);
      const served: string[] = [];
      for (let count = 0; count < 15; count++) {
        const next = await begin();
        served.push(next.accountId);
        await end(next);
      }
      expect(served.filter((accountId) => accountId === 'double')).toHaveLength(10);
    });

    it('saves up no credit for an account that sent nothing', async () => {
      await submit('big', 60);
      for (let count = 0; count < 30; count++) await end(await begin(), 1_000);
      await submit('small', 30);
      const served: string[] = [];
      for (let count = 0; count < 20; count++) {
        const next = await begin();
        served.push(next.accountId);
        await end(next, 1_000);
      }
      // The clock may lag by one second: ten turns of this length at most, and then in turn.
      expect(served.filter((accountId) => accountId === 'big').length).toBeGreaterThanOrEqual(8);
    });

    it('is that of the arrival within an account', async () => {
      await submit('small', 3);
      const claims = [await begin(), await begin(), await begin()];
      expect(claims.map(({ id }) => id)).toEqual(claims.map(({ id }) => id).sort());
      expect(await claim()).toBeUndefined();
    });

    it('counts what an attempt has used although it was cancelled', async () => {
      await submit('slow', 2);
      await submit('small', 2);
      const cancelled = await begin();
      const failure = { status: 'cancelled', errorCode: 'x', errorMessage: '', finishedAt: NOW } as const;
      expect(await store.conversions.fail(cancelled.id, failure)).toBe(true);
      const late = { attempt: cancelled.attempt, usedMs: 60_000 };
      expect(await store.conversions.fail(cancelled.id, failure, late)).toBe(false);
      const rest = [await begin(), await begin(), await begin()];
      expect(rest.at(-1)!.accountId).toBe(cancelled.accountId);
    });

    it('hands each out once, to whoever comes at the same time', async () => {
      await submit('big', 10);
      await submit('small', 10);
      const claims: Claim[] = [];
      for (let round = 0; round < 10; round++) {
        const found = await Promise.all(Array.from({ length: 4 }, claim));
        claims.push(...found.filter((each) => each !== undefined));
      }
      expect(new Set(claims.map(({ id }) => id)).size).toBe(20);
      expect(claims).toHaveLength(20);
    });

    it('leaves to a process what only that can convert', async () => {
      await submit('small', 1, { processId: 'own', job: undefined });
      expect(await store.conversions.claim({ ...own, processId: 'another' })).toBeUndefined();
      expect(await begin()).toMatchObject({ accountId: 'small', job: undefined });
    });

    it('leaves to later workers what earlier ones cannot convert, and is otherwise the same', async () => {
      const earlier = { ...own, generation: 1 };
      await submit('small', 20, { requires: 2 });
      await submit('small', 1, { requires: 1 });
      await submit('big', 1, { requires: 2 });
      await submit('slow');
      const left = [await store.conversions.claim(earlier), await store.conversions.claim(earlier)];
      expect(accountsOf(left).sort()).toEqual(['slow', 'small']);
      expect(await store.conversions.claim(earlier)).toBeUndefined();
      expect(accountsOf([await claim(), await claim()]).sort()).toEqual(['big', 'small']);
    });

    describe('of demoted conversions', () => {
      it('puts their account behind others while one is at work', async () => {
        await submit('slow', 2);
        await demote(await begin());
        await submit('small', 2);
        expect(accountsOf([await claim(), await claim(), await claim()])).toEqual(['small', 'small', 'slow']);
      });

      it('lets one of an account run at a time, in half of the slots, while others have something', async () => {
        for (const accountId of ['slow', 'slow', 'big', 'big']) await submit(accountId);
        const claims = [await begin(), await begin(), await begin(), await begin()];
        for (const each of claims) {
          await demote(each);
          await store.conversions.giveBack(each.id, { attempt: each.attempt, usedMs: PREDICTED_MS });
        }
        const two = [await begin(), await begin()];
        expect(accountsOf(two).sort()).toEqual(['big', 'slow']);
        expect(two.every(({ isDemoted }) => isDemoted)).toBe(true);
        expect(await claim(), 'half of four slots').toBeUndefined();
        await end(two[0]!);
        expect((await begin()).accountId, 'nobody else waits').toBeDefined();
      });

      it('lets them have every slot when no other account has anything', async () => {
        await submit('slow', 4);
        const claims = [await begin(), await begin(), await begin(), await begin()];
        for (const { id, attempt } of claims) {
          await store.conversions.demote(id, attempt, NOW);
          await store.conversions.giveBack(id, { attempt });
        }
        expect(accountsOf([await claim(), await claim(), await claim(), await claim()])).not.toContain(undefined);
      });

      it('makes those give way that are too many, and only for others', async () => {
        for (const accountId of ['slow', 'big', 'double']) await submit(accountId);
        const claims = [await begin(), await begin(), await begin()];
        for (const [index, each] of claims.entries()) await demote(each, NOW + index);
        const mustGiveWay = () => Promise.all(claims.map(({ id }) => store.conversions.mustGiveWay(id, own)));
        expect(await mustGiveWay(), 'nobody waits').toEqual([false, false, false]);
        await submit('big');
        expect(await mustGiveWay(), 'of an account with one at work').toEqual([false, false, false]);
        await submit('small');
        expect(await mustGiveWay(), 'the third of four slots').toEqual([false, false, true]);
      });

      it('makes the second of an account give way', async () => {
        await submit('slow', 2);
        const claims = [await begin(), await begin()];
        for (const [index, each] of claims.entries()) await demote(each, NOW + index);
        await submit('small');
        const [first, second] = claims as [Claim, Claim];
        expect(await store.conversions.mustGiveWay(first.id, own)).toBe(false);
        expect(await store.conversions.mustGiveWay(second.id, own)).toBe(true);
      });

      it('counts the slots of a process of its own alone', async () => {
        await store.processes.renew('another', NOW * 2, 8);
        await submit('slow', 1, { processId: 'own' });
        await submit('big', 1, { processId: 'own' });
        const alone = { ...own, shares: false };
        const claims = [(await store.conversions.claim(alone))!, (await store.conversions.claim(alone))!];
        for (const each of claims) await demote(each);
        await store.processes.renew('own', NOW * 2, 2);
        await submit('small', 1, { processId: 'own' });
        const given = await Promise.all(claims.map(({ id }) => store.conversions.mustGiveWay(id, alone)));
        expect(given.sort()).toEqual([false, true]);
      });

      it('includes what an account sends that is slowed down, until its time is over', async () => {
        await store.accounts.slow('slow', NOW + 500);
        await submit('slow', 1, { createdAt: NOW + 499 });
        await submit('slow', 1, { createdAt: NOW + 500 });
        const claims = [await begin(), await begin()];
        expect(claims.map(({ isDemoted }) => isDemoted)).toEqual([false, true]);
        expect(await store.conversions.load()).toMatchObject({ running: 2, demoted: 1 });
      });
    });
  });
}
