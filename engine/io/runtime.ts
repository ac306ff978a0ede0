import { readFileSync } from 'node:fs';
import * as module from 'node:module';
import { homedir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PACK_IDS, packageNames, type PackId } from '../contract/packs.ts';

/** Stops with a clear message on a Node that cannot run TypeScript sources directly. */
export function requireSupportedNode(): void {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24) return;
  process.stderr.write(
    `Athanor needs Node 24 or newer, and this is ${process.version}. ` +
      'From a checkout run it by its npm scripts: they use the Node that `npm ci` installed.\n',
  );
  process.exit(1);
}

/**
 * Lets Node keep compiled sources between runs of a program, which makes the next start several times faster. They lie
 * in the user's own cache directory, where nobody else can write; where there is none, nothing is kept.
 */
export function keepCompiledCode(): void {
  module.enableCompileCache(join(homedir(), '.cache', 'athanor'));
}

/** What V8's heaps may grow by between two collections, in percent of what lives in them. */
const HEAP_GROWTH_PERCENT = 300;
/** Memory of a machine from which on it has room for the garbage of buffers. */
const ROOMY_BYTES = 4e9;

/**
 * Lets the heaps of this process grow before they are collected. V8 counts buffers like objects, and collects a small
 * heap after every 8 MB of them: the pixels of a few images. Marking what lives in a worker then took up to a third of
 * the time of a conversion. And it collects any heap after 64 MB of buffers, which is a single large image or a minute of
 * audio: unless memory `isLimited`, they may grow as objects do, by what lives. For programs of ours that convert
 * many files: it concerns all threads of the process, and after it Node compiles its own modules again in each thread
 * that starts, which takes 10 ms.
 */
export function collectSeldom({ isLimited = false } = {}): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  if (!isLimited && availableBytes() >= ROOMY_BYTES) setFlagsFromString('--external-memory-accounted-in-global-limit');
}

/** Memory of the machine, or of its container where that has a limit. */
export function availableBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * The folder that this process was told to keep compiled code in, or undefined where it keeps none. Node itself names
 * the folder of its own version inside it.
 */
export function compiledCodeFolder(): string | undefined {
  const folder = module.getCompileCacheDir();
  return folder === undefined ? undefined : dirname(folder);
}

/** The version of this package. */
export function readVersion(): string {
  return versionIn(module.findPackageJSON(import.meta.url));
}

/** The version of a package that is installed or part of the bundle, or undefined when it is not there. */
export function installedVersion(name: string): string | undefined {
  const version = bundledVersions()[name];
  if (version !== undefined) return version;
  try {
    return versionIn(module.findPackageJSON(name, import.meta.url));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

let bundled: Readonly<Record<string, string>> | undefined;

/** The packages whose code is in the bundle, with their versions: in sources there is none. */
export function bundledVersions(): Readonly<Record<string, string>> {
  if (import.meta.url.endsWith('.ts')) return {};
  const read = (): string => readFileSync(new URL('packages.json', import.meta.url), 'utf8');
  bundled ??= JSON.parse(read()) as Record<string, string>;
  return bundled;
}

/** The packs of which a package is not there. */
export function missingPacks(): readonly PackId[] {
  return PACK_IDS.filter((id) => packageNames(id).some((name) => installedVersion(name) === undefined));
}

function versionIn(path: string | undefined): string {
  const description: unknown = path === undefined ? undefined : JSON.parse(readFileSync(path, 'utf8'));
  const hasVersion = typeof description === 'object' && description !== null && 'version' in description;
  return hasVersion ? String(description.version) : 'unknown';
}
