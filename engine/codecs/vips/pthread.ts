import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker as ThreadWorker } from 'node:worker_threads';

/** A browser's `Worker`, as far as the glue of vips uses it. */
export interface PthreadWorker extends ThreadWorker {
  onmessage?: (event: { readonly data: unknown }) => void;
  onerror?: (error: unknown) => void;
}

/** The class that the glue starts its threads with. Every thread is added to `started`. */
export function pthreadClass(glue: string, started: PthreadWorker[]): new () => PthreadWorker {
  const boot = bootModule(glue);
  return class extends ThreadWorker implements PthreadWorker {
    declare onmessage?: (event: { readonly data: unknown }) => void;
    declare onerror?: (error: unknown) => void;

    constructor() {
      super(boot, { eval: true, name: 'em-pthread', env: {}, execArgv: ['--input-type=module'] });
      this.on('message', (data) => this.onmessage?.({ data }));
      this.on('error', (error) => {
        if (!this.onerror) throw error;
        this.onerror(error);
      });
      started.push(this);
    }
  };
}

/**
 * What a pthread runs: it is sealed, since WASM code runs in it too, then gets the few names of a browser's worker,
 * and at last the glue, which sets `onmessage` and waits for its memory.
 *
 * The seal's source is stripped of its types here, once: every thread that imports a TypeScript file starts a compiler
 * of its own, which doubled the start.
 */
function bootModule(glue: string): string {
  const isSource = import.meta.url.endsWith('.ts');
  const seal = new URL(`../../pool/seal-thread${isSource ? '.ts' : '.js'}`, import.meta.url);
  const text = readFileSync(seal, 'utf8');
  const sealModule = isSource ? stripTypes(text) : text;
  return `${sealModule.replaceAll('import.meta.url', JSON.stringify(seal.href))}
import { createRequire as createRequireOfGlue } from 'node:module';
import { parentPort } from 'node:worker_threads';
const requireGlue = createRequireOfGlue(${JSON.stringify(pathToFileURL(glue).href)});
sealThread({ readable: [${JSON.stringify(dirname(glue))}] });
globalThis.self = globalThis;
globalThis.location = { href: ${JSON.stringify(pathToFileURL(glue).href)} };
globalThis.name = 'em-pthread';
globalThis.WorkerGlobalScope = Object;
globalThis.postMessage = (data, transfer) => parentPort.postMessage(data, transfer);
requireGlue(${JSON.stringify(glue)});
parentPort.on('message', (data) => globalThis.onmessage?.({ data }));
`;
}

/** Without the warning that the function is a release candidate: every worker would print it. */
function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
