import { threadId } from 'node:worker_threads';
import type { Envelope } from '../../engine/pool/protocol.ts';

const unbounded: unknown[] = [];
let jobs = 0;

/** A worker whose task's name says how it misbehaves. It answers with its thread and the number of its jobs. */
export default async function run({ task, progress }: Envelope): Promise<unknown> {
  jobs++;
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
