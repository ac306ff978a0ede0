import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine, type Engine } from '../../engine/index.ts';
import type { ImageFormat, ImageInputs, ImageId } from '../inputs/images.ts';
import { growthPercent, median, type Sample } from '../measure.ts';
import type { Figure } from '../results.ts';
import type { SuiteContext } from '../suite.ts';

/** What a pool is warmed with: all that reads and writes images. */
const CODECS = ['vips', 'magick'] as const;

interface Job {
  readonly image: ImageId;
  readonly from: ImageFormat;
  readonly to: string;
}

const FIRST_JOBS: readonly Job[] = [
  { image: 'small', from: 'png', to: 'jpg' },
  { image: 'small', from: 'jpg', to: 'png' },
  { image: 'small', from: 'jpg', to: 'webp' },
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
    const beyond: Sample[] = [];
    for (let round = 0; round < context.rounds; round++) {
      context.log(`the first ${job.from} → ${job.to} of a warmed pool, ${round + 1} of ${context.rounds}`);
      await using fixture = await warmEngine(context);
      const [first, ...later] = await run(fixture.engine, job, inputs, context, 1 + LATER_JOBS);
      beyond.push(difference(first!, later));
    }
    figures.push(
      ...startFigures(`first job of a warmed pool, beyond the next: ${job.from} → ${job.to}`, beyond, FIRST_JOB_MS),
    );
  }
  return [...figures, ...(await measureReplacement(context, inputs))];
}

/** The worker itself starts with vips; magick starts in it when it is first needed. */
async function measureReplacement(context: SuiteContext, inputs: ImageInputs): Promise<Figure[]> {
  const hasHeic = (await inputs.file('small', 'heic')) !== undefined;
  const toPng = (from: ImageFormat): Job => ({ image: 'small', from, to: 'png' });
  const replaced: Sample[] = [];
  const again: Sample[] = [];
  for (let round = 0; round < context.rounds; round++) {
    context.log(`a replaced worker, ${round + 1} of ${context.rounds}`);
    await using fixture = await warmEngine(context);
    const usual = await run(fixture.engine, toPng('png'), inputs, context, LATER_JOBS);
    const usualHeic = hasHeic ? await run(fixture.engine, toPng('heic'), inputs, context, LATER_JOBS) : [];
    await endWorker(fixture.engine, inputs, context);
    const [back] = await run(fixture.engine, toPng('png'), inputs, context, 1);
    replaced.push(difference(back!, usual));
    if (!hasHeic) continue;
    const [heic] = await run(fixture.engine, toPng('heic'), inputs, context, 1);
    again.push(difference(heic!, usualHeic));
  }
  return [
    ...startFigures('first job of a replaced worker, beyond the usual', replaced, REPLACEMENT_MS.vips),
    ...(hasHeic ? startFigures('first HEIC of a replaced worker, beyond the usual', again, REPLACEMENT_MS.magick) : []),
  ];
}

/** Wall time is what a caller waits; CPU time says what of it is ours where the machine does other things too. */
function startFigures(name: string, samples: readonly Sample[], target: number): Figure[] {
  const wall = Math.max(0, median(samples.map(({ wallMs }) => wallMs)));
  const user = Math.max(0, median(samples.map(({ userMs }) => userMs)));
  return [
    { name, value: wall, unit: 'ms', target },
    { name: `${name}, user CPU of all threads`, value: user, unit: 'ms' },
  ];
}

function difference(one: Sample, usual: readonly Sample[]): Sample {
  return {
    userMs: one.userMs - median(usual.map(({ userMs }) => userMs)),
    wallMs: one.wallMs - median(usual.map(({ wallMs }) => wallMs)),
  };
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

/** One job after the other, and what each took. */
async function run(
  engine: Engine,
  { image, from, to }: Job,
  inputs: ImageInputs,
  { directory, signal }: SuiteContext,
  count: number,
): Promise<Sample[]> {
  const input = await inputs.file(image, from);
  if (!input) throw new Error(`There is no ${from} to measure with.`);
  const taken: Sample[] = [];
  for (let done = 0; done < count; done++) {
    const outDir = await mkdtemp(join(directory, 'figure-'));
    const cpuBefore = process.cpuUsage();
    const started = performance.now();
    await engine.convert(input.path, { to, outDir, signal });
    taken.push({ userMs: process.cpuUsage(cpuBefore).user / 1000, wallMs: performance.now() - started });
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
  { image: 'small', from: 'png', to: 'jpg' },
  { image: 'photo', from: 'jpg', to: 'png' },
  { image: 'small', from: 'jpg', to: 'webp' },
  { image: 'photo', from: 'png', to: 'jpg' },
  { image: 'small', from: 'png', to: 'ico' },
  { image: 'small', from: 'jpg', to: 'avif' },
  { image: 'photo', from: 'webp', to: 'png' },
  { image: 'small', from: 'png', to: 'gif' },
  { image: 'photo', from: 'heic', to: 'jpg' },
  { image: 'small', from: 'png', to: 'tiff' },
];
const CONVERSIONS = 500;
/** By then every format has been met ten times, and every library has the memory that it needs. */
const SETTLED_AFTER = 100;
const WINDOW = 50;
/** What counts as flat: allocators and the garbage collector breathe. */
const GROWTH_PERCENT = 5;
const MB = 1e6;

/** Whether the memory of the process grows over many conversions. */
export async function measureWear(context: SuiteContext, inputs: ImageInputs): Promise<Figure[]> {
  context.log(`memory over ${CONVERSIONS} conversions`);
  const jobs: Job[] = [];
  for (const job of MIXED) if (await inputs.file(job.image, job.from)) jobs.push(job);
  const rss: number[] = [];
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch-qualityPenalty'), slots: 1 });
  for (let done = 0; done < CONVERSIONS; done++) {
    context.signal.throwIfAborted();
    await run(engine, jobs[done % jobs.length]!, inputs, context, 1);
    rss.push(process.memoryUsage.rss() / MB);
  }
  // A median of a window: a single reading falls before or after a collection.
  const settled = median(rss.slice(SETTLED_AFTER - WINDOW, SETTLED_AFTER));
  const final = median(rss.slice(-WINDOW));
  return [
    { name: `memory after ${SETTLED_AFTER} mixed conversions`, value: settled, unit: 'MB' },
    { name: `memory after ${CONVERSIONS} mixed conversions`, value: final, unit: 'MB' },
    {
      name: 'growth between them',
      value: growthPercent(rss, { settledAfter: SETTLED_AFTER, window: WINDOW }),
      unit: '%',
      target: GROWTH_PERCENT,
    },
  ];
}
