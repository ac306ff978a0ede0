import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError, createEngine, type Engine } from '../../engine/index.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';
import type { FuzzCase } from './fuzz-case.ts';

export interface Tried {
  /** The code of the refusal, or `converted`. */
  readonly outcome: string;
  readonly ms: number;
  /** Which promises were broken; empty when none was. */
  readonly faults: readonly string[];
}

/** Milliseconds that a conversion may take, and by which it may end late. */
const DEADLINE_MS = 20_000;
const LATE_MS = 100;
/** MB that the engine may use, and the share by which it may be exceeded for a moment. */
const MEMORY_MB = 4_000;
const EXCESS = 0.1;
const WATCH_MS = 50;

/** What is said of an error that no codec foresaw, beside the code `internal`. */
const UNFORESEEN = /^The codec failed\b|\breport the file\b/;

/** An engine whose promises are watched: named errors, its deadline, its memory, and nothing that is left on the disk. */
export class WatchedEngine implements AsyncDisposable {
  readonly #engine: Engine;
  readonly #scratch: TemporaryDirectory;
  readonly #lateMs: number;

  private constructor(scratch: TemporaryDirectory, lateMs: number) {
    this.#scratch = scratch;
    this.#lateMs = lateMs;
    this.#engine = createEngine({ scratchDir: scratch.path, memoryMB: MEMORY_MB });
  }

  /** `lateMs`: by how much a conversion may end after its deadline. */
  static async start({ lateMs = LATE_MS } = {}): Promise<WatchedEngine> {
    return new WatchedEngine(await temporaryDirectory(), lateMs);
  }

  async try({ bytes, from, to, options }: FuzzCase): Promise<Tried> {
    await using out = await temporaryDirectory();
    let mostBytes = 0;
    const watch = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage.rss())), WATCH_MS);
    const started = performance.now();
    const ended = await this.#convert(bytes, { from, to, options, outDir: out.path });
    const ms = performance.now() - started;
    clearInterval(watch);
    const faults = [...ended.faults];
    if (ms > DEADLINE_MS + this.#lateMs) faults.push(`it ended ${Math.round(ms - DEADLINE_MS)} ms after its deadline`);
    const mostMB = mostBytes / 1e6;
    if (mostMB > MEMORY_MB * (1 + EXCESS)) faults.push(`it took ${Math.round(mostMB)} MB of ${MEMORY_MB}`);
    const left = await filesIn(this.#scratch.path);
    if (left.length > 0) faults.push(`it left ${left.join(', ')}`);
    if (ended.outcome !== 'converted') {
      const results = await filesIn(out.path);
      if (results.length > 0) faults.push(`it was refused and left ${results.join(', ')}`);
    }
    return { outcome: ended.outcome, ms, faults };
  }

  async #convert(
    bytes: Uint8Array,
    request: Pick<FuzzCase, 'from' | 'to' | 'options'> & { readonly outDir: string },
  ): Promise<Pick<Tried, 'outcome' | 'faults'>> {
    try {
      await this.#engine.convert(bytes, { ...request, allowLoss: 'any', deadlineMs: DEADLINE_MS });
      return { outcome: 'converted', faults: [] };
    } catch (error) {
      if (!(error instanceof ConversionError)) return { outcome: 'crash', faults: [`it threw ${textOf(error)}`] };
      const faults =
        error.code === 'internal' || UNFORESEEN.test(error.message)
          ? [`${error.code}: ${error.message} (${textOf(error.cause)})`]
          : [];
      return { outcome: error.code, faults };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.close();
    await this.#scratch[Symbol.asyncDispose]();
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length));
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' ') : String(error);
}
