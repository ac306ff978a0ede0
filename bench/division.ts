import { join } from 'node:path';
import { createEngine, type ConvertOptions } from '../engine/index.ts';
import { timeConversion } from './contenders.ts';
import { median } from './measure.ts';
import type { Figure } from './results.ts';
import type { SuiteContext } from './suite.ts';

const WORKERS = 2;
/** More than the lane needs for these workers. */
const MEMORY_MB = 10_000;
const MOST_ROUNDS = 2;

export interface DividedWork {
  /** What the figures call it. */
  readonly name: string;
  readonly path: string;
  /** Something short of the same kind, converted before. */
  readonly warmPath: string;
  readonly codecs: readonly string[];
  readonly conversion: ConvertOptions;
  /** Wall time in parts ÷ in one piece. */
  readonly target?: number;
}

/** What idle workers gain a long source: wall time, so that it means something only where nothing else runs. */
export async function measureDivision(
  { name, path, warmPath, codecs, conversion, target }: DividedWork,
  context: SuiteContext,
): Promise<Figure[]> {
  const options = { scratchDir: join(context.directory, 'scratch-parts'), memoryMB: MEMORY_MB };
  await using divided = createEngine({ ...options, slots: WORKERS });
  await using whole = createEngine({ ...options, slots: 1 });
  const wall = { divided: [] as number[], whole: [] as number[] };
  for (const [how, engine] of Object.entries({ divided, whole })) {
    context.log(`${name}, ${how}: warming up`);
    await engine.warm(codecs);
    await timeConversion(engine, warmPath, conversion, context);
  }
  for (let round = 0; round < Math.min(MOST_ROUNDS, context.rounds); round++) {
    context.log(`${name}, in parts and in one piece, ${round + 1}`);
    wall.divided.push(await timeConversion(divided, path, conversion, context));
    wall.whole.push(await timeConversion(whole, path, conversion, context));
  }
  const [parts, piece] = [median(wall.divided), median(wall.whole)];
  return [
    { name: `${name}, in one piece`, value: piece, unit: 'ms' },
    { name: `the same in parts on ${WORKERS} workers`, value: parts, unit: 'ms' },
    { name: 'in parts ÷ in one piece, wall time', value: parts / piece, unit: '×', target },
  ];
}
