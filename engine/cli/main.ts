#!/usr/bin/env node
import { keepCompiledCode, requireSupportedNode } from '../io/runtime.ts';

requireSupportedNode();
keepCompiledCode();

// What a call by the background engine does not need is not loaded for it.
const { listenForSignals } = await import('./signals.ts');
const { callWarmEngine, warmPolicy } = await import('./warm/client.ts');

// A reader that closes the pipe early (`athanor formats | head -1`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const argv = process.argv.slice(2);
const { signal, exitCodeOfSignal } = listenForSignals(process);
const { stdin, stdout, stderr } = process;
const terminal = { stdin, stdout, stderr, signal };
const warm = warmPolicy(argv, process.env);
process.exitCode = (warm.use ? await callWarmEngine(argv, terminal) : undefined) ?? (await runHere());
process.exitCode = exitCodeOfSignal() ?? process.exitCode;

async function runHere(): Promise<number> {
  const { runProgram } = await import('./program.ts');
  const exitCode = await runProgram(argv, terminal);
  if (warm.start) {
    const { startWarmEngine } = await import('./warm/start.ts');
    await startWarmEngine().catch((error: Error) => stderr.write(`athanor: warning: ${error.message}\n`));
  }
  return exitCode;
}
