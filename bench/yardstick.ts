import type { BenchTask } from './benchmark.ts';
import { seededRandom } from './inputs/random.ts';

const LENGTH = 20_000;
const REPEATS = 10;

/**
 * A fixed piece of work in JavaScript, the peer of what has no native one: ratios to it hold from one machine to
 * another, milliseconds do not.
 */
export const yardstick = {
  name: 'yardstick',
  version: `sort ${LENGTH.toLocaleString('en')} numbers ${REPEATS} times`,
  /** Counted in CPU time alone: it waits for nothing, and what else runs on the machine is no part of it. */
  run: async () => {
    const before = process.cpuUsage();
    sortNumbers();
    const userMs = process.cpuUsage(before).user / 1000;
    return { userMs, wallMs: userMs };
  },
} as const satisfies BenchTask & { readonly version: string };

const NUMBERS = Float64Array.from({ length: LENGTH }, seededRandom(1));

function sortNumbers(): void {
  for (let repeat = 0; repeat < REPEATS; repeat++) NUMBERS.toSorted((a, b) => a - b);
}
