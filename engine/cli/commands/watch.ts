import { watch } from 'node:fs';
import { lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../../index.ts';
import { collectSeldom } from '../../io/runtime.ts';
import type { ConvertArguments, WatchArguments } from '../arguments.ts';
import { loadPreset, withPreset, type Preset } from '../preset.ts';
import { numberedOutputs, outputFor, requireTarget, type Target } from '../targets.ts';
import { EXIT, locate, printLine, type ExitCode, type Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { errorView } from '../views.ts';
import { convertOne } from './convert.ts';

/** Milliseconds. A file is complete when it has not changed for `settleMs`; `pollMs` is for file systems without events. */
const PACE = { settleMs: 1_000, pollMs: 10_000 } as const;

/** Names that programs give to files which they have not finished. */
const UNFINISHED = /^[.~]|\.(part|partial|crdownload|download|tmp|swp)$/i;

/** A file of the folder, as it was when it was looked at last. */
interface Seen {
  readonly signature: string;
  /** Since when it has been like that, as `performance.now()` counts. */
  readonly since: number;
  isHandled: boolean;
}

/**
 * Converts each file that comes into a folder, once it is complete, and again when it has changed. A file whose result is
 * there and newer is left alone. One that fails does not stop the others, and is tried again when it changes.
 */
export async function runWatch(
  engine: Engine,
  args: WatchArguments,
  terminal: Terminal,
  pace: { readonly settleMs: number; readonly pollMs: number } = PACE,
): Promise<ExitCode> {
  collectSeldom();
  const folder = locate(args.folder, terminal);
  await requireFolders(folder, args, terminal);
  const preset = args.preset === undefined ? undefined : await loadPreset(args.preset, terminal);
  // Checked before anything comes.
  if (!preset || args.to !== undefined) requireTarget(args.to ?? '');
  using changes = changesOf(folder, terminal.signal);
  const seen = new Map<string, Seen>();
  const sources = new Map<string, string>();
  let failures = 0;

  for (;;) {
    const settled = await look(folder, seen, pace.settleMs);
    for (const name of settled) {
      if (terminal.signal.aborted) break;
      seen.get(name)!.isHandled = true;
      if (!(await handle(name))) failures++;
    }
    const isIdle = [...seen.values()].every(({ isHandled }) => isHandled);
    if (terminal.signal.aborted || (args.once && isIdle)) return failures === 0 ? EXIT.ok : EXIT.failed;
    await (isIdle
      ? changes.next(pace.pollMs)
      : wait(pace.settleMs, undefined, { signal: terminal.signal }).catch(() => {}));
  }

  /** False when the file could not be converted. */
  async function handle(name: string): Promise<boolean> {
    const input = join(args.folder, name);
    try {
      const asked = askedOf(args, preset, input);
      const target = targetOf(input, asked.to!, args.outDir);
      const other = sources.get(target.output);
      if (other !== undefined && other !== name)
        throw new UsageError(`${other} and ${name} would both become ${target.output}. Rename one of them.`);
      sources.set(target.output, name);
      if (await isUpToDate(locate(input, terminal), locate(target.output, terminal))) return true;
      const view = await convertOne(engine, target, asked, terminal);
      if (args.json) printLine(terminal.stdout, JSON.stringify({ input, ...view }));
      return true;
    } catch (error) {
      if (terminal.signal.aborted) return true;
      const view = errorView(error);
      if (args.json) printLine(terminal.stdout, JSON.stringify({ input, ...view }));
      printLine(terminal.stderr, `athanor: ${input}: ${view.error.message}`);
      return false;
    }
  }
}

async function requireFolders(folder: string, { folder: named, outDir }: WatchArguments, terminal: Terminal) {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new UsageError(`There is no folder ${named}.`, 'missing_file');
  const out = locate(outDir, terminal);
  await mkdir(out, { recursive: true });
  if ((await realpath(out)) === (await realpath(folder)))
    throw new UsageError('Results in the watched folder would be converted again. Name another one as --out-dir.');
}

/** The files that have not changed for a while, and are not handled yet; by name. */
async function look(folder: string, seen: Map<string, Seen>, settleMs: number): Promise<readonly string[]> {
  const now = performance.now();
  const names = (await readdir(folder)).filter((name) => !UNFINISHED.test(name)).sort();
  const present = new Set(names);
  for (const name of seen.keys()) if (!present.has(name)) seen.delete(name);
  const settled: string[] = [];
  for (const name of names) {
    // It may go between the list and the look at it.
    const found = await lstat(join(folder, name)).catch(() => undefined);
    if (!found?.isFile()) {
      seen.delete(name);
      continue;
    }
    const signature = `${found.size} ${found.mtimeMs} ${found.ino}`;
    const known = seen.get(name);
    if (known?.signature !== signature) seen.set(name, { signature, since: now, isHandled: false });
    else if (!known.isHandled && now - known.since >= settleMs) settled.push(name);
  }
  return settled;
}

function askedOf(args: WatchArguments, preset: Preset | undefined, input: string): ConvertArguments {
  const asked = { ...args, command: 'convert', files: [input] } as const;
  return preset ? withPreset(asked, preset) : asked;
}

function targetOf(input: string, name: string, outDir: string): Target {
  const to = requireTarget(name);
  return { input, output: outputFor(input, to, outDir), to };
}

/** Whether the result, or the first one of several, is there and newer than its source. */
async function isUpToDate(input: string, output: string): Promise<boolean> {
  const [source, ...results] = await Promise.all(
    [input, output, join(dirname(output), basename(numberedOutputs(output, 2)[0]!))].map((path) =>
      stat(path).catch(() => undefined),
    ),
  );
  return results.some((result) => result !== undefined && result.mtimeMs >= source!.mtimeMs);
}

interface Changes extends Disposable {
  /** Resolves when something has changed since the last call, after `pollMs`, or at an abort. */
  next(pollMs: number): Promise<void>;
}

function changesOf(folder: string, signal: AbortSignal): Changes {
  let changed = Promise.withResolvers<void>();
  const watcher = watch(folder, () => changed.resolve());
  watcher.on('error', () => {}); // the folder was removed: looking at it says so
  return {
    async next(pollMs) {
      const stop = new AbortController();
      const pause = wait(pollMs, undefined, { signal: AbortSignal.any([signal, stop.signal]) }).catch(() => {});
      await Promise.race([changed.promise, pause]);
      stop.abort();
      changed = Promise.withResolvers<void>();
    },
    [Symbol.dispose]: () => watcher.close(),
  };
}
