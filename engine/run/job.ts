import { parse } from 'node:path';
import type { Codec, Step, InspectRequest, Warning } from '../contract/codec.ts';
import { Deadline } from './deadline.ts';
import { ConversionError, errorOfFailure, type ErrorDetails } from '../contract/errors.ts';
import { formatOf, type FormatId } from '../formats/index.ts';
import type { OptionValues } from '../formats/options.ts';
import { documentsOf, isShared, sizeOf, type Artifact } from '../contract/artifact.ts';
import type { Scratch, Workspace } from '../io/scratch.ts';
import type { Limits } from '../contract/limits.ts';
import { nothingLeft } from '../content/timeline/cut-off-stream.ts';
import { convertInPartitions } from './partitions.ts';
import type { Graph } from '../planner/graph.ts';
import type { Planner } from '../planner/planner.ts';
import type { PlannedStep } from '../planner/plan.ts';
import type { Lanes } from '../pool/lanes.ts';
import type { ConvertOutcome, ConvertTask, OutcomeOf, Task } from '../pool/protocol.ts';
import type { Claim, Scheduler, Ticket } from '../pool/scheduler.ts';
import type { Registry } from '../codecs/registry.ts';
import type { Facts, Inspected } from '../contract/facts.ts';
import type { Check, Expectation } from '../contract/report.ts';
import type { Place } from '../contract/samples.ts';

/** What every conversion of one engine shares. */
export interface EngineContext {
  readonly registry: Registry;
  readonly graph: Graph;
  readonly planner: Planner;
  readonly lanes: Lanes;
  readonly scheduler: Scheduler;
  readonly scratch: Scratch;
  readonly limits: Limits;
}

/** Milliseconds that a quick look at the source may take. */
const LOOK_BUDGET_MS = 250;
/** Verification may take this many milliseconds, or this share of the conversion if that is more. */
const VERIFY_LEAST_MS = 20;
const VERIFY_SHARE = 0.25;
/** Milliseconds that must be left to look at moments of two files: two decoders start and open a file each. */
const LEAST_SAMPLE_MS = 60;
/** What looking at a file takes of the memory budget beside its own size, in MB. */
const INSPECT_MEMORY_MB = 64;
/** Shares of the progress that a caller sees. */
const INSPECTED = 0.05;
const CONVERTED = 0.9;
/** The last step is the caller's: it is reported when the result is in place. */
const ALMOST_DONE = 0.99;

export interface JobRequest {
  readonly workspace: Workspace;
  readonly ticket: Ticket;
  readonly signal: AbortSignal;
  readonly values: OptionValues;
  readonly deadlineMs: number | undefined;
  readonly effort: InspectRequest['effort'];
  /** Results are made as files, not bytes. */
  readonly toFiles: boolean;
  readonly warnings: readonly Warning[];
  readonly onProgress: ((fraction: number) => void) | undefined;
}

export interface Verified {
  readonly artifacts: readonly Artifact[];
  readonly checks: readonly Check[];
  readonly depth: Facts['depth'];
}

interface WorkOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

/** One conversion at work: its worker calls in the order of service, its time, and what it has to tell. */
export class Job {
  readonly #engine: EngineContext;
  readonly #request: JobRequest;
  readonly #deadline: Deadline;
  #mayDivide = true;
  #isDivided = false;
  readonly warnings: Warning[];
  /** Milliseconds. */
  readonly timings = { queued: 0, converted: 0, verified: 0 };

  constructor(engine: EngineContext, request: JobRequest) {
    this.#engine = engine;
    this.#request = request;
    this.#deadline = new Deadline(request.deadlineMs ?? engine.limits.deadlineMs);
    this.warnings = [...request.warnings];
  }

