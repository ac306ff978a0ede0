import type { Readable } from 'node:stream';
import type { Warning } from './codec.ts';
import type { Feature } from './formats/features.ts';
import type { FormatId } from './formats/index.ts';
import type { Family } from './formats/format.ts';
import type { OptionId, OptionValues, OptionDeclaration } from './formats/options.ts';
import type { PortableArtifact } from './io/artifact.ts';
import type { Limits } from './limits.ts';
import type { Plan } from './planner/plan.ts';
import type { Report } from './verify/report.ts';

/** A path, bytes, a Blob, or a stream of bytes. */
export type Input = string | URL | Uint8Array | Blob | ReadableStream<Uint8Array> | Readable;

export interface EngineOptions {
  /** Where temporary files live; the system's temporary directory if absent. Created when needed, emptied at close. */
  readonly scratchDir?: string;
  readonly limits?: Partial<Limits>;
  /** MB that all workers together may use; derived from the machine if absent. */
  readonly memoryMB?: number;
  /** Worker threads a lane at most; derived from the cores if absent. */
  readonly slots?: number;
  /** Conversions that may wait: beyond it `busy`; for one tenant `tenant_busy`. */
  readonly queue?: { readonly total?: number; readonly perTenant?: number };
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

export interface Detection {
  readonly format: FormatId;
  /** 0 to 1: 1 is a signature that nothing else has; below 0.5 is not reported as detected. */
  readonly confidence: number;
  readonly via: 'content' | 'name';
  readonly warnings: readonly Warning[];
}

export interface DetectOptions {
  readonly fileName?: string;
  readonly signal?: AbortSignal;
}

export interface PlanOptions {
  readonly bytes?: number;
  /** Validated values, or raw ones as they came from a caller. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly allowLoss?: readonly Feature[] | 'any';
}

export interface ConvertOptions extends Omit<PlanOptions, 'bytes'> {
  /** Target format: an id or an alias, any case. */
  readonly to: string;
  /** Source format, for files whose content does not tell. */
  readonly from?: string;
  /** The input's own name, when the input is not a path. */
  readonly fileName?: string;
  /** Directory that receives the results as files; without it they come back as bytes. */
  readonly outDir?: string;
  /** `zip` packs several outputs into one ZIP; `list` (the default) leaves them apart. */
  readonly pack?: 'list' | 'zip';
  /** Whose turn it is, for fairness between callers of one engine. */
  readonly tenant?: string;
  readonly verify?: 'quick' | 'full';
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** Called with 0 to 1, at most ten times a second. */
  readonly onProgress?: (fraction: number) => void;
  /** Hand the input's buffer over instead of copying it; it is empty afterwards. */
  readonly transfer?: boolean;
}

export interface ConversionResult {
  /** The outputs, in order; more than one when the path gives many (pages) and `pack` is `list`. */
  readonly artifacts: readonly PortableArtifact[];
  readonly sourceFormat: FormatId;
  readonly targetFormat: FormatId;
  readonly plan: Plan;
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

export type { OptionValues };
