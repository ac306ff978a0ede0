import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Store } from '../../server/stores/store.ts';

const PROCESSES = 4;
const TRIES = 1_000;
const CAP = 1_200;

/** What all processes together may run at once, and send in a minute. */
export const MOST_AT_ONCE = 7;
export const MOST_REQUESTS = 100;

/** What one attacking process has reached. */
export interface Attack {
  readonly keys: number;
  readonly succeeded: number;
  readonly doubleEnds: number;
  readonly refused: number;
  /** Conversions that it has running at the end. */
  readonly held: number;
  /** Requests that were within the limit. */
  readonly withinRate: number;
}

/** Four processes fight for one account's quota and keys; `address` is where each of them opens the store. */
export async function expectExactQuota(store: Store, address: string): Promise<void> {
  await store.accounts.saveTier({ id: 'tier', name: 'Tier', monthlyConversions: CAP });
  await store.accounts.create({ id: 'a', tierId: 'tier', createdAt: 0 });
  await store.accounts.create({ id: 'b', tierId: 'tier', createdAt: 0 });
  const attacks = await Promise.all(Array.from({ length: PROCESSES }, () => attack(address)));
  const sum = (name: keyof Attack) => attacks.reduce((total, outcome) => total + outcome[name], 0);
  expect(sum('keys')).toBe(10);
  expect(sum('doubleEnds')).toBe(0);
  expect(sum('succeeded')).toBe(CAP);
  expect(sum('refused'), 'attempts beyond the quota').toBeGreaterThan(0);
  expect(sum('held')).toBe(MOST_AT_ONCE);
  expect(await store.accounts.usage('b', 'm')).toEqual({ used: MOST_AT_ONCE, limit: CAP });
  expect(sum('withinRate')).toBe(MOST_REQUESTS);
  expect(await store.accounts.usage('a', 'm')).toEqual({ used: CAP, limit: CAP });
}

async function attack(address: string): Promise<Attack> {
  const script = join(import.meta.dirname, '../contract/quota-attacker.ts');
  const child = fork(script, [address, String(TRIES)], { execArgv: [] });
  const [outcome] = (await once(child, 'message')) as [Attack];
  return outcome;
}
