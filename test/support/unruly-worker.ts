import { threadId, workerData } from 'node:worker_threads';
import type { Envelope, WorkerBoot } from '../../engine/pool/protocol.ts';

/** How many starts of workers do not come to an end, counted down by all of them. */
export interface HangingStarts {
  readonly hangingStarts: SharedArrayBuffer;
}

const { hangingStarts } = (workerData as WorkerBoot).limits as Partial<HangingStarts>;
if (hangingStarts && Atomics.sub(new Int32Array(hangingStarts), 0, 1) > 0)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);

const unbounded: unknown[] = [];
let jobs = 0;

/** A worker whose task's name says how it misbehaves. It answers with its thread and the number of its jobs. */
export default async function run({ task, progress }: Envelope): Promise<unknown> {
  jobs++;
  if (task.kind === 'warm') return { ok: true, outcome: {}, warnings: [], threadId, retire: false };
  if (task.kind !== 'pack') throw new Error(`unexpected task ${task.kind}`);
  const reply = { ok: true, outcome: { artifacts: [], jobs }, warnings: [], threadId, retire: task.name === 'retire' };
  switch (task.name) {
    case 'hang':
      for (;;) jobs = 1;
    case 'exhaust':
      for (;;) unbounded.push(Array.from({ length: 1e5 }, (_, index) => `${index}`));
    case 'exit':
      process.exit(7);
      break;
    case 'throw':
      throw new Error('broken');
    case 'progress':
      for (const fraction of [0.25, 0.5, 1]) progress?.postMessage(fraction);
      return reply;
    default:
      return reply;
  }
}
