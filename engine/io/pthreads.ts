import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename } from 'node:path';
import { Worker as ThreadWorker } from 'node:worker_threads';

/** A thread that a library in WebAssembly has of its own. It runs the text of a module, which begins with `sealingText`. */
export class Pthread extends ThreadWorker {
  constructor(text: string, workerData?: unknown) {
    super(text, { eval: true, name: 'em-pthread', env: {}, execArgv: ['--input-type=module'], workerData });
  }
}

/** The start of such a module: it seals its thread, since WASM code runs there too. It may read these folders alone. */
export function sealingText(readable: readonly string[]): string {
  return `${moduleText(new URL('../pool/seal-thread.ts', import.meta.url))}\nsealThread({ readable: ${JSON.stringify(readable)} });\n`;
}

/**
 * The JavaScript of a module of ours (a `.ts`, and an entry of the bundle), to be put into a thread's own module. Types
 * are stripped here, once: every thread that imports a TypeScript file starts a compiler of its own, which doubled the
 * start.
 */
export function moduleText(module: URL): string {
  const isSource = import.meta.url.endsWith('.ts');
  const url = isSource ? module : new URL(`./${basename(module.pathname, '.ts')}.js`, import.meta.url);
  const text = readFileSync(url, 'utf8');
  return (isSource ? stripTypes(text) : text).replaceAll('import.meta.url', JSON.stringify(url.href));
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
