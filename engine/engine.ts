import { Registry } from './codecs/registry.ts';
import type { Codec } from './contract/codec.ts';
import { ConversionError } from './contract/errors.ts';
import { DEFAULT_LIMITS, type Limits } from './contract/limits.ts';
import type { Detection } from './formats/detect/index.ts';
import { type Feature, featuresOf } from './formats/features.ts';
import type { Family } from './formats/format.ts';
import { FORMATS, type Format, type FormatId } from './formats/index.ts';
import { OPTIONS, type OptionDeclaration, type OptionId } from './formats/options.ts';
import { parseOptions } from './formats/parse-options.ts';
import { requireFormat } from './formats/require-format.ts';
import { takeInput, type Input } from './io/input.ts';
import { Scratch } from './io/scratch.ts';
import { Graph } from './planner/graph.ts';
import { publicPlan, type PublicPlan } from './planner/plan.ts';
import { Planner } from './planner/planner.ts';
import { DetectionThread } from './pool/detection-thread.ts';
import { Lanes, type LaneStatus } from './pool/lanes.ts';
import { measureCapacity, type Capacity } from './pool/machine.ts';
import { ModuleCache } from './pool/modules.ts';
import { Scheduler } from './pool/scheduler.ts';
import { runChain, type ChainOptions, type ChainResult } from './run/chain.ts';
import { planChain, type ChainPlan } from './run/chain-plan.ts';
import { parseChainSteps, type ChainStep } from './run/chain-steps.ts';
import type { EngineContext } from './run/context.ts';
import type { ConversionResult, ConvertOptions, MergeOptions, PlanOptions } from './run/conversion.ts';
import { convertInput, planInput } from './run/convert.ts';
import { detectFormat } from './run/detect.ts';
import { findMergeTargets } from './run/merge-plan.ts';
import { mergeInputs } from './run/merge.ts';

export interface EngineOptions {
  /** Where temporary files live; the system's temporary directory if absent. Created when needed, emptied at close. */
  readonly scratchDir?: string;
  readonly limits?: Partial<Limits>;
  /**
   * MB that the whole process may use, its workers included: idle workers are ended for it, and conversions refused that
   * would need more. At least 900; derived from the machine if absent, and then conversions are not refused for it.
   */
  readonly memoryMB?: number;
  /** Worker threads a lane at most; derived from the cores if absent. */
  readonly slots?: number;
  /**
   * Milliseconds after which a worker without a task is ended and gives its memory back; the next task of its lane starts
   * another. `Infinity` keeps them. Ten minutes if absent.
   */
  readonly idleMs?: number;
  /** Conversions that may wait: beyond it `busy`; for one tenant `tenant_busy`. */
  readonly queue?: { readonly total?: number; readonly perTenant?: number };
  /**
   * Who looks into large files for their format, which can take tens of milliseconds: a `thread` of its own, so that it
   * holds nothing up (the default), or the `caller`, where nothing else waits and the start of a thread is saved.
   */
  readonly detection?: 'thread' | 'caller';
  /** Codecs to leave out, by id. */
  readonly without?: readonly string[];
}

export interface FormatInfo {
  readonly id: FormatId;
  readonly name: string;
  readonly family: Family;
  readonly extensions: readonly string[];
  readonly mimeTypes: readonly string[];
  readonly read: boolean;
  readonly write: boolean;
  readonly experimental?: true;
}

export interface OptionInfo {
  readonly id: OptionId;
  readonly declaration: OptionDeclaration;
}

/** A format that several files can be joined into. */
export interface MergeTarget {
  readonly id: FormatId;
  /** What some of the files have and the target can hold, but the result does not have of all of them. */
  readonly lost: readonly Feature[];
  /** Content that some of the files have and the target cannot hold. */
  readonly gone: readonly Feature[];
  readonly options: readonly OptionInfo[];
}

export interface DetectOptions {
  readonly fileName?: string;
  readonly signal?: AbortSignal;
}

export interface EngineStatus {
  readonly lanes: readonly LaneStatus[];
  readonly capacity: Capacity;
  /** Conversions admitted, worker calls running, worker calls waiting. */
  readonly admitted: number;
  readonly running: number;
  readonly waiting: number;
  /** npm packages that codecs need and that are not installed, by codec id. */
  readonly missing: Readonly<Record<string, readonly string[]>>;
}

/** The smallest thing that is read, planned, converted and compared as every input is: a PNG of one pixel. */
const WARM_UP = {
  codec: 'vips',
  to: 'jpg',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
    'base64',
  ),
} as const;

/** Conversions at work or waiting, unless `queue.total` says otherwise: some minutes of work for a small machine. */
const DEFAULT_QUEUE = { total: 256, perTenant: 128 } as const;

