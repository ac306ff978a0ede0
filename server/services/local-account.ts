import type { Store } from '../stores/store.ts';

/** The only account of a service without accounts. It belongs to the owner of the machine. */
export const LOCAL_ACCOUNT = 'local';

/** Creates the local account and updates its tier; true when it is new. */
export async function ensureLocalAccount(store: Store, monthlyConversions: number, now: number): Promise<boolean> {
  await store.accounts.saveTier({ id: LOCAL_ACCOUNT, name: 'Local', monthlyConversions });
  return store.accounts.create({ id: LOCAL_ACCOUNT, tierId: LOCAL_ACCOUNT, createdAt: now });
}
