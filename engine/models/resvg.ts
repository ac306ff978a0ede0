import { initWasm } from '@resvg/resvg-wasm';

let started: Promise<void> | undefined;

/** Starts resvg in this thread, once for all codecs that draw with it: the library refuses to be started again. */
export function startResvg(module: WebAssembly.Module): Promise<void> {
  started ??= initWasm(module);
  return started;
}
