import { readFile } from 'node:fs/promises';
import { parentPort, workerData, type Transferable } from 'node:worker_threads';

/** Gives a thread of Node the globals of a browser's worker, then runs the script that was made for one. */

const port = parentPort!;
const { script } = workerData as { readonly script: string };

/** Serves the core's WebAssembly from its package; there is nothing else to fetch. */
async function fetchFile(address: string | URL): Promise<Response> {
  const { href, protocol } = new URL(address);
  if (protocol !== 'file:') throw new TypeError(`Expected the address of a file, but received ${href}.`);
  return new Response(await readFile(new URL(href)), { headers: { 'content-type': 'application/wasm' } });
}

Object.defineProperties(globalThis, {
  self: { value: globalThis },
  location: { value: new URL(script) },
  fetch: { value: fetchFile },
  postMessage: { value: (data: unknown, transfer?: readonly Transferable[]) => port.postMessage(data, transfer) },
  onmessage: {
    set(listener: (event: { readonly data: unknown }) => void) {
      port.on('message', (data: unknown) => listener({ data }));
    },
  },
  importScripts: {
    value() {
      throw new TypeError('A module worker imports its scripts.');
    },
  },
});

await import(script);
