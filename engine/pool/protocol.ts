import type { MessagePort } from 'node:worker_threads';
import type { CompiledModule, InspectRequest, Lane, Partition, Step, Warning } from '../contract/codec.ts';
import type { Failure } from '../contract/errors.ts';
import type { Artifact } from '../contract/artifact.ts';
import type { Place } from '../contract/samples.ts';
import type { Limits } from '../contract/limits.ts';
import type { Facts, Inspected, RasterFacts, TrackFacts } from '../contract/facts.ts';
import type { Expectation } from '../contract/report.ts';
import type { Findings } from '../verify/findings.ts';

/** Compiled WebAssembly by codec id and by the name in `Codec.wasm`. Cloning a module shares its code. */
export type CompiledModules = Readonly<Record<string, Readonly<Record<string, CompiledModule>>>>;

/** What a worker thread is told once, when it starts. */
export interface WorkerBoot {
  readonly lane: Lane;
  /** Codecs of the lane that must start before the thread is sealed. */
  readonly unsealed: readonly string[];
  readonly modules: CompiledModules;
  readonly limits: Limits;
  /** Folders that stay readable after the seal: the engine's own code and the codecs' packages. */
  readonly readable: readonly string[];
  /** Where the process keeps compiled JavaScript; absent when it keeps none. */
  readonly compiledCode?: string;
}

/** Consecutive steps of one lane, run in one worker call. */
export interface ConvertTask {
  readonly kind: 'convert';
  readonly inputs: readonly Artifact[];
  readonly steps: readonly Step[];
  /** The source has not been inspected in full: the codec that decodes it makes a preview. */
  readonly preview?: boolean;
  /** Workers that could convert partitions of the source at the same time; absent when it must stay whole. */
  readonly idleWorkers?: number;
  /** Receives the outputs as files; without it they come back as bytes. */
  readonly outDir?: string;
}

export interface InspectTask {
  readonly kind: 'inspect';
  readonly reader: string;
  readonly artifact: Artifact;
  readonly request: InspectRequest;
}

/** A reader inspects the outputs, and the comparison runs in the same worker: only the findings come back. */
export interface VerifyTask {
  readonly kind: 'verify';
  readonly reader: string;
  readonly source: Facts;
  readonly outputs: readonly Artifact[];
  readonly expectation: Expectation;
  readonly request: InspectRequest;
}

/** A reader decodes moments of a source and of what was made of it, and compares them. */
export interface SampleTask {
  readonly kind: 'sample';
  readonly reader: string;
  readonly source: Artifact;
  readonly output: Artifact;
  readonly facts: Facts;
  readonly expectation: Expectation;
  /** Absent when the source is all that the output holds. */
  readonly place?: Place;
  /** Of the output. */
  readonly tracks: readonly TrackFacts[];
  /** What was seen of an output that is an image: it need not be decoded. */
  readonly image?: RasterFacts;
  readonly effort: 'quick' | 'full';
}

/** Packs files into one ZIP; `entries` name them, in the order of the inputs. */
export interface PackTask {
  readonly kind: 'pack';
  readonly inputs: readonly Artifact[];
  readonly entries: readonly string[];
  readonly name: string;
  readonly outDir?: string;
}

/** Starts runners before the first conversion needs them. */
export interface WarmTask {
  readonly kind: 'warm';
  readonly codecs: readonly string[];
}

export type Task = ConvertTask | InspectTask | VerifyTask | SampleTask | PackTask | WarmTask;

export function inputsOf(task: Task): readonly Artifact[] {
  switch (task.kind) {
    case 'convert':
    case 'pack':
      return task.inputs;
    case 'inspect':
      return [task.artifact];
    case 'verify':
      return task.outputs;
    case 'sample':
      return [task.source, task.output];
    case 'warm':
      return [];
  }
}

/** Ids of the codecs that the task runs. */
export function codecsOf(task: Task): readonly string[] {
  switch (task.kind) {
    case 'convert':
      return [...new Set(task.steps.map(({ codec }) => codec))];
    case 'inspect':
    case 'verify':
    case 'sample':
      return [task.reader];
    case 'warm':
      return task.codecs;
    case 'pack':
      return [];
  }
}

/** Buffers that belong to these artifacts alone and can be transferred; the caller's input is shared instead. */
export function buffersOf(artifacts: readonly Artifact[]): ArrayBuffer[] {
  const buffers = artifacts.flatMap((artifact) =>
    'bytes' in artifact && artifact.bytes.buffer instanceof ArrayBuffer ? [artifact.bytes.buffer] : [],
  );
  return [...new Set(buffers)];
}

/** What travels with every task. */
export interface Envelope {
  readonly task: Task;
  readonly modules: CompiledModules;
  readonly limits: Limits;
  /** Milliseconds until the job's soft deadline. */
  readonly remainingMs: number;
  /** Receives fractions from 0 to 1. */
  readonly progress?: MessagePort;
}

export interface ConvertOutcome {
  readonly artifacts: readonly Artifact[];
  /** What the codec found in the source, where the task asked for a preview. */
  readonly inspected?: Inspected;
  /** Nothing was converted yet: these partitions of the source are to be. */
  readonly partitioned?: Partitioned;
}

/** How a codec partitions a source (see `Partitioning`). */
export interface Partitioned {
  readonly partitions: readonly Partition[];
  readonly share?: number;
}

interface InspectOutcome {
  readonly facts: Facts;
}

interface VerifyOutcome extends Findings {
  readonly depth: Facts['depth'];
  /** The reader does not know how one of the outputs is stored: nothing was compared. */
  readonly isUnread?: true;
  /** Of the first output, if it is audio or video. */
  readonly tracks?: readonly TrackFacts[];
  /** What was seen of the first output, if it is an image of a video. */
  readonly image?: RasterFacts;
  /** The outputs that were inspected, given back: bytes are transferred in and out. */
  readonly outputs: readonly Artifact[];
}

interface SampleOutcome extends Findings {
  /** Everything that could be compared was. */
  readonly isWhole: boolean;
  /** Given back, as bytes are transferred in and out. */
  readonly output: Artifact;
}

type WarmOutcome = Readonly<Record<string, never>>;

export interface OutcomeOf {
  readonly convert: ConvertOutcome;
  readonly inspect: InspectOutcome;
  readonly verify: VerifyOutcome;
  readonly sample: SampleOutcome;
  readonly pack: ConvertOutcome;
  readonly warm: WarmOutcome;
}

/** A failure is a value: a class or a code thrown in a worker would arrive as a plain Error without it. */
export type Reply<Outcome> = {
  readonly warnings: readonly Warning[];
  readonly threadId: number;
  /** Milliseconds of processor time; absent when threads beside the worker's own have worked. */
  readonly cpuMs?: number;
  /** The worker should be replaced: its state or its memory can no longer be trusted. */
  readonly retire: boolean;
} & ({ readonly ok: true; readonly outcome: Outcome } | { readonly ok: false; readonly failure: Failure });