/** Ten minutes: a worker that starts costs up to seconds, one that waits up to a gigabyte. */
const DEFAULT_IDLE_MS = 600_000;

/**
 * Creates an engine. It loads no codec and starts no thread before the first conversion; close it, or declare it with
 * `await using`, so that its threads and temporary files go.
 */
export function createEngine(options: EngineOptions = {}): Engine {
  return new Engine(options);
}

/** What all conversions of one engine share. Starts nothing. */
export function createContext(
  { scratchDir, limits, queue, without, idleMs = DEFAULT_IDLE_MS, detection = 'thread' }: EngineOptions,
  capacity: Capacity = measureCapacity({}),
): EngineContext {
  const registry = new Registry({ without });
  const allLimits: Limits = { ...DEFAULT_LIMITS, ...limits };
  const graph = new Graph(registry.codecs, FORMATS);
  const installed = (codec: Codec): boolean => registry.isInstalled(codec) && capacity.threads[codec.lane] > 0;
  return {
    registry,
    graph,
    planner: new Planner(graph, { installed }),
    lanes: new Lanes({ capacity, limits: allLimits, registry, modules: new ModuleCache(), idleMs }),
    detection: detection === 'thread' ? new DetectionThread() : undefined,
    scheduler: new Scheduler(capacity, { ...DEFAULT_QUEUE, ...queue }),
    scratch: new Scratch(scratchDir),
    limits: allLimits,
  };
}

/** Converts files between formats in sealed worker threads, and verifies every result. */
export class Engine implements AsyncDisposable {
  readonly #context: EngineContext;
  readonly #capacity: Capacity;
  readonly #closing = new AbortController();
  readonly #inFlight = new Set<Promise<unknown>>();

  constructor(options: EngineOptions) {
    this.#capacity = measureCapacity(options);
    this.#context = createContext(options, this.#capacity);
  }

  /** Every format that some installed codec reads or writes. */
  formats(): FormatInfo[] {
    const { readable, writable } = this.#context.graph;
    return [...FORMATS.values()]
      .map((format) => describeFormat(format, readable.has(format.id), writable.has(format.id)))
      .filter(({ read, write }) => read || write);
  }

  /** The formats that a source can become without special consent. Throws `unknown_source_format`. */
  targets(from: string): FormatId[] {
    return this.#context.planner.targets(requireFormat(from, 'source'));
  }

  /** Every advertised ordered pair of formats. */
  pairs(): readonly (readonly [FormatId, FormatId])[] {
    return this.#context.planner.pairs();
  }

  /** The options that a conversion between two formats takes, with their types, bounds and help. */
  optionsFor(from: string, to: string): OptionInfo[] {
    return this.#context.planner.optionsFor(requireFormat(from, 'source'), requireFormat(to, 'target')).map(optionInfo);
  }

  /** What files of these formats can be joined into. Throws `unknown_source_format`. */
  async mergeTargets(from: readonly string[]): Promise<MergeTarget[]> {
    const formats = from.map((format) => requireFormat(format, 'source'));
    const found = await findMergeTargets(this.#context, formats);
    const targets = found.map(({ to, lost, gone, options }) => ({
      ...{ id: to, lost: featuresOf(lost), gone: featuresOf(gone) },
      options: options.map(optionInfo),
    }));
    return [...targets, { id: 'zip', lost: [], gone: [], options: [] }];
  }

  /** Says what a file is, by its content first. Throws `source_format_undetected` or `empty_file`. */
  async detect(input: Input, { fileName, signal }: DetectOptions = {}): Promise<Detection> {
    return this.#track(signal, async (joined) => {
      await using workspace = this.#context.scratch.workspace();
      const { inputBytes: maxBytes } = this.#context.limits;
      const taken = await takeInput(input, { fileName, maxBytes, workspace, signal: joined });
      return await detectFormat(this.#context, taken, { signal: joined });
    });
  }

