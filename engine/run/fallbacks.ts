import type { Warning } from '../contract/codec.ts';
import { ConversionError, type EngineErrorCode } from '../contract/errors.ts';
import type { OptionId } from '../formats/options.ts';
import type { Plan } from '../planner/plan.ts';
import type { PlanRequest } from '../planner/planner.ts';
import type { ConvertOptions } from './conversion.ts';
import type { Job } from './job.ts';
import { RefusedResult, type VerifiedResult } from './verified-result.ts';

/** Other paths that are tried after a codec has failed. */
const MAX_FALLBACKS = 2;

interface Attempts {
  attempt(plan: Plan): Promise<VerifiedResult>;
  readonly onDifference?: ConvertOptions['onDifference'];
}

/**
 * Runs an attempt by a plan; after a fault of a codec again, without partitions or by another path that loses no more. Of
 * several errors the one that names an option is thrown: the caller can do something about it.
 * With `onDifference: 'tell'` the first result that was refused is returned when no path makes a better one.
 */
export async function withFallbacks(
  job: Job,
  request: PlanRequest,
  preferred: Plan,
  { attempt, onDifference = 'refuse' }: Attempts,
): Promise<VerifiedResult> {
  const { planner } = job.engine;
  let plan = preferred;
  let refused: RefusedResult | undefined;
  let unmet: ConversionError | undefined;
  const failed = new Set<string>();
  const warningsAtFirst = job.warnings.length;
  for (let count = 0; ; count++) {
    const warningsBefore = job.warnings.length;
    const retryWith = (warning: Warning): void => void job.warnings.splice(warningsBefore, Infinity, warning);
    try {
      return await attempt(plan);
    } catch (error) {
      if (error instanceof RefusedResult) refused ??= error;
      if (isUnmetOption(error)) unmet ??= error;
      if (count < MAX_FALLBACKS && mayAnotherDo(error)) {
        if (stopPartitioning(job)) {
          retryWith(WITHOUT_PARTITIONS);
          continue;
        }
        for (const codec of planner.suspectsOf(plan)) failed.add(codec);
        const other = planner.fallbacks(plan, { ...request, exclude: failed });
        if (other) {
          retryWith(warningOfFallback(plan, other));
          plan = other;
          continue;
        }
      }
      if (!refused || onDifference === 'refuse' || !mayAnotherDo(error)) throw unmet ?? error;
      job.warnings.splice(warningsAtFirst, Infinity, ...refused.warnings);
      return refused.result;
    }
  }
}

/** Whether the source was partitioned; from now on it is converted whole. */
function stopPartitioning({ partitioning }: Job): boolean {
  const { isUsed } = partitioning;
  partitioning.isUsed = false;
  partitioning.isAllowed = false;
  return isUsed;
}

/** Only what is up to the codec is worth another path: a damaged or encrypted input stays what it is. */
function mayAnotherDo(error: unknown): boolean {
  return isUnmetOption(error) || (error instanceof ConversionError && CODEC_FAULTS.has(error.code));
}

const CODEC_FAULTS: ReadonlySet<EngineErrorCode> = new Set(['conversion_failed', 'output_not_verified']);

/** Options that one codec may be able to follow for a file for which another is not: each writes PDFs of its own kind. */
const UP_TO_CODECS: ReadonlySet<unknown> = new Set<OptionId>(['pdfStandard']);

function isUnmetOption(error: unknown): error is ConversionError {
  return (
    error instanceof ConversionError && error.code === 'invalid_options' && UP_TO_CODECS.has(error.details['option'])
  );
}

const WITHOUT_PARTITIONS: Warning = {
  code: 'fallback_used',
  message:
    'Several workers converted parts of the source and one of them failed. The source was converted again as a whole.',
};

function warningOfFallback(failed: Plan, other: Plan): Warning {
  const routeOf = ({ steps }: Plan): string => steps.map(({ codec }) => codec).join(', ');
  const generation = other.generations > failed.generations ? ' It encodes the content once more with loss.' : '';
  return {
    code: 'fallback_used',
    message: `The preferred path (${routeOf(failed)}) failed. Another path that loses no more was used (${routeOf(other)}).${generation}`,
    details: { failed: routeOf(failed), taken: routeOf(other) },
  };
}
