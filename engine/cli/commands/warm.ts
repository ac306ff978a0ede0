import { once } from 'node:events';
import { createEngine, type EngineOptions } from '../../index.ts';
import { collectSeldom } from '../../io/runtime.ts';
import type { WarmArguments } from '../arguments.ts';
import { EXIT, printJson, printLine, type ExitCode, type Terminal } from '../terminal.ts';
import { warmAddress } from '../warm/address.ts';
import { connectToWarmEngine } from '../warm/client.ts';
import { KINDS, send } from '../warm/messages.ts';
import { serveCalls } from '../warm/server.ts';
import { startWarmEngine } from '../warm/start.ts';

const IDLE_MS = 600_000;

/** What a call is served with. */
interface WarmService {
  readonly engineOptions: EngineOptions;
  readonly runProgram: (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;
}

/** Starts, stops or is the engine that serves the calls of this user. */
export async function runWarm(
  { action, json }: WarmArguments,
  terminal: Terminal,
  service: WarmService,
): Promise<ExitCode> {
  if (action === 'serve') return serve(terminal, service);
  const address = warmAddress();
  const running = await connectToWarmEngine();
  const tell = (state: string, text: string): void => {
    if (json) printJson(terminal.stdout, { state, address });
    else printLine(terminal.stdout, text);
  };
  if (action === 'stop') {
    if (running) {
      send(running, KINDS.stop);
      running.resume();
      await once(running, 'close');
    }
    tell('stopped', running ? 'The background engine was stopped.' : 'There is no background engine.');
    return EXIT.ok;
  }
  running?.destroy();
  if (!running) await startWarmEngine();
  tell('running', `The background engine ${running ? 'is running already' : 'runs'}. It ends after ten idle minutes.`);
  return EXIT.ok;
}

async function serve(terminal: Terminal, { engineOptions, runProgram }: WarmService): Promise<ExitCode> {
  collectSeldom();
  await using engine = createEngine(engineOptions);
  terminal.stdout.on('error', () => {}); // nobody listens any more once it runs
  await serveCalls({
    address: warmAddress(),
    engine,
    runProgram,
    signal: terminal.signal,
    idleMs: IDLE_MS,
    onReady: () => printLine(terminal.stdout, 'The engine takes calls.'),
  });
  return EXIT.ok;
}
