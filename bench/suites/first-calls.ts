import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { platform } from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundleFolder } from '../../test/support/bundle.ts';
import { encodeCsv } from '../inputs/csv.ts';
import { encodePng, photographPixels } from '../inputs/photograph.ts';
import { paragraphs } from '../inputs/prose.ts';
import { median } from '../measure.ts';
import { runNative } from '../native-process.ts';
import type { Figure } from '../results.ts';
import type { SuiteContext } from '../suite.ts';
import type { ThreadTime } from './thread-times.ts';

/** A small file, converted by the command line; the target is that of a new process, in ms of user CPU. */
interface FirstCall {
  readonly from: string;
  readonly to: string;
  readonly bytes: () => Uint8Array | string | Promise<Uint8Array>;
  readonly target: number;
}

const CALLS: readonly FirstCall[] = [
  { from: 'png', to: 'jpg', bytes: () => encodePng(photographPixels(300, 225), 300, 225), target: 600 },
  { from: 'csv', to: 'json', bytes: () => encodeCsv(100), target: 350 },
  { from: 'md', to: 'html', bytes: () => `# A note\n\n${paragraphs(6).join('\n\n')}\n`, target: 800 },
];

/** What a person waits at most where an engine runs in the background, in ms. */
const WARM_TARGET = 90;
const LEAST_CALLS = 3;
/** Calls until V8 has compiled what is hot. */
const WARM_UPS = 5;
const TIMEOUT_MS = 60_000;

/** Threads by the names that Node and the libraries give them; all others are of the system. */
const THREADS = [
  ['main thread', /^(?:MainThread|node)$/],
  ['workers', /^WorkerThread$/],
  ['threads of codecs', /^em-pthread$/],
  ['compiling and collecting', /^V8Worker$/],
] as const;

/** What the first call of the command line costs, by its threads, and what one costs that finds an engine in the background. */
export async function measureFirstCalls({ directory, rounds, signal, log }: SuiteContext): Promise<Figure[]> {
  const program = join(await bundleFolder(), 'athanor.js');
  const threadTimes = pathToFileURL(join(import.meta.dirname, 'thread-times.ts')).href;
  const times = join(directory, 'threads.json');
  const environment = { THREAD_TIMES: times, XDG_RUNTIME_DIR: directory };
  const run = (command: readonly string[], flags: readonly string[] = []): ReturnType<typeof runNative> =>
    runNative([process.execPath, ...flags, program, ...command], { timeoutMs: TIMEOUT_MS, signal, environment });
  const timeThreads = async (command: readonly string[]): Promise<Figure['parts']> => {
    await run(command, ['--import', threadTimes]);
    return partsOf(JSON.parse(await readFile(times, 'utf8')) as ThreadTime[]);
  };
  const count = Math.max(LEAST_CALLS, rounds);
  const conversions: { readonly call: FirstCall; readonly command: readonly string[] }[] = [];
  for (const call of CALLS) {
    const input = join(directory, `first.${call.from}`);
    await writeFile(input, await call.bytes());
    const command = ['convert', input, join(directory, `first-result.${call.to}`), '--force'];
    conversions.push({ call, command });
  }
  const figures: Figure[] = [];
  for (const { call, command } of conversions) {
    const name = `${call.from} → ${call.to}`;
    log(`${name}, small, by a new process`);
    const userMs: number[] = [];
    for (let at = 0; at < count; at++) userMs.push((await run([...command, '--no-warm'])).userMs);
    const parts = platform === 'linux' ? await timeThreads([...command, '--no-warm']) : undefined;
    const about = { parts, unit: 'ms of user CPU', target: call.target };
    figures.push({ name: `${name}, small, by a new process`, value: median(userMs), ...about });
  }
  await run(['warm']);
  try {
    for (const { call, command } of conversions) {
      const name = `${call.from} → ${call.to}, small, by an engine in the background`;
      log(name);
      for (let at = 0; at < WARM_UPS; at++) await run(command);
      const wallMs: number[] = [];
      for (let at = 0; at < count; at++) wallMs.push((await run(command)).wallMs);
      figures.push({ name, value: median(wallMs), unit: 'ms', target: WARM_TARGET });
    }
  } finally {
    await run(['warm', '--stop']);
  }
  return figures;
}

function partsOf(threads: readonly ThreadTime[]): Figure['parts'] {
  const sumOf = (pattern: RegExp): number =>
    threads.filter(({ name }) => pattern.test(name)).reduce((sum, { userMs }) => sum + userMs, 0);
  return Object.fromEntries(THREADS.map(([name, pattern]) => [name, sumOf(pattern)]));
}
