import type { ConversionResult, ConvertOptions, Detection } from '../../engine/index.ts';

/** One conversion as a worker receives it. */
export interface ConversionJob extends Pick<ConvertOptions, 'verify' | 'onDifference'> {
  readonly conversionId: string;
  /** The account, for fairness between accounts. */
  readonly tenant: string;
  /** The account's share of a busy machine, relative to other accounts. */
  readonly priority: number | undefined;
  /** One file to convert, or several to merge. */
  readonly inputs: readonly JobInput[];
  readonly kind: 'convert' | 'merge';
  /** Empty directory for the result; the caller removes it. */
  readonly outDir: string;
  readonly to: string;
  readonly from?: string;
  /** What was found of a single file before; the engine does not detect it again. */
  readonly detection?: Detection;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly allowLoss?: ConvertOptions['allowLoss'];
}

export interface JobInput {
  readonly path: string;
  readonly fileName: string;
}

export interface JobControl {
  readonly signal: AbortSignal;
  /** Called with 0 to 1, at most ten times a second. */
  readonly onProgress?: (fraction: number) => void;
}

/**
 * Runs conversions in this process. Each process converts what it has accepted, because the uploads are on its disk.
 */
export interface Queue {
  /** Resolves when the job has ended. An abort ends the job and rejects with the engine's `aborted`. */
  run(job: ConversionJob, control: JobControl): Promise<ConversionResult>;
}
