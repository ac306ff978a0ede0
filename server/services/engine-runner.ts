import type { ChainResult, ChainStep, ConversionResult, ConvertOptions, Detection, Meter } from '../../engine/index.ts';
import type { ConversionEngine } from '../conversion-engine.ts';

/** One conversion as the engine receives it. */
export interface ConversionJob extends Pick<ConvertOptions, 'verify' | 'onDifference'> {
  readonly conversionId: string;
  /** The account, for fairness between accounts. */
  readonly tenant: string;
  /** The account's share of a busy machine, relative to other accounts. */
  readonly priority: number | undefined;
  /** One file to convert, or several to merge or for a chain. */
  readonly inputs: readonly JobInput[];
  /** A chain runs `steps` on one file or several. */
  readonly kind: 'convert' | 'merge' | 'chain';
  readonly steps?: readonly ChainStep[];
  /** Empty directory for the result; the caller removes it. */
  readonly outDir: string;
  readonly to: string;
  readonly from?: string;
  /** What was found of a single file before; the engine does not detect it again. */
  readonly detection?: Detection;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly allowLoss?: ConvertOptions['allowLoss'];
  /** Address of a presigned PUT that receives the result. */
  readonly exportUrl?: string;
}

export interface JobInput {
  readonly path: string;
  readonly fileName: string;
}

export interface JobControl {
  readonly signal: AbortSignal;
  /** Called with 0 to 1, at most ten times a second. */
  readonly onProgress?: (fraction: number) => void;
  readonly meter?: Meter;
}

/** Resolves when the job has ended. An abort ends the job and rejects with the engine's `aborted`. */
export type RunJob = (job: ConversionJob, control: JobControl) => Promise<RunResult>;

/** Of a chain, with what each step has done. */
export type RunResult = ConversionResult & Partial<Pick<ChainResult, 'steps'>>;

/** Runs jobs by the engine of this process. Its scheduler takes care of order and fairness. */
export function engineRunner(engine: ConversionEngine): RunJob {
  return ({ inputs, kind, outDir, to, from, detection, options, allowLoss, ...job }, control) => {
    const { tenant, priority, verify, onDifference } = job;
    const common = { to, options, outDir, tenant, priority, verify, onDifference, ...control };
    if (kind === 'merge') {
      const fileNames = inputs.map(({ fileName }) => fileName);
      const paths = inputs.map(({ path }) => path);
      return engine.merge(paths, { ...common, fileNames });
    }
    if (kind === 'chain') {
      const fileNames = inputs.map(({ fileName }) => fileName);
      const asked = { ...common, steps: job.steps!, from, fileNames, pack: 'zip' } as const;
      return engine.chain(
        inputs.map(({ path }) => path),
        asked,
      );
    }
    const { path, fileName } = inputs[0]!;
    return engine.convert(path, { ...common, from, detection, fileName, allowLoss, pack: 'zip' });
  };
}
