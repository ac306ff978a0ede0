import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createEngine, formatOf, type Engine } from '../../engine/index.ts';
import { benchmark, type BenchTask } from '../benchmark.ts';
import { BenchInputs, type BenchInput } from '../inputs/index.ts';
import { measurementOf, ratioOfTurns, type Sample } from '../measure.ts';
import { runNative } from '../native-process.ts';
import type { InstalledPeer } from '../peers/peer.ts';
import type { Comparison, Phase, Skipped } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { CONVERT_CASES, type ConvertCase, type PeerCommand } from './convert-cases.ts';

const COMMAND_LINE = join(import.meta.dirname, '../../server/bundle/athanor.js');

/** Untimed runs of ours before a warm benchmark: V8 compiles hot WASM functions again, with optimisation, while they run. */
const WARM_UPS = 3;
/** No conversion of the bench takes so long unless something is wrong. */
const TIMEOUT_MS = 120_000;

interface InstalledCommand extends PeerCommand {
  readonly installed: InstalledPeer;
}

interface Fixture {
  readonly engine: Engine;
  readonly context: SuiteContext;
  /** Removed after the suite; every run writes into a folder of its own below it. */
  readonly outputs: string;
  readonly skipped: Skipped[];
}

interface Contender {
  readonly task: BenchTask;
  /** Absent for ourselves. */
  readonly command?: InstalledCommand;
}

/**
 * Conversions as users make them, file to file and with verification, in turns with native programs. Warm: through an
 * engine that runs. Cold: through a new process of the command line. Peers start again in both.
 */
export async function runConvertSuite(context: SuiteContext): Promise<SuiteContent> {
  const comparisons: Comparison[] = [];
  const skipped: Skipped[] = [];
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch') });
  const inputs = new BenchInputs(context.directory, engine);
  const outputs = join(context.directory, 'outputs');
  await mkdir(outputs);
  const offered = new Set(engine.pairs().map(([from, to]) => `${from}>${to}`));
  for (const benchCase of CONVERT_CASES) {
    const { work, from, to } = benchCase;
    if (!offered.has(`${from}>${to}`)) {
      skipped.push({ work, reason: 'this engine does not convert it' });
      continue;
    }
    const input = await inputs.file(benchCase.input);
    if (!input) {
      skipped.push({ work, reason: 'its real file is not on this machine' });
      continue;
    }
    for (const phase of ['warm', 'cold'] as const) {
      const comparison = await compare({ engine, context, outputs, skipped }, benchCase, input, phase);
      if (comparison) comparisons.push(comparison);
    }
  }
  return { comparisons, skipped };
}

async function compare(
  fixture: Fixture,
  benchCase: ConvertCase,
  input: BenchInput,
  phase: Phase,
): Promise<Comparison | undefined> {
  const { context, skipped } = fixture;
  const { work } = benchCase;
  if (phase === 'cold' && !existsSync(COMMAND_LINE)) {
    skipped.push({ work, reason: 'cold: there is no command line' });
    return undefined;
  }
  const ours =
    phase === 'warm' ? throughEngine(fixture, benchCase, input) : throughCommandLine(fixture, benchCase, input);
  const contenders: Contender[] = [{ task: ours }];
  for (const command of await installedCommands(benchCase.peers)) {
    contenders.push({ task: throughPeer(fixture, benchCase, input, command), command });
  }
  context.log(`${work}, ${phase}: ${contenders.map(({ task }) => task.name).join(', ')}`);
  const able = await warmUp(contenders, `${work}, ${phase}`, fixture);
  if (able[0] !== contenders[0]) return undefined;
  if (phase === 'warm') for (let run = 1; run < WARM_UPS; run++) await ours.run();
  const tasks = able.map(({ task }) => task);
  const samples = await benchmark(tasks, { rounds: context.rounds, signal: context.signal });
  const commands = able.flatMap(({ command }) => command ?? []);
  return comparisonOf(samples, { work, phase, input: input.description, commands });
}

/**
 * Everyone does the work once, untimed: files come into the page cache, profiles are made, our engine becomes warm. Who
 * fails does not take part, and is named.
 */
async function warmUp(
  contenders: readonly Contender[],
  work: string,
  { context, skipped }: Fixture,
): Promise<readonly Contender[]> {
  const able: Contender[] = [];
  for (const contender of contenders) {
    const [attempt] = await Promise.allSettled([contender.task.run()]);
    context.signal.throwIfAborted();
    if (attempt.status === 'fulfilled') able.push(contender);
    else skipped.push({ work, reason: `${contender.task.name} failed: ${messageOf(attempt.reason)}` });
  }
  return able;
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

async function installedCommands(commands: readonly PeerCommand[]): Promise<InstalledCommand[]> {
  const found: InstalledCommand[] = [];
  for (const command of commands) {
    const installed = await command.peer.find();
    if (installed) found.push({ ...command, installed });
  }
  return found;
}

function comparisonOf(
  [own = [], ...others]: readonly (readonly Sample[])[],
  {
    commands,
    ...what
  }: Pick<Comparison, 'work' | 'phase' | 'input'> & { readonly commands: readonly InstalledCommand[] },
): Comparison {
  const peers = others.map((samples, index) => {
    const { name, version } = commands[index]!.installed;
    return { name, version, ...measurementOf(samples), ratio: ratioOfTurns(own, samples) };
  });
  return { ...what, ours: measurementOf(own), peers };
}

function throughEngine(
  { engine, outputs, context }: Fixture,
  { to, options }: ConvertCase,
  input: BenchInput,
): BenchTask {
  return {
    name: 'athanor',
    run: async () => {
      const outDir = await mkdtemp(join(outputs, 'ours-'));
      await engine.convert(input.path, { to, options, outDir, signal: context.signal });
    },
  };
}

function throughCommandLine(fixture: Fixture, { to, options = {} }: ConvertCase, input: BenchInput): BenchTask {
  const settings = Object.entries(options).flatMap(([name, value]) => ['--option', `${name}=${value}`]);
  return processTask('athanor', fixture, input, to, ({ output }) => [
    process.execPath,
    COMMAND_LINE,
    'convert',
    input.path,
    output,
    ...settings,
  ]);
}

function throughPeer(fixture: Fixture, { to }: ConvertCase, input: BenchInput, command: InstalledCommand): BenchTask {
  const { installed } = command;
  const profileDir = join(fixture.context.directory, `profile-${installed.name}`);
  return processTask(installed.name, fixture, input, to, ({ output, outDir }) => [
    installed.program,
    ...command.arguments({ input: input.path, output, outDir, profileDir }),
  ]);
}

/** A process that must leave a file behind: some programs end well without having done anything. */
function processTask(
  name: string,
  { outputs, context }: Fixture,
  input: BenchInput,
  to: ConvertCase['to'],
  commandOf: (paths: { readonly output: string; readonly outDir: string }) => string[],
): BenchTask {
  const fileName = `${basename(input.path, extname(input.path))}.${formatOf(to).extensions[0]}`;
  return {
    name,
    run: async () => {
      const outDir = await mkdtemp(join(outputs, 'theirs-'));
      const output = join(outDir, fileName);
      const times = await runNative(commandOf({ output, outDir }), { timeoutMs: TIMEOUT_MS, signal: context.signal });
      const { size } = await stat(output);
      if (size === 0) throw new Error(`${name} wrote an empty file.`);
      await rm(outDir, { recursive: true });
      return times;
    },
  };
}