  /**
   * Looks at the source with the first reader of its format that understands it: one may know a dialect that another
   * does not.
   */
  async inspect(
    source: Artifact,
    { effort = this.#request.effort, skipPreview }: Partial<Pick<InspectRequest, 'effort' | 'skipPreview'>> = {},
  ): Promise<Facts> {
    let refusal: ConversionError | undefined;
    let missing: ErrorDetails | undefined;
    for (const reader of this.#engine.registry.readersOf(source.format)) {
      try {
        const facts = await this.#inspectWith(reader, source, { effort, skipPreview, missing });
        this.#progress(INSPECTED);
        return facts;
      } catch (error) {
        if (!(error instanceof ConversionError) || !this.#mayReadOtherwise(error)) throw error;
        if (error.code === 'input_truncated') missing = error.details;
        refusal ??= error;
      }
    }
    if (refusal) throw missing ? nothingLeft(source.format) : refusal;
    return unreadFacts(source);
  }

  /** One reader may know a dialect, or get more out of what is left of a file, than another. */
  #mayReadOtherwise({ code }: ConversionError): boolean {
    return code === 'input_corrupt' || (code === 'input_truncated' && this.#request.values.salvage === true);
  }

  async #inspectWith(
    reader: Codec,
    source: Artifact,
    how: Pick<InspectRequest, 'effort' | 'skipPreview' | 'missing'>,
  ): Promise<Facts> {
    const { facts } = await this.#work(claimOfReader(reader, [source]), {
      kind: 'inspect',
      reader: reader.id,
      artifact: source,
      request: { ...this.#inspectRequest(LOOK_BUDGET_MS), ...how, salvage: this.#request.values.salvage },
    });
    return facts;
  }

