import type { Step } from '../contract/codec.ts';
import type { Artifact } from '../contract/artifact.ts';
import type { ConvertOutcome, Partitioned } from '../pool/protocol.ts';

/** Share of the progress that the partitions take where their codec does not say it: to join them is little work. */
const USUAL_SHARE = 0.95;

/** One worker call on behalf of a partitioned conversion. */
type ConvertPartition = (
  inputs: readonly Artifact[],
  step: Step,
  how: { readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void },
) => Promise<ConvertOutcome>;

interface PartitionedConversion {
  readonly inputs: readonly Artifact[];
  readonly step: Step;
  readonly partitioned: Partitioned;
  readonly signal: AbortSignal;
  readonly convert: ConvertPartition;
  readonly onProgress: (fraction: number) => void;
}

/**
 * Converts the partitions of a source at the same time and joins what became of them. When one fails, the others are ended,
 * and its error is thrown when they are gone.
 */
export async function convertInPartitions({
  inputs,
  step,
  partitioned: { partitions, share = USUAL_SHARE },
  signal,
  convert,
  onProgress,
}: PartitionedConversion): Promise<ConvertOutcome> {
  const failure = new AbortController();
  const whole = AbortSignal.any([signal, failure.signal]);
  const done = partitions.map(() => 0);
  const convertPartition = async (
    partition: Partitioned['partitions'][number],
    index: number,
  ): Promise<ConvertOutcome> => {
    try {
      return await convert(
        inputs,
        { ...step, partition },
        {
          signal: whole,
          onProgress: (fraction) => {
            done[index] = fraction;
            onProgress((share * done.reduce((sum, each) => sum + each, 0)) / partitions.length);
          },
        },
      );
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  };
  const made: Artifact[] = [];
  for (const outcome of await Promise.allSettled(partitions.map(convertPartition))) {
    if (outcome.status === 'fulfilled') made.push(...outcome.value.artifacts);
  }
  failure.signal.throwIfAborted();
  return convert(
    [...inputs, ...made],
    { ...step, partitions },
    { signal, onProgress: (fraction) => onProgress(share + (1 - share) * fraction) },
  );
}
