import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { DEFAULT_LIMITS } from '../../engine/contract/limits.ts';
import { Lanes } from '../../engine/pool/lanes.ts';
import { measureCapacity } from '../../engine/pool/machine.ts';
import { ModuleCache } from '../../engine/pool/modules.ts';
import { Registry } from '../../engine/codecs/registry.ts';

const HELP = `Starts LibreOffice again and again, each time in a worker of its own and without a second try, and tells how many were ready.

  node test/matrix/office-starts.ts --starts 50
  node test/matrix/office-starts.ts --starts 50 --hogs 4    while threads that do nothing but compute take the processor
`;
const LIMIT_MS = 60_000;

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '50' },
    hogs: { type: 'string', default: '0' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await startRepeatedly(Number(values.starts), Number(values.hogs));

async function startRepeatedly(starts: number, hogs: number): Promise<number> {
  const busy = Array.from({ length: hogs }, () => new Worker('for (;;);', { eval: true }));
  const modules = new ModuleCache();
  const times: number[] = [];
  try {
    for (let count = 1; count <= starts; count++) {
      const ms = await startOnce(modules);
      process.stderr.write(`${count}: ${ms === undefined ? 'not ready' : `${Math.round(ms)} ms`}\n`);
      if (ms !== undefined) times.push(ms);
    }
  } finally {
    for (const worker of busy) await worker.terminate();
  }
  times.sort((a, b) => a - b);
  const [median, longest] = [times[Math.floor(times.length / 2)] ?? NaN, times.at(-1) ?? NaN];
  process.stdout.write(
    `${times.length} of ${starts} starts were ready beside ${hogs} hogs, in ${Math.round(median)} ms (median), ${Math.round(longest)} ms at most\n`,
  );
  return times.length === starts ? 0 : 1;
}

/** Milliseconds until a fresh worker was ready; undefined when it was not. */
async function startOnce(modules: ModuleCache): Promise<number | undefined> {
  const capacity = measureCapacity();
  await using lanes = new Lanes({
    capacity: { ...capacity, threads: { ...capacity.threads, office: 1 } },
    limits: DEFAULT_LIMITS,
    registry: new Registry(),
    modules,
    supervised: { office: { limitMs: LIMIT_MS, attempts: 1 } },
  });
  const started = performance.now();
  const reply = await lanes.run(
    'office',
    { kind: 'warm', codecs: [] },
    { signal: AbortSignal.timeout(2 * LIMIT_MS), remainingMs: LIMIT_MS },
  );
  return reply.ok ? performance.now() - started : undefined;
}
