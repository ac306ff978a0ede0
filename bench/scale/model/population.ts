import { createEngine, type FormatId } from '../../../engine/index.ts';
import { DEFAULT_LIMITS } from '../../../server/limits.ts';
import { seededRandom } from '../../inputs/random.ts';

/** One kind of conversion among those that a service gets. */
export interface JobClass {
  readonly from: FormatId;
  readonly to: FormatId;
  /** Parts of the whole. */
  readonly share: number;
  readonly bytes: Sizes;
  /** Bytes of the result for one of the input. Assumed. */
  readonly resultRatio: number;
}

/** A lognormal distribution: half of the files are smaller than `median`, nine tenths smaller than `p90`. */
interface Sizes {
  readonly median: number;
  readonly p90: number;
  /** `corpora`: of the real files that the tests use. `assumed`: those are too small or too few to tell. */
  readonly origin: 'corpora' | 'assumed';
}

const corpora = (median: number, p90: number): Sizes => ({ median, p90, origin: 'corpora' });
const assumed = (median: number, p90: number): Sizes => ({ median, p90, origin: 'assumed' });

const PDF = corpora(47_834, 431_951);
const PHOTO = assumed(1_500_000, 5_000_000);
const SCREENSHOT = assumed(300_000, 1_500_000);
const VIDEO = assumed(6_000_000, 30_000_000);

/**
 * Nobody has counted what a public service gets; the shares are assumed, after the order of the most wanted pairs in
 * test/plans.golden.tsv: half documents, a third pictures.
 */
export const MIXES = {
  mixed: [
    { from: 'pdf', to: 'docx', share: 12, bytes: PDF, resultRatio: 0.6 },
    { from: 'docx', to: 'pdf', share: 12, bytes: corpora(17_126, 48_583), resultRatio: 2 },
    { from: 'pdf', to: 'jpg', share: 6, bytes: PDF, resultRatio: 2 },
    { from: 'pdf', to: 'txt', share: 4, bytes: PDF, resultRatio: 0.05 },
    { from: 'xlsx', to: 'csv', share: 4, bytes: corpora(8_848, 68_571), resultRatio: 1.5 },
    { from: 'pptx', to: 'pdf', share: 3, bytes: corpora(44_191, 149_172), resultRatio: 2 },
    { from: 'md', to: 'html', share: 2, bytes: corpora(2_000, 30_000), resultRatio: 1.3 },
    { from: 'html', to: 'pdf', share: 2, bytes: corpora(680, 3_566), resultRatio: 20 },
    { from: 'png', to: 'jpg', share: 8, bytes: SCREENSHOT, resultRatio: 0.4 },
    { from: 'jpg', to: 'webp', share: 8, bytes: PHOTO, resultRatio: 0.5 },
    { from: 'png', to: 'webp', share: 7, bytes: SCREENSHOT, resultRatio: 0.3 },
    { from: 'heic', to: 'jpg', share: 6, bytes: PHOTO, resultRatio: 1.5 },
    { from: 'jpg', to: 'pdf', share: 4, bytes: PHOTO, resultRatio: 1 },
    { from: 'svg', to: 'png', share: 2, bytes: corpora(1_682, 4_700), resultRatio: 10 },
    { from: 'mp4', to: 'mp3', share: 4, bytes: VIDEO, resultRatio: 0.1 },
    { from: 'wav', to: 'mp3', share: 3, bytes: assumed(5_000_000, 30_000_000), resultRatio: 0.1 },
    { from: 'mov', to: 'mp4', share: 3, bytes: VIDEO, resultRatio: 0.9 },
    { from: 'mp4', to: 'gif', share: 2, bytes: assumed(1_000_000, 5_000_000), resultRatio: 3 },
    { from: 'csv', to: 'json', share: 5, bytes: corpora(997, 160_000), resultRatio: 2.5 },
    { from: 'json', to: 'csv', share: 3, bytes: corpora(2_000, 160_000), resultRatio: 0.5 },
  ],
  documents: [
    { from: 'pdf', to: 'docx', share: 30, bytes: PDF, resultRatio: 0.6 },
    { from: 'docx', to: 'pdf', share: 40, bytes: corpora(17_126, 48_583), resultRatio: 2 },
    { from: 'pptx', to: 'pdf', share: 10, bytes: corpora(44_191, 149_172), resultRatio: 2 },
    { from: 'xlsx', to: 'csv', share: 10, bytes: corpora(8_848, 68_571), resultRatio: 1.5 },
    { from: 'pdf', to: 'txt', share: 10, bytes: PDF, resultRatio: 0.05 },
  ],
  pictures: [
    { from: 'jpg', to: 'webp', share: 50, bytes: PHOTO, resultRatio: 0.5 },
    { from: 'png', to: 'jpg', share: 25, bytes: SCREENSHOT, resultRatio: 0.4 },
    { from: 'heic', to: 'jpg', share: 25, bytes: PHOTO, resultRatio: 1.5 },
  ],
  media: [
    { from: 'mp4', to: 'mp3', share: 35, bytes: VIDEO, resultRatio: 0.1 },
    { from: 'wav', to: 'mp3', share: 25, bytes: assumed(5_000_000, 30_000_000), resultRatio: 0.1 },
    { from: 'mov', to: 'mp4', share: 40, bytes: VIDEO, resultRatio: 0.9 },
  ],
  data: [
    { from: 'csv', to: 'json', share: 50, bytes: corpora(997, 160_000), resultRatio: 2.5 },
    { from: 'json', to: 'csv', share: 50, bytes: corpora(2_000, 160_000), resultRatio: 0.5 },
  ],
} as const satisfies Record<string, readonly JobClass[]>;

