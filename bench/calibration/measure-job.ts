import { median } from '../measure.ts';
import { secondConversions } from './predictions.ts';

/** Pairs by lot, of another seed than those whose predictions are checked. */
const LOT = { pairs: 60, seed: 99, minutes: Infinity } as const;
/** Milliseconds: with longer conversions, what is measured would be lost in their spread. */
const QUICK_MS = 60;

/** Milliseconds of a job beside converting and verifying: detection, planning, files and the way to a worker. */
export async function measureJob(): Promise<number> {
  const beside: number[] = [];
  for await (const { result } of secondConversions(LOT)) {
    const { total, queued, converted, verified } = result.timings;
    if (total < QUICK_MS) beside.push(total - queued - converted - verified);
  }
  return Number(median(beside).toFixed(2));
}
