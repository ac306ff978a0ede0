import type { RunContext, Warning } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Core, CoreLoader } from './core.ts';
import { failureOf, hasLeftOut, repairsIn } from './failure.ts';

/** Where the files of a job are, for the instance. */
export const JOB = '/job';

/** Lines of FFmpeg's log that are kept: the first ones say what went wrong. */
const LOG_LINES = 200;

/** Lines of a run that is listened to: what filters say comes last, behind the tags and chapters of the input. */
const SAID_LINES = 100_000;

/** Of nothing, FFmpeg would make an empty file and be content. */
const QUIET = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-abort_on', 'empty_output', '-y'] as const;

/** One instance at work for one job; another gets it when this one is disposed of. */
export class Session implements Disposable {
  readonly core: Core;
  readonly log: string[] = [];
  readonly #started = performance.now();
  readonly #loader: CoreLoader;
  readonly #from: FormatId;
  readonly #context: RunContext;
  /** What a run says while it is listened to. */
  #said: string[] | undefined;

  private constructor(loader: CoreLoader, core: Core, from: FormatId, context: RunContext) {
    this.core = core;
    this.#loader = loader;
    this.#from = from;
    this.#context = context;
    // "Aborted()" is how every run ends, a good one too.
    core.setLogger(({ message }) => {
      const lines = this.#said ?? this.log;
      if (message !== 'Aborted()' && lines.length < (this.#said ? SAID_LINES : LOG_LINES)) lines.push(message);
    });
    core.setTimeout(context.limits.deadlineMs);
  }

  /** Starts an instance; `from` is what an error is about. */
  static async start(loader: CoreLoader, from: FormatId, context: RunContext): Promise<Session> {
    return new Session(loader, await loader.start(), from, context);
  }

  [Symbol.dispose](): void {
    this.#loader.release(this.core);
  }

  /** Runs ffmpeg from its first input to its last output. */
  encode(args: readonly string[]): void {
    const exitCode = this.run('exec', [...QUIET, ...args]);
    if (exitCode === 0 && !hasLeftOut(this.log)) return;
    throw this.#hasTimedOut ? timedOut() : failureOf(this.log, this.#from, exitCode);
  }

  /** Runs ffmpeg for what it says: a run that fails says nothing of use, and the real one will tell why. */
  listen(args: readonly string[]): readonly string[] {
    const said: string[] = [];
    this.#said = said;
    try {
      this.run('exec', ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'info', ...args]);
    } finally {
      this.#said = undefined;
    }
    return said;
  }

  run(tool: 'exec' | 'ffprobe', args: readonly string[]): number {
    this.#context.signal.throwIfAborted();
    try {
      return this.#loader.run(this.core, tool, args);
    } catch (cause) {
      if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
      throw failureOf([...this.log, cause.message], this.#from, -1);
    }
  }

  /** What is to be said when nothing came out although nothing went wrong. */
  failure(more: readonly string[] = []): ConversionError {
    return failureOf([...this.log, ...more], this.#from, more.length > 0 ? -1 : 0);
  }

  /** Tells of the places where FFmpeg went on although something was wrong. */
  repairs(): Warning[] {
    const places = repairsIn(this.log);
    if (places === 0) return [];
    const message = 'Parts of the input are damaged; they were left out or filled in.';
    return [{ code: 'input_repaired', message, details: { places } }];
  }

  /** Has the runs from now on tell how far they are in a result of so many seconds. */
  reportProgress(duration: number | undefined): void {
    if (duration === undefined) return;
    let last = 0;
    this.core.setProgress(({ time }) => {
      last = Math.max(last, Math.min(1, time / 1e6 / duration));
      this.#context.progress(last);
    });
  }

  /** FFmpeg stops by itself at the time set for it, and says nothing about it. */
  get #hasTimedOut(): boolean {
    return performance.now() - this.#started >= this.#context.limits.deadlineMs;
  }
}

function timedOut(): ConversionError {
  const message =
    'The video takes longer to encode than this engine allows. Ask for a smaller width, a shorter duration, or a target that copies its tracks (MP4, MOV or MKV).';
  return new ConversionError({ code: 'conversion_timeout', message });
}
