import type { ConversionResult, ConvertOptions } from '../../engine/index.ts';

/** One conversion as a worker needs it. */
export interface ConversionJob {
  readonly conversionId: string;
  /** Whose turn it is, for fairness between accounts. */
  readonly tenant: string;
  /** The account's share of a busy machine, relative to others. */
  readonly priority: number | undefined;
  /** One file to convert, or several to join into one. */
  readonly inputs: readonly JobInput[];
  readonly kind: 'convert' | 'merge';
  /** Empty directory that receives the result; the caller removes it. */
  readonly outDir: string;
  readonly to: string;
  readonly from?: string;
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

/** Runs conversions, in this process: each process converts what it has accepted, because the uploads lie on its disk. */
export interface Queue {
  /** Settles when the job is done; an abort ends the job and rejects with the engine's `aborted`. */
  run(job: ConversionJob, control: JobControl): Promise<ConversionResult>;
}
