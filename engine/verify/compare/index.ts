import type { Facts } from '../facts.ts';
import type { Check, Compare, PlanPromise } from '../report.ts';

/** Every comparison there is; each returns no checks where it does not apply. */
const COMPARISONS: readonly Compare[] = [];

/** Compares what the plan promised with what a reader found in the outputs. */
export function compareFacts(source: Facts, outputs: readonly Facts[], promise: PlanPromise): Check[] {
  return COMPARISONS.flatMap((compare) => compare(source, outputs, promise));
}
