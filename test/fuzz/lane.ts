import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CODECS } from '../../engine/codecs/index.ts';
import type { Lane } from '../../engine/contract/codec.ts';
import { seededRandom } from '../matrix/random.ts';
import { CaseMaker, type FuzzCase } from './fuzz-case.ts';
import { WatchedEngine, type Tried } from './try-case.ts';

/** Lanes of codecs that open files. */
export const FUZZED_LANES: readonly Lane[] = [...new Set(CODECS.map(({ lane }) => lane))]
  .filter((lane) => lane !== 'ocr')
  .sort();

export interface LaneRun {
  readonly lane: Lane;
  readonly seed: number;
  /** The seed of one case, to be tried alone. */
  readonly only?: number;
  readonly minutes: number;
  readonly out: string;
}

const SEEDS = 2 ** 31;

if (import.meta.main) process.exitCode = await runLane(JSON.parse(process.argv[2]!) as LaneRun);

/** 1 where a promise was broken. */
async function runLane(run: LaneRun): Promise<number> {
  const { lane, out } = run;
  const maker = await CaseMaker.of(lane);
  await using engine = await WatchedEngine.start();
  const outcomes = new Map<string, number>();
  let broken = 0;
  for (const seed of seedsOf(run)) {
    const fuzzCase = await maker.make(seed);
    await writeFile(join(out, `${lane}.last`), describe(fuzzCase));
    const tried = await engine.try(fuzzCase);
    outcomes.set(tried.outcome, (outcomes.get(tried.outcome) ?? 0) + 1);
    if (tried.faults.length === 0) continue;
    broken++;
    await writeFile(join(out, `${lane}-${seed}.${fuzzCase.from}`), fuzzCase.bytes);
    report(lane, fuzzCase, tried);
  }
  const counts = [...outcomes].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${count} ${outcome}`);
  process.stdout.write(`${lane}: ${broken} promises broken; ${counts.join(', ')}\n`);
  return broken > 0 ? 1 : 0;
}

function* seedsOf({ seed, only, minutes }: LaneRun): Generator<number> {
  if (only !== undefined) {
    yield only;
    return;
  }
  const endsAt = performance.now() + minutes * 60_000;
  const random = seededRandom(seed);
  while (performance.now() < endsAt) yield Math.floor(random() * SEEDS);
}

function report(lane: Lane, fuzzCase: FuzzCase, { faults }: Tried): void {
  process.stdout.write(`${lane}: ${describe(fuzzCase)}: ${faults.join('; ')}\n`);
}

function describe({ seed, sample, from, to, options }: FuzzCase): string {
  return `case ${seed}, ${sample}, ${from} → ${to} ${JSON.stringify(options)}`;
}
