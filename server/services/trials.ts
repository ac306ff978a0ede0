import { createHmac } from 'node:crypto';
import type { Store, Tier, Usage } from '../stores/store.ts';
import { periodOf } from './quotas.ts';
import { subscriberOf } from './subscriber.ts';

/** An account that visitors from one address share until they sign up. */
export interface TrialAccount {
  readonly accountId: string;
  readonly tier: Tier;
  readonly usage: Usage;
}

/**
 * Conversions on the website before somebody signs up. Their quota is that of an account for each address, so that what
 * fails is given back. Whoever shares the address shares the quota; a conversion is found by its id only.
 */
export interface Trials {
  /** The account of an address, which exists after its first request that changes something. */
  find(address: string): Promise<TrialAccount>;
  /** The same, and creates it. */
  open(address: string): Promise<TrialAccount>;
}

export interface TrialsDependencies {
  readonly store: Pick<Store, 'accounts'>;
  /** Conversions a month from one address; more than 0. */
  readonly monthlyConversions: number;
  /** Keeps addresses from being guessed by those who read the database. */
  readonly secret: string;
  readonly now: () => number;
}

/** No plan of an operator begins with an underscore. */
const TIER_ID = '_trial';
/** As many as the website runs at a time. */
const MAX_CONCURRENT = 2;

export async function openTrials({ store, monthlyConversions, secret, now }: TrialsDependencies): Promise<Trials> {
  const tier: Tier = { id: TIER_ID, name: 'Trial', monthlyConversions, maxConcurrent: MAX_CONCURRENT };
  await store.accounts.saveTier(tier);

  async function find(address: string): Promise<TrialAccount> {
    const accountId = `trial-${createHmac('sha256', secret)
      .update(`trial ${subscriberOf(address)}`)
      .digest('hex')
      .slice(0, 32)}`;
    const known = await store.accounts.find(accountId, periodOf(now()));
    return { accountId, tier, usage: known?.usage ?? { used: 0, limit: monthlyConversions } };
  }

  return {
    find,
    async open(address) {
      const account = await find(address);
      await store.accounts.create({ id: account.accountId, tierId: TIER_ID, createdAt: now() });
      return account;
    },
  };
}
