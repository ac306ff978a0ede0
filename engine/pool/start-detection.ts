/** What the detection thread starts with: see `start-worker.ts`. */
import * as module from 'node:module';
import { workerData } from 'node:worker_threads';
import type { WorkerBoot } from './protocol.ts';

const { compiledCode } = workerData as Pick<WorkerBoot, 'compiledCode'>;
if (compiledCode !== undefined) module.enableCompileCache(compiledCode);

const { default: run } = await import('./detection-worker.ts');

export default run;
