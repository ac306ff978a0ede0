import { join } from 'node:path';
import { createEngine, type Engine } from '../../engine/index.ts';
import { measureDivision } from '../division.ts';
import { timeConversion } from '../contenders.ts';
import type { BenchInput } from '../inputs/index.ts';
import type { MediaInputs } from '../inputs/media.ts';
import { growthPercent, median } from '../measure.ts';
import type { Figure } from '../results.ts';
import type { SuiteContext } from '../suite.ts';

const MB = 1e6;
const CODECS = ['ffmpeg', 'mediabunny'] as const;

/** A transcode that nobody would copy: the quality asks for new images. */
const TRANSCODE = { quality: 60 } as const;
const PARTS_TARGET = 0.6;

/** What idle workers gain a long video. */
export async function measureParts(context: SuiteContext, inputs: MediaInputs): Promise<Figure[]> {
  const [video, short] = [await inputs.video('minute', 'mp4'), await inputs.video('short', 'mp4')];
  return measureDivision(
    {
      name: 'mp4 → mp4, 60 s of 720p',
      path: video.path,
      warmPath: short.path,
      codecs: CODECS,
      conversion: { to: 'mp4', options: TRANSCODE },
      target: PARTS_TARGET,
    },
    context,
  );
}

const STOP_AFTER_MS = 400;
const STOP_TARGET_MS = 100;

/** How long it takes until an encoder that is stopped has ended, with its thread. */
export async function measureStop(context: SuiteContext, inputs: MediaInputs): Promise<Figure[]> {
  context.log('a running encoder is stopped');
  const video = await inputs.video('minute', 'mp4');
  const waits: number[] = [];
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch-stop'), slots: 1 });
  await engine.warm(CODECS);
  for (let round = 0; round < context.rounds; round++) {
    const stop = new AbortController();
    let stoppedAt = 0;
    const timer = setTimeout(() => {
      stoppedAt = performance.now();
      stop.abort();
    }, STOP_AFTER_MS);
    const signal = AbortSignal.any([stop.signal, context.signal]);
    await Promise.allSettled([
      timeConversion(engine, video.path, { to: 'mp4', options: TRANSCODE }, { ...context, signal }),
    ]);
    clearTimeout(timer);
    context.signal.throwIfAborted();
    if (stoppedAt > 0) waits.push(performance.now() - stoppedAt);
  }
  return [
    { name: 'a running encode ends after it is stopped', value: median(waits), unit: 'ms', target: STOP_TARGET_MS },
  ];
}

const JOBS = 100;
/** By then the worker has its code, and the collector has its rhythm. */
const SETTLED_AFTER = 30;
const WINDOW = 15;
/** What counts as flat: allocators and the garbage collector breathe. */
const GROWTH_PERCENT = 5;
const REMUX_TARGET_MB = 100;
const SAMPLE_MS = 5;

/** Whether the memory grows over many jobs, and what a large video adds to it that is only copied. */
export async function measureMemory(context: SuiteContext, inputs: MediaInputs): Promise<Figure[]> {
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch-memory'), slots: 1 });
  const [audio, video] = [await inputs.audio('oneSecond', 'wav'), await inputs.video('second', 'mp4')];
  const rss: number[] = [];
  context.log(`memory over ${JOBS} jobs`);
  for (let done = 0; done < JOBS; done++) {
    if (done % 2 === 0) await timeConversion(engine, audio.path, { to: 'mp3' }, context);
    else await timeConversion(engine, video.path, { to: 'mp4', options: TRANSCODE }, context);
    rss.push(process.memoryUsage.rss() / MB);
  }
  const final = median(rss.slice(-WINDOW));
  const added = await remuxMemory(context, engine, await inputs.video('large', 'mov'));
  return [
    { name: `memory after ${JOBS} jobs`, value: final, unit: 'MB' },
    {
      name: `growth since job ${SETTLED_AFTER}`,
      value: growthPercent(rss, { settledAfter: SETTLED_AFTER, window: WINDOW }),
      unit: '%',
      target: GROWTH_PERCENT,
    },
    { name: 'memory that copying a video of 50 MB adds at most', value: added, unit: 'MB', target: REMUX_TARGET_MB },
  ];
}

async function remuxMemory(context: SuiteContext, engine: Engine, video: BenchInput): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), SAMPLE_MS);
  try {
    await timeConversion(engine, video.path, { to: 'mp4' }, context);
  } finally {
    clearInterval(watch);
  }
  return (most - before) / MB;
}
