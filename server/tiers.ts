import type { Tier } from './stores/store.ts';

/**
 * What accounts may do, unless `PLANS` says otherwise. The first is the tier of a new account. None bounds the size of
 * a file: every tier takes the 52,428,800 bytes that the interface promises (`fileBytes` of the limits).
 */
export const DEFAULT_TIERS: readonly Tier[] = [
  { id: 'free', name: 'Free', monthlyConversions: 100, maxConcurrent: 2 },
  { id: 'pro', name: 'Pro', monthlyConversions: 5_000, maxConcurrent: 8, priority: 2 },
  { id: 'business', name: 'Business', monthlyConversions: 100_000, maxConcurrent: 32, priority: 4 },
];
