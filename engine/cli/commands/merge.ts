import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../index.ts';
import type { MergeArguments } from '../arguments.ts';
import { expandPatterns, isSameFile, requireFiles } from '../input-files.ts';
import { showProgress } from '../progress-bar.ts';
import { stageBeside } from '../staging.ts';
import { targetFormat } from '../targets.ts';
import { EXIT, locate, printJson, STANDARD_STREAM, type ExitCode, type Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { conversionView } from '../views.ts';
import { deliverResults, reportStream, tell } from './convert.ts';

/** Joins the inputs, in the order given, into one output. */
export async function runMerge(engine: Engine, args: MergeArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, options, verify, onDifference, deadlineMs, force, quiet, json } = args;
  const inputs = expandPatterns(args.inputs, terminal);
  requireFiles(inputs, terminal);
  const same = inputs.find((input) => input !== STANDARD_STREAM && isSameFile(input, output, terminal));
  if (same !== undefined && !force)
    throw new UsageError(
      `The output ${output} is one of the inputs. Choose another name, or add --force.`,
      'output_is_input',
    );
  const to = targetFormat(args.to, output);
  await using staging = await stageBeside(
    output === STANDARD_STREAM ? join(tmpdir(), 'output') : locate(output, terminal),
  );
  using bar = showProgress(terminal.stderr, output);
  const result = await engine.merge(
    inputs.map((input) => (input === STANDARD_STREAM ? terminal.stdin : locate(input, terminal))),
    {
      to,
      options,
      verify,
      onDifference,
      deadlineMs,
      outDir: staging.directory,
      signal: terminal.signal,
      onProgress: (fraction) => bar.update(fraction),
    },
  );
  const outputs = await deliverResults(result.artifacts, output, staging, terminal);
  bar[Symbol.dispose]();
  tell(result, outputs, { quiet, json }, { output }, terminal);
  if (json) printJson(reportStream({ output }, terminal), conversionView(result, outputs));
  return EXIT.ok;
}
