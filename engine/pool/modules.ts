import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Codec, WasmBinary } from '../contract/codec.ts';
import { ConversionError } from '../contract/errors.ts';
import { packageFolder } from '../codecs/registry.ts';
import { withGrowableTable, withMemoryMaximum } from './memory-maximum.ts';
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

async function compileAll({ wasm = {} }: Codec): Promise<Record<string, WebAssembly.Module>> {
  const compiled: Record<string, WebAssembly.Module> = {};
  for (const [name, binary] of Object.entries(wasm)) compiled[name] = await compileBinary(binary);
  return compiled;
}

/** Compiles a binary with the changes that its declaration asks for. */
export async function compileBinary({
  file,
  maxPages,
  sha256,
  growableTable,
}: WasmBinary): Promise<WebAssembly.Module> {
  const binary = await readFile(pathOf(file));
  if (sha256 !== undefined) requireHash(binary, sha256, file);
  const bounded = withMemoryMaximum(binary, maxPages);
  const module = growableTable ? withGrowableTable(bounded) : bounded;
  return WebAssembly.compile(module as Uint8Array<ArrayBuffer>);
}

function requireHash(binary: Uint8Array, sha256: string, file: string): void {
  if (createHash('sha256').update(binary).digest('hex') === sha256) return;
  throw new ConversionError({
    code: 'codec_not_installed',
    message: `${file} is not the version that the codec supports. Install the version of its package that the engine specifies.`,
    details: { file },
  });
}

/** Where a binary lies: by its package's export map, or by its place in the folder when the map hides it. */
function pathOf(file: string): string {
  try {
    return fileURLToPath(import.meta.resolve(file));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')) throw error;
    const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(file) ?? [];
    return join(packageFolder(name) ?? '', rest);
  }
}
