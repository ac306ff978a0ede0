import type { Step, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { CoreLoader } from './core.ts';
import { fileInput, type Input } from './input.ts';
import { joinedInput } from './video-parts.ts';
import { partsInput } from './join-parts.ts';
import { framesInput } from './join-images.ts';

/** What the step takes: one file, or several that are to be one. */
export async function inputOf(
  loader: CoreLoader,
  inputs: readonly Artifact[],
  step: Step,
  context: RunContext,
): Promise<Input> {
  switch (step.edge) {
    case 'join-pictures':
      return await framesInput(loader, inputs, step, context);
    case 'join-audio':
    case 'join-films':
      return await partsInput(loader, inputs, step, context);
    default: {
      const [source, ...pieces] = inputs as readonly [Artifact, ...Artifact[]];
      const input = fileInput(source, context.open(source), context);
      return step.partitions ? joinedInput(input, pieces, step.partitions, context) : input;
    }
  }
}
