#!/usr/bin/env node
import { keepCompiledCode, requireSupportedNode } from '../io/runtime.ts';

requireSupportedNode();
keepCompiledCode();

const { runProgram } = await import('./program.ts');
const { listenForSignals } = await import('./signals.ts');

// A reader that closes the pipe early (`athanor formats | head -1`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { signal, exitCodeOfSignal } = listenForSignals(process);
const { stdin, stdout, stderr } = process;
const exitCode = await runProgram(process.argv.slice(2), { stdin, stdout, stderr, signal });
process.exitCode = exitCodeOfSignal() ?? exitCode;
