import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine, type Engine } from '../../engine/index.ts';
import type { ImageFormat, ImageInputs, PictureId } from '../inputs/images.ts';
import { median } from '../measure.ts';
import type { Figure } from '../results.ts';
import type { SuiteContext } from '../suite.ts';

/** What a pool is warmed with: all that reads and writes pictures. */
const CODECS = ['vips', 'magick'] as const;

interface Job {
  readonly picture: PictureId;
  readonly from: ImageFormat;
  readonly to: string;
}

const FIRST_JOBS: readonly Job[] = [
  { picture: 'small', from: 'png', to: 'jpg' },
  { picture: 'small', from: 'jpg', to: 'png' },
  { picture: 'small', from: 'jpg', to: 'webp' },
];
/** Milliseconds that the first job of a warmed pool may take beyond the ones after it. */
const FIRST_JOB_MS = 10;
const LATER_JOBS = 5;

const REPLACEMENT_MS = { vips: 1_100, magick: 250 } as const;
/** So long after its start a conversion is stopped, with the thread that does it. */
const ABORT_AFTER_MS = 60;

/** What the first job of a warmed pool pays, and how long a worker that was ended is missing. */
export async function measureStart(context: SuiteContext, inputs: ImageInputs): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const job of FIRST_JOBS) {
    const beyond: number[] = [];
    for (let round = 0; round < context.rounds; round++) {
      context.log(`the first ${job.from} → ${job.to} of a warmed pool, ${round + 1} of ${context.rounds}`);
      await using arena = await warmEngine(context);
      const [first, ...later] = await times(arena.engine, job, inputs, context, 1 + LATER_JOBS);
      beyond.push(first! - median(later));
    }
    const name = `first job of a warmed pool, beyond the next: ${job.from} → ${job.to}`;
    figures.push({ name, value: Math.max(0, median(beyond)), unit: 'ms', target: FIRST_JOB_MS });
  }
  const replaced: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < context.rounds; round++) {
    context.log(`a replaced worker, ${round + 1} of ${context.rounds}`);
    await using arena = await warmEngine(context);
    const usual = await usualMs(arena.engine, 'png', inputs, context);
    const usualHeic = await usualMs(arena.engine, 'heic', inputs, context);
    await endWorker(arena.engine, inputs, context);
    const [back] = await times(arena.engine, { picture: 'small', from: 'png', to: 'png' }, inputs, context, 1);
    replaced.push(back! - usual);
    if (usualHeic === undefined) continue;
    const [heic] = await times(arena.engine, { picture: 'small', from: 'heic', to: 'png' }, inputs, context, 1);
    again.push(heic! - usualHeic);
  }
  figures.push({
    name: 'replaced worker, until its first job is done',
    value: median(replaced),
    unit: 'ms',
    target: REPLACEMENT_MS.vips,
  });
  if (again.length > 0) {
    figures.push({
      name: 'magick in a replaced worker',
      value: median(again),
      unit: 'ms',
      target: REPLACEMENT_MS.magick,
    });
  }
  return figures;
}

interface WarmEngine extends AsyncDisposable {
  readonly engine: Engine;
}

/** One worker, so that it is known which one a job meets. */
async function warmEngine({ directory }: SuiteContext): Promise<WarmEngine> {
  const engine = createEngine({ scratchDir: join(directory, 'scratch-figures'), slots: 1 });
  await engine.warm(CODECS);
  return { engine, [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose]() };
}

async function usualMs(engine: Engine, from: ImageFormat, inputs: ImageInputs, context: SuiteContext): Promise<number> {
  return median(await times(engine, { picture: 'small', from, to: 'png' }, inputs, context, LATER_JOBS));
}

/** Wall milliseconds of one job after the other. */
async function times(
  engine: Engine,
  { picture, from, to }: Job,
  inputs: ImageInputs,
  { directory, signal }: SuiteContext,
  count: number,
): Promise<number[]> {
  const input = await inputs.file(picture, from);
  if (!input) throw new Error(`There is no ${from} to measure with.`);
  const taken: number[] = [];
  for (let run = 0; run < count; run++) {
    const outDir = await mkdtemp(join(directory, 'figure-'));
    const started = performance.now();
    await engine.convert(input.path, { to, outDir, signal });
    taken.push(performance.now() - started);
    await rm(outDir, { recursive: true });
  }
  return taken;
}

/** Stops a conversion in its middle: its thread goes with it. */
async function endWorker(engine: Engine, inputs: ImageInputs, { directory }: SuiteContext): Promise<void> {
  const input = await inputs.file('large', 'jpg');
  const outDir = await mkdtemp(join(directory, 'ended-'));
  const signal = AbortSignal.timeout(ABORT_AFTER_MS);
  await Promise.allSettled([engine.convert(input!.path, { to: 'webp', outDir, signal })]);
}

const MIXED: readonly Job[] = [
  { picture: 'small', from: 'png', to: 'jpg' },
  { picture: 'photo', from: 'jpg', to: 'png' },
  { picture: 'small', from: 'jpg', to: 'webp' },
  { picture: 'photo', from: 'png', to: 'jpg' },
  { picture: 'small', from: 'png', to: 'ico' },
  { picture: 'small', from: 'jpg', to: 'avif' },
  { picture: 'photo', from: 'webp', to: 'png' },
  { picture: 'small', from: 'png', to: 'gif' },
  { picture: 'photo', from: 'heic', to: 'jpg' },
  { picture: 'small', from: 'png', to: 'tiff' },
];
const CONVERSIONS = 500;
/** By then every format has been met ten times, and every library has the memory that it needs. */
const SETTLED_AFTER = 100;
/** What counts as flat: allocators and the garbage collector breathe. */
const GROWTH_PERCENT = 5;
const MB = 1e6;

/** Whether the memory of the process grows over many conversions. */
export async function measureWear(context: SuiteContext, inputs: ImageInputs): Promise<Figure[]> {
  context.log(`memory over ${CONVERSIONS} conversions`);
  const jobs: Job[] = [];
  for (const job of MIXED) if (await inputs.file(job.picture, job.from)) jobs.push(job);
  const rss: number[] = [];
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch-wear'), slots: 1 });
  for (let run = 0; run < CONVERSIONS; run++) {
    context.signal.throwIfAborted();
    await times(engine, jobs[run % jobs.length]!, inputs, context, 1);
    rss.push(process.memoryUsage.rss() / MB);
  }
  // A median of a window: a single reading falls before or after a collection.
  const settled = median(rss.slice(SETTLED_AFTER - 50, SETTLED_AFTER));
  const final = median(rss.slice(-50));
  return [
    { name: `memory after ${SETTLED_AFTER} mixed conversions`, value: settled, unit: 'MB' },
    { name: `memory after ${CONVERSIONS} mixed conversions`, value: final, unit: 'MB' },
    {
      name: 'growth between them',
      value: Math.max(0, (100 * (final - settled)) / settled),
      unit: '%',
      target: GROWTH_PERCENT,
    },
  ];
}
