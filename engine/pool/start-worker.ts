/**
 * What a worker thread starts with. A thread of its own compiles every module again unless it is told where the process
 * keeps its compiled code, and that has to happen before the first of the modules is loaded; so has watching memories.
 */
import * as module from 'node:module';
import { workerData } from 'node:worker_threads';
import type { WorkerBoot } from './protocol.ts';
import { watchMemories } from './wasm-memories.ts';

const { compiledCode } = workerData as WorkerBoot;
if (compiledCode !== undefined) module.enableCompileCache(compiledCode);
watchMemories();

const { default: run } = await import('./worker.ts');

export default run;
