import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Codec, CompiledModule, Lane, WasmBinary } from '../contract/codec.ts';
import { ConversionError } from '../contract/errors.ts';
import { packageFolder } from '../codecs/registry.ts';
import { EditableModule } from './editable-module.ts';
import type { CompiledModules } from './protocol.ts';

type Modules = Readonly<Record<string, CompiledModule>>;

/**
 * Compiles each codec's WebAssembly once, with its memory ceiling written in, for all workers to share. What is compiled
 * stays until it is released: for all codecs that is more than 300 MB.
 */
export class ModuleCache {
  readonly #compiled = new Map<string, { readonly lane: Lane; readonly modules: Promise<Modules> }>();

  async modulesOf(codecs: Iterable<Codec>): Promise<CompiledModules> {
    const entries: [string, Modules][] = [];
    for (const codec of codecs) if (codec.wasm) entries.push([codec.id, await this.#compile(codec)]);
    return Object.fromEntries(entries);
  }

  /** Forgets what was compiled for other lanes than these; workers keep what they have. */
  release(kept: ReadonlySet<Lane>): void {
    this.#forget(kept);
    // Not in the loop's own frame, which may still hold what it was about.
    collectGarbage();
  }

  #forget(kept: ReadonlySet<Lane>): void {
    for (const [id, { lane }] of this.#compiled) if (!kept.has(lane)) this.#compiled.delete(id);
  }

  #compile(codec: Codec): Promise<Modules> {
    const known = this.#compiled.get(codec.id);
    if (known) return known.modules;
    const compiling = compileAll(codec);
    this.#compiled.set(codec.id, { lane: codec.lane, modules: compiling });
    compiling.catch(() => this.#compiled.delete(codec.id)); // the next conversion tries again
    return compiling;
  }
}

/** The collector counts what the modules' objects take, and not their machine code: it would not run for long. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

async function compileAll({ wasm = {} }: Codec): Promise<Record<string, CompiledModule>> {
  const compiled: Record<string, CompiledModule> = {};
  for (const [name, binary] of Object.entries(wasm)) compiled[name] = await compileBinary(binary);
  return compiled;
}

/** Compiles a binary with the changes that its declaration asks for. */
export async function compileBinary({ file, maxPages, sha256, growableTable }: WasmBinary): Promise<CompiledModule> {
  const module = await EditableModule.read(pathOf(file));
  if (sha256 !== undefined) requireHash(module.bytes, sha256, file);
  module.limitMemories(maxPages);
  if (growableTable) module.letTableGrow();
  return WebAssembly.compile(module.bytes);
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
