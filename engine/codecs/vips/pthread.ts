import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Pthread, sealingText } from '../../io/pthreads.ts';

/** A browser's `Worker`, as far as the glue of vips uses it. */
export interface PthreadWorker extends Pthread {
  onmessage?: (event: { readonly data: unknown }) => void;
  onerror?: (error: unknown) => void;
}

/** The class that the glue starts its threads with. They keep no process from ending. */
export function pthreadClass(glue: string): new () => PthreadWorker {
  const text = pthreadText(glue);
  return class extends Pthread implements PthreadWorker {
    declare onmessage?: (event: { readonly data: unknown }) => void;
    declare onerror?: (error: unknown) => void;

    constructor() {
      super(text);
      this.on('message', (data) => this.onmessage?.({ data }));
      this.on('error', (error) => {
        if (!this.onerror) throw error;
        this.onerror(error);
      });
      this.unref();
    }
  };
}

/**
 * What a pthread runs: it is sealed, then gets the few names of a browser's worker, and at last the glue, which sets
 * `onmessage` and waits for its memory.
 */
function pthreadText(glue: string): string {
  return `${sealingText([dirname(glue)])}
import { createRequire as createRequireOfGlue } from 'node:module';
import { parentPort } from 'node:worker_threads';
const requireGlue = createRequireOfGlue(${JSON.stringify(pathToFileURL(glue).href)});
globalThis.self = globalThis;
globalThis.location = { href: ${JSON.stringify(pathToFileURL(glue).href)} };
globalThis.name = 'em-pthread';
globalThis.WorkerGlobalScope = Object;
globalThis.postMessage = (data, transfer) => parentPort.postMessage(data, transfer);
requireGlue(${JSON.stringify(glue)});
parentPort.on('message', (data) => globalThis.onmessage?.({ data }));
`;
}
