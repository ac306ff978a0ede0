import type { Artifact } from '../contract/artifact.ts';
import type { Warning } from '../contract/codec.ts';
import type { Report } from '../contract/report.ts';
import type { Feature } from '../formats/features.ts';
import type { Detection } from '../formats/detect/index.ts';
import type { FormatId } from '../formats/index.ts';
import type { PublicPlan } from '../planner/plan.ts';
import type { Task } from '../pool/protocol.ts';

/** What a caller asks of a plan. */
export interface PlanOptions {
  readonly bytes?: number;
  /** Validated values, or raw ones as they came from a caller. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly allowLoss?: readonly Feature[] | 'any';
}

/** What a caller asks of one conversion. */
export interface ConvertOptions extends Omit<PlanOptions, 'bytes'> {
  /** Target format: an id or an alias, any case. */
  readonly to: string;
  /** Source format, for files whose content does not tell. */
  readonly from?: string;
  /** What `detect` has found of this very file: it is not detected again. */
  readonly detection?: Detection;
  /** The input's own name, when the input is not a path. */
  readonly fileName?: string;
  /** Directory that receives the results as files; without it they come back as bytes. */
  readonly outDir?: string;
  /** `zip` packs several outputs into one ZIP; `list` (the default) leaves them apart. */
  readonly pack?: 'list' | 'zip';
  /** Whose turn it is, for fairness between callers of one engine. */
  readonly tenant?: string;
  /** The caller's share of a busy machine, relative to others; 1 if absent. */
  readonly priority?: number;
  /** How much of a result is compared with its source: what shows most faults quickly (the default), or everything. */
  readonly verify?: 'quick' | 'full';
  /**
   * What becomes of a result that verification refuses: it is discarded (`refuse`, the default), or returned with its
   * differences in the report (`tell`), after every other path was tried.
   */
  readonly onDifference?: 'refuse' | 'tell';
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** Called with 0 to 1, at most ten times a second. */
  readonly onProgress?: (fraction: number) => void;
  /** Learns what the conversion takes of the machine. */
  readonly meter?: Meter;
}

/** Counts what a conversion takes of the machine. Calls of workers may overlap. */
export interface Meter {
  /** A worker begins to work for it. */
  begin(kind: Task['kind']): void;
  /** A worker has ended its call, which took so many milliseconds of processor time. */
  end(cpuMs: number): void;
}

/** `fileNames` names the inputs that are not paths, in their order; the first one names the result. */
export interface MergeOptions extends Omit<ConvertOptions, 'from' | 'detection' | 'fileName' | 'pack' | 'allowLoss'> {
  readonly fileNames?: readonly string[];
}

/** What a conversion or a merge returns. */
export interface ConversionResult {
  /** The outputs, in order; more than one when the path gives many (pages) and `pack` is `list`. */
  readonly artifacts: readonly Artifact[];
  readonly sourceFormat: FormatId;
  readonly targetFormat: FormatId;
  readonly plan: PublicPlan;
  readonly report: Report;
  readonly warnings: readonly Warning[];
  /** Milliseconds. `queued` is time spent waiting for a worker. */
  readonly timings: {
    readonly total: number;
    readonly queued: number;
    readonly converted: number;
    readonly verified: number;
  };
  readonly files?: readonly { readonly name: string; readonly size: number }[];
}