  /**
   * Plans a conversion without running it: the route, its cost, and what is lost. Throws `unsupported_conversion`,
   * `loss_not_allowed`, `codec_not_installed` or `invalid_options`.
   */
  plan(from: string, to: string, { bytes, options, allowLoss }: PlanOptions = {}): PublicPlan {
    const plan = this.#context.planner.plan({
      from: requireFormat(from, 'source'),
      to: requireFormat(to, 'target'),
      bytes,
      options: parseOptions(options ?? {}),
      allowLoss,
    });
    return publicPlan(plan);
  }

  /** Plans the conversion of this very file, by what its headers say it has. Throws what `plan` throws. */
  async planFile(input: Input, options: ConvertOptions): Promise<PublicPlan> {
    const plan = await this.#track(options.signal, (signal) => planInput(this.#context, input, options, signal));
    return publicPlan(plan);
  }

  /**
   * Converts one input and verifies the result. Inputs by path are read where they lie; bytes are copied once, unless
   * they lie in a SharedArrayBuffer. Throws a ConversionError; after any error nothing is left behind.
   */
  async convert(input: Input, options: ConvertOptions): Promise<ConversionResult> {
    return this.#track(options.signal, (signal) => convertInput(this.#context, input, options, signal));
  }

  /**
   * Merges several inputs, in order, into one file and verifies it: images and PDFs into a PDF, images into a video or an
   * animated image, audio or video files into one that plays them in turn, anything into a ZIP. Of a ZIP among the inputs
   * each file is merged. Throws a ConversionError.
   */
  async merge(inputs: readonly Input[], options: MergeOptions): Promise<ConversionResult> {
    return this.#track(options.signal, (signal) => mergeInputs(this.#context, inputs, options, signal));
  }

  /**
   * Plans a chain of steps for files of these formats, each step on what the one before gives. Throws what `plan` throws,
   * with the number of the step in `details.step`.
   */
  planChain(from: readonly string[], steps: readonly ChainStep[]): ChainPlan {
    return planChain(this.#context, from, parseChainSteps(steps, this.#context.limits.chainSteps));
  }

  /**
   * Runs a chain of steps (convert, merge, split, optimise), each on the files of the one before, and verifies each. It is
   * planned as a whole before anything runs. Throws a ConversionError; after any error nothing is left behind.
   */
  async chain(inputs: readonly Input[], options: ChainOptions): Promise<ChainResult> {
    return this.#track(options.signal, (signal) => runChain(this.#context, inputs, options, signal));
  }

  /** Compiles these codecs (all installed ones if absent) and starts their workers, within the engine's memory. */
  async warm(codecs?: readonly string[]): Promise<void> {
    const { registry, lanes } = this.#context;
    const wanted = registry.codecs.filter(
      (codec) => registry.isInstalled(codec) && (codecs?.includes(codec.id) ?? true),
    );
    const byLane = Map.groupBy(wanted, ({ lane }) => lane);
    const { signal } = this.#closing;
    for (const [lane, members] of byLane) {
      if (this.#capacity.threads[lane] === 0) continue;
      await lanes.warm(
        lane,
        members.map(({ id }) => id),
        { signal, remainingMs: this.#context.limits.deadlineMs },
      );
    }
    // The code of this thread is compiled when it first runs, too.
    if (wanted.some(({ id }) => id === WARM_UP.codec)) await this.convert(WARM_UP.bytes, { to: WARM_UP.to });
  }

  status(): EngineStatus {
    const { lanes, scheduler, registry } = this.#context;
    const missing = registry.codecs
      .map((codec) => [codec.id, registry.missingPackages(codec)] as const)
      .filter(([, packages]) => packages.length > 0);
    return {
      lanes: lanes.status(),
      capacity: this.#capacity,
      admitted: scheduler.admitted,
      running: scheduler.running,
      waiting: scheduler.waiting,
      missing: Object.fromEntries(missing),
    };
  }

  /** Aborts what runs, ends the workers and removes the temporary files. Safe to call twice. */
  async close(): Promise<void> {
    this.#closing.abort(
      new ConversionError({ code: 'closed', message: 'The engine has been closed. Create a new one.' }),
    );
    await Promise.allSettled(this.#inFlight);
    await this.#context.lanes[Symbol.asyncDispose]();
    await this.#context.detection?.[Symbol.asyncDispose]();
    await this.#context.scratch[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Joins the caller's signal with the engine's own, and gives every abort the same form. */
  async #track<T>(callerSignal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = callerSignal ? AbortSignal.any([callerSignal, this.#closing.signal]) : this.#closing.signal;
    signal.throwIfAborted();
    const running = work(signal);
    this.#inFlight.add(running);
    try {
      return await running;
    } catch (error) {
      if (error instanceof ConversionError || !callerSignal?.aborted) throw error;
      throw new ConversionError(
        { code: 'aborted', message: 'The conversion was aborted by its caller.' },
        { cause: error },
      );
    } finally {
      this.#inFlight.delete(running);
    }
  }
}

function optionInfo(id: OptionId): OptionInfo {
  return { id, declaration: OPTIONS[id] };
}

function describeFormat(format: Format, read: boolean, write: boolean): FormatInfo {
  const { id, name, family, extensions, mime: mimeTypes, experimental } = format;
  return { id, name, family, extensions, mimeTypes, read, write, ...(experimental && { experimental }) };
}
