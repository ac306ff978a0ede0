import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { Codec } from '../contract/codec.ts';
import { CODECS } from './index.ts';
import type { FormatId } from '../formats/index.ts';
import { bundledVersions } from '../io/runtime.ts';

const require = createRequire(import.meta.url);
/** The engine's own code: the folder of the bundle, or that of the sources. */
const ENGINE_FOLDER = import.meta.url.endsWith('.ts') ? dirname(import.meta.dirname) : import.meta.dirname;

/** The codecs of one engine and what of them is installed. Reads package folders, loads none. */
export class Registry {
  readonly codecs: readonly Codec[];
  readonly #byId: ReadonlyMap<string, Codec>;
  readonly #missing = new Map<string, readonly string[]>();

  constructor({ without = [] }: { without?: readonly string[] } = {}) {
    this.codecs = CODECS.filter(({ id }) => !without.includes(id));
    this.#byId = new Map(this.codecs.map((codec) => [codec.id, codec]));
    const bundled = bundledVersions();
    for (const codec of this.codecs) {
      const missing = codec.packages.filter((name) => !(name in bundled) && packageFolder(name) === undefined);
      if (missing.length > 0) this.#missing.set(codec.id, missing);
    }
  }

  codec(id: string): Codec {
    const codec = this.#byId.get(id);
    if (!codec) throw new Error(`There is no codec ${id}.`);
    return codec;
  }

  isInstalled(codec: Codec): boolean {
    return !this.#missing.has(codec.id);
  }

  missingPackages(codec: Codec): readonly string[] {
    return this.#missing.get(codec.id) ?? [];
  }

  /**
   * Codecs whose `inspect` reads the format: those that do nothing else first, since they are light, and last those that
   * only judge what others wrote.
   */
  readersOf(format: FormatId): Codec[] {
    const rank = (codec: Codec): number => (codec.verifies?.includes(format) ? 2 : Number(codec.edges.length > 0));
    return this.codecs
      .filter(({ inspects, verifies }) => inspects.includes(format) || verifies?.includes(format))
      .filter((codec) => this.isInstalled(codec))
      .sort((a, b) => rank(a) - rank(b));
  }

  /** A codec that decodes moments of both formats. */
  samplerOf(...formats: readonly FormatId[]): Codec | undefined {
    return this.codecs.find(
      (codec) => formats.every((format) => codec.samples?.includes(format)) && this.isInstalled(codec),
    );
  }

  /** What a sealed worker may read: the engine's own code and the folders that hold the codecs' packages. */
  get readableFolders(): readonly string[] {
    const folders = new Set([ENGINE_FOLDER]);
    for (const name of ['piscina', ...this.codecs.flatMap(packagesOf)]) {
      const folder = packageFolder(name);
      if (!folder) continue;
      folders.add(nodeModulesOf(folder));
      // Node reads a package where it really lies: some installers put links into `node_modules`.
      folders.add(nodeModulesOf(realpathSync(folder)));
    }
    return [...folders];
  }
}

function packagesOf({ packages, optionalPackages = [] }: Codec): readonly string[] {
  return [...packages, ...optionalPackages];
}

/** Where a package is installed, found without running any of its code, whatever its export map hides. */
export function packageFolder(name: string): string | undefined {
  for (const folder of require.resolve.paths(name) ?? []) {
    const candidate = join(folder, name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return undefined;
}

/**
 * Packages import each other, so the whole `node_modules` that holds one stays readable; or the store in it where every
 * package has a `node_modules` of its own.
 */
function nodeModulesOf(folder: string): string {
  const marker = `${sep}node_modules${sep}`;
  const store = folder.indexOf(`${marker}.pnpm${sep}`);
  const at = store < 0 ? folder.lastIndexOf(marker) : store;
  return at < 0 ? dirname(folder) : folder.slice(0, at + marker.length - 1);
}
