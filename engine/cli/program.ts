import { createEngine, type Engine, type EngineOptions } from '../index.ts';
import { parseArguments, wantsJson, type Arguments } from './arguments.ts';
import { runCompletion } from './commands/completion.ts';
import { runConvert } from './commands/convert.ts';
import { runDetect } from './commands/detect.ts';
import { runDoctor } from './commands/doctor.ts';
import { runFormats } from './commands/formats.ts';
import { runMerge } from './commands/merge.ts';
import { runPlan } from './commands/plan.ts';
import { runWarm } from './commands/warm.ts';
import { runWatch } from './commands/watch.ts';
import { helpText } from './help.ts';
import { EXIT, printJson, printLine, type ExitCode, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { readVersion } from '../io/runtime.ts';
import { errorView, type ErrorView } from './views.ts';

const INTERRUPTED: ErrorView = {
  error: { code: 'aborted', message: 'Interrupted. Unfinished results were removed.', details: {} },
};

const GiB = 1024 ** 3;

/** A person at a terminal waits for a video; only the service needs small inputs and short deadlines. */
const ENGINE_OPTIONS: EngineOptions = {
  limits: {
    // What one WebAssembly memory can hold beside its own data.
    inputBytes: 2 * GiB,
    outputBytes: 4 * GiB,
    deadlineMs: 3_600_000,
  },
  // Nothing else waits for this thread.
  detection: 'caller',
};

/** Runs one command and returns the exit code. Errors become one line on standard error, and JSON if that was asked. */
export async function runProgram(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await runCommand(parseArguments(argv), terminal);
  } catch (error) {
    return reportFailure(error, terminal, wantsJson(argv));
  }
}

async function runCommand(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  switch (args.command) {
    case 'help':
      printLine(terminal.stdout, helpText(args.about, terminal.stdout.columns));
      return EXIT.ok;
    case 'version':
      printLine(terminal.stdout, readVersion());
      return EXIT.ok;
    case 'mcp':
      return withEngine(terminal, async (engine) => {
        // It loads an SDK that no other command needs.
        const { runMcp } = await import('./commands/mcp.ts');
        return runMcp(engine, args, terminal);
      });
    case 'warm':
      return runWarm(args, terminal, { engineOptions: ENGINE_OPTIONS, runProgram });
    default:
      return withEngine(terminal, (engine) => runWith(engine, args, terminal));
  }
}

function runWith(
  engine: Engine,
  args: Exclude<Arguments, { command: 'help' | 'version' | 'warm' | 'mcp' }>,
  terminal: Terminal,
): Promise<ExitCode> {
  switch (args.command) {
    case 'convert':
      return runConvert(engine, args, terminal);
    case 'merge':
      return runMerge(engine, args, terminal);
    case 'plan':
      return runPlan(engine, args, terminal);
    case 'formats':
      return runFormats(engine, args, terminal);
    case 'detect':
      return runDetect(engine, args, terminal);
    case 'completion':
      return runCompletion(engine, args, terminal);
    case 'watch':
      return runWatch(engine, args, terminal);
    case 'doctor':
      return runDoctor(engine, args, terminal);
  }
}

async function withEngine(terminal: Terminal, work: (engine: Engine) => Promise<ExitCode>): Promise<ExitCode> {
  if (terminal.engine) return work(terminal.engine);
  await using engine = (terminal.createEngine ?? createEngine)(ENGINE_OPTIONS);
  return await work(engine);
}

/** One clear line, whatever the failure: a message of several lines is joined. */
function reportFailure(error: unknown, terminal: Terminal, json: boolean): ExitCode {
  const view = terminal.signal.aborted ? INTERRUPTED : errorView(error);
  if (json) printJson(terminal.stdout, view);
  printLine(terminal.stderr, `athanor: ${view.error.message.replace(/\s*\n\s*/g, ' ')}`);
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
}