  /**
   * Runs steps from the sources on; between lanes the conversion gives its worker back. The first codec is asked for what
   * the source looks like when somebody wants to know (`onSeen`); it may not answer.
   */
  async run(
    sources: readonly Artifact[],
    steps: readonly PlannedStep[],
    onSeen?: (seen: Inspected) => void,
  ): Promise<readonly Artifact[]> {
    const started = performance.now();
    const predictedMs = steps.reduce((sum, { ms }) => sum + ms, 0) || 1;
    let artifacts = sources;
    let done = 0;
    for (const stage of stagesOf(steps)) {
      const share = stage.reduce((sum, { ms }) => sum + ms, 0) / predictedMs;
      const begun = done;
      // Pictures beside a text are for who gets it: no codec of another lane takes them.
      const outcome = await this.#convert(stage, done === 0 ? artifacts : documentsOf(artifacts), {
        preview: onSeen !== undefined && done === 0,
        onProgress: (fraction) => this.#progress(INSPECTED + (CONVERTED - INSPECTED) * (begun + fraction * share)),
      });
      ({ artifacts } = outcome);
      if (outcome.inspected) onSeen?.(outcome.inspected);
      done += share;
    }
    this.timings.converted += performance.now() - started;
    this.#progress(CONVERTED);
    return artifacts;
  }

  /** One worker call; or several at the same time, when workers are idle and the codec divides its source. */
  async #convert(
    stage: readonly PlannedStep[],
    inputs: readonly Artifact[],
    { preview, onProgress }: { readonly preview: boolean; readonly onProgress: (fraction: number) => void },
  ): Promise<ConvertOutcome> {
    const claim = claimOfSteps(stage);
    const steps = stage.map((step) => this.#stepOf(step));
    const { signal } = this.#request;
    const convert = async (task: Omit<ConvertTask, 'kind'>, how: WorkOptions): Promise<ConvertOutcome> =>
      this.#work(claim, { kind: 'convert', ...task, outDir: await this.#outDir() }, how);
    const idleWorkers = this.#mayDivide && inputs.every(isShared) ? this.#idleWorkers(stage, claim) : undefined;
    const outcome = await convert({ inputs, steps, preview, idleWorkers }, { signal, onProgress });
    const { partitioned } = outcome;
    if (!partitioned) return outcome;
    this.#isDivided = true;
    return convertInPartitions({
      inputs,
      step: steps[0]!,
      partitioned,
      signal,
      convert: (given, step, how) => convert({ inputs: given, steps: [step] }, how),
      onProgress,
    });
  }

  /** Workers that could share a stage; none when its codec does not divide such sources, or all but one are at work. */
  #idleWorkers([step, ...more]: readonly PlannedStep[], claim: Claim): number | undefined {
    const { registry, scheduler } = this.#engine;
    const edge = registry.codec(step!.codec).edges.find(({ name }) => name === step!.edge);
    if (more.length > 0 || !edge?.partitionable?.includes(step!.from)) return undefined;
    const idle = scheduler.idleWorkers(claim);
    return idle > 1 ? idle : undefined;
  }

  /** Whether the conversion was divided; from now on it is done in one piece. */
  undivide(): boolean {
    const wasDivided = this.#isDivided;
    this.#isDivided = false;
    this.#mayDivide = false;
    return wasDivided;
  }

  /** Compares outputs with what was promised, by a reader that is not the codec which wrote them, where there is one. */
  async verify(
    source: Facts,
    outputs: readonly Artifact[],
    expectation: Expectation,
    writer: string | undefined,
  ): Promise<Verified> {
    const started = performance.now();
    const readers = this.#engine.registry.readersOf(outputs[0]!.format);
    const [reader, other] = [...readers].sort((a, b) => Number(a.id === writer) - Number(b.id === writer));
    if (!reader) return { artifacts: outputs, checks: [], depth: 'signature' };
    const documents = documentsOf(outputs);
    let verified = await this.#verifyWith(reader, source, documents, expectation);
    // Who only counted the frames of a picture has not seen it: then the codec that wrote looks as well.
    if (other && source.raster?.thumbnails && verified.depth === 'structure') {
      const { artifacts, checks, depth } = await this.#verifyWith(other, source, verified.artifacts, expectation);
      const known = verified.checks;
      const further = checks.filter(({ name, ok }) => !known.some((check) => check.name === name && check.ok === ok));
      verified = { artifacts, checks: [...known, ...further], depth };
    }
    this.timings.verified = performance.now() - started;
    const pictures = outputs.filter((output) => !documents.includes(output));
    return { ...verified, artifacts: [...verified.artifacts, ...pictures] };
  }

  /**
   * Compares what a film shows and a sound sounds like at some moments with its source, after `verify` has found nothing
   * wrong: where a decoder knows both formats, and the time for verification suffices to start it. `place` tells where
   * the source is in a result that holds others too.
   */
  async compareMoments(
    source: Artifact,
    facts: Facts,
    { artifacts, checks, depth }: Verified,
    expectation: Expectation,
    place?: Place,
  ): Promise<Verified> {
    const [output, ...others] = artifacts;
    const reader = this.#engine.registry.samplerOf(source.format, output!.format);
    const request = this.#inspectRequest(this.#verifyBudgetMs - this.timings.verified);
    if (!reader || others.length > 0 || depth === 'content' || request.budgetMs < LEAST_SAMPLE_MS)
      return { artifacts, checks, depth };
    const started = performance.now();
    const files = { source, output: output! };
    const task = { kind: 'sample', reader: reader.id, ...files, facts, expectation, place, request } as const;
    const compared = await this.#work(claimOfReader(reader, [source, output!]), task);
    this.timings.verified += performance.now() - started;
    return {
      artifacts: [compared.output],
      checks: [...checks, ...compared.checks],
      depth: compared.isWhole ? 'content' : depth,
    };
  }

  async #verifyWith(
    reader: Codec,
    source: Facts,
    outputs: readonly Artifact[],
    expectation: Expectation,
  ): Promise<Verified> {
    const { encrypt, ownerPassword, password } = this.#request.values;
    const request = {
      ...this.#inspectRequest(this.#verifyBudgetMs),
      password: encrypt ?? ownerPassword ?? password, // what was encrypted opens with its new password
    };
    const task = { kind: 'verify', reader: reader.id, source, outputs, expectation, request } as const;
    const outcome = await this.#work(claimOfReader(reader, outputs), task).catch((error: unknown) => {
      throw isUnreadable(error) ? unreadableOutput(error) : error;
    });
    return { artifacts: outcome.outputs, checks: outcome.checks, depth: outcome.depth };
  }

  /** Packs files into one ZIP. */
  async pack(files: readonly Artifact[], name: string): Promise<readonly Artifact[]> {
    const { artifacts } = await this.#work(
      { lane: 'light', cpuSlots: 1, memoryMB: megabytesOf(files) },
      { kind: 'pack', inputs: files, entries: files.map((file) => file.name), name, outDir: await this.#outDir() },
    );
    return artifacts;
  }

  async #work<T extends Task>(
    claim: Claim,
    task: T,
    { signal = this.#request.signal, onProgress }: WorkOptions = {},
  ): Promise<OutcomeOf[T['kind']]> {
    const { ticket } = this.#request;
    const asked = performance.now();
    const reply = await ticket.run(claim, signal, () => {
      this.timings.queued += performance.now() - asked;
      return this.#deadline.run(signal, (deadline) =>
        this.#engine.lanes.run(claim.lane, task, {
          signal: deadline,
          remainingMs: this.#deadline.remainingMs,
          onProgress: this.#request.onProgress && onProgress,
        }),
      );
    });
    this.warnings.push(...reply.warnings);
    if (!reply.ok) throw errorOfFailure(reply.failure);
    return reply.outcome;
  }

  get #verifyBudgetMs(): number {
    return Math.max(VERIFY_LEAST_MS, VERIFY_SHARE * this.timings.converted);
  }

  #inspectRequest(budgetMs: number): InspectRequest {
    const { effort, values } = this.#request;
    return { effort, budgetMs: effort === 'full' ? Infinity : budgetMs, password: values.password };
  }

  /** The planner gives an option to one step; a password is for whoever opens the source. */
  #stepOf({ codec, edge, from, to, options }: PlannedStep): Step {
    const { password } = this.#request.values;
    return { codec, edge, from, to, options: password === undefined ? options : { ...options, password } };
  }

  async #outDir(): Promise<string | undefined> {
    return this.#request.toFiles ? this.#request.workspace.stage() : undefined;
  }

  #progress(fraction: number): void {
    this.#request.onProgress?.(Math.min(fraction, ALMOST_DONE));
  }
}

