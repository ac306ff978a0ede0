import type { Store } from '../stores/store.ts';

/** The one account of a service without accounts: whoever owns the machine. */
export const LOCAL_ACCOUNT = 'local';

/** Creates the local account and brings its plan up to date; true when it is new. */
export async function ensureLocalAccount(store: Store, monthlyConversions: number, now: number): Promise<boolean> {
  await store.accounts.savePlan({ id: LOCAL_ACCOUNT, name: 'Local', monthlyConversions });
  return store.accounts.create({ id: LOCAL_ACCOUNT, planId: LOCAL_ACCOUNT, createdAt: now });
}
