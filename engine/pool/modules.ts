import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Codec } from '../codec.ts';
import { withMemoryMaximum } from './memory-maximum.ts';
import type { CompiledModules } from './protocol.ts';

/** Compiles each codec's WebAssembly once per process, with its memory ceiling written in, for all workers to share. */
export class ModuleCache {
  readonly #compiled = new Map<string, Promise<Readonly<Record<string, WebAssembly.Module>>>>();

  async modulesOf(codecs: Iterable<Codec>): Promise<CompiledModules> {
    const entries: [string, Readonly<Record<string, WebAssembly.Module>>][] = [];
    for (const codec of codecs) if (codec.wasm) entries.push([codec.id, await this.#compile(codec)]);
    return Object.fromEntries(entries);
  }

  #compile(codec: Codec): Promise<Readonly<Record<string, WebAssembly.Module>>> {
    const known = this.#compiled.get(codec.id);
    if (known) return known;
    const compiling = compileAll(codec);
    this.#compiled.set(codec.id, compiling);
    compiling.catch(() => this.#compiled.delete(codec.id)); // the next conversion tries again
    return compiling;
  }
}

async function compileAll(codec: Codec): Promise<Record<string, WebAssembly.Module>> {
  const compiled: Record<string, WebAssembly.Module> = {};
  for (const [name, { file, maxPages }] of Object.entries(codec.wasm ?? {})) {
    const binary = await readFile(fileURLToPath(import.meta.resolve(file)));
    compiled[name] = await WebAssembly.compile(withMemoryMaximum(binary, maxPages) as Uint8Array<ArrayBuffer>);
  }
  return compiled;
}