/** A reader says of a file what would be wrong with it as an input. */
function isUnreadable(error: unknown): error is ConversionError {
  return error instanceof ConversionError && (error.code === 'input_corrupt' || error.code === 'input_truncated');
}

function unreadableOutput(cause: ConversionError): ConversionError {
  const message =
    'The result was made, but it cannot be read again, so it is not handed out. Try again, or convert to another format.';
  return new ConversionError({ code: 'output_not_verified', message }, { cause });
}

/** Consecutive steps of one lane run in one worker call. */
function stagesOf(steps: readonly PlannedStep[]): PlannedStep[][] {
  const stages: PlannedStep[][] = [];
  for (const step of steps) {
    const stage = stages.at(-1);
    if (stage?.[0]?.lane === step.lane) stage.push(step);
    else stages.push([step]);
  }
  return stages;
}

function claimOfSteps(steps: readonly PlannedStep[]): Claim {
  return {
    lane: steps[0]!.lane,
    cpuSlots: Math.max(...steps.map(({ cpuSlots }) => cpuSlots)),
    memoryMB: Math.max(...steps.map(({ memoryMB }) => memoryMB)),
  };
}

function claimOfReader({ lane }: Codec, artifacts: readonly Artifact[]): Claim {
  return { lane, cpuSlots: 1, memoryMB: INSPECT_MEMORY_MB + 2 * megabytesOf(artifacts) };
}

function megabytesOf(artifacts: readonly Artifact[]): number {
  return artifacts.reduce((sum, artifact) => sum + sizeOf(artifact), 0) / 1e6;
}

/** What is known of a file that no reader opens: what its format can carry. */
function unreadFacts(source: Artifact): Facts {
  const { carries } = formatOf(source.format);
  return { format: source.format, sizeBytes: sizeOf(source), reader: '', depth: 'signature', features: carries };
}

/** Bytes of a file's stem: file systems allow 255 for the whole name. */
const MAX_STEM_CHARS = 100;
/** Control characters, and what separates directories or is forbidden in names somewhere. */
const UNSAFE_IN_NAMES = /[\p{Cc}/\\:*?"<>|]/gu;

/** The input's own name, made harmless, with an extension of a format: its own where it is one. */
export function nameWithExtension(fileName: string | undefined, format: FormatId): string {
  const { name, ext } = parse(fileName?.replaceAll('\\', '/') ?? '');
  const stem = name.replace(UNSAFE_IN_NAMES, '_').slice(0, MAX_STEM_CHARS);
  const isNameless = stem === '' || /^\.+$/.test(stem);
  const { extensions } = formatOf(format);
  const own = extensions.find((extension) => `.${extension}` === ext.toLowerCase());
  return `${isNameless ? 'file' : stem}.${own ?? extensions[0]}`;
}