export type MixName = keyof typeof MIXES;

/** What one conversion asks of the service. */
export interface JobDemand {
  /** What the planner expects it to take. */
  readonly predictedMs: number;
  /** CPU time of the conversion alone, with its verification. */
  readonly cpuMs: number;
  readonly inputBytes: number;
  readonly resultBytes: number;
}

/** Jobs to draw from. */
export type Population = readonly JobDemand[];

const SIZE = 4_000;
/** Quantile of the normal distribution. */
const P90 = 1.2816;
const LEAST_BYTES = 200;

/**
 * Draws sizes from the distributions, and asks the planner what each conversion takes: its cost model was measured on
 * every edge. `cpuFactor` says how much more or less the conversions of the real runs took than it had predicted.
 */
export async function createPopulation(name: MixName, cpuFactor: number): Promise<Population> {
  const engine = createEngine();
  try {
    const random = seededRandom(23);
    const classes: readonly JobClass[] = MIXES[name];
    const shares = classes.reduce((sum, { share }) => sum + share, 0);
    return classes.flatMap(({ from, to, share, bytes, resultRatio }) =>
      Array.from({ length: Math.round((SIZE * share) / shares) }, (): JobDemand => {
        const inputBytes = drawSize(bytes, random);
        const predictedMs = engine.plan(from, to, { bytes: inputBytes }).ms;
        const resultBytes = Math.round(inputBytes * resultRatio);
        return { predictedMs, cpuMs: predictedMs * cpuFactor, inputBytes, resultBytes };
      }),
    );
  } finally {
    await engine.close();
  }
}

function drawSize({ median, p90 }: Sizes, random: () => number): number {
  const deviation = Math.log(p90 / median) / P90;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const bytes = Math.round(median * Math.exp(deviation * normal));
  return Math.min(DEFAULT_LIMITS.fileBytes, Math.max(LEAST_BYTES, bytes));
}

export interface PopulationMeans {
  readonly cpuMs: number;
  readonly inputBytes: number;
  readonly resultBytes: number;
}

export function meansOf(population: Population): PopulationMeans {
  const mean = (read: (job: JobDemand) => number): number =>
    population.reduce((sum, job) => sum + read(job), 0) / population.length;
  return {
    cpuMs: mean(({ cpuMs }) => cpuMs),
    inputBytes: mean(({ inputBytes }) => inputBytes),
    resultBytes: mean(({ resultBytes }) => resultBytes),
  };
}
