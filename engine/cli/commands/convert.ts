import { existsSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createReadStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import type { ConversionResult, Engine, Artifact } from '../../index.ts';
import { collectSeldom } from '../../io/runtime.ts';
import type { ConvertArguments } from '../arguments.ts';
import { expandInputs, expandPatterns, isSameFile, requireFiles } from '../input-files.ts';
import { batchLine, conversionLines } from '../lines.ts';
import { showProgress } from '../progress-bar.ts';
import { loadPreset, withPreset } from '../preset.ts';
import { publish, stageBeside, type Staging } from '../staging.ts';
import { numberedOutputs, planTargets, type Target } from '../targets.ts';
import {
  EXIT,
  locate,
  printJson,
  printLine,
  STANDARD_STREAM,
  type ExitCode,
  type Output,
  type Terminal,
} from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { conversionView, errorView, type ConversionView, type ErrorView } from '../views.ts';

/** Converts every input; one that fails does not stop the others, but the exit code tells. */
export async function runConvert(engine: Engine, asked: ConvertArguments, terminal: Terminal): Promise<ExitCode> {
  const hasTarget = asked.to !== undefined || asked.preset !== undefined;
  const { files, subfolders } = hasTarget
    ? expandInputs(asked.files, terminal, asked.outDir)
    : { files: expandPatterns(asked.files, terminal), subfolders: undefined };
  const args = asked.preset === undefined ? asked : withPreset(asked, await loadPreset(asked.preset, terminal));
  const targets = planTargets({ ...args, files, subfolders }, (path) => existsSync(locate(path, terminal)));
  requireFiles(
    targets.map(({ input }) => input),
    terminal,
  );
  if (targets.length === 1) {
    const view = await convertOne(engine, targets[0]!, args, terminal);
    if (args.json) printJson(reportStream(targets[0]!, terminal), view);
    return EXIT.ok;
  }
  return convertAll(engine, targets, args, terminal);
}

async function convertAll(
  engine: Engine,
  targets: readonly Target[],
  args: ConvertArguments,
  terminal: Terminal,
): Promise<ExitCode> {
  collectSeldom();
  const started = performance.now();
  const { jobs = 1 } = args;
  const views: (({ input: string } & ConversionView) | ({ input: string } & ErrorView))[] = [];
  let failures = 0;
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < targets.length) {
      const index = next++;
      const target = targets[index]!;
      const { input } = target;
      try {
        // Bars of conversions at the same time would draw over each other.
        const label = jobs > 1 ? false : `${index + 1}/${targets.length} ${basename(input)}`;
        views[index] = { input, ...(await convertOne(engine, target, args, terminal, label)) };
      } catch (error) {
        if (terminal.signal.aborted) throw error;
        failures++;
        const view = errorView(error);
        views[index] = { input, ...view };
        printLine(terminal.stderr, `athanor: ${input}: ${view.error.message}`);
      }
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(jobs, targets.length) }, work));
  const stopped = workers.find((worker) => worker.status === 'rejected');
  if (stopped) throw stopped.reason;
  if (args.json) printJson(terminal.stdout, views);
  else if (!args.quiet) printLine(terminal.stdout, batchLine(targets.length, failures, performance.now() - started));
  return failures === 0 ? EXIT.ok : EXIT.failed;
}

/** Converts one input, with a bar while it runs and a summary afterwards. */
export async function convertOne(
  engine: Engine,
  target: Target,
  args: ConvertArguments,
  terminal: Terminal,
  label: string | false = basename(target.input),
): Promise<ConversionView> {
  const { input, output, to } = target;
  if (!args.force && input !== STANDARD_STREAM && isSameFile(input, output, terminal))
    throw new UsageError(
      `The output ${output} is the input itself. Choose another name, or add --force.`,
      'output_is_input',
    );
  await using staging = await stageBeside(
    output === STANDARD_STREAM ? join(tmpdir(), 'output') : locate(output, terminal),
  );
  const isShown = !args.quiet && label !== false;
  using bar = showProgress(isShown ? terminal.stderr : silent(terminal.stderr), label || '');
  const { from, options, allowLoss, verify, onDifference, deadlineMs, steps } = args;
  const source = input === STANDARD_STREAM ? terminal.stdin : locate(input, terminal);
  const common = {
    ...{ from, verify, onDifference, deadlineMs },
    outDir: staging.directory,
    signal: terminal.signal,
    onProgress: (fraction: number) => bar.update(fraction),
  };
  const result = steps
    ? await engine.chain([source], { ...common, steps })
    : await engine.convert(source, { ...common, to, options, allowLoss });
  const outputs = await deliverResults(result.artifacts, output, staging, terminal);
  bar[Symbol.dispose]();
  tell(result, outputs, args, target, terminal);
  return conversionView(result, outputs);
}

/** Moves the results to their names, or writes the only one to standard output. */
export async function deliverResults(
  artifacts: readonly Artifact[],
  output: string,
  { fileMode }: Staging,
  terminal: Terminal,
): Promise<readonly string[]> {
  const paths = artifacts.map(pathOf);
  if (output !== STANDARD_STREAM) {
    const outputs = outputNames(artifacts, output);
    const moves = paths.map((path, index) => [path, locate(outputs[index]!, terminal)] as const);
    await publish(moves, fileMode);
    return outputs;
  }
  if (paths.length > 1)
    throw new UsageError(
      `The result is ${paths.length} files, and standard output takes one. Name an output file, or take one page with --pages 1.`,
    );
  const source = createReadStream(paths[0]!);
  source.pipe(terminal.stdout, { end: false });
  await finished(source);
  return [STANDARD_STREAM];
}

/** Where each result goes: several are numbered, and images beside a text keep the names that it has for them. */
export function outputNames(artifacts: readonly Artifact[], output: string): readonly string[] {
  const documents = artifacts.filter(({ format }) => format === artifacts[0]!.format);
  const numbered = numberedOutputs(output, documents.length);
  return artifacts.map((artifact) =>
    documents.includes(artifact) ? numbered[documents.indexOf(artifact)]! : join(dirname(output), artifact.name),
  );
}

export function pathOf(artifact: Artifact): string {
  if ('path' in artifact) return artifact.path;
  throw new TypeError('Expected the engine to write its results as files.');
}

/** The summary: beside the data when that goes to standard output. */
export function tell(
  result: ConversionResult,
  outputs: readonly string[],
  { quiet, json }: Pick<ConvertArguments, 'quiet' | 'json'>,
  target: Pick<Target, 'output'>,
  terminal: Terminal,
): void {
  if (quiet) return;
  for (const { message } of result.warnings) printLine(terminal.stderr, `athanor: warning: ${message}`);
  if (json) return;
  for (const line of conversionLines(result, outputs)) printLine(reportStream(target, terminal), line);
}

export function reportStream({ output }: Pick<Target, 'output'>, { stdout, stderr }: Terminal): Output {
  return output === STANDARD_STREAM ? stderr : stdout;
}

/** The same stream, not taken for a terminal. */
function silent(stream: Output): Output {
  return Object.create(stream, { isTTY: { value: false } }) as Output;
}
