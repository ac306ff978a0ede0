import type { ConversionResult, ConvertOptions } from '../../engine/index.ts';

/** One conversion as a worker needs it: plain data, so that it can travel to another machine. */
export interface ConversionJob {
  readonly conversionId: string;
  /** Whose turn it is, for fairness between accounts. */
  readonly tenant: string;
  readonly inputPath: string;
  readonly fileName: string;
  /** Empty directory that receives the result; the caller removes it. */
  readonly outDir: string;
  readonly to: string;
  readonly from?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly allowLoss?: ConvertOptions['allowLoss'];
}

/** Runs conversions: in this process, or on other machines. */
export interface Queue {
  /** Settles when the job is done; an abort ends the job and rejects with the engine's `aborted`. */
  run(job: ConversionJob, signal: AbortSignal): Promise<ConversionResult>;
}
