import { builtinModules, createRequire, isBuiltin, registerHooks, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Takes the ambient authority away from a worker thread: no network, no processes, no new threads, no native code, and
 * of the file system only reading inside the given folders (the codecs' own packages). It cannot be undone.
 *
 * embind and wasm-bindgen hand any JavaScript global to WASM code, so a memory bug in a codec could use whatever its
 * thread can use: a sealed thread can use nothing. It is not a guard against hostile JavaScript that kept an old
 * reference: seal first, load codecs afterwards.
 */
interface SealOptions {
  /** Folders (paths or file URLs) whose files may be read. */
  readonly readable?: readonly (string | URL)[];
  /** Names of environment variables to leave. */
  readonly environment?: readonly string[];
}

/** Built-in modules that stay; every other one, future ones included, is refused. */
const KEPT_MODULES: ReadonlySet<string> = new Set([
  'assert',
  'assert/strict',
  'async_hooks',
  'buffer',
  'console',
  'constants',
  'crypto',
  'diagnostics_channel',
  'events',
  'fs',
  'fs/promises',
  'module',
  'os',
  'path',
  'path/posix',
  'path/win32',
  'perf_hooks',
  'process',
  'punycode',
  'querystring',
  'stream',
  'stream/consumers',
  'stream/promises',
  'stream/web',
  'string_decoder',
  'sys',
  'timers',
  'timers/promises',
  'tty',
  'url',
  'util',
  'util/types',
  'v8',
  'worker_threads',
  'zlib',
]);

/** What of a kept module goes all the same. */
const REFUSED_EXPORTS: Readonly<Record<string, (name: string) => boolean>> = {
  worker_threads: (name) => name === 'Worker', // a new thread would start unsealed
  v8: (name) =>
    /^(setFlagsFromString|writeHeapSnapshot|startupSnapshot|takeCoverage|setHeapSnapshotNearHeapLimit)$/.test(name),
  module: (name) => /^(registerHooks|register|setSourceMapsSupport|enableCompileCache|flushCompileCache)$/.test(name),
  crypto: (name) => /^(setEngine|setFips)$/.test(name), // setEngine loads native code
  tty: (name) => name !== 'isatty', // the stream classes take descriptors
  os: (name) => name === 'setPriority',
};

/** Readers of `fs` that stay, inside the readable folders. Their first argument is a path, never a descriptor. */
const PATH_READERS: ReadonlySet<string> = new Set(
  ['readFile', 'stat', 'lstat', 'realpath', 'exists', 'access', 'readdir', 'opendir'].flatMap((name) => [
    name,
    `${name}Sync`,
  ]),
);
const NOT_FUNCTIONS_OF_FS: ReadonlySet<string> = new Set(['constants', 'promises', 'Stats', 'Dirent', 'BigIntStats']);

const REFUSED_GLOBALS = [
  'WebSocket',
  'fetch',
  'EventSource',
  'XMLHttpRequest',
  'BroadcastChannel',
  'Storage',
  'localStorage',
  'sessionStorage',
];

const REFUSED_PROCESS_METHODS = [
  '_linkedBinding',
  'dlopen',
  'kill',
  '_kill',
  'execve',
  'chdir',
  'setuid',
  'setgid',
  '_debugProcess',
  '_debugEnd',
  '_startProfilerIdleNotifier',
  'loadEnvFile',
  'openStdin',
];

type Callable = (this: unknown, ...args: unknown[]) => unknown;

class AccessRefused extends Error {
  readonly code = 'ERR_ACCESS_DENIED';

  constructor(what: string) {
    super(`Refused in a codec thread: ${what}`);
  }
}

function refuse(what: string): Callable {
  return () => {
    throw new AccessRefused(what);
  };
}

export function sealThread({ readable = [], environment = [] }: SealOptions = {}): void {
  const require = createRequire(import.meta.url);
  const getBuiltinModule = process.getBuiltinModule;

  refuseLoadedBuiltins(getBuiltinModule);
  registerHooks({
    resolve(specifier, context, next) {
      if (isRefusedModule(specifier)) throw new AccessRefused(specifier);
      return next(specifier, context);
    },
  });
  replace(process, 'getBuiltinModule', (id: string) => {
    if (isRefusedModule(`node:${bareId(id)}`)) throw new AccessRefused(id);
    return getBuiltinModule(id);
  });

  const folders = readable.map((folder) => toPath(folder) + path.sep);
  const { constants } = require('node:fs') as typeof import('node:fs');
  guardFileSystem(require('node:fs') as Record<string, unknown>, 'fs', folders);
  guardFileSystem(require('node:fs/promises') as Record<string, unknown>, 'fs/promises', folders);
  syncBuiltinESMExports(); // named ESM imports see the replacements too

  sealProcess({ ...constants }, environment);
  for (const name of REFUSED_GLOBALS) delete (globalThis as Record<string, unknown>)[name];
  for (const version of [1, 2]) replace(globalThis, Symbol.for(`undici.globalDispatcher.${version}`), undefined); // the connections behind fetch()
}

function bareId(id: string): string {
  return id.replace(/^node:/, '');
}

function isRefusedModule(id: string): boolean {
  return (isBuiltin(id) || id.startsWith('node:')) && !KEPT_MODULES.has(bareId(id));
}

/** Replaces what the modules already in memory export: an import before the seal shares the same objects. */
function refuseLoadedBuiltins(getBuiltinModule: (id: string) => object | undefined): void {
  const loadList = (process as { moduleLoadList?: readonly string[] }).moduleLoadList ?? [];
  const loaded = new Set(loadList.map((name) => name.replace(/^NativeModule /, '')));
  const affected = [...new Set(builtinModules.map(bareId))].filter((id) => {
    if (id === 'fs' || id === 'fs/promises') return false;
    return id in REFUSED_EXPORTS || (!KEPT_MODULES.has(id) && loaded.has(id));
  });
  // All are loaded before the first is touched: tty, for one, derives its classes from what net exports.
  const modules = affected.map((id) => [id, (getBuiltinModule(id) ?? {}) as Record<string, unknown>] as const);
  for (const [id, exported] of modules) {
    const isRefused = REFUSED_EXPORTS[id] ?? (() => true);
    for (const name of Object.keys(exported)) {
      if (typeof exported[name] === 'function' && isRefused(name)) replace(exported, name, refuse(`${id}.${name}`));
    }
  }
}

function guardFileSystem(fs: Record<string, unknown>, label: string, folders: readonly string[]): void {
  const isFileInside = (full: string): boolean => folders.some((folder) => full.startsWith(folder));
  // Parents may be looked at (realpath walks them), but not read.
  const isOnTheWay = (full: string): boolean =>
    folders.some((folder) => full.startsWith(folder) || folder.startsWith(full + path.sep));

  // Node's own readFileSync calls the public openSync, readSync and closeSync: they pass while a guarded read runs.
  let guardedReads = 0;
  for (const name of Object.keys(fs)) {
    const original = fs[name];
    if (typeof original !== 'function' || NOT_FUNCTIONS_OF_FS.has(name)) continue;
    const call = original as Callable;
    const isAllowed = /^(readFile|readdir|opendir)/.test(name) ? isFileInside : isOnTheWay;

    const guarded: Callable & { native?: Callable } = PATH_READERS.has(name)
      ? (file, ...rest) => {
          const full = toPath(file);
          if (!isAllowed(full)) throw new AccessRefused(`${label}.${name} ${full}`);
          const options = rest.map(withPrimitivesOnly);
          if (!name.endsWith('Sync')) return call.call(fs, full, ...options);
          guardedReads++;
          try {
            return call.call(fs, full, ...options);
          } finally {
            guardedReads--;
          }
        }
      : function (...args) {
          if (guardedReads > 0) return call.apply(this, args);
          throw new AccessRefused(`${label}.${name}`);
        };
    if (name.startsWith('realpath')) guarded.native = guarded;
    replace(fs, name, guarded);
  }
}

/** An absolute path, or an error: a number would be a descriptor, which may be any socket of the process. */
function toPath(file: unknown): string {
  if (file instanceof URL) return path.resolve(fileURLToPath(file));
  if (typeof file !== 'string') throw new AccessRefused('a path that is neither a string nor a URL');
  return path.resolve(file.startsWith('file:') ? fileURLToPath(file) : file);
}

/** Options are copied as primitive data, so that no foreign getter runs while a guarded read lets inner calls pass. */
function withPrimitivesOnly(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => isPrimitive(inner)));
}

function isPrimitive(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}

function sealProcess(fsConstants: object, environment: readonly string[]): void {
  const ofProcess = process as unknown as Record<string, unknown>;
  for (const name of REFUSED_PROCESS_METHODS) {
    if (typeof ofProcess[name] === 'function') replace(process, name, refuse(`process.${name}`));
  }
  // Emscripten's NODEFS reads this one table when the glue starts.
  replace(process, 'binding', (name: string) => {
    if (name === 'constants') return { fs: fsConstants };
    throw new AccessRefused(`process.binding ${name}`);
  });
  replace(process, 'report', undefined);
  for (const name of Object.keys(process.env)) if (!environment.includes(name)) delete process.env[name];
}

function replace(target: object, name: string | symbol, value: unknown): void {
  const descriptor = Object.getOwnPropertyDescriptor(target, name);
  if (descriptor && !descriptor.configurable) {
    if (descriptor.writable) (target as Record<string | symbol, unknown>)[name] = value;
    return;
  }
  Object.defineProperty(target, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: descriptor?.enumerable ?? true,
  });
}
