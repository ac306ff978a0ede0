import type { Piscina } from 'piscina';
import { ConversionError, errorOfFailure, type Failure } from '../contract/errors.ts';
import type { Detection } from '../formats/detect/index.ts';
import type { FormatId } from '../formats/index.ts';
import { compiledCodeFolder } from '../io/runtime.ts';
import type { TakenInput } from '../io/input.ts';

const WORKER = new URL(`./start-detection${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/**
 * Milliseconds for one file, the start of the thread on a loaded machine included. What is read of a file is bounded, and
 * the slowest known takes fifty.
 */
const DETECTION_MS = 60_000;
/** Milliseconds after which an idle thread goes: it holds as much memory as one of the light lane. */
const IDLE_MS = 60_000;
/** MB of JavaScript heap: an inspection takes a megabyte of the file, as text and in pieces. */
const HEAP_MB = 64;

export interface DetectionTask {
  readonly taken: TakenInput;
  /** What the caller says that the file is. */
  readonly announced?: FormatId;
}

export type DetectionReply =
  | { readonly ok: true; readonly detection: Detection }
  | { readonly ok: false; readonly failure: Failure };

/**
 * One sealed thread that looks into texts which might take longer than the thread of the caller can be kept. It starts
 * with the first of them.
 */
export class DetectionThread implements AsyncDisposable {
  #starting: Promise<Piscina> | undefined;

  /** Throws what detection throws, or `conversion_timeout`. */
  async detect(task: DetectionTask, signal: AbortSignal): Promise<Detection> {
    this.#starting ??= start();
    const pool = await this.#starting;
    const tooLate = AbortSignal.timeout(DETECTION_MS);
    try {
      const reply = (await pool.run(task, { signal: AbortSignal.any([signal, tooLate]) })) as DetectionReply;
      if (reply.ok) return reply.detection;
      throw errorOfFailure(reply.failure);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (tooLate.aborted) throw undetected(error);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#starting)?.destroy();
  }
}

async function start(): Promise<Piscina> {
  const { Piscina } = await import('piscina'); // an engine that only plans never loads it
  return new Piscina({
    filename: WORKER.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, stackSizeMb: 4 },
    env: {},
    execArgv: [],
    workerData: { compiledCode: compiledCodeFolder() },
  });
}

function undetected(cause: unknown): ConversionError {
  const seconds = DETECTION_MS / 1000;
  return new ConversionError(
    {
      code: 'conversion_timeout',
      message: `The format of the file was not found within ${seconds} seconds. Name the source format, or send the file again later.`,
      details: { deadlineMs: DETECTION_MS },
    },
    { cause },
  );
}
