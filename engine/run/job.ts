import type { Artifact } from '../contract/artifact.ts';
import { sizeOf } from '../contract/artifact.ts';
import type { Codec, InspectRequest, Warning } from '../contract/codec.ts';
import { errorOfFailure } from '../contract/errors.ts';
import type { OptionValues } from '../formats/options.ts';
import type { Workspace } from '../io/scratch.ts';
import type { OutcomeOf, Reply, Task } from '../pool/protocol.ts';
import type { Claim, Ticket } from '../pool/scheduler.ts';
import type { EngineContext } from './context.ts';
import type { ConvertOptions } from './conversion.ts';
import { Deadline } from './deadline.ts';

/** Shares of the progress that a caller sees; the rest is reported when the result is in place. */
export const PROGRESS = { inspected: 0.05, converted: 0.9, delivered: 1 } as const;

/** What inspecting a file takes of the memory budget beside its own size, in MB. */
const INSPECT_MEMORY_MB = 64;

/** Where a conversion keeps its files, and what ends it. */
export interface Scope {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
}

interface JobRequest extends Scope {
  /** The caller's options, validated. */
  readonly values: OptionValues;
  /** What the job will take, for its place in the order of service. */
  readonly predictedMs: number;
  /** What was found before the job began. */
  readonly warnings?: readonly Warning[];
  /** How far files are inspected, if not as far as the caller wants the result verified. */
  readonly effort?: InspectRequest['effort'];
}

type JobOptions = Pick<
  ConvertOptions,
  'tenant' | 'priority' | 'deadlineMs' | 'outDir' | 'verify' | 'onProgress' | 'meter'
>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

/**
 * One conversion while it runs: its place in the order of service, its worker calls and their deadline, and what there
 * is to report at the end. What is called, and when, is up to the steps.
 */
export class Job implements Disposable {
  readonly engine: EngineContext;
  readonly values: OptionValues;
  readonly signal: AbortSignal;
  readonly effort: InspectRequest['effort'];
  readonly warnings: Warning[];
  /** Milliseconds. */
  readonly timings = { queued: 0, converted: 0, verified: 0 };
  /** Whether sources may be partitioned, and whether one was. */
  readonly partitioning = { isAllowed: true, isUsed: false };
  readonly #workspace: Workspace;
  readonly #options: JobOptions;
  readonly #deadline: Deadline;
  readonly #ticket: Ticket;

  /** Throws `busy` or `tenant_busy` when the engine has no room for the job. */
  constructor(engine: EngineContext, options: JobOptions, request: JobRequest) {
    const { tenant = '', priority, deadlineMs = engine.limits.deadlineMs, verify = 'quick' } = options;
    const { workspace, signal, values, predictedMs, warnings = [], effort = verify } = request;
    this.engine = engine;
    this.values = values;
    this.signal = signal;
    this.effort = effort;
    this.warnings = [...warnings];
    this.#workspace = workspace;
    this.#options = options;
    this.#deadline = new Deadline(deadlineMs);
    this.#ticket = engine.scheduler.admit(tenant, predictedMs, priority);
  }

  /** Runs one task in a worker, as soon as it is the job's turn. Throws what failed as a ConversionError. */
  async call<T extends Task>(
    claim: Claim,
    task: T,
    { signal = this.signal, onProgress }: CallOptions = {},
  ): Promise<OutcomeOf[T['kind']]> {
    const asked = performance.now();
    const reply = await this.#ticket.run(claim, signal, () => {
      this.timings.queued += performance.now() - asked;
      return this.#metered(claim, task.kind, () =>
        this.#deadline.run(signal, (deadline) =>
          this.engine.lanes.run(claim.lane, task, {
            signal: deadline,
            remainingMs: this.#deadline.remainingMs,
            onProgress: this.#options.onProgress && onProgress,
          }),
        ),
      );
    });
    this.warnings.push(...reply.warnings);
    if (!reply.ok) throw errorOfFailure(reply.failure);
    return reply.outcome;
  }

  /**
   * Counts the processor time that the worker tells. One that was killed tells none, and one with threads of its own does
   * not know theirs: then the time counts for which the call has kept its slots from others.
   */
  async #metered<R extends Reply<unknown>>(
    { cpuSlots }: Claim,
    kind: Task['kind'],
    work: () => Promise<R>,
  ): Promise<R> {
    const { meter } = this.#options;
    if (!meter) return work();
    const begun = performance.now();
    let cpuMs: number | undefined;
    meter.begin(kind);
    try {
      const reply = await work();
      ({ cpuMs } = reply);
      return reply;
    } finally {
      meter.end(cpuMs ?? (performance.now() - begun) * cpuSlots);
    }
  }

  /** Tells the caller how far the conversion is, from 0 to 1. */
  progress(fraction: number): void {
    this.#options.onProgress?.(fraction);
  }

  /** The directory that receives outputs of workers as files; without one they come back as bytes. */
  async outDir(): Promise<string | undefined> {
    return this.#options.outDir === undefined ? undefined : this.#workspace.stage();
  }

  get scope(): Scope {
    return { workspace: this.#workspace, signal: this.signal };
  }

  get inspectRequest(): InspectRequest {
    return {
      effort: this.effort,
      password: this.values.password,
      sourceCrs: this.values.sourceCrs,
      dialect: this.values.dialect,
    };
  }

  [Symbol.dispose](): void {
    this.#ticket[Symbol.dispose]();
  }
}

export function claimOfReader({ lane }: Codec, artifacts: readonly Artifact[]): Claim {
  return { lane, cpuSlots: 1, memoryMB: INSPECT_MEMORY_MB + 2 * megabytesOf(artifacts) };
}

export function megabytesOf(artifacts: readonly Artifact[]): number {
  return artifacts.reduce((sum, artifact) => sum + sizeOf(artifact), 0) / 1e6;
}
