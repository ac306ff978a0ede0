import type { Step, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { CoreLoader } from './core.ts';
import { fileInput, type Input } from './input.ts';
import { partitionedInput } from './video-partitions.ts';
import { mergedInput } from './merge-recordings.ts';
import { framesInput } from './merge-images.ts';

/** What the step takes: one file, or several that are to be one. */
export async function inputOf(
  loader: CoreLoader,
  inputs: readonly Artifact[],
  step: Step,
  context: RunContext,
): Promise<Input> {
  switch (step.edge) {
    case 'merge-images':
      return await framesInput(loader, inputs, step, context);
    case 'merge-audio':
    case 'merge-video':
      return await mergedInput(loader, inputs, step, context);
    default: {
      const [source, ...pieces] = inputs as readonly [Artifact, ...Artifact[]];
      const input = fileInput(source, context.open(source), context);
      return step.partitions ? partitionedInput(input, pieces, step.partitions, context) : input;
    }
  }
}
