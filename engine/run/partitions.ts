import type { Step } from '../contract/codec.ts';
import type { Artifact } from '../contract/artifact.ts';
import type { ConvertOutcome, Partitioned } from '../pool/protocol.ts';

/** Share of the progress that the parts take where their codec does not say it: to join them is little work. */
const USUAL_SHARE = 0.95;

/** One worker call on behalf of a divided conversion. */
export type ConvertPart = (
  inputs: readonly Artifact[],
  step: Step,
  how: { readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void },
) => Promise<ConvertOutcome>;

export interface DividedConversion {
  readonly inputs: readonly Artifact[];
  readonly step: Step;
  readonly partitioned: Partitioned;
  readonly signal: AbortSignal;
  readonly convert: ConvertPart;
  readonly onProgress: (fraction: number) => void;
}

/**
 * Converts the parts of a source at the same time and joins what became of them. When one fails, the others are ended,
 * and its error is thrown when they are gone.
 */
export async function convertInPartitions({
  inputs,
  step,
  partitioned: { partitions, share = USUAL_SHARE },
  signal,
  convert,
  onProgress,
}: DividedConversion): Promise<ConvertOutcome> {
  const failure = new AbortController();
  const whole = AbortSignal.any([signal, failure.signal]);
  const done = partitions.map(() => 0);
  const convertPart = async (partition: Partitioned['partitions'][number], index: number): Promise<ConvertOutcome> => {
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
  for (const part of await Promise.allSettled(partitions.map(convertPart))) {
    if (part.status === 'fulfilled') made.push(...part.value.artifacts);
  }
  failure.signal.throwIfAborted();
  return convert(
    [...inputs, ...made],
    { ...step, partitions },
    { signal, onProgress: (fraction) => onProgress(share + (1 - share) * fraction) },
  );
}
