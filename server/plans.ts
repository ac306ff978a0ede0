import type { Plan } from './stores/store.ts';

const MB = 1_000_000;

/** What accounts may do, unless `PLANS` says otherwise. The first is the plan of a new account. */
export const DEFAULT_PLANS: readonly Plan[] = [
  { id: 'free', name: 'Free', monthlyConversions: 100, maxFileBytes: 25 * MB, maxConcurrent: 2 },
  { id: 'pro', name: 'Pro', monthlyConversions: 5_000, maxFileBytes: 52_428_800, maxConcurrent: 8, priority: 2 },
  {
    id: 'business',
    name: 'Business',
    monthlyConversions: 100_000,
    maxFileBytes: 52_428_800,
    maxConcurrent: 32,
    priority: 4,
  },
];
