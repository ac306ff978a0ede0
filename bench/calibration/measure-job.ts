import { ConversionError, createEngine } from '../../engine/index.ts';
import { readOffer } from '../../test/matrix/pairs.ts';
import { sampleOf } from '../../test/matrix/random.ts';
import { findSamples, sampleFor } from '../../test/matrix/samples.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { median } from '../measure.ts';

/** Pairs by lot, of another seed than those whose predictions are checked. */
const LOT = { pairs: 60, seed: 99 } as const;
/** Milliseconds: with longer conversions, what is measured would be lost in their spread. */
const QUICK_MS = 60;

/** Milliseconds of a job beside converting and verifying: detection, planning, files and the way to a worker. */
export async function measureJob(): Promise<number> {
  const samples = await findSamples();
  await using engine = createEngine();
  const beside: number[] = [];
  for (const [from, to] of sampleOf(readOffer().pairs, LOT.pairs, LOT.seed)) {
    const path = sampleFor(samples, { from, to, rank: 'usual' });
    if (!path) continue;
    await using directory = await temporaryDirectory();
    try {
      const options = { from, to, outDir: directory.path };
      await engine.convert(path, options);
      const { total, queued, converted, verified } = (await engine.convert(path, options)).timings;
      if (total < QUICK_MS) beside.push(total - queued - converted - verified);
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
    }
  }
  return Number(median(beside).toFixed(2));
}
